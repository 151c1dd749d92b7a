//! Comments.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, comment_marks},
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

/// The block lacks all comments of the file.
pub(crate) fn all_omitted(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let (open, close) = comment_marks(draft.extension())?;
    let is_comment = |line: &str| line.trim_start().starts_with(open.trim_end()) && line.ends_with(close);
    let comments = draft.which(|row| row.is(Role::Kept) && is_comment(row.text()));
    // At an edge it is just not quoted.
    let is_inner = |at: &usize| *at > 0 && at + 1 < draft.rows.len();
    // Beside new lines it would be open on which side of it they come.
    let is_new = |at: usize| draft.rows.get(at).is_some_and(|row| row.is(Role::New));
    let is_open = |at: &usize| *at > 0 && is_new(at - 1) || is_new(at + 1);
    let is_fit = comments.iter().all(is_inner) && !comments.is_empty() && !comments.iter().any(is_open);
    for at in comments {
        draft.rows[at] = Row::new(Role::Omitted, draft.rows[at].text());
    }
    is_fit.then_some(())
}

/// A comment that is quoted has other words in the file.
pub(crate) fn reworded(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (open, close) = comment_marks(draft.extension())?;
    let is_comment = |line: &str| line.trim_start().starts_with(open.trim_end()) && line.ends_with(close);
    let mut comments = draft.inner();
    comments.retain(|at| is_comment(draft.rows[*at].text()));
    let row = &mut draft.rows[*random.pick(&comments)?];
    let other = crate::change::altered(row.text(), random)?;
    row.quote(|_| other.clone());
    Some(())
}
