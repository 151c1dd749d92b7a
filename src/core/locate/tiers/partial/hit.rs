//! Text within a line.

/// A place of the text that is looked for.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) line: usize,
    /// The byte of the line.
    pub(super) at: usize,
}
