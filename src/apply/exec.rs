//! `--exec`: a command that says whether a batch is good once it is written.

use std::ffi::OsString;

use super::{ApplyError, Report, Request, commit::take_back};
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
        line: OsString::clone(line),
        source,
        batch,
        became: take_back(repo, settings, (request, transaction), batch),
    })
}
