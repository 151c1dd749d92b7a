//! The beginning of every command that writes.

use super::{UndoError, UndoRequest, UndoStatus, way, within};
use crate::{
    repo::{
        commit::{self, Awaited, UnfinishedCommit, note},
        config::Settings,
        open::Repo,
        record::{BatchId, Records},
        recover::Recovered,
        stash,
        transact::{self, Notice, TransactError, Transaction},
    },
    request::RunMode,
};

/// Takes the lock and, if an earlier run broke off, brings files, index, `HEAD` and records in order;
/// `notice` is called at once then. A batch that was still to be committed, or judged by a command, is taken
/// back, unless `HEAD` has moved since. `command` is shown to other runs that wait for this one.
///
/// # Errors
///
/// When another run holds the lock for too long, or recovery fails.
pub fn begin<'r>(
    repo: &'r Repo,
    settings: &Settings,
    command: &str,
    notice: &mut dyn FnMut(Notice),
) -> Result<Transaction<'r>, UndoError> {
    let (transaction, found) = Transaction::begin(repo, settings, command)?;
    let ended = match commit::unfinished(repo, transaction.lock())? {
        Some(UnfinishedCommit::Whole(made)) => Some(Recovered { made, ..Recovered::default() }),
        Some(UnfinishedCommit::Awaiting(batch, awaited)) => {
            Some(take_back(repo, settings, &transaction, (batch, awaited))?)
        }
        Some(UnfinishedCommit::Moved(batch, moving)) => {
            let way = way(repo, settings, &failed(repo, batch)?);
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

/// Begins a command that may write: takes the lock as [`begin`] does if it does write, else only says if an earlier run
/// had broken off.
pub(crate) fn begin_or_look<'r>(
    repo: &'r Repo,
    settings: &Settings,
    (mode, command): (RunMode, &str),
    notice: &mut dyn FnMut(Notice),
) -> Result<Option<Transaction<'r>>, UndoError> {
    match mode {
        RunMode::Write => begin(repo, settings, command, notice).map(Some),
        RunMode::Check | RunMode::Diff => {
            transact::look(repo, notice);
            Ok(None)
        }
    }
}

/// Takes back a batch that was not final yet. Where later edits are in the way it stays.
fn take_back(
    repo: &Repo,
    settings: &Settings,
    transaction: &Transaction<'_>,
    (batch, awaited): (BatchId, Awaited),
) -> Result<Recovered, UndoError> {
    let request = failed(repo, batch)?;
    // Whoever has committed it since has seen it. Where that cannot be told any more, as after a gc, it stays too, so that
    // nothing keeps later runs from their work.
    let is_overtaken = || commit::is_overtaken(repo, batch).unwrap_or(true);
    if awaited == Awaited::Command && is_overtaken() {
        note::remove(repo).map_err(TransactError::Journal)?;
        return Ok(stays(repo, settings, (batch, awaited), &request));
    }
    let report = within(repo, settings, &request, Some(transaction))?;
    note::remove(repo).map_err(TransactError::Journal)?;
    if report.status == UndoStatus::Undone {
        let restored = report.files.into_iter().map(|file| file.path);
        let restored = restored.filter(|path| !report.merged.contains(path)).collect();
        let (merged, left) = (report.merged, report.left);
        return Ok(Recovered { restored, merged, left, ..Recovered::default() });
    }
    Ok(stays(repo, settings, (batch, awaited), &request))
}

fn stays(
    repo: &Repo,
    settings: &Settings,
    (batch, awaited): (BatchId, Awaited),
    request: &UndoRequest,
) -> Recovered {
    let way = way(repo, settings, request);
    Recovered { made: Some(batch), awaited: Some(awaited), way, ..Recovered::default() }
}

/// The request to take back a batch whose run failed.
fn failed(repo: &Repo, batch: BatchId) -> Result<UndoRequest, UndoError> {
    let record = Records::new(repo).load(batch)?;
    Ok(UndoRequest::of_failed(batch, record.meta().header.time, record.meta().header.cwd.0.clone()))
}
