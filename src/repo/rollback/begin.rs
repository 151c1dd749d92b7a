//! The beginning of every command that writes.

use super::{
    error::RollbackError,
    failed::{Rollback, roll_back, way},
};
use crate::repo::{
    commit::{self, Awaited, UnfinishedCommit, note},
    config::Settings,
    open::Repo,
    record::BatchId,
    recover::Recovered,
    stash,
    transact::{self, Notice, TransactError, Transaction},
};

/// Takes the lock and, if an earlier run was interrupted, brings files, index, `HEAD` and records in order;
/// `notice` is called at once then. A batch that was still to be committed, or judged by a command, is taken
/// back, unless `HEAD` has moved since. `command` is shown to other runs that wait for this one.
///
/// # Errors
///
/// When another run holds the lock for too long, or recovery fails.
pub(crate) fn begin<'r>(
    repo: &'r Repo,
    settings: &Settings,
    command: &str,
    notice: &mut dyn FnMut(Notice),
) -> Result<Transaction<'r>, RollbackError> {
    let (transaction, found) = Transaction::begin(repo, settings, command)?;
    let ended = match commit::unfinished(repo, transaction.lock())? {
        Some(UnfinishedCommit::Whole(made)) => Some(Recovered { made, ..Recovered::default() }),
        Some(UnfinishedCommit::Awaiting(batch, awaited)) => {
            Some(take_back(repo, settings, &transaction, batch, awaited)?)
        }
        Some(UnfinishedCommit::Moved(batch, moving)) => {
            let way = way(repo, settings, batch);
            Some(Recovered { made: Some(batch), head_moved: Some(moving), way, ..Recovered::default() })
        }
        None => None,
    };
    // Recovery of the files alone says less.
    let taken_back =
        found.as_ref().is_some_and(|found| found.made.is_none() && *found != Recovered::default());
    let mut recovered = if taken_back { found } else { ended.or(found) };
    if let Some((batch, late)) = stash::note::finish(repo, transaction.lock())? {
        let recovered = recovered.get_or_insert_default();
        (recovered.made, recovered.stash) = (recovered.made.or(batch), Some(late.into()));
    }
    if let Some(recovered) = recovered {
        notice(Notice::Recovered(recovered));
    }
    Ok(transaction)
}

/// Begins a command that may write: takes the lock as [`begin`] does if it does write, else only says if an
/// earlier run had broken off.
pub(crate) fn begin_or_look<'r>(
    repo: &'r Repo,
    settings: &Settings,
    writes: bool,
    command: &str,
    notice: &mut dyn FnMut(Notice),
) -> Result<Option<Transaction<'r>>, RollbackError> {
    if writes {
        return begin(repo, settings, command, notice).map(Some);
    }
    transact::look(repo, notice);
    Ok(None)
}

/// Takes back a batch that was not final yet. Where later edits are in the way it stays.
fn take_back(
    repo: &Repo,
    settings: &Settings,
    transaction: &Transaction<'_>,
    batch: BatchId,
    awaited: Awaited,
) -> Result<Recovered, RollbackError> {
    // Whoever has committed it since has seen it. Where that cannot be told any more, as after a gc, it stays
    // too, so that nothing keeps later runs from their work.
    let is_overtaken = awaited == Awaited::Command && commit::is_overtaken(repo, batch).unwrap_or(true);
    let rollback = roll_back(repo, settings, transaction, batch, is_overtaken);
    if let Rollback::Stuck(error) = rollback {
        return Err(*error);
    }
    note::remove(repo).map_err(TransactError::Journal)?;
    Ok(match rollback {
        Rollback::TakenBack { restored, kept, left, .. } => {
            Recovered { restored, merged: kept, left, ..Recovered::default() }
        }
        stays => {
            let way = stays.way();
            Recovered { made: Some(batch), awaited: Some(awaited), way, ..Recovered::default() }
        }
    })
}
