//! Ways in which a block quotes its place badly, or is written badly, while it is plain what is meant.

pub(crate) mod blank;
pub(crate) mod breaks;
pub(crate) mod characters;
pub(crate) mod comments;
pub(crate) mod echo;
pub(crate) mod encoding;
pub(crate) mod frame;
pub(crate) mod indent;
pub(crate) mod lines;
pub(crate) mod trailing;

use crate::{draft::Draft, kinds::Step, random::Random};

/// Those that are done to blocks whose files are made difficult otherwise.
const LIGHT: &[(&str, Step)] = &[
    ("trailing", trailing::of_the_block),
    ("indent", indent::all),
    ("first line", indent::first_line),
    ("blank dropped", blank::dropped),
    ("blank added", blank::added),
    ("blank edge", blank::edge),
    ("spacing", characters::spacing),
    ("quotes", characters::quotes),
    ("special blanks", characters::special_blanks),
    ("comment invented", comments::invented),
    ("comment omitted", comments::omitted),
    ("line omitted", lines::omitted),
];

/// Does one of the light damages, or nothing.
pub(crate) fn lightly(draft: &mut Draft, random: &mut Random) -> Option<()> {
    if random.chance(15) {
        return Some(());
    }
    let (name, damage) = random.pick(LIGHT)?;
    draft.what.push((*name).to_owned());
    damage(draft, random)
}
