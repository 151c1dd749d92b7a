//! A batch that was written and is not to stand after all: there is no commit of it, or a command says that it is not good.

use super::Request;
use crate::{
    core::path::RepoPath,
    repo::{config::Settings, open::Repo, record::BatchId, recover::Way, transact::Transaction},
    undo::{self, UndoError},
};

/// What became of a batch that is not to stand after all.
#[derive(Debug)]
pub enum Became {
    /// It is taken back. What was edited in these of its files while hooks, an editor or a command ran is kept.
    TakenBack {
        /// The files.
        kept: Vec<RepoPath>,
    },
    /// It stands, since these of its files were changed meanwhile, so that the changes cannot be kept without it.
    Stands {
        /// The files.
        edited: Vec<RepoPath>,
        /// How it can be taken back by hand; none if it cannot as things stand.
        way: Option<Way>,
    },
    /// It stands, since it has no record any more, or one that says that it is taken back.
    Unknown,
    /// It stands, since its record says that it is committed, and its commit cannot be taken back.
    Committed,
    /// It stands, since somebody else has committed some of its files meanwhile.
    Overtaken {
        /// How it can be taken back by hand; none if it cannot as things stand.
        way: Option<Way>,
    },
    /// It stands, since nobody can tell yet whether it is committed; the next run finds out.
    Unclear,
    /// It could not be taken back; the next run tries again.
    Stuck(Box<UndoError>),
}

/// What takes such a batch back.
pub(super) fn failed(request: &Request, batch: BatchId) -> undo::Request {
    undo::Request::of_failed(batch, request.time, request.cwd.clone())
}

/// Takes it back, unless that would take edits along.
pub(super) fn take_back(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&Request, &Transaction<'_>),
    batch: BatchId,
) -> Became {
    let undo = failed(request, batch);
    match undo::within(repo, settings, &undo, Some(transaction)) {
        Ok(report) => match (report.status, report.commit_kept) {
            (undo::Status::Undone | undo::Status::WouldUndo, _) => Became::TakenBack { kept: report.merged },
            (undo::Status::Nothing(_), _) => Became::Unknown,
            (undo::Status::Refused, Some(_)) => Became::Committed,
            (undo::Status::Refused, None) => Became::Stands {
                edited: report.obstacles.into_iter().map(|(path, ..)| path).collect(),
                way: undo::way(repo, settings, &undo),
            },
        },
        Err(error) => Became::Stuck(Box::new(error)),
    }
}
