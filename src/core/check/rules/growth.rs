//! Files that become many times as long, as they do where a model repeats itself.

use crate::core::{
    check::{Change, Found, What},
    plan::grows_too_much,
};

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some(lines) = &change.lines else { return };
    let Some(old) = lines.old_text() else { return };
    let lines = [old.len(), lines.new_text().len()];
    if grows_too_much(lines, change.max_growth) {
        found(Found::of_file(What::Grown { lines }));
    }
}
