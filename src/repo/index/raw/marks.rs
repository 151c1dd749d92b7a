//! Marks in an index, from which paths are looked up.

use std::ops::Range;

use super::HEADER;

/// About so many bytes lie between entries whose paths are kept in memory.
const STRIDE: u64 = 2 << 10;

/// Offsets of some entries, with their paths.
#[derive(Debug, Default)]
pub(super) struct EntryOffsets {
    all: Vec<(u64, Range<usize>)>,
    paths: Vec<u8>,
}

impl EntryOffsets {
    pub(super) fn add(&mut self, at: u64, path: &[u8]) {
        if self.all.last().is_none_or(|(last, _)| at - last >= STRIDE) {
            let start = self.paths.len();
            self.paths.extend_from_slice(path);
            self.all.push((at, start..self.paths.len()));
        }
    }

    /// Offset from which a path is looked for.
    pub(super) fn before(&self, path: &[u8]) -> u64 {
        let after = self.all.partition_point(|(_, mark)| &self.paths[mark.clone()] < path);
        self.all.get(after.saturating_sub(1)).map_or(HEADER as u64, |(at, _)| *at)
    }
}
