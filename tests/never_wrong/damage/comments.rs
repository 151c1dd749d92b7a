//! Comments.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, comment_marks},
};

const WORDS: [&str; 5] = ["the usual case", "see above", "check the input", "helper", "update the state"];

/// The block has a comment in a line of its own that the file does not have.
pub(crate) fn invented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let words = WORDS[random.below(5)];
    draft.invent(|draft, beside| draft.comment(beside, words), random)
}

/// The block lacks a comment of the file.
pub(crate) fn omitted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (open, close) = comment_marks(draft.extension())?;
    let is_comment = |line: &str| line.trim_start().starts_with(open.trim_end()) && line.ends_with(close);
    draft.omit(|row| is_comment(row.text()), random)
}

/// A quoted line has a comment behind it in the block only, or in the file only.
pub(crate) fn behind(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (open, close) = comment_marks(draft.extension())?;
    let is_code = |line: &str| {
        let is_plain = !line.contains(['"', '\'', '`']) && !line.contains(open.trim_end());
        is_plain && line.ends_with([';', ')', ',', '{', ':'])
    };
    let fit = draft.which(|row| row.is(Role::Kept) && is_code(row.text()));
    let row = &mut draft.rows[*random.pick(&fit)?];
    let word = WORDS[random.below(5)];
    let with = |line: &str| format!("{line}  {open}{word}{close}");
    if random.chance(50) {
        row.quote(with)
    } else {
        row.format(with)
    }
    Some(())
}
