//! The journal's entries of a batch, and the outcome of taking them back.

use std::io;

use bstr::BString;
use gix::ObjectId;

use crate::{
    core::path::RepoPath,
    repo::worktree::{
        folders::DirEntry,
        write::{Folder, old_name, spare_name, temp_name},
    },
};

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

/// A file under a temporary name that holds a save made while names were exchanged. It stays.
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
    /// It holds a file of somebody else, which stays.
    Kept,
}

/// Possible places of the files of one path: the temporary one, the old one put aside, and one that rolling
/// back makes.
pub(super) fn places(token: u64, number: usize, file: &UnfinishedFile) -> [Option<DirEntry>; 3] {
    let at = |folder: &Option<BString>, name| folder.clone().map(|folder| DirEntry { folder, name });
    let spare = file.temp.clone().or(file.aside.clone());
    [
        at(&file.temp, temp_name(token, number)),
        at(&file.aside, old_name(token, number)),
        at(&spare, spare_name(token, number)),
    ]
}
