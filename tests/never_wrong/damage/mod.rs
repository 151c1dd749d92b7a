//! Ways in which a block quotes its place badly, or is written badly, while it is plain what is meant.

mod blank;
mod characters;
mod comments;
mod encoding;
mod frame;
mod indent;
mod lines;
mod trailing;

pub(crate) use comments::marks;

use crate::{
    case::Case,
    change,
    corpus::Corpus,
    draft::Draft,
    kinds::{Group, Kind},
    random::Random,
};

/// Damages a block; none where it offers nothing to damage.
pub(crate) type Damage = fn(&mut Draft, &mut Random) -> Option<()>;

/// Makes a draft of a case.
type Start = fn(&Corpus, &mut Random) -> Option<Draft>;

/// All of them by name, with the blocks that they are done to.
pub(crate) const ALL: &[(&str, Start, Damage)] = &[
    ("exact", any, nothing),
    ("trailing", any, trailing::of_the_block),
    ("trailing-in-file", any, trailing::of_the_file),
    ("trailing-differs", any, trailing::that_differ),
    ("hard-break", prose, trailing::of_changed_lines),
    ("indent", any, indent::all),
    ("first-line", any, indent::first_line),
    ("search-indent", any, indent::search),
    ("uneven-indent", any, indent::stretch),
    ("blank-dropped", wide, blank::dropped),
    ("blank-added", wide, blank::added),
    ("blank-edge", any, blank::edge),
    ("blank-for-head", any, blank::for_head),
    ("spacing", wide, characters::spacing),
    ("quotes", any, characters::quotes),
    ("typography", any, characters::typography),
    ("special-blanks", any, characters::special_blanks),
    ("special-edges", any, characters::special_edges),
    ("semicolons", scripts, characters::semicolons),
    ("comment-invented", wide, comments::invented),
    ("comment-omitted", wide, comments::omitted),
    ("comment-behind", wide, comments::behind),
    ("line-doubled", wide, lines::doubled),
    ("line-omitted", wide, lines::omitted),
    ("search-short", wide, lines::search_short),
    ("elided", wide, lines::elided),
    ("elided-margin", wide, lines::elided_at_margin),
    ("placeholder", wide, lines::placeholder),
    ("fence-search", any, frame::fence_search),
    ("fence-replace", any, frame::fence_replace),
    ("divider-in-prose", prose, frame::heading),
    ("markers-indented", any, frame::indented),
    ("bom", any, encoding::bom),
    ("crlf", any, encoding::crlf),
    ("latin-1", any, encoding::latin1),
];

/// Those that are done to blocks of other kinds.
const LIGHT: &[&str] = &[
    "exact",
    "exact",
    "trailing",
    "indent",
    "first-line",
    "blank-dropped",
    "blank-added",
    "blank-edge",
    "spacing",
    "quotes",
    "special-blanks",
    "comment-invented",
    "comment-omitted",
    "line-omitted",
];

/// Any block.
fn any(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    change::any(corpus, 4, random)
}

/// A block that quotes much.
fn wide(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    change::any(corpus, 9, random)
}

fn prose(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    change::of_language(corpus, &["md"], 5, random)
}

fn scripts(corpus: &Corpus, random: &mut Random) -> Option<Draft> {
    change::of_language(corpus, &["js", "mjs", "jsx", "ts", "tsx"], 6, random)
}

fn nothing(_: &mut Draft, _: &mut Random) -> Option<()> {
    Some(())
}

/// Does one of the light damages, or nothing.
pub(crate) fn lightly(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let name = random.pick(LIGHT)?;
    let (_, _, damage) = ALL.iter().find(|(other, ..)| other == name)?;
    draft.what.push((*name).to_owned());
    damage(draft, random)
}

/// A case of a block with this damage alone.
pub(crate) fn case(name: &str, corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let (_, start, damage) = ALL.iter().find(|(other, ..)| *other == name)?;
    let mut draft = start(corpus, random)?;
    if random.chance(30) {
        draft.commit();
        draft.what.push("committed".into());
    }
    damage(&mut draft, random)?;
    draft.is_sound().then(|| draft.case())
}

/// The kinds of cases that are a damaged block alone.
pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    ALL.iter().map(|(name, ..)| {
        let make = |corpus: &Corpus, random: &mut Random| case(name, corpus, random);
        Kind { name, group: Group::AsIs, make: Box::new(make) }
    })
}
