//! Reasons why a batch cannot be applied.

use std::ffi::OsString;

use super::{AlreadyInWorkTree, BackupError};
use crate::{
    core::guard::PolicyError,
    repo::{
        command::CommandError,
        commit::CommitError,
        policy::RulesError,
        record::{BatchId, RecordError},
        rollback::{Rollback, RollbackError},
        stash::{StashEntry, StashError},
        transact::TransactError,
    },
};

/// Reasons why a command cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The batch has more blocks than `sr.maxBlocks`.
    #[error("{found} blocks, more than sr.maxBlocks ({max})")]
    TooManyBlocks {
        /// Number of its blocks.
        found: u64,
        /// The limit.
        max: u64,
    },
    /// The good blocks of the refused batch do not read as they did.
    #[error("what is kept of the refused batch does not read as it did")]
    Kept,
    /// The batch would not make the changes that the user has agreed to. Nothing was written.
    #[error("the files changed since the diff was shown")]
    NotAsShown,
    /// The rules make no policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// The rules are not known.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A backup cannot be made.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The state before cannot be put on the stash.
    #[error(transparent)]
    Stash(#[from] StashError),
    /// The batch is applied, and the state before is not on the stash.
    #[error("the state before is not on the stash")]
    Unstashed {
        /// The cause.
        source: StashError,
        /// The batch.
        batch: BatchId,
        /// The entry that is not there.
        entry: Box<StashEntry>,
    },
    /// There can be no commit. Nothing was written.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// A part of the batch is in the work tree already, but not in the index or HEAD. Nothing was written.
    #[error("the change is there already, and git does not have it")]
    AlreadyInWorkTree(AlreadyInWorkTree),
    /// There is no commit after all.
    #[error("batch {batch} is not committed")]
    Uncommitted {
        /// The cause.
        source: CommitError,
        /// The batch.
        batch: BatchId,
        /// Outcome of rolling the batch back.
        rollback: Box<Rollback>,
    },
    /// The command of `--exec` failed.
    #[error("batch {batch} is written, but the command failed")]
    Exec {
        /// The command.
        line: OsString,
        /// The cause of the failure.
        source: CommandError,
        /// The batch.
        batch: BatchId,
        /// Outcome of rolling the batch back.
        rollback: Box<Rollback>,
    },
    /// The work tree cannot be opened.
    #[error("cannot open the work tree")]
    WorkTree(#[source] std::io::Error),
    /// Ids cannot be computed.
    #[error("cannot compute an object id")]
    Id(#[from] gix::Error),
    /// The batch could not be written.
    #[error(transparent)]
    Transact(#[from] TransactError),
    /// The lock cannot be had, or an interrupted run cannot be brought in order.
    #[error(transparent)]
    Begin(#[from] Box<RollbackError>),
    /// Records cannot be read.
    #[error("cannot read the records of earlier batches")]
    Record(#[from] RecordError),
}
