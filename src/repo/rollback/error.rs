//! Reasons why batches cannot be taken back.

use crate::repo::{
    commit::CommitError,
    program::GitError,
    record::{BatchId, RecordError},
    transact::TransactError,
};

/// Reason why batches cannot be taken back.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RollbackError {
    /// Records cannot be read.
    #[error("cannot read the record")]
    Record(#[from] RecordError),
    /// The work tree cannot be opened.
    #[error("cannot open the work tree")]
    WorkTree(#[source] std::io::Error),
    /// Ids cannot be computed, or `HEAD` cannot be read.
    #[error("cannot read the repository")]
    Git(#[from] gix::Error),
    /// The files could not be written.
    #[error(transparent)]
    Transact(#[from] TransactError),
    /// git refused. Nothing was written.
    #[error(transparent)]
    Program(#[from] GitError),
    /// A merge or a similar operation is not finished, during which `HEAD` must not move. Nothing was
    /// written.
    #[error("{0:?} is not finished")]
    InProgress(gix::state::InProgress),
    /// git did not move `HEAD`.
    #[error("HEAD was not moved")]
    Head {
        /// The cause.
        source: GitError,
        /// The batch that was to move it.
        batch: BatchId,
        /// True if all is as before; else the next run goes on.
        is_back: bool,
    },
    /// A run that was killed while its batch was committed cannot be finished.
    #[error("cannot finish an interrupted run")]
    Unfinished(#[from] CommitError),
}
