//! Renaming and clearing up. Every step before [`AppliedBatch::finish`] is a rename or a folder made or
//! removed, so that it can be taken back without room on the disk, and the old files keep their inodes.

use std::sync::Arc;

use bstr::{BString, ByteSlice};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, fchmod, mkdirat, renameat, statat, unlinkat};
use rustix::io::{Errno, retry_on_intr};

use super::FileStat;
use super::check::verify;
use super::error::{WriteError, fail};
use super::folders::{DirEntry, FailedComponent, Folders, Why};
use super::write::{Folder, Ready, remove};
use crate::core::path::RepoPath;
use crate::core::resolve::Kind;
use crate::repo::above::above;
use crate::repo::platform;

/// Side effects of writing a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideEffects {
    /// Folders that were made, from the root downwards.
    pub made: Vec<BString>,
    /// Folders that were left empty and removed, the deepest first.
    pub removed: Vec<Folder>,
    /// Old files under our own names that could not be removed.
    pub left: Vec<BString>,
    /// Empty folders that could not be removed.
    pub folders_left: Vec<BString>,
}

/// A batch that is in the tree, while its old files are still there under names of our own. Dropped before it
/// is finished, it puts everything back.
#[derive(Debug)]
pub struct AppliedBatch<'a> {
    pub(super) ready: Ready<'a>,
    pub(super) steps: Vec<TreeAction>,
}

/// Actions taken, to be taken back from the last to the first. Numbers are those of the changes.
#[derive(Debug)]
pub(super) enum TreeAction {
    /// The old file was renamed to its place aside.
    Aside(usize),
    /// The old file and the temporary one changed places.
    Exchanged(usize),
    /// The temporary file was renamed to a target that was free.
    Placed(usize),
    Made(BString),
    Removed(Folder),
}

impl<'a> Ready<'a> {
    /// Puts every change in its place, if everything still is as it was read. `go_on` is asked before each
    /// change.
    ///
    /// # Errors
    /// If something changed, a rename fails or `go_on` says no: everything is put back, and if that fails
    /// too, [`WriteError::HalfDone`] says so.
    pub fn apply(mut self, mut go_on: impl FnMut() -> bool) -> Result<AppliedBatch<'a>, WriteError> {
        // The way to each folder is walked again: time has passed since it was made ready.
        self.folders = Folders::keeping(Arc::clone(&self.tree.root), self.tree.platform);
        self.check_all()?;
        let mut applied = AppliedBatch { ready: self, steps: Vec::new() };
        match applied.run(&mut go_on) {
            Ok(()) => Ok(applied),
            Err(cause) => Err(applied.back_out(cause)),
        }
    }
}

impl AppliedBatch<'_> {
    /// Metadata of each new file, in the order of the changes; none of those that are not as they were
    /// written any more.
    pub(in crate::repo) fn files(&mut self) -> Vec<Option<FileStat>> {
        let Ready { works, folders, .. } = &mut self.ready;
        let meta = |work: &super::write::PendingWrite<'_>| {
            let written = work.temp.as_ref()?.meta;
            let folder = folders.open(work.target.folder.as_bstr()).ok()?;
            let stat = statat(&folder, work.target.name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW).ok()?;
            Some(FileStat::of(&stat)).filter(|now| now.same_file(&written))
        };
        works.iter().map(meta).collect()
    }

    /// Removes the old files, and the folders that were left empty. Nothing can be taken back afterwards.
    pub fn finish(mut self) -> SideEffects {
        let mut done = SideEffects::default();
        let ready = &mut self.ready;
        for step in std::mem::take(&mut self.steps) {
            let place = match step {
                TreeAction::Aside(number) => ready.works[number].aside.as_ref(),
                TreeAction::Exchanged(number) => ready.works[number].temp.as_ref().map(|temp| &temp.place),
                TreeAction::Placed(_) => None,
                TreeAction::Made(path) => {
                    done.made.push(path);
                    None
                }
                TreeAction::Removed(folder) => {
                    done.removed.push(folder);
                    None
                }
            };
            if let Some(place) = place
                && remove(&mut ready.folders, place).is_err()
            {
                done.left.push(place.path());
            }
        }
        self.prune(&mut done);
        done
    }

    fn run(&mut self, go_on: &mut impl FnMut() -> bool) -> Result<(), WriteError> {
        let mut ask = || if go_on() { Ok(()) } else { Err(WriteError::Interrupted) };
        for number in 0..self.ready.works.len() {
            if self.ready.works[number].temp.is_none() {
                ask()?;
                self.put_aside(number)?;
            }
        }
        let cleared: Vec<BString> =
            self.ready.layout.cleared.iter().rev().map(|&folder| folder.to_owned()).collect();
        for folder in cleared {
            self.clear(folder)?;
        }
        for number in 0..self.ready.works.len() {
            if self.ready.works[number].temp.is_some() {
                ask()?;
                self.make_folders(number)?;
                self.put_in_place(number)?;
            }
        }
        Ok(())
    }

    fn put_aside(&mut self, number: usize) -> Result<(), WriteError> {
        let Ready { works, folders, .. } = &mut self.ready;
        let work = &works[number];
        let path = &work.planned.change.path;
        let Some(aside) = &work.aside else { return Ok(()) };
        let (from, to) = (open(folders, path, &work.target)?, open(folders, path, aside)?);
        retry_on_intr(|| renameat(&from, work.target.name.as_bytes(), &to, aside.name.as_bytes()))
            .map_err(|error| gone(path, error))?;
        self.steps.push(TreeAction::Aside(number));
        verify(folders, work, aside)
    }

    fn put_in_place(&mut self, number: usize) -> Result<(), WriteError> {
        let Ready { works, folders, .. } = &mut self.ready;
        let work = &mut works[number];
        let path = &work.planned.change.path;
        let Some(temp) = &mut work.temp else { return Ok(()) };
        let (from, to) = (open(folders, path, &temp.place)?, open(folders, path, &work.target)?);
        if work.aside.is_some() {
            if let Some(answer) = folders.platform.exchange(temp.place.at(&from), work.target.at(&to)) {
                answer.map_err(|error| gone(path, error))?;
                temp.ours = false;
                self.steps.push(TreeAction::Exchanged(number));
                let work = &works[number];
                return match &work.temp {
                    Some(temp) => verify(folders, work, &temp.place),
                    None => Ok(()),
                };
            }
            self.put_aside(number)?;
        }
        self.place(number, &from, &to)
    }

    fn place(&mut self, number: usize, from: &OwnedFd, to: &OwnedFd) -> Result<(), WriteError> {
        let Ready { works, folders, .. } = &mut self.ready;
        let work = &mut works[number];
        let path = &work.planned.change.path;
        let Some(temp) = &mut work.temp else { return Ok(()) };
        folders.platform.rename_new(temp.place.at(from), work.target.at(to)).map_err(
            |error| match error {
                Errno::EXIST => WriteError::Changed { path: path.clone() },
                error => fail(path, error),
            },
        )?;
        temp.ours = false;
        self.steps.push(TreeAction::Placed(number));
        Ok(())
    }

    fn make_folders(&mut self, number: usize) -> Result<(), WriteError> {
        let Ready { works, folders, rules, .. } = &mut self.ready;
        let work = &works[number];
        let path = &work.planned.change.path;
        for folder in &work.make {
            let place = DirEntry::of(folder.as_bstr());
            let parent = open(folders, path, &place)?;
            let mode = Mode::from_raw_mode(0o777);
            match retry_on_intr(|| mkdirat(&parent, place.name.as_bytes(), mode)) {
                Ok(()) => self.steps.push(TreeAction::Made(folder.clone())),
                // Made for another change, or by another process: whether it is a folder is seen when it is
                // opened.
                Err(Errno::EXIST) => continue,
                Err(error) => return Err(fail(path, error)),
            }
            if let Some(wish) = rules.modes.iter().find(|wish| wish.path == *folder) {
                set_mode(&parent, &place, wish.mode).map_err(|error| fail(path, error))?;
            }
        }
        Ok(())
    }

    /// Removes a folder in whose place a file comes; it must be empty by now.
    fn clear(&mut self, folder: BString) -> Result<(), WriteError> {
        let Ready { folders, layout, works, .. } = &mut self.ready;
        let created = |part: &&bstr::BStr| layout.created.contains(*part);
        let part = std::iter::once(folder.as_bstr()).chain(above(folder.as_bstr())).find(created);
        let work = works.iter().find(|work| Some(work.planned.change.path.as_bstr()) == part);
        let Some(path) = work.map(|work| &work.planned.change.path) else { return Ok(()) };
        let place = DirEntry::of(folder.as_bstr());
        let parent = open(folders, path, &place)?;
        match remove_folder(folders, &parent, &place) {
            Ok(folder) => self.steps.push(TreeAction::Removed(folder)),
            Err(Errno::NOTEMPTY | Errno::EXIST) => {
                return Err(WriteError::Refused { path: path.clone(), kind: Kind::Directory });
            }
            Err(error) => return Err(gone(path, error)),
        }
        Ok(())
    }

    /// Removes the folders that removed files left empty, up to the root.
    fn prune(&mut self, done: &mut SideEffects) {
        let emptied = self.ready.emptied();
        let Ready { folders, tree, .. } = &mut self.ready;
        // Backwards, a folder comes before the one that it is in.
        for folder in emptied.into_iter().rev() {
            match tree.prune(folders, folder.as_bstr()) {
                Ok(removed) => done.removed.extend(removed),
                Err(_) => done.folders_left.push(folder),
            }
        }
    }
}

pub(super) fn remove_folder(
    folders: &mut Folders,
    parent: &OwnedFd,
    place: &DirEntry,
) -> Result<Folder, Errno> {
    let stat = statat(parent, place.name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW)?;
    retry_on_intr(|| unlinkat(parent, place.name.as_bytes(), AtFlags::REMOVEDIR))?;
    let path = place.path();
    folders.forget(path.as_bstr());
    Ok(Folder { path, mode: FileStat::of(&stat).mode })
}

pub(super) fn set_mode(parent: &OwnedFd, place: &DirEntry, mode: u32) -> Result<(), Errno> {
    let folder = platform::open_folder_itself(parent.as_fd(), &place.name)?;
    fchmod(&folder, Mode::from_raw_mode(mode as _))
}

fn open(folders: &mut Folders, path: &RepoPath, place: &DirEntry) -> Result<Arc<OwnedFd>, WriteError> {
    folders.open(place.folder.as_bstr()).map_err(|FailedComponent { why, .. }| match why {
        Why::Io(error) => fail(path, error),
        Why::Kind(Kind::Absent) => WriteError::Changed { path: path.clone() },
        Why::Kind(kind) => WriteError::Refused { path: path.clone(), kind },
    })
}

/// A target that is gone was removed or moved meanwhile.
fn gone(path: &RepoPath, error: Errno) -> WriteError {
    match error {
        Errno::NOENT => WriteError::Changed { path: path.clone() },
        error => fail(path, error),
    }
}
