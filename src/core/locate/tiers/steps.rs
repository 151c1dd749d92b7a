//! By how many blanks lines step in.

use std::collections::BTreeSet;

use crate::core::{
    locate::{line::Lines, search::Search},
    text::{indentation, is_blank},
};

/// A step, and the width of a tab, is never more than this many blanks.
pub(super) const MAX_WIDTH: usize = 8;

/// The least difference between two levels of the block that are indented by blanks. A line at the margin may
/// well be no level of it.
pub(super) fn of_block(search: &Search<'_>) -> Option<usize> {
    let lines = search.search.iter().chain(&search.replace).filter(|line| !is_blank(line));
    let blanks = lines.map(|line| indentation(line)).filter(|white| white.iter().all(|&byte| byte == b' '));
    let levels: BTreeSet<usize> = blanks.map(<[u8]>::len).filter(|level| *level > 0).collect();
    levels.iter().zip(levels.iter().skip(1)).map(|(a, b)| b - a).min()
}

/// By how many blanks the lines of a file step in, if most steps are equal.
pub(super) fn of_file(lines: &dyn Lines) -> Option<usize> {
    let steps = counted(lines);
    (2..=MAX_WIDTH).find(|&step| steps[step] * 2 > steps.iter().sum())
}

/// Number of times that the lines of a file step in by each number of blanks; at 0, by more than is counted.
pub(super) fn counted(lines: &dyn Lines) -> [usize; MAX_WIDTH + 1] {
    let mut steps = [0; MAX_WIDTH + 1];
    let mut before = None;
    for number in 0..lines.count() {
        let line = lines.bodies(number..number + 1)[0];
        let white = indentation(line);
        if is_blank(line) {
            continue;
        }
        let level = white.iter().all(|&byte| byte == b' ').then_some(white.len());
        if let (Some(level), Some(before)) = (level, before)
            && level > before
        {
            let step = level - before;
            steps[if step > MAX_WIDTH { 0 } else { step }] += 1;
        }
        before = level;
    }
    steps
}
