//! Rolling a batch back that was written: its commit could not be made, or a command judged it bad.

use crate::{
    apply::ApplyRequest,
    core::path::RepoPath,
    repo::{config::Settings, open::Repo, record::BatchId, recover::Way, transact::Transaction},
    undo::{self, UndoError},
};

/// Outcome of rolling a batch back.
#[derive(Debug)]
pub enum Rollback {
    /// It is taken back. Edits that were made in these of its files while hooks, an editor or a command ran
    /// are kept.
    TakenBack {
        /// The files.
        kept: Vec<RepoPath>,
    },
    /// It stays, since these of its files were changed meanwhile, so that the changes cannot be kept without it.
    Stands {
        /// The files.
        edited: Vec<RepoPath>,
        /// Option of undo that takes it back by hand; none if there is none at present.
        way: Option<Way>,
    },
    /// It stays, since it has no record any more, or one that says that it is taken back.
    Unknown,
    /// It stays, since its record says that it is committed, and its commit cannot be taken back.
    Committed,
    /// It stays, since somebody else has committed some of its files meanwhile.
    Overtaken {
        /// Option of undo that takes it back by hand; none if there is none at present.
        way: Option<Way>,
    },
    /// It stays, since nobody can tell yet whether it is committed; the next run finds out.
    Unclear,
    /// It could not be taken back; the next run tries again.
    Stuck(Box<UndoError>),
}

/// Returns the request of undo that rolls a batch back.
pub(in crate::apply) fn undo_of(request: &ApplyRequest, batch: BatchId) -> undo::UndoRequest {
    undo::UndoRequest::of_failed(batch, request.time, request.cwd.clone())
}

/// Rolls a batch back, unless that would take edits along.
pub(in crate::apply) fn roll_back(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&ApplyRequest, &Transaction<'_>),
    batch: BatchId,
) -> Rollback {
    let undo = undo_of(request, batch);
    match undo::within(repo, settings, &undo, Some(transaction)) {
        Ok(report) => match (report.status, report.commit_kept) {
            (undo::UndoStatus::Undone | undo::UndoStatus::WouldUndo, _) => {
                Rollback::TakenBack { kept: report.merged }
            }
            (undo::UndoStatus::Nothing(_), _) => Rollback::Unknown,
            (undo::UndoStatus::Refused, Some(_)) => Rollback::Committed,
            (undo::UndoStatus::Refused, None) => Rollback::Stands {
                edited: report.obstacles.into_iter().map(|(path, ..)| path).collect(),
                way: undo::way(repo, settings, &undo),
            },
        },
        Err(error) => Rollback::Stuck(Box::new(error)),
    }
}
