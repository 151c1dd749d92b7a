//! `git sr undo` and `git sr redo`: batches, taken back.

mod paths;
mod report;
mod request;
mod target;

pub use report::{UndoReport, UndoStatus};
pub use request::UndoRequest;
pub use target::{Nothing, Which};

use crate::{
    repo::{
        attempts::{Attempts, LogLine, LoggedRollback},
        config::Settings,
        open::Repo,
        record::Records,
        rollback::{self, PlannedRollback, RollbackError, SettledRollback},
        transact::Notice,
    },
    request::RunMode,
};
use report::Preview;
use target::{NotAgain, Targets};

/// Takes batches back. Edits made since are kept where they can be merged; where one cannot, nothing is
/// written. `notice` is called at once if an earlier run had broken off; if that is taken back, no batch is, unless
/// it is named by its number.
///
/// # Errors
///
/// When it cannot go on; a file that is in the way is in the report.
///
/// The example of [`apply()`](crate::apply::apply()) takes its batch back.
pub fn undo(
    repo: &Repo,
    settings: &Settings,
    request: &UndoRequest,
    notice: &mut dyn FnMut(Notice),
) -> Result<UndoReport, RollbackError> {
    let writes = request.mode == RunMode::Write;
    let mut broke_off = false;
    let mut noticed = |seen: Notice| {
        broke_off |=
            matches!(&seen, Notice::Recovered(recovered) if recovered.made.is_none() && !recovered.undo);
        notice(seen);
    };
    let transaction = rollback::begin_or_look(repo, settings, writes, "git sr undo", &mut noticed)?;
    let records = Records::new(repo);
    if broke_off && matches!(request.which, Which::Last(_)) {
        let next = records.undo_target()?.map(|record| record.id());
        let status = UndoStatus::Nothing(Nothing::BrokenOff);
        return Ok(UndoReport { status, next, ..UndoReport::default() });
    }
    let Targets { records: targets, only } =
        match target::choose(repo, &records, request.which, &request.paths)? {
            Ok(targets) => targets,
            Err(nothing) => {
                return Ok(UndoReport { status: UndoStatus::Nothing(nothing), ..UndoReport::default() });
            }
        };
    let NotAgain { unchanged: not_again, still_undone } = target::not_again(&records, &targets)?;
    let report = UndoReport { not_again, still_undone, ..UndoReport::about(&targets, &only) };
    let planned = match PlannedRollback::plan(repo, settings, targets, request.options(only))? {
        Ok(planned) => planned,
        Err(refusal) => return Ok(UndoReport { status: UndoStatus::Refused, refusal, ..report }),
    };
    let preview = Preview::of(&planned, request)?;
    let Some(transaction) = transaction else { return Ok(report.with(planned, preview)) };
    let SettledRollback { planned, batch, left } =
        planned.write(&transaction)?.settle(settings, &transaction)?;
    if settings.stats && report.only.is_empty() {
        let line = LoggedRollback {
            time: request.time,
            rolled_back: report.undone.clone(),
            batch: Some(batch),
            cause: "undo".to_owned(),
        };
        // That it cannot be noted is no reason for an undo to fail.
        drop(Attempts::new(repo).note(&[LogLine::Rollback(line)]));
    }
    let next = records.undo_target()?;
    let next_is_rest = next.as_ref().is_some_and(|record| record.files().count() < record.meta().files.len());
    let next = next.map(|record| record.id());
    let report = report.with(planned, preview);
    Ok(UndoReport { status: UndoStatus::Undone, batch: Some(batch), next, next_is_rest, left, ..report })
}
