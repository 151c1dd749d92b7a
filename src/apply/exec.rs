//! `--exec`: a command that says whether a batch is good once it is written.

use super::{
    ApplyError, Report, Request,
    became::{Became, failed, take_back},
};
use crate::{
    repo::{
        command,
        commit::{
            self,
            note::{Begun, Goal, Note},
        },
        config::Settings,
        open::Repo,
        record::Records,
        transact::{TransactError, Transaction},
    },
    undo,
};

/// Notes for the run that comes after a crash that the next batch is not to stand before the command has judged it. None
/// if there is no command. The caller holds the lock.
pub(super) fn announce(repo: &Repo, request: &Request) -> Result<Option<Note>, ApplyError> {
    if request.exec.is_none() {
        return Ok(None);
    }
    let next = Records::new(repo).next().map_err(TransactError::from)?;
    let note = Note::aimed(repo, Begun::new(next, request.time), Goal::Judged);
    Ok(Some(note.map_err(TransactError::Journal)?))
}

/// Runs the command on the batch that was written. If it fails, the batch is taken back; where that fails too, the note is
/// left for the next run.
pub(super) fn run(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&Request, &Transaction<'_>),
    report: &Report<'_>,
    note: Option<&mut Note>,
) -> Result<(), ApplyError> {
    let (Some(batch), Some(line)) = (report.batch, &request.exec) else { return Ok(()) };
    command::run(repo, transaction.lock(), line).map_err(|source| {
        // Where nobody can tell, it is taken back as if not.
        let became = match commit::is_overtaken(repo, batch).unwrap_or_default() {
            true => Became::Overtaken { way: undo::way(repo, settings, &failed(request, batch)) },
            false => take_back(repo, settings, (request, transaction), batch),
        };
        if let (Became::Stuck(_), Some(note)) = (&became, note) {
            note.leave();
        }
        ApplyError::Exec { line: line.clone(), source, batch, became }
    })
}
