//! Handles of folders, reached from the root one component at a time; where a way ends, and why.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Stat, statat};
use rustix::io::Errno;

use crate::core::resolve::Kind;
use crate::repo::platform::{self, NameAt, Platform};

/// Number of handles that a batch keeps open without a look at how many it may: far below the 256 that the meanest
/// system gives a process.
const KEPT: usize = 64;

/// The most that it keeps, where the system gives many.
const MOST_KEPT: usize = 1024;

/// The component at which opening a folder failed.
#[derive(Debug)]
pub(super) struct FailedComponent {
    /// Length of the path up to and including the component that cannot be passed.
    pub(super) at: usize,
    pub(super) why: Why,
}

/// The reason why it failed there.
#[derive(Debug)]
pub(super) enum Why {
    /// The object there in place of a folder of this repository.
    Kind(Kind),
    Io(Errno),
}

impl From<FailedComponent> for Errno {
    fn from(stop: FailedComponent) -> Self {
        match stop.why {
            Why::Io(error) => error,
            Why::Kind(Kind::Link) => Self::LOOP,
            Why::Kind(_) => Self::NOENT,
        }
    }
}

/// The folders of one work tree, by path. The root is the empty path.
#[derive(Debug)]
pub(super) struct Folders {
    root: Arc<OwnedFd>,
    pub(super) platform: Platform,
    keep: usize,
    open: HashMap<BString, Arc<OwnedFd>>,
    /// Folders that were seen not to be the root of another repository.
    ours: HashSet<BString>,
}

impl Folders {
    /// Keeps no handle, so that each look starts from the root and sees the tree as it is.
    pub(super) fn fresh(root: Arc<OwnedFd>, platform: Platform) -> Self {
        Self { root, platform, keep: 0, open: HashMap::new(), ours: HashSet::new() }
    }

    /// Keeps handles, for work on many files that takes moments.
    pub(super) fn keeping(root: Arc<OwnedFd>, platform: Platform) -> Self {
        Self { keep: KEPT, ..Self::fresh(root, platform) }
    }

    /// Keeps handles from now on, or no more.
    pub(super) fn keep(&mut self, keeps: bool) {
        self.keep = if keeps { KEPT } else { 0 };
        self.open.clear();
    }

    /// The handle of a folder. No link is followed, and no folder of another repository is entered.
    pub(super) fn open(&mut self, folder: &BStr) -> Result<Arc<OwnedFd>, FailedComponent> {
        let (mut done, mut handle) = self.nearest(folder);
        while done < folder.len() {
            let from = if done == 0 { 0 } else { done + 1 };
            let at = folder[from..].find_byte(b'/').map_or(folder.len(), |length| from + length);
            let step = self.step(&handle, &folder[from..at]);
            handle = Arc::new(step.map_err(|why| FailedComponent { at, why })?);
            self.ours.insert(folder[..at].into());
            self.remember(folder[..at].as_bstr(), &handle);
            done = at;
        }
        Ok(handle)
    }

    /// Forgets a folder and all below it: it was moved or removed.
    pub(super) fn forget(&mut self, folder: &BStr) {
        let stays = |path: &BString| {
            path.strip_prefix(folder.as_bytes()).is_none_or(|rest| !rest.is_empty() && rest[0] != b'/')
        };
        self.open.retain(|path, _| stays(path));
        self.ours.retain(stays);
    }

    /// The object at this name of this folder.
    pub(super) fn kind(&mut self, folder: &BStr, name: &BStr) -> Result<Kind, Errno> {
        let handle = match self.open(folder) {
            Ok(handle) => handle,
            Err(FailedComponent { why: Why::Kind(kind), .. }) => return Ok(kind),
            Err(FailedComponent { why: Why::Io(error), .. }) => return Err(error),
        };
        match kind_at(&handle, name)? {
            Kind::Directory => match self.step(&handle, name) {
                Ok(_) => Ok(Kind::Directory),
                Err(Why::Kind(kind)) => Ok(kind),
                Err(Why::Io(error)) => Err(error),
            },
            kind => Ok(kind),
        }
    }

    /// The deepest folder on the way that can be had at once: its length, and its handle.
    fn nearest(&mut self, folder: &BStr) -> (usize, Arc<OwnedFd>) {
        let mut length = folder.len();
        while length > 0 {
            let part = folder[..length].as_bstr();
            if let Some(handle) = self.open.get(part) {
                return (length, Arc::clone(handle));
            }
            if self.ours.contains(part)
                && let Ok(handle) = self.platform.open_folder(self.root.as_fd(), part)
            {
                let handle = Arc::new(handle);
                self.remember(part, &handle);
                return (length, handle);
            }
            length = part.rfind_byte(b'/').unwrap_or(0);
        }
        (0, Arc::clone(&self.root))
    }

    fn step(&self, parent: &OwnedFd, name: &[u8]) -> Result<OwnedFd, Why> {
        match self.platform.open_folder(parent.as_fd(), name) {
            Ok(handle) => match is_repository(&handle) {
                Ok(false) => Ok(handle),
                Ok(true) => Err(Why::Kind(Kind::Repository)),
                Err(error) => Err(Why::Io(error)),
            },
            Err(Errno::NOENT) => Err(Why::Kind(Kind::Absent)),
            Err(error @ (Errno::NOTDIR | Errno::LOOP | Errno::MLINK)) => {
                Err(match kind_at(parent, name.as_bstr()) {
                    // It was something else a moment ago.
                    Ok(Kind::Directory) => Why::Io(error),
                    Ok(Kind::File) => Why::Kind(Kind::Other),
                    Ok(kind) => Why::Kind(kind),
                    Err(error) => Why::Io(error),
                })
            }
            Err(error) => Err(Why::Io(error)),
        }
    }

    fn remember(&mut self, folder: &BStr, handle: &Arc<OwnedFd>) {
        if self.keep == 0 {
            return;
        }
        if self.open.len() == KEPT && self.keep == KEPT {
            // Most of what a process may open is left to others.
            self.keep = (platform::open_files() / 4).clamp(KEPT, MOST_KEPT);
        }
        if self.open.len() >= self.keep {
            self.open.clear();
        }
        self.open.insert(folder.to_owned(), Arc::clone(handle));
    }
}

/// The object at a name of an open folder; a folder is not looked into.
pub(super) fn kind_at(folder: &OwnedFd, name: &BStr) -> Result<Kind, Errno> {
    match statat(folder, name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(kind_of(&stat)),
        Err(Errno::NOENT) => Ok(Kind::Absent),
        Err(error) => Err(error),
    }
}

/// The kind that a file's own data tell.
pub(super) fn kind_of(stat: &Stat) -> Kind {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}

/// A `.git` of any kind makes a nested repository; `HEAD`, `objects` and `refs` make a bare one
/// (gitrepository-layout).
fn is_repository(folder: &OwnedFd) -> Result<bool, Errno> {
    let kind = |name: &str| kind_at(folder, name.into());
    if kind(".git")? != Kind::Absent {
        return Ok(true);
    }
    Ok(kind("HEAD")? != Kind::Absent
        && kind("objects")? == Kind::Directory
        && kind("refs")? == Kind::Directory)
}

/// A place in the tree: a folder's path from the root (empty: the root itself) and a name in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DirEntry {
    pub(super) folder: BString,
    pub(super) name: BString,
}

impl DirEntry {
    /// The place of a path.
    pub(super) fn of(path: &BStr) -> Self {
        let (folder, name) = split(path);
        Self { folder: folder.to_owned(), name: name.to_owned() }
    }

    /// The whole path from the root.
    pub(super) fn path(&self) -> BString {
        if self.folder.is_empty() {
            return self.name.clone();
        }
        let mut path = self.folder.clone();
        path.push(b'/');
        path.extend_from_slice(&self.name);
        path
    }

    /// The form for system calls, in an open folder.
    pub(super) fn at<'a>(&'a self, folder: &'a OwnedFd) -> NameAt<'a> {
        NameAt { folder: folder.as_fd(), name: &self.name }
    }
}

/// Folder and last component.
pub(super) fn split(path: &BStr) -> (&BStr, &BStr) {
    match path.rfind_byte(b'/') {
        Some(slash) => (path[..slash].as_bstr(), path[slash + 1..].as_bstr()),
        None => (b"".as_bstr(), path),
    }
}
