//! Views of a batch.

/// The part of a batch that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum BatchView {
    /// Its diff.
    Diff,
    /// A line for each file.
    Stat,
}
