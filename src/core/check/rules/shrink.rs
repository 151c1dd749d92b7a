//! Files that lose much of their text, as they do where a model leaves code out.

use bstr::{BStr, ByteSlice as _};

use crate::core::{
    check::{Change, Found, What},
    plan::{EMPTY_ON_PURPOSE, shrinks_too_much},
    text::{Text, is_blank},
};

/// Files of fewer lines shrink by half as a matter of course.
const LEAST: usize = 10;

/// All of the text is gone, and the file stays.
pub(super) fn emptied(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    if let Some((before, 0)) = counts(change)
        && before > 0
        && !EMPTY_ON_PURPOSE.iter().any(|name| file_name(change.path) == name.as_bytes())
    {
        found(Found::of_file(What::Emptied { before }));
    }
}

/// More than the allowed part of the text is gone.
pub(super) fn shrunk(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some((before, after)) = counts(change).filter(|(before, after)| *before >= LEAST && *after > 0)
    else {
        return;
    };
    if shrinks_too_much([before, after], change.max_shrink) {
        found(Found::of_file(What::Shrunk { before, after }));
    }
}

fn file_name(path: &BStr) -> &[u8] {
    path.rsplit_once_str("/").map_or(path.as_bytes(), |(_, name)| name)
}

/// Numbers of lines with text before and after.
fn counts(change: &Change<'_>) -> Option<(usize, usize)> {
    let lines = change.lines.as_ref()?;
    let count = |text: &Text| (0..text.len()).filter(|line| !is_blank(text.body(*line))).count();
    Some((count(lines.old_text()?), count(lines.new_text())))
}
