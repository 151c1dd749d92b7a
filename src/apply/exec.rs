//! `--exec`: a command that says whether a batch is good once it is written.

use super::{ApplyError, Report, Request, became::take_back};
use crate::repo::{command, config::Settings, open::Repo, transact::Transaction};

/// Runs the command on the batch that was written. If it fails, the batch is taken back.
pub(super) fn run(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&Request, &Transaction<'_>),
    report: &Report<'_>,
) -> Result<(), ApplyError> {
    let (Some(batch), Some(line)) = (report.batch, &request.exec) else { return Ok(()) };
    command::run(repo, line).map_err(|source| ApplyError::Exec {
        line: line.clone(),
        source,
        batch,
        became: take_back(repo, settings, (request, transaction), batch),
    })
}
