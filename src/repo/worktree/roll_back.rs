//! Takes back a batch that another process left unfinished, by the present files and by the old ones in its
//! journal. Every step leaves a state that can be judged again, so that this too may be cut short.

mod occupant;
mod steps;
mod types;

use std::io;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use rustix::fs::{AtFlags, statat};
use rustix::io::Errno;

use self::steps::RollBack;
use super::apply::remove_folder;
use super::folders::{DirEntry, FailedComponent, Folders, Why, split};
use super::write::{Folder, remove, temp_name};
use super::{FileStat, WorkTree};
use crate::core::path::RepoPath;
use crate::repo::above::above;
use types::places;
pub use types::{BrokenBatch, Fate, Print, Store, Stray, UnfinishedFile};

impl WorkTree {
    /// Takes an interrupted batch back. Returns the outcome for each path, and the files under our names that
    /// hold bytes that are neither old nor new: those are left.
    ///
    /// # Errors
    /// If the system refuses; the same call can go on where this one ended.
    pub fn roll_back(&self, broken: &BrokenBatch, store: &dyn Store) -> io::Result<(Vec<Fate>, Vec<Stray>)> {
        let mut work = RollBack { folders: self.folders_now(), broken, store };
        let mut fates = vec![Fate::Untouched; broken.files.len()];
        for (number, file) in broken.files.iter().enumerate().rev() {
            if file.new.is_some() {
                fates[number] = work.file(number, file)?;
            }
        }
        work.folders_back()?;
        for (number, file) in broken.files.iter().enumerate().rev() {
            if file.new.is_none() {
                fates[number] = work.file(number, file)?;
            }
        }
        let mut strays = Vec::new();
        for (number, file) in broken.files.iter().enumerate() {
            work.sweep(number, file, fates[number], &mut strays)?;
        }
        Ok((fates, strays))
    }

    /// Clears up after a batch that was made: its old files go, and the folders that it left empty. Returns
    /// the paths that the system refused to remove.
    pub fn clean_up(&self, broken: &BrokenBatch) -> Vec<BString> {
        let mut folders = self.folders_now();
        let mut left = Vec::new();
        for (number, file) in broken.files.iter().enumerate() {
            for place in places(broken.token, number, file).into_iter().flatten() {
                if remove(&mut folders, &place).is_err() {
                    left.push(place.path());
                }
            }
        }
        for folder in broken.emptied.iter().rev() {
            if self.prune(&mut folders, folder.as_bstr()).is_err() {
                left.push(folder.clone());
            }
        }
        left
    }

    /// Removes the temporary files of a batch that did not come to its first rename.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sweep(&self, token: u64, paths: &[&RepoPath]) -> io::Result<usize> {
        let mut folders = self.folders_now();
        let mut count = 0;
        for (number, path) in paths.iter().enumerate() {
            let root = std::iter::once(b"".as_bstr());
            for folder in above(path.as_bstr()).chain(root) {
                let place = DirEntry { folder: folder.to_owned(), name: temp_name(token, number) };
                count += usize::from(remove(&mut folders, &place)?);
            }
        }
        Ok(count)
    }

    fn folders_now(&self) -> Folders {
        Folders::keeping(Arc::clone(&self.root), self.platform)
    }

    /// Removes a folder if it is empty, unless it is the current directory of the process.
    pub(super) fn prune(&self, folders: &mut Folders, folder: &BStr) -> Result<Option<Folder>, Errno> {
        let (parent, name) = split(folder);
        let parent = match folders.open(parent) {
            Ok(parent) => parent,
            Err(FailedComponent { why: Why::Io(error), .. }) => return Err(error),
            Err(_) => return Ok(None),
        };
        let here = statat(&parent, name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| Some(FileStat::of(&stat).identity()) == self.here);
        if here {
            return Ok(None);
        }
        match remove_folder(folders, &parent, &DirEntry::of(folder)) {
            Ok(folder) => Ok(Some(folder)),
            Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
