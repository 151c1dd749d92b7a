//! Updates the record after the commit. Changes that hooks made to the commit belong to the batch: the record
//! takes the files as the hooks committed them, and the index follows the commit.

use super::{Blob, CommitError, CommittedPath, There, rewrite};
use crate::{
    core::{change::Change, path::RepoPath},
    repo::{
        git_form::GitForm,
        index::{self, Index, IndexEntry, SettledEntry, Slot},
        open::Repo,
        record::{
            self, BatchId, Record, Records,
            meta::{Meta, Moved},
        },
        sync::{Component, Durability},
        world::RepoWorld,
    },
};

/// Changes that hooks made to a batch.
#[derive(Debug, Default)]
pub(crate) struct HookChanges {
    /// The files that they changed in the commit.
    pub(crate) rewritten: Vec<RepoPath>,
    /// Those of them that the work tree has otherwise.
    pub(crate) unlike: Vec<RepoPath>,
    /// Their versions of the batch's files in the work tree.
    pub(crate) now: record::CurrentVersions,
    /// The same, where the batch itself changed the index alone.
    placed: Vec<Change>,
}

/// Adds the commit of a batch to its record. Doing it twice is harmless. `earlier` are the files of the work
/// tree before the hooks ran, if the batch changed the index alone and that is known.
///
/// # Errors
///
/// When something cannot be read or written; then some of it may be done.
pub(crate) fn settle(
    repo: &Repo,
    batch: BatchId,
    token: u64,
    moved: Moved,
    rewritten: &[CommittedPath],
    earlier: &record::CurrentVersions,
) -> Result<HookChanges, CommitError> {
    let mut settled = HookChanges::default();
    if rewritten.is_empty() {
        record::amend_moved(repo, batch, token, moved)?;
        return Ok(settled);
    }
    let world = RepoWorld::open(repo, u64::MAX)?;
    let record = Records::new(repo).load(batch)?;
    let followed = follow(repo, &world, rewritten, &record, earlier, &mut settled)?;
    let told = |meta: &mut Meta| {
        meta.moved = Some(moved);
        for staged in &mut meta.index {
            if let Some(follows) = followed.iter().find(|follows| follows.path == staged.path.0) {
                staged.after = follows.entry.clone();
            }
        }
    };
    let placed = std::mem::take(&mut settled.placed);
    if placed.is_empty() {
        record::amend_with(repo, batch, token, &settled.now, told)?;
    } else {
        settled.now = placed.iter().map(|change| (change.path.clone(), change.new.clone())).collect();
        record::amend_placed(repo, batch, token, placed, told)?;
    }
    Ok(settled)
}

/// Updates entries of the index in which the batch is staged to those that hooks committed, if they are still
/// the batch's. The environment may name another index by now; one that is gone is left.
fn follow(
    repo: &Repo,
    world: &RepoWorld<'_>,
    rewritten: &[CommittedPath],
    record: &Record<'_>,
    earlier: &record::CurrentVersions,
    settled: &mut HookChanges,
) -> Result<Vec<SettledEntry>, CommitError> {
    let path = index::recorded_path(repo, record.meta());
    let (is_gone, paths) = (index::is_gone(repo, &path), || rewritten.iter().map(|file| &file.path));
    let index = match is_gone {
        false => Index::hold_at(repo, path)?,
        true => Index::look_at(repo, index::own_path(repo))?,
    };
    let mut git_form = GitForm::new(repo, index.state_for(paths()))?;
    settled.now = rewrite::left(repo, world, &mut git_form, rewritten, record)?;
    if record.meta().header.cached {
        settled.placed = rewrite::placed(repo, world, &mut git_form, rewritten, earlier)?;
    }
    let mut followed = Vec::new();
    for CommittedPath { path, before, after } in rewritten {
        settled.rewritten.push(path.clone());
        let form = match world.current(path).ok().flatten() {
            Some(current) => Some(repo.blob_id(&git_form.of(path, &current.bytes)?)?),
            None => None,
        };
        let is_of_file = form == after.map(|blob| blob.id);
        if !is_of_file && record.meta().files.iter().any(|file| file.path.0 == *path) {
            settled.unlike.push(path.clone());
        }
        if is_gone {
            continue;
        }
        let slot = index.slot(path);
        let there = if let There::File(blob) = There::staged(&slot) { Some(blob) } else { None };
        if (there == *before || there == *after) && slot != Slot::Other {
            followed.push(SettledEntry {
                path: path.clone(),
                entry: after.map(|blob| blob.entry(slot.entry())),
                file: world.seen(path).filter(|_| is_of_file).map(|seen| seen.meta),
            });
        }
    }
    if !is_gone {
        index.commit(&followed, Durability::of_component(repo, Component::Index))?;
    }
    Ok(followed)
}

impl There {
    /// Reads the entry of an index.
    pub fn staged(slot: &Slot) -> Self {
        match slot {
            Slot::Absent => Self::Nothing,
            Slot::Entry(entry, _) if !entry.intent_to_add => {
                Self::File(Blob { executable: entry.mode & 0o111 != 0, id: entry.id })
            }
            _ => Self::Other,
        }
    }
}

impl Blob {
    /// Its entry in an index, with the marks of the present one.
    pub fn entry(self, before: Option<&IndexEntry>) -> IndexEntry {
        let entry = IndexEntry {
            id: self.id,
            mode: self.mode(),
            assume_unchanged: false,
            skip_worktree: false,
            intent_to_add: false,
        };
        entry.marked_as(before)
    }
}
