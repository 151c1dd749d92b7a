//! The lines of a window, with signs.

use crate::core::{reply::writer::Window, text::Text};

/// The lines of a window in order, each with the sign of a diff in front: those that stay, go and come.
pub(super) fn signed<'t>(old: &'t Text, new: &'t Text, window: &Window) -> Vec<(u8, &'t Text, usize)> {
    let mut lines = Vec::new();
    let mut next = window.old.start;
    for run in &window.runs {
        lines.extend((next..run.old.start).map(|line| (b' ', old, line)));
        lines.extend(run.old.clone().map(|line| (b'-', old, line)));
        lines.extend(run.new.clone().map(|line| (b'+', new, line)));
        next = run.old.end;
    }
    lines.extend((next..window.old.end).map(|line| (b' ', old, line)));
    lines
}
