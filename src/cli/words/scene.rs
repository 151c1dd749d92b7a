//! Surroundings of a block, for its words.

use super::terms::Terms;

/// Surroundings of a failed block.
#[derive(Clone, Copy)]
pub(in crate::cli) struct FailureScene<'a> {
    /// The path, or the path line as it was read.
    pub(in crate::cli) path: &'a [u8],
    /// The names of its texts.
    pub(in crate::cli) terms: &'static Terms,
    /// The lines of its SEARCH section.
    pub(in crate::cli) search: &'a [&'a [u8]],
    /// The line of the reply, from 1, that SEARCH begins on.
    pub(in crate::cli) first_line: usize,
    /// The lines of the reply, from 1, that hold those of SEARCH; none where they follow each other.
    pub(in crate::cli) lines: Option<&'a [usize]>,
    /// True for a SEARCH/REPLACE block; other formats have edits too.
    pub(in crate::cli) is_block: bool,
    /// True if the file is that of the index, not of the work tree.
    pub(in crate::cli) is_staged: bool,
    /// Where other blocks of the batch stand: reply and line.
    pub(in crate::cli) places: &'a [(&'a [u8], usize)],
}
