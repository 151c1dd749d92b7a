//! Taking the steps of a batch back, the last first.

use std::sync::Arc;

use bstr::{BString, ByteSlice};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, mkdirat};
use rustix::io::{Errno, retry_on_intr};

use super::apply::{AppliedBatch, TreeAction, remove_folder, set_mode};
use super::check::is_ours;
use super::error::{NotPutBack, WriteError};
use super::folders::{DirEntry, Folders};
use super::write::{Folder, PendingWrite, Ready};

impl AppliedBatch<'_> {
    /// Puts everything back as it was.
    ///
    /// # Errors
    /// The paths that could not be put back.
    pub fn put_back(mut self) -> Result<(), Vec<NotPutBack>> {
        let left = self.take_back();
        if left.is_empty() { Ok(()) } else { Err(left) }
    }

    pub(super) fn back_out(&mut self, cause: WriteError) -> WriteError {
        let left = self.take_back();
        if left.is_empty() { cause } else { WriteError::HalfDone { cause: Box::new(cause), left } }
    }

    /// Takes all steps back; returns those that could not be.
    fn take_back(&mut self) -> Vec<NotPutBack> {
        let mut left: Vec<NotPutBack> = Vec::new();
        for step in std::mem::take(&mut self.steps).into_iter().rev() {
            let Err(one) = self.take_back_one(step) else { continue };
            match left.iter_mut().find(|other| other.path == one.path) {
                Some(other) => other.kept = one.kept.or(other.kept.take()),
                None => left.push(one),
            }
        }
        left
    }

    fn take_back_one(&mut self, step: TreeAction) -> Result<(), NotPutBack> {
        let Ready { works, folders, .. } = &mut self.ready;
        match step {
            TreeAction::Aside(number) => {
                let work = &works[number];
                let aside = work.aside.as_ref();
                let back = aside.is_none_or(|aside| rename_new(folders, aside, &work.target).is_ok());
                back.then_some(()).ok_or_else(|| left(&work.target, aside))
            }
            TreeAction::Exchanged(number) => {
                let work = &mut works[number];
                let Some(temp) = work.temp.as_ref().map(|temp| temp.place.clone()) else { return Ok(()) };
                if exchange(folders, &temp, &work.target).is_ok() {
                    if work.reclaim(folders) {
                        return Ok(());
                    }
                    // Somebody saved over our version: the newest stays where it is.
                    let _ = exchange(folders, &temp, &work.target);
                }
                Err(left(&work.target, Some(&temp)))
            }
            TreeAction::Placed(number) => {
                let work = &mut works[number];
                let Some(temp) = work.temp.as_ref().map(|temp| temp.place.clone()) else { return Ok(()) };
                match rename_new(folders, &work.target, &temp) {
                    Ok(()) if work.reclaim(folders) => return Ok(()),
                    Err(Errno::NOENT) => return Ok(()),
                    Ok(()) => drop(rename_new(folders, &temp, &work.target)),
                    Err(_) => {}
                }
                Err(left(&work.target, None))
            }
            TreeAction::Made(path) => take_folder(folders, path),
            TreeAction::Removed(folder) => restore_folder(folders, folder),
        }
    }
}

impl Drop for AppliedBatch<'_> {
    fn drop(&mut self) {
        self.take_back();
    }
}

impl PendingWrite<'_> {
    /// Returns whether our new bytes are back under their temporary name; then they may be removed.
    fn reclaim(&mut self, folders: &mut Folders) -> bool {
        let ours = self.temp.as_ref().is_some_and(|temp| is_ours(folders, &temp.place, self));
        self.temp.iter_mut().for_each(|temp| temp.ours = ours);
        ours
    }
}

/// A folder that we made and that somebody filled meanwhile stays: it is not ours any more.
fn take_folder(folders: &mut Folders, path: BString) -> Result<(), NotPutBack> {
    let place = DirEntry::of(path.as_bstr());
    let answer = handle(folders, &place).and_then(|parent| remove_folder(folders, &parent, &place));
    match answer {
        Ok(_) | Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST) => Ok(()),
        Err(_) => Err(NotPutBack { path, kept: None }),
    }
}

fn restore_folder(folders: &mut Folders, folder: Folder) -> Result<(), NotPutBack> {
    let place = DirEntry::of(folder.path.as_bstr());
    let answer = handle(folders, &place).and_then(|parent| {
        retry_on_intr(|| mkdirat(&parent, place.name.as_bytes(), Mode::RWXU))?;
        set_mode(&parent, &place, folder.mode)
    });
    answer.map_err(|_| NotPutBack { path: folder.path, kept: None })
}

fn left(target: &DirEntry, kept: Option<&DirEntry>) -> NotPutBack {
    NotPutBack { path: target.path(), kept: kept.map(DirEntry::path) }
}

pub(super) fn rename_new(folders: &mut Folders, from: &DirEntry, to: &DirEntry) -> Result<(), Errno> {
    let (from_folder, to_folder) = (handle(folders, from)?, handle(folders, to)?);
    folders.platform.rename_new(from.at(&from_folder), to.at(&to_folder))
}

pub(super) fn exchange(folders: &mut Folders, one: &DirEntry, other: &DirEntry) -> Result<(), Errno> {
    let (one_folder, other_folder) = (handle(folders, one)?, handle(folders, other)?);
    let answer = folders.platform.exchange(one.at(&one_folder), other.at(&other_folder));
    answer.unwrap_or(Err(Errno::NOTSUP))
}

pub(super) fn handle(folders: &mut Folders, place: &DirEntry) -> Result<Arc<OwnedFd>, Errno> {
    Ok(folders.open(place.folder.as_bstr())?)
}
