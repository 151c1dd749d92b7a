//! The request of an undo.

use bstr::BString;

use super::target::Which;
use crate::{repo::record::BatchId, request::RunMode};

/// The request.
#[derive(Clone, Debug)]
pub struct UndoRequest {
    /// The batches.
    pub which: Which,
    /// Treatment of files that cannot be taken back cleanly.
    pub force: Force,
    /// Mode of the run.
    pub mode: RunMode,
    /// True if the lines that come and go are counted.
    pub counts: bool,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
}

impl UndoRequest {
    /// Takes a batch back whose command failed. Whether a hook, a command or the user wrote over it since, nobody can
    /// tell: all edits are kept.
    pub(crate) fn of_failed(batch: BatchId, time: i64, cwd: BString) -> Self {
        Self { which: Which::Failed(batch), force: Force::No, mode: RunMode::Write, counts: false, time, cwd }
    }
}

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
