//! Alignment of two texts: the lines that are the same.

use std::{collections::HashSet, ops::Range};

use crate::core::script::{self, Op};

/// The shortest way from some lines to others, for look-ups.
#[derive(Debug)]
pub(super) struct Alignment {
    /// The runs of lines that differ.
    pub(super) ops: Vec<Op>,
    /// Number of lines that the texts have.
    lengths: (usize, usize),
}

impl Alignment {
    /// None where finding it would take too long: long texts that have little in common.
    pub(super) fn between(old: &[&[u8]], new: &[&[u8]]) -> Option<Self> {
        const MOST_STEPS: usize = 100_000_000;
        let lacking = |lines: &[&[u8]], other: &[&[u8]]| {
            let other: HashSet<&[u8]> = other.iter().copied().collect();
            lines.iter().filter(|line| !other.contains(**line)).count()
        };
        let differing = lacking(old, new) + lacking(new, old);
        if differing.saturating_mul(old.len() + new.len()) > MOST_STEPS {
            return None;
        }
        Some(Self { ops: script::difference(old, new), lengths: (old.len(), new.len()) })
    }

    /// Number of lines that only one of the texts has.
    pub(super) fn distance(&self) -> usize {
        self.ops.iter().map(|op| op.old.len() + op.new.len()).sum()
    }

    /// The new line that an old one became.
    pub(super) fn line(&self, line: usize) -> Option<usize> {
        let before = self.ops.partition_point(|op| op.old.end <= line);
        if self.ops.get(before).is_some_and(|op| op.old.start <= line) {
            return None;
        }
        Some(before.checked_sub(1).map_or(line, |at| line - self.ops[at].old.end + self.ops[at].new.end))
    }

    /// The new place of old lines, if they are adjacent and have the same neighbours. That of no lines is
    /// where their neighbours meet.
    pub(super) fn side_by_side(&self, old: &Range<usize>) -> Option<Range<usize>> {
        let start = match old.start.checked_sub(1) {
            Some(above) => self.line(above)? + 1,
            None => 0,
        };
        let end = start + old.len();
        let stands = old.clone().enumerate().all(|(at, line)| self.line(line) == Some(start + at));
        let below = if old.end < self.lengths.0 { self.line(old.end)? } else { self.lengths.1 };
        (stands && below == end).then_some(start..end)
    }
}
