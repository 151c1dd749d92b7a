//! Lines of a reply outside of its blocks, for recognising edits in other formats.

use std::fmt::Debug;

/// A line outside of blocks and reasoning, with its surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its text without blanks at the ends; never empty.
    pub(super) text: &'a [u8],
    /// The line below it.
    pub(super) next: &'a [u8],
    /// All that is below it.
    pub(super) below: &'a [u8],
    /// True if it is the first of the reply.
    pub(super) is_first: bool,
    /// True if it opens a fence of anything but shell commands.
    pub(super) opens_fence: bool,
    /// True if that fence has a path in its first line or above it.
    pub(super) has_path: bool,
}

/// Observer of these lines.
pub(super) trait Watch: Debug {
    /// Takes in the next line, by its number from 1.
    fn look(&mut self, line: &Line<'_>, number: usize);

    /// Forgets the lines so far: they were reasoning.
    fn forget(&mut self);
}

/// Nobody looks.
#[derive(Debug)]
pub(super) struct Nobody;

impl Watch for Nobody {
    fn look(&mut self, _: &Line<'_>, _: usize) {}

    fn forget(&mut self) {}
}
