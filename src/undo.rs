//! `git sr undo` and `git sr redo`: batches, taken back.

mod begin;
mod compose;
mod error;
mod head;
mod index;
mod obstacle;
mod remains;
mod report;
mod request;
mod state;
mod target;
mod way;
mod write;

pub use begin::begin;
pub(crate) use begin::begin_or_look;
pub use head::KeptCommit;
pub use obstacle::Obstacle;
pub use remains::{Remains, Remedy};
pub use report::{IndexLeft, UndoReport, UndoStatus};
pub use target::{Nothing, Which};
pub(crate) use way::way;

use crate::{
    core::{change::Edited, path::RepoPath},
    files,
    repo::{
        config::Settings,
        open::{Head, Repo},
        record::{Record, Records},
        transact::{Notice, Transaction},
        world::RepoWorld,
    },
    request::RunMode,
};
use compose::Composer;
pub use error::UndoError;
use index::IndexBack;
pub use request::{Force, UndoRequest};
use write::{UndoChanges, carry_out};

/// Takes batches back. Edits made since are kept where they can be merged; where one cannot, nothing is
/// written. `notice` is called at once if an earlier run had broken off.
///
/// # Errors
///
/// When it cannot go on; a file that is in the way is in the report.
pub fn undo(
    repo: &Repo,
    settings: &Settings,
    request: &UndoRequest,
    notice: &mut dyn FnMut(Notice),
) -> Result<UndoReport, UndoError> {
    let transaction = begin_or_look(repo, settings, (request.mode, "git sr undo"), notice)?;
    within(repo, settings, request, transaction.as_ref())
}

/// The same by somebody who has the right to write already.
pub(crate) fn within(
    repo: &Repo,
    settings: &Settings,
    request: &UndoRequest,
    transaction: Option<&Transaction<'_>>,
) -> Result<UndoReport, UndoError> {
    let records = Records::new(repo);
    let targets = match target::choose(&records, request.which)? {
        Ok(targets) => targets,
        Err(nothing) => return Ok(UndoReport::new(UndoStatus::Nothing(nothing))),
    };
    let mut back = IndexBack::open(repo, &targets, request.force, request.mode == RunMode::Write)?;
    let world = RepoWorld::open(repo, settings.max_file_bytes).map_err(UndoError::WorkTree)?;
    let mut composer = Composer::new(repo, &world, request.force);
    for record in &targets {
        // A batch that changed the index alone says nothing of the work tree.
        if !record.meta().header.cached {
            composer.take_back(record)?;
        }
        back.take_back(record);
    }
    let mut composed = composer.finish(&targets);
    composed.obstacles.append(&mut back.obstacles);
    let staging = back.stagings(&composed.files)?;
    let cached = targets.iter().all(|record| record.meta().header.cached);
    if cached {
        composed.files = back.changes();
        composed.ids = vec![Default::default(); composed.files.len()];
        composed.turns = false;
    }
    let head = head::plan(repo, &targets)?;
    let mut report = UndoReport::new(UndoStatus::WouldUndo);
    report.undone = targets.iter().map(Record::id).collect();
    report.again = targets.iter().flat_map(|record| record.meta().header.taken_back()).collect();
    report.cached = cached;
    report.obstacles = composed.obstacles.clone();
    if !report.obstacles.is_empty() || head.is_err() {
        report.status = UndoStatus::Refused;
        report.moved = moved(repo, &targets)?;
        report.commit_kept = head.err();
        return Ok(report);
    }
    let head = head.unwrap_or_default();
    if let (Some(_), Some(progress)) = (head.moved, head::in_progress(repo, &targets)?) {
        return Err(UndoError::InProgress(progress));
    }
    (report.head, report.commit_left, report.commit_gone) = (head.moved, head.left, head.is_gone);
    report.merged.clone_from(&composed.merged);
    report.conflicted.clone_from(&composed.conflicted);
    report.as_before.clone_from(&composed.as_before);
    report.files = composed
        .files
        .iter()
        .zip(&composed.ids)
        .map(|(file, ids)| files::report_one(repo, file, *ids))
        .collect::<Result<_, _>>()?;
    if request.counts {
        files::count(&mut report.files, composed.files.iter());
    }
    for file in &mut report.files {
        file.staged = staging.iter().any(|staging| staging.path == file.path);
    }
    report.index_kept = back.kept.into_iter().collect();
    report.index_left = back.left;
    if !cached && !matches!(request.which, Which::Failed(_)) {
        let head = match head.moved {
            Some(moved) => moved.to,
            None => repo.head()?.id,
        };
        let is_restaged = |path: &RepoPath| staging.iter().any(|staging| staging.path == *path);
        report.remains = remains::find((repo, &world), &targets, &composed, head, is_restaged);
    }
    let index = back.index;
    match (request.mode, transaction) {
        (RunMode::Diff, _) => {
            let shown = |file: &&Edited| !composed.secret.contains(&file.change.path);
            report.diff = Some(files::diff(repo, composed.files.iter().filter(shown)));
        }
        (_, Some(transaction)) => {
            let back =
                UndoChanges { targets: &targets, composed: &composed, staging: &staging, cached, head };
            carry_out((repo, settings), request, (transaction, &world), (back, index), &mut report)?;
        }
        (_, None) => {}
    }
    Ok(report)
}

/// `HEAD` before and now, if they differ.
fn moved(repo: &Repo, targets: &[Record<'_>]) -> Result<Option<(Head, Head)>, UndoError> {
    let Some(newest) = targets.first().map(Record::meta) else { return Ok(None) };
    let then = Head { id: newest.head, name: newest.branch.as_ref().map(|name| name.0.clone()) };
    let now = repo.head()?;
    Ok((then != now).then_some((then, now)))
}
