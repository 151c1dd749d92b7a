//! Outcome of an undo.

use bstr::BString;

use super::{request::UndoRequest, target::Nothing};
use crate::{
    core::{change::Edited, path::RepoPath},
    files::{self, FileReport},
    repo::{
        record::{BatchId, Record},
        rollback::{
            Composed, HeadPlan, IndexLeft, Obstacle, PlannedRollback, Refusal, Remains, RollbackError,
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
    /// The files of theirs that are taken back, where those are not all.
    pub only: Vec<RepoPath>,
    /// The batches that are in force again, because their undo is taken back.
    pub again: Vec<BatchId>,
    /// True if it is a redo: it takes an undo back, so that `git sr redo` does not take it back.
    pub is_redo: bool,
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
    /// Files of batches that are in force again which stay as they are: the undo had nothing to change there.
    pub not_again: Vec<RepoPath>,
    /// Files of such batches that another undo took back, which is in force.
    pub still_undone: Vec<RepoPath>,
    /// Files that were staged anew since: the index keeps that.
    pub index_kept: Vec<RepoPath>,
    /// The batches whose entries stay in an index that is not touched.
    pub index_left: Vec<(BatchId, IndexLeft)>,
    /// The changes that git still has, as they were staged or committed by hand.
    pub remains: Remains,
    /// Reasons why it is refused, if it is.
    pub refusal: Refusal,
    /// Where `HEAD` goes.
    pub head: HeadPlan,
    /// The batch that the next undo would take back.
    pub next: Option<BatchId>,
    /// True if some of its files are taken back already.
    pub next_is_rest: bool,
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
        let mut files: Vec<FileReport> = composed.files.iter().map(files::report_one).collect();
        for ((row, file), ids) in files.iter_mut().zip(&composed.files).zip(&composed.ids) {
            files::identify(repo, row, file, [ids.old, ids.new])?;
        }
        if request.counts {
            files::count(&mut files, composed.files.iter());
        }
        for row in &mut files {
            row.staged = index.stagings.iter().any(|staging| staging.path == row.path);
        }
        let remains = planned.remains()?;
        let shown = |file: &&Edited| !composed.secret.contains(&file.change.path);
        let is_diff = request.mode == RunMode::Diff;
        let diff = is_diff.then(|| files::diff(repo, composed.files.iter().filter(shown)));
        Ok(Self { files, remains, diff })
    }
}

impl UndoReport {
    /// A report on these batches.
    pub(super) fn about(targets: &[Record<'_>], only: &[RepoPath]) -> Self {
        Self {
            only: only.to_vec(),
            undone: targets.iter().map(Record::id).collect(),
            again: targets.iter().flat_map(|record| record.meta().header.taken_back()).collect(),
            is_redo: targets.iter().any(|record| !record.meta().depth.is_multiple_of(2)),
            cached: targets.iter().all(|record| record.meta().header.cached),
            ..Self::default()
        }
    }

    /// The same, with all that changes.
    pub(super) fn with(self, planned: PlannedRollback<'_>, preview: Preview) -> Self {
        let Preview { files, remains, diff } = preview;
        let PlannedRollback { composed, index, head, .. } = planned;
        let (index_kept, index_left) = (index.kept.into_iter().collect(), index.left);
        let Composed { merged, conflicted, as_before, .. } = composed;
        Self { files, merged, conflicted, as_before, index_kept, index_left, remains, head, diff, ..self }
    }

    /// Returns whether conflict markers would do for every file that is in the way.
    pub fn can_merge_all(&self) -> bool {
        let obstacles = &self.refusal.obstacles;
        self.refusal.commit_kept.is_none()
            && obstacles.iter().all(|(_, _, obstacle)| *obstacle == Obstacle::Edited)
    }

    /// Returns whether nothing is in the way but files whose old version can be taken all the same.
    pub fn can_force_all(&self) -> bool {
        self.refusal.commit_kept.is_none()
            && self.refusal.obstacles.iter().all(|(_, _, obstacle)| obstacle.can_be_forced())
    }

    /// The commit that `HEAD` names again, since an undo was taken back.
    pub fn redone_commit(&self) -> Option<gix::ObjectId> {
        let restores = self.status == UndoStatus::Undone && self.is_redo;
        self.head.moved.filter(|_| restores).and_then(|moved| moved.to)
    }
}
