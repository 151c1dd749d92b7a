//! Bytes that a file is made of.

use crate::{draft::Draft, random::Random, rows::Role};

/// The file begins with a byte order mark, or the block does.
pub(crate) fn bom(draft: &mut Draft, random: &mut Random) -> Option<()> {
    match random.below(4) {
        0 => draft.form.bom = true,
        1 => draft.writing.bom = (true, true),
        2 => draft.writing.bom = (true, false),
        _ => (draft.form.bom, draft.writing.bom) = (true, (true, true)),
    }
    if random.chance(60) || draft.form.bom && draft.writing.bom.0 {
        // The block quotes the first line of the file.
        draft.above.clear();
        draft.versions.clear();
    }
    (draft.rows.first()?.is(Role::Kept) && draft.found().len() == 1).then_some(())
}

/// The file's lines end as on Windows, or the block's do.
pub(crate) fn crlf(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let one = random.below(3);
    (draft.form.crlf, draft.writing.crlf) = (one != 0, one != 1);
    Some(())
}

/// The file is in Latin-1, and the new lines may have letters that are no ASCII.
pub(crate) fn latin1(draft: &mut Draft, random: &mut Random) -> Option<()> {
    if ![draft.now(), draft.replace()].concat().iter().all(|line| line.is_ascii()) {
        return None;
    }
    draft.form.latin1 = true;
    draft.versions.clear();
    draft.above.insert(0, "# caf\u{e9} na\u{ef}ve".into());
    if random.chance(50) {
        let new = draft.rows.iter_mut().find(|row| row.is(Role::New))?;
        new.replace.as_mut()?.push_str(" // \u{e9}t\u{e9}");
        new.right.clone_from(&new.replace);
    }
    Some(())
}

/// Some lines of the file end as on Windows; a new line may end either way.
pub(crate) fn mixed(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let percent = [5, 50, 95][random.below(3)];
    draft.versions.clear();
    draft.writing.crlf = random.chance(30);
    let mut any = false;
    for line in draft.above.iter_mut().chain(&mut draft.below) {
        if random.chance(percent) {
            line.push('\r');
            any = true;
        }
    }
    let is_open = draft.is_open();
    for row in &mut draft.rows {
        if row.is(Role::New) || is_open {
            row.or = row.right.iter().flat_map(|line| [line.clone(), format!("{line}\r")]).collect();
        }
        if !row.is(Role::New) && random.chance(percent) {
            row.format(|line| format!("{line}\r"));
        }
    }
    any.then_some(())
}
