//! Files of the work tree.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use bstr::{BStr, BString, ByteSlice};
use rustix::{
    buffer::spare_capacity,
    fd::{AsFd as _, BorrowedFd, OwnedFd},
    fs::{AtFlags, CWD, Mode, OFlags, fstat, openat, readlinkat, statat},
    io::{Errno, retry_on_intr},
};

use super::{
    folders::{FailedComponent, Folders, Why, kind_at, kind_of, split},
    meta::FileStat,
};
use crate::{
    core::{path::RepoPath, resolve::Kind},
    repo::platform::{self, Attribute, Platform},
};

/// An open work tree.
#[derive(Debug)]
pub struct WorkTree {
    pub(super) root: Arc<OwnedFd>,
    pub(super) platform: Platform,
    pub(super) folders: Mutex<Folders>,
    /// Device and inode of the process's own folder, which is never removed under its feet.
    pub(super) here: Option<(u64, u64)>,
}

/// Handles of folders are kept while this is there.
#[must_use]
#[derive(Debug)]
pub(crate) struct KeptFolders<'t>(&'t WorkTree);

impl Drop for KeptFolders<'_> {
    fn drop(&mut self) {
        self.0.folders.lock().unwrap_or_else(PoisonError::into_inner).keep(false);
    }
}

/// A file as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Metadata of it before they were read.
    pub meta: FileStat,
    /// The extended attributes that a new version of it keeps.
    pub attributes: Vec<Attribute>,
}

/// Reasons why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is nothing.
    #[error("no such file")]
    Absent,
    /// The path is a symbolic link or leads through one.
    #[error("a symbolic link")]
    Link {
        /// The target of the link, if it is a file or a folder of this work tree.
        real: Option<RepoPath>,
    },
    /// It is something else: a folder, a FIFO, a device.
    #[error("not a regular file")]
    NotAFile(Kind),
    /// It belongs to a submodule or another nested repository.
    #[error("inside another repository")]
    Repository,
    /// It is larger than allowed.
    #[error("{size} bytes, more than {max}")]
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        max: u64,
    },
    /// The system does not let us.
    #[error("permission denied")]
    Denied,
    /// Anything else.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl WorkTree {
    /// Opens the work tree whose root is this folder. Links on the way to the root itself are followed.
    ///
    /// # Errors
    /// If the root is not a folder or cannot be opened.
    pub fn open(root: &Path) -> io::Result<Self> {
        Self::open_with(root, Platform::default())
    }

    pub(crate) fn open_with(root: &Path, platform: Platform) -> io::Result<Self> {
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = Arc::new(retry_on_intr(|| openat(CWD, root, flags, Mode::empty()))?);
        let here = statat(CWD, c".", AtFlags::empty()).ok().map(|stat| FileStat::of(&stat).identity());
        let folders = Mutex::new(Folders::fresh(Arc::clone(&root), platform));
        Ok(Self { root, platform, folders, here })
    }

    /// Keeps handles of folders as long as the answer is held: for planning, which takes moments, and after which
    /// each folder is walked to and each file looked at again.
    pub(crate) fn keeps_folders(&self) -> KeptFolders<'_> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner).keep(true);
        KeptFolders(self)
    }

    /// The root itself, for syncing the entries below it.
    pub(crate) fn handle(&self) -> BorrowedFd<'_> {
        self.root.as_fd()
    }

    /// The object at this path. Links are seen, not followed.
    ///
    /// # Errors
    /// If the system does not tell, for example because a folder on the way may not be entered.
    pub fn kind(&self, path: &RepoPath) -> io::Result<Kind> {
        let (folder, name) = split(path.as_bstr());
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(folders.kind(folder, name)?)
    }

    /// Reads a regular file of at most `max_bytes`.
    ///
    /// # Errors
    /// If it is anything but a regular file of this repository, too large, or cannot be read.
    pub fn read(&self, path: &RepoPath, max_bytes: u64) -> Result<SourceFile, ReadError> {
        let (folder, name) = split(path.as_bstr());
        let handle = self.folder_of(path, folder)?;
        let file =
            self.platform.open_file(handle.as_fd(), name).map_err(|error| self.explain(path, error))?;
        let stat = fstat(&file).map_err(io::Error::from)?;
        if kind_of(&stat) != Kind::File {
            return Err(self.explain(path, Errno::INVAL));
        }
        let meta = FileStat::of(&stat);
        if meta.size > max_bytes {
            return Err(ReadError::TooLarge { size: meta.size, max: max_bytes });
        }
        let attributes = platform::attributes(file.as_fd()).map_err(io::Error::from)?;
        let bytes = read_exact(&file, meta.size).map_err(io::Error::from)?;
        Ok(SourceFile { bytes, meta, attributes })
    }

    fn folder_of(&self, path: &RepoPath, folder: &BStr) -> Result<Arc<OwnedFd>, ReadError> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.open(folder).map_err(|FailedComponent { at, why }| match why {
            Why::Kind(Kind::Link) => ReadError::Link { real: self.real_path(path, at, &mut folders) },
            Why::Kind(kind) => refusal(kind),
            Why::Io(error) => failure(error),
        })
    }

    /// Returns the reason why a file could not be opened, by the object there.
    fn explain(&self, path: &RepoPath, error: Errno) -> ReadError {
        let (folder, name) = split(path.as_bstr());
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        match folders.kind(folder, name) {
            Ok(Kind::File) => failure(error),
            Ok(Kind::Link) => {
                ReadError::Link { real: self.real_path(path, path.as_bstr().len(), &mut folders) }
            }
            Ok(kind) => refusal(kind),
            Err(error) => failure(error),
        }
    }

    /// The path that is meant by one whose first `at` bytes name a link, if it stays in the tree. One link is
    /// resolved, by its text alone: a link to a link, and one that leads out even for a moment, give no hint.
    fn real_path(&self, path: &RepoPath, at: usize, folders: &mut Folders) -> Option<RepoPath> {
        let path = path.as_bstr();
        let (folder, name) = split(path[..at].as_bstr());
        let handle = folders.open(folder).ok()?;
        if kind_at(&handle, name).ok()? != Kind::Link {
            return None;
        }
        let text = readlinkat(&*handle, name.as_bytes(), Vec::new()).ok()?;
        let real = join(folder, text.as_bytes(), &path[at..])?;
        let (folder, name) = split(real.as_bstr());
        let found = folders.kind(folder, name).ok()?;
        matches!(found, Kind::File | Kind::Directory).then_some(real)
    }
}

/// Reads `size` bytes, or fewer if the file ends before: one allocation, never a copy. A file that changes
/// meanwhile is noticed when it is written.
pub(super) fn read_exact(file: &OwnedFd, size: u64) -> Result<Vec<u8>, Errno> {
    let size = usize::try_from(size).map_err(|_| Errno::NOMEM)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| Errno::NOMEM)?;
    while bytes.len() < size {
        if retry_on_intr(|| rustix::io::read(file, spare_capacity(&mut bytes)))? == 0 {
            break;
        }
    }
    bytes.truncate(size);
    Ok(bytes)
}

/// `folder`, then the text of a link, then the rest of a path; none if it is absolute or leaves the root.
pub(super) fn join(folder: &BStr, link: &[u8], rest: &[u8]) -> Option<RepoPath> {
    if link.starts_with(b"/") {
        return None;
    }
    let mut components: Vec<&[u8]> = Vec::new();
    for component in folder.split_str("/").chain(link.split_str("/")).chain(rest.split_str("/")) {
        match component {
            b"" | b"." => {}
            b".." => {
                components.pop()?;
            }
            name => components.push(name),
        }
    }
    RepoPath::new(&BString::from(bstr::join("/", components))).ok()
}

pub(super) fn refusal(kind: Kind) -> ReadError {
    match kind {
        Kind::Absent => ReadError::Absent,
        Kind::Link => ReadError::Link { real: None },
        Kind::Repository => ReadError::Repository,
        kind => ReadError::NotAFile(kind),
    }
}

pub(super) fn failure(error: Errno) -> ReadError {
    match error {
        Errno::ACCESS | Errno::PERM => ReadError::Denied,
        Errno::NOENT => ReadError::Absent,
        error => ReadError::Io(error.into()),
    }
}
