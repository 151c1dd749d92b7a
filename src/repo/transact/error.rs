//! Reasons why a batch is not written.

use std::io;

use crate::repo::{
    index::IndexError,
    lock::LockError,
    record::{BatchId, RecordError},
    recover::RecoverError,
    worktree::{NotPutBack, WriteError},
};

/// Reasons why a batch was not written. Nothing has changed then, but for [`TransactError::Stuck`].
#[derive(Debug, thiserror::Error)]
pub enum TransactError {
    /// Another run is at work, or the lock cannot be taken.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// An earlier run was interrupted, and recovery failed.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// The journal cannot be kept.
    #[error("cannot keep the journal")]
    Journal(#[source] io::Error),
    /// The new files cannot be made durable.
    #[error("cannot make the new versions durable")]
    Sync(#[source] io::Error),
    /// The record could not be made.
    #[error("cannot record the state before")]
    Record(#[from] RecordError),
    /// The number of the batch was taken by somebody else.
    #[error("batch {id} is there already")]
    Taken {
        /// The number.
        id: BatchId,
    },
    /// The index could not be held or written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The files could not be written.
    #[error(transparent)]
    Write(WriteError),
    /// A signal asked to stop.
    #[error("stopped by signal {signal}")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
    /// It failed, and not everything could be put back. The journal stays for the next run.
    #[error("cannot put everything back")]
    Stuck {
        /// The cause of the failure.
        source: Box<TransactError>,
        /// The paths that are not as they were.
        left: Vec<NotPutBack>,
    },
}
