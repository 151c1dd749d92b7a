//! Lines of a reply outside of its blocks, as those see them who look for edits in other formats.

use std::fmt::Debug;

/// A line outside of blocks and reasoning, with what is around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its text without blanks at the ends; never empty.
    pub(super) text: &'a [u8],
    /// The line below it.
    pub(super) next: &'a [u8],
    /// Whether it is the first of the reply.
    pub(super) is_first: bool,
    /// Whether it opens a fence of anything but shell commands.
    pub(super) opens_fence: bool,
    /// Whether that fence has a path in its first line or above it.
    pub(super) has_path: bool,
}

/// Somebody who looks at these lines as they are read.
pub(super) trait Watch: Debug {
    /// Takes in the next line, by its number from 1.
    fn look(&mut self, line: &Line<'_>, number: usize);

    /// Drops what was seen so far: it was reasoning.
    fn forget(&mut self);
}
