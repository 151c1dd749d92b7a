//! Outcome of an undo.

use std::path::PathBuf;

use bstr::BString;

use super::{KeptCommit, Nothing, Obstacle, Remains};
use crate::{
    core::path::RepoPath,
    files::FileReport,
    repo::{
        open::Head,
        record::{BatchId, meta::Moved},
    },
};

/// Its outcome.
#[derive(Debug)]
pub struct UndoReport {
    /// In a word.
    pub status: UndoStatus,
    /// The batches that are taken back, the newest first.
    pub undone: Vec<BatchId>,
    /// The batches that are in force again, as what took them back is taken back.
    pub again: Vec<BatchId>,
    /// The number of the undo itself, if it was written.
    pub batch: Option<BatchId>,
    /// Outcome of each file.
    pub files: Vec<FileReport>,
    /// Files that were edited since and keep these edits.
    pub merged: Vec<RepoPath>,
    /// Files with conflict markers.
    pub conflicted: Vec<RepoPath>,
    /// Files that were as before already.
    pub as_before: Vec<RepoPath>,
    /// Files that were staged anew since: the index keeps that.
    pub index_kept: Vec<RepoPath>,
    /// The batches whose entries stay in an index that is not touched.
    pub index_left: Vec<(BatchId, IndexLeft)>,
    /// The changes that git still has, as they were staged or committed by hand.
    pub remains: Remains,
    /// The files that are in the way, each with the batch that it is about.
    pub obstacles: Vec<(RepoPath, BatchId, Obstacle)>,
    /// `HEAD` at the newest of these batches, and `HEAD` now, if files are in the way and it has moved.
    pub moved: Option<(Head, Head)>,
    /// The commit that is in the way, as it cannot be taken back.
    pub commit_kept: Option<KeptCommit>,
    /// The move of `HEAD`.
    pub head: Option<Moved>,
    /// The commit that `HEAD` does not get back, as it has moved on or the commit is gone.
    pub commit_left: Option<gix::ObjectId>,
    /// True if the repository has that commit no more.
    pub commit_gone: bool,
    /// The batch that the next undo would take back.
    pub next: Option<BatchId>,
    /// True if the index alone changes.
    pub cached: bool,
    /// The diff, where it was asked for.
    pub diff: Option<Vec<u8>>,
    /// Old files that could not be removed, under names of our own.
    pub left: Vec<BString>,
}

/// An index, named by `GIT_INDEX_FILE` when a batch was staged, from which it is not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexLeft {
    /// The file.
    pub path: PathBuf,
    /// True if it is gone; else batches that are taken back together were staged in several.
    pub is_gone: bool,
}

/// Its outcome, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoStatus {
    /// The batches are taken back.
    Undone,
    /// They would be.
    WouldUndo,
    /// There is no such batch to take back.
    Nothing(Nothing),
    /// A file is in the way; nothing was written.
    Refused,
}

impl UndoReport {
    pub(super) fn new(status: UndoStatus) -> Self {
        Self {
            status,
            undone: Vec::new(),
            again: Vec::new(),
            batch: None,
            files: Vec::new(),
            merged: Vec::new(),
            conflicted: Vec::new(),
            as_before: Vec::new(),
            index_kept: Vec::new(),
            index_left: Vec::new(),
            remains: Remains::default(),
            obstacles: Vec::new(),
            moved: None,
            commit_kept: None,
            head: None,
            commit_left: None,
            commit_gone: false,
            next: None,
            cached: false,
            diff: None,
            left: Vec::new(),
        }
    }

    /// The commit that `HEAD` names again, since an undo was taken back.
    pub fn redone_commit(&self) -> Option<gix::ObjectId> {
        let restores = self.status == UndoStatus::Undone && !self.again.is_empty();
        self.head.filter(|_| restores).and_then(|moved| moved.to)
    }
}
