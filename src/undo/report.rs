//! Outcome of an undo.

use bstr::BString;

use super::{
    remains::{self, Remains},
    request::UndoRequest,
    target::Nothing,
};
use crate::{
    core::{change::Edited, path::RepoPath},
    files::{self, FileReport},
    repo::{
        open::Head,
        record::{BatchId, Record, meta::Moved},
        rollback::{
            IndexLeft, KeptCommit, Obstacle, PlannedRollback, RefusedRollback, RollbackError, SettledRollback,
        },
    },
    request::RunMode,
};

/// Its outcome.
#[derive(Debug, Default)]
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

/// Its outcome, in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UndoStatus {
    /// The batches are taken back.
    Undone,
    /// They would be.
    #[default]
    WouldUndo,
    /// There is no such batch to take back.
    Nothing(Nothing),
    /// A file is in the way; nothing was written.
    Refused,
}

/// Parts of the report that are made before anything is written.
pub(super) struct Preview {
    files: Vec<FileReport>,
    remains: Remains,
    diff: Option<Vec<u8>>,
}

impl Preview {
    pub(super) fn of(planned: &PlannedRollback<'_>, request: &UndoRequest) -> Result<Self, RollbackError> {
        let PlannedRollback { repo, composed, index, .. } = planned;
        let rows = composed.files.iter().zip(&composed.ids);
        let rows = rows.map(|(file, ids)| files::report_one(repo, file, ids.old, ids.new));
        let mut files: Vec<FileReport> = rows.collect::<Result<_, _>>()?;
        if request.counts {
            files::count(&mut files, composed.files.iter());
        }
        for row in &mut files {
            row.staged = index.stagings.iter().any(|staging| staging.path == row.path);
        }
        let remains = if planned.cached { Remains::default() } else { remains::find(planned)? };
        let shown = |file: &&Edited| !composed.secret.contains(&file.change.path);
        let is_diff = request.mode == RunMode::Diff;
        let diff = is_diff.then(|| files::diff(repo, composed.files.iter().filter(shown)));
        Ok(Self { files, remains, diff })
    }
}

impl UndoReport {
    /// There is nothing to take back.
    pub(super) fn nothing(nothing: Nothing) -> Self {
        Self { status: UndoStatus::Nothing(nothing), ..Self::default() }
    }

    /// Something is in the way.
    pub(super) fn refused(refused: RefusedRollback<'_>) -> Self {
        let RefusedRollback { targets, obstacles, moved, commit_kept } = refused;
        Self { obstacles, moved, commit_kept, ..Self::bare(UndoStatus::Refused, &targets) }
    }

    /// It would be done.
    pub(super) fn previewed(planned: PlannedRollback<'_>, preview: Preview) -> Self {
        Self::of(UndoStatus::WouldUndo, planned, preview)
    }

    /// It is done. `next` is the batch that the next undo would take back.
    pub(super) fn settled(settled: SettledRollback<'_>, preview: Preview, next: Option<BatchId>) -> Self {
        let SettledRollback { planned, batch, left } = settled;
        Self { batch: Some(batch), next, left, ..Self::of(UndoStatus::Undone, planned, preview) }
    }

    fn of(status: UndoStatus, planned: PlannedRollback<'_>, preview: Preview) -> Self {
        let Preview { files, remains, diff } = preview;
        let PlannedRollback { targets, composed, index, head, .. } = planned;
        Self {
            files,
            merged: composed.merged,
            conflicted: composed.conflicted,
            as_before: composed.as_before,
            index_kept: index.kept.into_iter().collect(),
            index_left: index.left,
            remains,
            head: head.moved,
            commit_left: head.left,
            commit_gone: head.is_gone,
            diff,
            ..Self::bare(status, &targets)
        }
    }

    fn bare(status: UndoStatus, targets: &[Record<'_>]) -> Self {
        Self {
            status,
            undone: targets.iter().map(Record::id).collect(),
            again: targets.iter().flat_map(|record| record.meta().header.taken_back()).collect(),
            cached: targets.iter().all(|record| record.meta().header.cached),
            ..Self::default()
        }
    }

    /// The commit that `HEAD` names again, since an undo was taken back.
    pub fn redone_commit(&self) -> Option<gix::ObjectId> {
        let restores = self.status == UndoStatus::Undone && !self.again.is_empty();
        self.head.filter(|_| restores).and_then(|moved| moved.to)
    }
}
