//! Places where SEARCH is found.

use std::{iter, ops::Range};

use super::unlaid::Unlaid;
use crate::core::splice::{Hunk, changed};

/// A place where a block's change can be laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'r> {
    /// The lines from the first to the last that SEARCH matched.
    pub lines: Range<usize>,
    /// Those between them that SEARCH leaves out.
    pub gaps: Vec<Range<usize>>,
    /// The change there.
    pub hunks: Vec<Hunk<'r>>,
}

impl<'r> Place<'r> {
    /// A place without gaps.
    pub fn new(lines: Range<usize>, hunks: Vec<Hunk<'r>>) -> Self {
        // A change may be among blank lines around those of SEARCH.
        let widened = |lines: Range<usize>, hunk: &Hunk<'_>| {
            lines.start.min(hunk.old.start)..lines.end.max(hunk.old.end)
        };
        Self { lines: hunks.iter().fold(lines, widened), gaps: Vec::new(), hunks }
    }

    /// The lines of a file after the change, and which of them are those of the place; none if two hunks take the same
    /// line.
    pub(super) fn made_in<'l>(&'l self, file: &[&'l [u8]]) -> Option<(Vec<&'l [u8]>, Range<usize>)> {
        if self.hunks.windows(2).any(|pair| pair[1].old.start < pair[0].old.end) {
            return None;
        }
        let after = changed(file, &self.hunks);
        let end = after.len() + self.lines.end - file.len();
        Some((after, self.lines.start..end))
    }

    /// The parts between the gaps that change, as places.
    pub fn parts(&self) -> Vec<Self> {
        let starts = iter::once(self.lines.start).chain(self.gaps.iter().map(|gap| gap.end));
        let ends = self.gaps.iter().map(|gap| gap.start).chain(iter::once(self.lines.end));
        let part = |(start, end)| {
            let is_within = |hunk: &&Hunk<'_>| start <= hunk.old.start && hunk.old.end <= end;
            Self::new(start..end, self.hunks.iter().filter(is_within).cloned().collect())
        };
        starts.zip(ends).map(part).filter(|part| !part.hunks.is_empty()).collect()
    }
}

/// The places that a rung finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found<'r> {
    /// Places where the change can be laid.
    pub places: Vec<Place<'r>>,
    /// Places of SEARCH where the change cannot be laid, with the reasons.
    pub unlaid: Vec<(Range<usize>, Unlaid)>,
}

impl Found<'_> {
    /// The lines of all places of SEARCH, ascending.
    pub fn lines(&self) -> Vec<Range<usize>> {
        let laid = self.places.iter().map(|place| place.lines.clone());
        let mut all: Vec<_> = laid.chain(self.unlaid.iter().map(|(lines, _)| lines.clone())).collect();
        all.sort_by_key(|lines| (lines.start, lines.end));
        all
    }
}
