//! Takes back a batch that another process left unfinished, by the present files and by the old ones in its
//! journal. Every step leaves a state that can be judged again, so that this too may be cut short.

mod steps;

use std::io;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use gix::ObjectId;
use rustix::fs::{AtFlags, statat};
use rustix::io::Errno;

use self::steps::RollBack;
use super::apply::remove_folder;
use super::folders::{DirEntry, FailedComponent, Folders, Why, split};
use super::write::{Folder, old_name, remove, spare_name, temp_name};
use super::{FileStat, WorkTree};
use crate::core::path::RepoPath;
use crate::repo::above::above;

/// A version of a file, by the id of its raw bytes and by its permission bits, if those are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// The id of the raw bytes as a blob.
    pub id: ObjectId,
    /// Permission bits.
    pub mode: Option<u32>,
}

/// The journal's entry of one path.
#[derive(Clone, Debug)]
pub struct UnfinishedFile {
    /// The path.
    pub path: RepoPath,
    /// The folder of its temporary file.
    pub temp: Option<BString>,
    /// The folder in which its old file is put aside.
    pub aside: Option<BString>,
    /// Folders to be made for it, parents first.
    pub folders: Vec<BString>,
    /// The version before.
    pub old: Option<Print>,
    /// The file that the batch would have left.
    pub new: Option<Print>,
}

/// The journal's entries of a whole batch.
#[derive(Clone, Debug)]
pub struct BrokenBatch {
    /// The common part of the names of its files.
    pub token: u64,
    /// The paths, in the order of the changes.
    pub files: Vec<UnfinishedFile>,
    /// Folders that had to give way to files, parents first.
    pub cleared: Vec<Folder>,
    /// Folders that go when they are left empty, parents first.
    pub emptied: Vec<BString>,
}

/// Access to ids and old bytes.
pub trait Store {
    /// The id of bytes.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn id(&self, bytes: &[u8]) -> io::Result<ObjectId>;

    /// The recorded old bytes of a path.
    ///
    /// # Errors
    /// If they are not there.
    fn old_bytes(&self, path: &RepoPath) -> io::Result<Vec<u8>>;

    /// The recorded new bytes of a path.
    ///
    /// # Errors
    /// If they are not there.
    fn new_bytes(&self, path: &RepoPath) -> io::Result<Vec<u8>>;
}

/// A file under a name of ours that holds what somebody saved at a path while names were exchanged. It stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The path.
    pub path: RepoPath,
    /// The file, from the root.
    pub file: BString,
}

/// Fate of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was as before.
    Untouched,
    /// It is as before again.
    Restored,
    /// It holds what somebody else put there, which stays.
    Kept,
}

impl WorkTree {
    /// Takes a broken batch back. Says for each path what became of it, and which files under our names hold bytes that
    /// are neither old nor new: those are left.
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

/// Possible places of the files of one path: the temporary one, the old one put aside, and one that rolling back makes.
fn places(token: u64, number: usize, file: &UnfinishedFile) -> [Option<DirEntry>; 3] {
    let at = |folder: &Option<BString>, name| folder.clone().map(|folder| DirEntry { folder, name });
    let spare = file.temp.clone().or(file.aside.clone());
    [
        at(&file.temp, temp_name(token, number)),
        at(&file.aside, old_name(token, number)),
        at(&spare, spare_name(token, number)),
    ]
}
