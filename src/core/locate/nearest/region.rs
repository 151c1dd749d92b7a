//! Regions of a file, their extent, and how they differ from SEARCH.

use std::ops::Range;

use crate::core::{
    script::{self, Op},
    text::Text,
};

/// A region near to a SEARCH section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The runs that differ: lines of SEARCH and lines of the file, both from 0. Lines that `...` in both
    /// sections leaves out are in none.
    pub differences: Vec<Op>,
}

/// Number of lines of SEARCH that are compared: more say nothing new.
pub(super) const LOOKED_AT: usize = 200;

/// Compares SEARCH with the lines around a start from which it differs least.
pub(super) fn compared(text: &Text, search: &[&[u8]], start: usize) -> Nearest {
    /// More lines than this are seldom missing or too many.
    const MOST: usize = 12;
    let slack = if search.len() > LOOKED_AT { 0 } else { MOST.min(2 + search.len() / 4) };
    let bare: Vec<&[u8]> = search.iter().map(|line| line.trim_ascii()).collect();
    let there = |line: usize| text.body(line).trim_ascii();
    // A line of SEARCH that is not there weighs more than one of the file that SEARCH has not.
    let cost = |lines: &Range<usize>| {
        let there: Vec<&[u8]> = lines.clone().map(there).collect();
        let ops = script::difference(&bare, &there);
        let each = ops.iter().map(|op| 2 * op.old.len() + op.old.len().max(op.new.len()));
        (each.sum::<usize>(), lines.len().abs_diff(search.len()))
    };
    let end = (start + search.len()).min(text.len());
    let starts = (start.saturating_sub(slack)..=start + slack).filter(|start| *start < end);
    let start = starts.map(|start| start..end).min_by_key(cost).map_or(start, |lines| lines.start);
    let ends = (end.saturating_sub(slack).max(start + 1)..=end + slack).filter(|end| *end <= text.len());
    let lines = ends.map(|end| start..end).min_by_key(cost).unwrap_or(start..end);
    let there: Vec<&[u8]> = lines.clone().map(there).collect();
    let bare = script::difference(&bare, &there);
    let differences = with_indentation(bare, search, &text.window(lines.clone()));
    Nearest { differences: differences.into_iter().map(|op| op.shifted(0, lines.start)).collect(), lines }
}

/// Adds to the differences of lines without the white space around them those in white space.
fn with_indentation(bare: Vec<Op>, old: &[&[u8]], new: &[&[u8]]) -> Vec<Op> {
    let (mut ops, mut at, mut to): (Vec<Op>, usize, usize) = (Vec::new(), 0, 0);
    for op in bare.into_iter().chain([Op { old: old.len()..old.len(), new: new.len()..new.len() }]) {
        let mut run: Option<Op> = None;
        while at < op.old.start {
            if old[at] == new[to] {
                ops.extend(run.take());
            } else {
                let Op { old, new } = run.unwrap_or(Op { old: at..at, new: to..to });
                run = Some(Op { old: old.start..at + 1, new: new.start..to + 1 });
            }
            (at, to) = (at + 1, to + 1);
        }
        ops.extend(run);
        (at, to) = (op.old.end, op.new.end);
        ops.extend((!op.old.is_empty() || !op.new.is_empty()).then_some(op));
    }
    ops
}
