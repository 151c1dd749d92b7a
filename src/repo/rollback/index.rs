//! Takes staged entries back: a path gets the entry that it had before, where its entry is still the batch's.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use gix::index::entry::Stat;

use super::{
    error::RollbackError,
    obstacle::{IndexLeft, Obstacle, Obstacles},
    options::{Force, RollbackOptions},
};
use crate::{
    core::{change::Edited, path::RepoPath},
    repo::{
        git_form::GitForm,
        index::{self, Content, Index, IndexError, Slot, StagedPath, Staging},
        open::Repo,
        record::{BatchId, Record},
        transact::TransactError,
    },
};

/// Takes batches back in the index, one after the other, in memory.
pub(super) struct IndexComposer<'r> {
    repo: &'r Repo,
    force: Force,
    /// Where the index is, or was.
    path: Option<PathBuf>,
    /// For each path the present entry and the one to stage.
    slots: BTreeMap<RepoPath, (Slot, Slot)>,
    obstacles: Obstacles,
    composed: ComposedIndex<'r>,
}

/// Result of taking batches back in the index, in memory.
pub(crate) struct ComposedIndex<'r> {
    /// The index, if one of the batches staged anything.
    pub(super) index: Option<Index<'r>>,
    /// The entries to stage.
    pub(crate) stagings: Vec<Staging<'static>>,
    /// Paths that were staged anew since: their entries stay.
    pub(crate) kept: BTreeSet<RepoPath>,
    /// The batches whose entries stay in an index that is not touched.
    pub(crate) left: Vec<(BatchId, IndexLeft)>,
}

impl<'r> IndexComposer<'r> {
    /// Holds the index in which the newest of the batches that staged anything did so, or reads it in a dry
    /// run; neither if none did. Entries staged in another one are left there.
    pub(super) fn open(
        repo: &'r Repo,
        targets: &[Record<'_>],
        options: &RollbackOptions,
    ) -> Result<Self, TransactError> {
        let path = targets.iter().find_map(|record| path_of(repo, record));
        let open = |path: &PathBuf| match options.writes {
            true => Index::hold_at(repo, path.clone()),
            false => Index::look_at(repo, path.clone()),
        };
        let index = path.as_ref().filter(|path| !index::is_gone(repo, path)).map(open).transpose()?;
        Ok(Self {
            repo,
            force: options.force,
            path,
            slots: BTreeMap::new(),
            obstacles: Vec::new(),
            composed: ComposedIndex { index, stagings: Vec::new(), kept: BTreeSet::new(), left: Vec::new() },
        })
    }

    /// Takes one batch back.
    pub(super) fn take_back(&mut self, record: &Record<'_>) {
        let meta = record.meta();
        let forces = matches!(self.force, Force::Old | Force::Exact);
        let path = path_of(self.repo, record);
        let Some(index) = self.composed.index.as_ref().filter(|_| path.is_none() || path == self.path) else {
            self.leave(record, path);
            return;
        };
        for staged in meta.index.iter().filter(|staged| record.has(&staged.path.0)) {
            let path = &staged.path.0;
            let slot = self.slots.entry(path.clone()).or_insert_with(|| {
                let slot = index.slot(path);
                (slot.clone(), slot)
            });
            let wanted = match staged.taken_back(&slot.1) {
                None if meta.header.cached && forces && is_recordable(&slot.1) => Some(staged.before.clone()),
                wanted => wanted,
            };
            match wanted {
                Some(entry) => {
                    slot.1 = entry.map_or(Slot::Absent, |entry| Slot::Entry(entry, Stat::default()))
                }
                None if is_as_before(&slot.1, staged) => {}
                None if meta.header.cached => {
                    let obstacle = match slot.1 {
                        Slot::Unmerged => Obstacle::Unmerged,
                        Slot::Other => Obstacle::NoFile,
                        Slot::Absent | Slot::Entry(..) => Obstacle::Staged,
                    };
                    self.obstacles.push((path.clone(), record.id(), obstacle));
                }
                None => drop(self.composed.kept.insert(path.clone())),
            }
        }
    }

    /// Leaves the staged entries of a batch where they are.
    fn leave(&mut self, record: &Record<'_>, path: Option<PathBuf>) {
        let Some(path) = path else { return };
        let left = IndexLeft { is_gone: index::is_gone(self.repo, &path), path };
        if record.meta().header.cached {
            let about =
                |staged: &StagedPath| (staged.path.0.clone(), record.id(), Obstacle::Elsewhere(left.clone()));
            let staged = record.meta().index.iter().filter(|staged| record.has(&staged.path.0));
            self.obstacles.extend(staged.map(about));
        } else {
            self.composed.left.push((record.id(), left));
        }
    }

    /// The entries to stage for these changes of files, and the obstacles.
    pub(super) fn finish(self, files: &[Edited]) -> Result<(ComposedIndex<'r>, Obstacles), RollbackError> {
        let Self { repo, slots, obstacles, mut composed, .. } = self;
        let Some(index) = &composed.index else { return Ok((composed, obstacles)) };
        let gone = |other: &[u8]| {
            slots.iter().any(|(path, (_, then))| path.as_bstr() == other && *then == Slot::Absent)
        };
        let mut form = None;
        for (path, (now, then)) in slots.iter().filter(|(_, (now, then))| now != then) {
            let (before, after) = (now.entry().cloned(), then.entry().cloned());
            if before.is_none() && index.is_blocked(path, gone) {
                composed.kept.insert(path.clone());
                continue;
            }
            let file = files.iter().find(|file| file.change.path == *path);
            let is_file = match (&after, file.and_then(|file| file.change.new.as_ref())) {
                (Some(after), Some(new)) if !after.intent_to_add => {
                    let form = match &mut form {
                        Some(form) => form,
                        none => none.insert(
                            GitForm::new(repo, index.state_for(slots.keys()))
                                .map_err(IndexError::from)
                                .map_err(TransactError::from)?,
                        ),
                    };
                    // A file that can no longer be converted counts as another: git looks at it.
                    form.of(path, &new.bytes)
                        .is_ok_and(|form| repo.blob_id(&form).is_ok_and(|id| id == after.id))
                }
                _ => false,
            };
            let after = after.map(|entry| (entry, Content::Stored));
            composed.stagings.push(Staging { path: path.clone(), before, after, is_file });
        }
        Ok((composed, obstacles))
    }
}

/// Returns whether a record can hold the present entry, so that redo brings it back.
fn is_recordable(slot: &Slot) -> bool {
    matches!(slot, Slot::Absent | Slot::Entry(..))
}

/// The index in which a batch was staged; none if nothing was.
fn path_of(repo: &Repo, record: &Record<'_>) -> Option<PathBuf> {
    (!record.meta().index.is_empty()).then(|| index::recorded_path(repo, record.meta()))
}

/// Returns whether the entry is as before the batch already.
fn is_as_before(slot: &Slot, staged: &StagedPath) -> bool {
    match (slot, &staged.before) {
        (Slot::Absent, None) => true,
        (Slot::Entry(now, _), Some(before)) => now.is_same(before),
        _ => false,
    }
}
