//! The request of an undo.

use bstr::BString;

use super::target::Which;
use crate::{
    core::path::RepoPath,
    repo::rollback::{Force, RollbackOptions},
    request::RunMode,
};

/// The request.
#[derive(Clone, Debug)]
pub struct UndoRequest {
    /// The batches.
    pub which: Which,
    /// Pathspecs of the files to take back, from the folder that the command was started in; none for all.
    pub paths: Vec<BString>,
    /// Treatment of files that cannot be taken back cleanly.
    pub force: Force,
    /// Mode of the run.
    pub mode: RunMode,
    /// True if the lines that come and go are counted.
    pub counts: bool,
    /// The time of the batch, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
}

impl UndoRequest {
    /// A request to take batches back, where that needs no force. `time` is in seconds since 1970; by it, old
    /// records are dropped.
    pub fn new(which: Which, time: i64, cwd: BString) -> Self {
        let paths = Vec::new();
        Self { which, paths, force: Force::No, mode: RunMode::Write, counts: false, time, cwd }
    }

    pub(super) fn options(&self, only: Vec<RepoPath>) -> RollbackOptions {
        let (force, writes) = (self.force, self.mode == RunMode::Write);
        RollbackOptions { force, writes, only, withdraws: false, time: self.time, cwd: self.cwd.clone() }
    }
}
