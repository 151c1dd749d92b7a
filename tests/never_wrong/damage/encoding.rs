//! Bytes that a file is made of.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row},
};

/// The file begins with a byte order mark, or the block does.
pub(super) fn bom(draft: &mut Draft, random: &mut Random) -> Option<()> {
    match random.below(3) {
        0 => draft.form.bom = true,
        1 => draft.writing.bom = (true, true),
        _ => draft.writing.bom = (true, false),
    }
    let first_is_kept = draft.rows.first().is_some_and(|row| row.is(Role::Kept));
    let first_line = random.chance(60);
    if first_line {
        // The block quotes the first line of the file.
        draft.above.clear();
        draft.versions.clear();
    }
    if draft.form.bom && first_line && random.chance(50) {
        draft.writing.bom = (true, true);
    }
    (first_is_kept && draft.found().len() == 1).then_some(())
}

/// The file's lines end as on Windows, or the block's do.
pub(super) fn crlf(draft: &mut Draft, random: &mut Random) -> Option<()> {
    match random.below(3) {
        0 => draft.form.crlf = true,
        1 => draft.writing.crlf = true,
        _ => (draft.form.crlf, draft.writing.crlf) = (true, true),
    }
    Some(())
}

/// The file is in Latin-1, and the new lines may have letters that are no ASCII.
pub(super) fn latin1(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = draft.above.iter().chain(&draft.below).map(String::as_str);
    if !lines.chain(draft.rows.iter().map(Row::text)).all(str::is_ascii) {
        return None;
    }
    draft.form.latin1 = true;
    let at = random.below(draft.above.len().max(1)).min(draft.above.len());
    draft.above.insert(at, "# caf\u{e9} na\u{ef}ve".into());
    draft.versions.clear();
    if random.chance(50) {
        let new = draft.rows.iter_mut().find(|row| row.is(Role::New))?;
        new.replace.as_mut()?.push_str(" // \u{e9}t\u{e9}");
        new.right.clone_from(&new.replace);
        draft.what.push("with letters".into());
    }
    Some(())
}
