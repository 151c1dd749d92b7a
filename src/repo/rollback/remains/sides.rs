//! The versions of a path on the way of an undo, as git stores them.

use std::cell::RefCell;

use gix::ObjectId;

use crate::{
    core::{
        change::{Change, Version},
        path::RepoPath,
    },
    repo::{
        attributes::Attributes,
        commit::{Blob, There},
        git_form::GitForm,
        index::{Index, Slot},
        merge,
        open::Repo,
        record::{Record, meta::Side},
        rollback::Ids,
        world::RepoWorld,
    },
};

/// Makes git's form of files. No filter program is run for it.
pub(super) struct FormMaker<'f, 'r> {
    repo: &'r Repo,
    world: &'f RepoWorld<'r>,
    index: &'f Index<'r>,
    attributes: RefCell<Option<Attributes<'r>>>,
}

/// The versions of a path, as git stores them.
pub(super) struct StoredVersions<'t> {
    path: &'t RepoPath,
    /// The first and the last of the batches that changed the path.
    ends: [&'t Record<'t>; 2],
    /// Before these batches.
    before: Option<Blob>,
    /// As they left it.
    left: Option<Blob>,
    /// In the work tree before the undo, with the edits made since.
    current: Option<Blob>,
    /// In the work tree after the undo.
    pub(super) now: Option<Blob>,
    /// True if git's form of the file differs from its bytes.
    is_converted: bool,
}

impl<'f, 'r> FormMaker<'f, 'r> {
    pub(super) fn new(repo: &'r Repo, world: &'f RepoWorld<'r>, index: &'f Index<'r>) -> Self {
        Self { repo, world, index, attributes: RefCell::new(Attributes::new(repo).ok()) }
    }

    /// None where git stores the same before and after the batches, or where only a filter program could
    /// tell.
    pub(super) fn sides<'t>(
        &self,
        targets: &'t [Record<'t>],
        change: &'t Change,
        ids: &Ids,
    ) -> Option<StoredVersions<'t>> {
        let path = &change.path;
        let mut of_path = targets.iter().filter(|record| record.file(path).is_some());
        let last = of_path.next()?;
        let first = of_path.next_back().unwrap_or(last);
        let (old, new) = (first.file(path)?.old.as_ref(), last.file(path)?.new.as_ref());
        let declared = self.attributes.borrow_mut().as_mut()?.declared(path).ok()?;
        if declared.filter.is_some() || declared.encoding.is_some() {
            return self.untold(change, [first, last]);
        }
        let is_converted = declared.is_converted();
        let mut sides = StoredVersions {
            path,
            ends: [first, last],
            before: old.map(blob),
            left: new.map(blob),
            current: self.blob(path, change.old.as_ref(), ids.old, is_converted)?,
            now: self.blob(path, change.new.as_ref(), ids.new, is_converted)?,
            is_converted,
        };
        if is_converted {
            let form = |bytes: Option<Vec<u8>>, side: Option<&Side>| -> Option<Option<Blob>> {
                let version =
                    |bytes: Vec<u8>| Version { bytes: bytes.into(), mode: side.and_then(|side| side.mode) };
                self.blob(path, bytes.map(version).as_ref(), None, true)
            };
            sides.before = form(first.old_bytes(path).ok()?, old)?;
            sides.left = form(last.new_bytes(path).ok()?, new)?;
        }
        (sides.before.map(|blob| blob.id) != sides.left.map(|blob| blob.id)).then_some(sides)
    }

    /// The sides of a path of which only the index can tell, by the times of its file, what git stores; and
    /// that only of the version before the undo.
    fn untold<'t>(&self, change: &'t Change, ends: [&'t Record<'t>; 2]) -> Option<StoredVersions<'t>> {
        let path = &change.path;
        let (slot, seen) = (self.index.slot(path), self.world.seen(path)?);
        let Slot::Entry(_, stat) = &slot else { return None };
        let There::File(current) = There::staged(&slot) else { return None };
        if !self.index.is_fresh(stat, &seen.meta) {
            return None;
        }
        let unknown = Blob { id: ObjectId::null(self.repo.object_hash()), executable: current.executable };
        let (current, now) = (Some(current), change.new.as_ref().map(|_| unknown));
        Some(StoredVersions { path, ends, before: now, left: current, current, now, is_converted: true })
    }

    /// Git's form of a file, as an id. The id of its own bytes may be known.
    fn blob(
        &self,
        path: &RepoPath,
        version: Option<&Version>,
        known: Option<ObjectId>,
        is_converted: bool,
    ) -> Option<Option<Blob>> {
        let Some(version) = version else { return Some(None) };
        let id = match known.filter(|_| !is_converted) {
            Some(id) => id,
            None => self.repo.blob_id(&self.form(path, version.bytes.to_vec(), is_converted)?).ok()?,
        };
        Some(Some(Blob { id, executable: is_executable(version.mode) }))
    }

    fn form(&self, path: &RepoPath, bytes: Vec<u8>, is_converted: bool) -> Option<Vec<u8>> {
        if !is_converted {
            return Some(bytes);
        }
        let mut form = GitForm::new(self.repo, self.index.state_for([path])).ok()?;
        Some(form.of(path, &bytes).ok()?.into_owned())
    }
}

impl StoredVersions<'_> {
    /// The version of git's that has all of this one but for the change; none if this one does not have the
    /// change.
    pub(super) fn without(&self, forms: &FormMaker<'_, '_>, stored: Option<Blob>) -> Option<Option<Blob>> {
        let id = |blob: Option<Blob>| blob.map(|blob| blob.id);
        let is = |other: Option<Blob>| id(stored) == id(other);
        let wanted = if is(self.now) || is(self.before) {
            return None;
        } else if is(self.current) {
            self.now
        } else if is(self.left) {
            self.before
        } else {
            self.merged(forms, stored?)?
        };
        // Which bits the file has is not the batch's.
        Some(match (stored, wanted) {
            (Some(stored), Some(wanted)) => Some(Blob { executable: stored.executable, ..wanted }),
            (_, wanted) => wanted,
        })
    }

    /// The same of a version with other work in it.
    fn merged(&self, forms: &FormMaker<'_, '_>, stored: Blob) -> Option<Option<Blob>> {
        let [first, last] = self.ends;
        let form = |bytes: Option<Vec<u8>>| forms.form(self.path, bytes?, self.is_converted);
        let before = form(first.old_bytes(self.path).ok()?)?;
        let left = form(last.new_bytes(self.path).ok()?)?;
        let ours = forms.repo.blob(stored.id)?;
        let merged = merge::clean(&left, &ours, &before).filter(|merged| *merged != ours)?;
        Some(Some(Blob { id: forms.repo.blob_id(&merged).ok()?, ..stored }))
    }
}

fn blob(side: &Side) -> Blob {
    Blob { id: side.id, executable: is_executable(side.mode) }
}

fn is_executable(mode: Option<u32>) -> bool {
    mode.is_some_and(|mode| mode & 0o100 != 0)
}
