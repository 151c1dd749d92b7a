//! Places where SEARCH is found.

use std::ops::Range;

use super::unlaid::Unlaid;
use crate::core::splice::Hunk;

/// A place where a block's change can be laid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'r> {
    /// The lines that SEARCH matched.
    pub lines: Range<usize>,
    /// The change there.
    pub hunks: Vec<Hunk<'r>>,
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
    pub fn stands(&self) -> Vec<Range<usize>> {
        let laid = self.places.iter().map(|place| place.lines.clone());
        let mut all: Vec<_> = laid.chain(self.unlaid.iter().map(|(lines, _)| lines.clone())).collect();
        all.sort_by_key(|lines| (lines.start, lines.end));
        all
    }
}
