//! Options of a rollback.

use bstr::BString;

use crate::core::path::RepoPath;

/// Treatment of files that were edited since, in the lines that the batch changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Force {
    /// Nothing is written.
    #[default]
    No,
    /// Both texts are written, with conflict markers.
    Merge,
    /// The old file is written. The present one is in the record of the undo.
    Old,
    /// As `Old`, also where edits could be kept by merging.
    Exact,
}

/// Options of a rollback.
#[derive(Clone, Debug)]
pub(crate) struct RollbackOptions {
    /// Treatment of files that cannot be taken back cleanly.
    pub(crate) force: Force,
    /// True if it is to be written, for which the index is held.
    pub(crate) writes: bool,
    /// The files to take back, where those are not all.
    pub(crate) only: Vec<RepoPath>,
    /// True if it takes back what a failed command wrote: it is nothing for redo.
    pub(crate) withdraws: bool,
    /// The time of the batch, in seconds since 1970.
    pub(crate) time: i64,
    /// The current directory.
    pub(crate) cwd: BString,
}
