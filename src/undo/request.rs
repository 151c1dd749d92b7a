//! The request of an undo.

use bstr::BString;

use super::target::Which;
use crate::{
    repo::rollback::{Force, RollbackOptions},
    request::RunMode,
};

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
    pub(super) fn options(&self) -> RollbackOptions {
        let (force, writes) = (self.force, self.mode == RunMode::Write);
        RollbackOptions { force, writes, withdraws: false, time: self.time, cwd: self.cwd.clone() }
    }
}
