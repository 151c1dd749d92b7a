//! Prepares a batch: the new bytes are written next to their final places, under names of our own. Nothing
//! else is touched until [`Ready::apply`]; folders are made then too, so that before a journal names it a
//! crash can leave only `.git-sr-*.tmp` files, in folders that were there.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Gid, Mode, Uid, fchmod, fchown, fstat, statat, unlinkat};
use rustix::io::{Errno, retry_on_intr};

use super::error::{WriteError, fail};
use super::folders::{DirEntry, FailedComponent, Folders, Why, split};
use super::layout::{Clash, Layout, PlannedWrite, prefixes};
use super::{FileStat, WorkTree};
use crate::core::change::Version;
use crate::core::path::RepoPath;
use crate::core::resolve::Kind;
use crate::repo::above::above;
use crate::repo::platform;

/// A folder of the work tree and its permission bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Folder {
    /// From the root.
    pub path: BString,
    /// Permission bits (`0o755`).
    pub mode: u32,
}

/// Rules by which folders come and go with a batch. By default new ones get `0o777` less the umask, and every
/// folder that a removed file leaves empty goes too, as Git does it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderRules {
    /// The modes of folders, if they have to be made.
    pub modes: Vec<Folder>,
    /// If given, only these folders are removed when they are left empty: undo removes those that its batch
    /// made.
    pub removable: Option<Vec<BString>>,
}

/// A change for the journal, before anything is renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRenames {
    /// The path of the change.
    pub path: RepoPath,
    /// Place of the new bytes, from the root. After an exchange the old file is there.
    pub temp: Option<BString>,
    /// Place of the old file if it is removed, or if names cannot be exchanged; none for a new file.
    pub aside: Option<BString>,
    /// The folders to be made for it, from the root downwards.
    pub folders: Vec<BString>,
}

/// A batch whose new bytes are on the disk, under names of our own. Dropped, it takes them away again.
#[derive(Debug)]
pub struct Ready<'a> {
    pub(super) tree: &'a WorkTree,
    pub(super) folders: Folders,
    pub(super) works: Vec<PendingWrite<'a>>,
    pub(super) layout: Layout<'a>,
    pub(super) rules: FolderRules,
    us: (Uid, Gid),
}

/// One change on its way.
#[derive(Debug)]
pub(super) struct PendingWrite<'a> {
    pub(super) planned: PlannedWrite<'a>,
    pub(super) target: DirEntry,
    pub(super) temp: Option<Temp>,
    pub(super) aside: Option<DirEntry>,
    pub(super) make: Vec<BString>,
}

/// A temporary file.
#[derive(Debug)]
pub(super) struct Temp {
    pub(super) place: DirEntry,
    pub(super) meta: FileStat,
    /// True if our new bytes are under this name, so that it may be removed.
    pub(super) ours: bool,
}

impl WorkTree {
    /// Writes the new bytes of every change to a temporary file. A renamed file is two changes, and the new
    /// one gets owner and attributes of the old. `token` makes the names of these files unlike any other.
    ///
    /// # Errors
    /// If a path cannot be reached or the bytes cannot be written; nothing is left behind then.
    pub fn ready<'a>(
        &'a self,
        token: u64,
        changes: &[PlannedWrite<'a>],
        rules: FolderRules,
    ) -> Result<Ready<'a>, WriteError> {
        let layout = Layout::of(changes).map_err(|Clash(path)| WriteError::Clash { path })?;
        let us = (rustix::process::geteuid(), rustix::process::getegid());
        let folders = Folders::keeping(Arc::clone(&self.root), self.platform);
        let mut ready =
            Ready { tree: self, folders, works: Vec::with_capacity(changes.len()), layout, rules, us };
        for (number, &planned) in changes.iter().enumerate() {
            ready.works.push(PendingWrite {
                planned,
                target: DirEntry::of(planned.change.path.as_bstr()),
                temp: None,
                aside: planned.change.old.is_some().then(|| DirEntry {
                    folder: ready.layout.folder_aside(planned.change.path.as_bstr()).to_owned(),
                    name: old_name(token, number),
                }),
                make: Vec::new(),
            });
            if let Some(new) = &planned.change.new {
                ready.write(number, new, temp_name(token, number))?;
            }
        }
        Ok(ready)
    }
}

/// The name of the temporary file of a change.
pub(super) fn temp_name(token: u64, number: usize) -> BString {
    format!(".git-sr-{token:016x}-{number}.tmp").into()
}

/// The name under which an old file is put aside.
pub(super) fn old_name(token: u64, number: usize) -> BString {
    format!(".git-sr-{token:016x}-{number}-old.tmp").into()
}

/// The name that rolling back uses.
pub(super) fn spare_name(token: u64, number: usize) -> BString {
    format!(".git-sr-{token:016x}-{number}-back.tmp").into()
}

impl Ready<'_> {
    /// The folders that have to give way to files, parents first.
    ///
    /// # Errors
    /// If the system does not tell their modes.
    pub fn cleared(&mut self) -> io::Result<Vec<Folder>> {
        let paths: Vec<BString> = self.layout.cleared.iter().map(|&path| path.to_owned()).collect();
        self.with_modes(paths)
    }

    /// These and those that go if the batch leaves them empty, parents first.
    ///
    /// # Errors
    /// As [`cleared`](Self::cleared).
    pub fn going(&mut self) -> io::Result<Vec<Folder>> {
        let mut paths = self.emptied();
        paths.extend(self.layout.cleared.iter().map(|&path| path.to_owned()));
        paths.sort();
        paths.dedup();
        self.with_modes(paths)
    }

    fn with_modes(&mut self, paths: Vec<BString>) -> io::Result<Vec<Folder>> {
        let mut folders = Vec::new();
        for path in paths {
            let place = DirEntry::of(path.as_bstr());
            let Ok(parent) = self.folders.open(place.folder.as_bstr()) else { continue };
            match statat(&parent, place.name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => folders.push(Folder { path, mode: FileStat::of(&stat).mode }),
                Err(Errno::NOENT) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(folders)
    }

    /// The folders that go if the batch leaves them empty, parents first.
    pub fn emptied(&self) -> Vec<BString> {
        let emptied: BTreeSet<_> = self.layout.removed.iter().flat_map(|path| above(path)).collect();
        let allowed = |folder: &&BStr| {
            self.rules.removable.as_ref().is_none_or(|some| some.iter().any(|path| path == folder))
        };
        emptied.into_iter().filter(allowed).map(BStr::to_owned).collect()
    }

    /// The changes for the journal, in their order.
    pub fn entries(&self) -> impl Iterator<Item = PlannedRenames> {
        self.works.iter().map(|work| PlannedRenames {
            path: work.planned.change.path.clone(),
            temp: work.temp.as_ref().map(|temp| temp.place.path()),
            aside: work.aside.as_ref().map(DirEntry::path),
            folders: work.make.clone(),
        })
    }

    /// Writes the temporary file of one change.
    fn write(&mut self, number: usize, new: &Version, name: BString) -> Result<(), WriteError> {
        let planned = self.works[number].planned;
        let path = &planned.change.path;
        let (folder, handle) = self.existing_folder(path)?;
        let model = self.layout.model(planned);
        let work = &mut self.works[number];
        work.make = prefixes(&work.target.folder, folder.len());
        let mode = new.mode.or(model.meta.map(|meta| meta.mode)).map(|mode| mode & 0o777);
        let owner = model.meta.map(FileStat::owner).filter(|_| self.us.0.is_root());
        let file = platform::create(
            handle.as_fd(),
            &name,
            creation_mode(mode, owner.filter(|&owner| owner != self.us)),
        )
        .map_err(|error| fail(path, error))?;
        // Known from here on, so that an error below takes it away.
        let temp = work.temp.insert(Temp {
            place: DirEntry { folder, name },
            meta: FileStat::default(),
            ours: true,
        });
        temp.meta =
            fill(&file, &new.bytes.pieces(), model, owner, mode).map_err(|error| fail(path, error))?;
        Ok(())
    }

    /// The deepest folder on the way to a new file that is there and will stay.
    fn existing_folder(&mut self, path: &RepoPath) -> Result<(BString, Arc<OwnedFd>), WriteError> {
        let mut folder = split(path.as_bstr()).0;
        loop {
            match self.folders.open(folder) {
                Ok(handle) => return Ok((folder.to_owned(), handle)),
                Err(FailedComponent { at, why: Why::Kind(kind) }) => {
                    let end = folder[..at].as_bstr();
                    if kind != Kind::Absent && !(kind == Kind::Other && self.layout.removed.contains(end)) {
                        return Err(WriteError::Refused { path: path.clone(), kind });
                    }
                    folder = split(end).0;
                }
                Err(FailedComponent { why: Why::Io(error), .. }) => return Err(fail(path, error)),
            }
        }
    }
}

/// Gives an empty new file its bytes, attributes, owner and mode.
fn fill(
    file: &OwnedFd,
    pieces: &[&[u8]],
    model: PlannedWrite<'_>,
    owner: Option<(Uid, Gid)>,
    mode: Option<u32>,
) -> Result<FileStat, Errno> {
    write_pieces(file, pieces)?;
    if model.meta.is_some() {
        platform::set_attributes(file.as_fd(), model.attributes)?;
    }
    let mut meta = FileStat::of(&fstat(file)?);
    if let Some((user, group)) = owner.filter(|&owner| owner != meta.owner()) {
        fchown(file, Some(user), Some(group))?;
    }
    if let Some(mode) = mode.filter(|&mode| mode != meta.mode) {
        fchmod(file, Mode::from_raw_mode(mode as _))?;
        meta.mode = mode;
    }
    Ok(meta)
}

impl Drop for Ready<'_> {
    fn drop(&mut self) {
        for temp in self.works.iter().filter_map(|work| work.temp.as_ref()).filter(|temp| temp.ours) {
            let _ = remove(&mut self.folders, &temp.place);
        }
    }
}

/// A new file gets its mode from the system and the umask, another one its own at once, so that nobody reads
/// it who could not read the old one; if its owner still changes, nobody but us until then.
fn creation_mode(kept: Option<u32>, owner: Option<(Uid, Gid)>) -> u32 {
    match (kept, owner) {
        (_, Some(_)) => 0o600,
        (Some(mode), None) => mode,
        (None, None) => 0o666,
    }
}

/// Size, in bytes, from which a piece is written by itself.
const LARGE: usize = 1 << 16;

/// Writes pieces, the small ones together.
fn write_pieces(file: &OwnedFd, pieces: &[&[u8]]) -> Result<(), Errno> {
    if let [whole] = pieces {
        return write_all(file, whole);
    }
    let all: usize = pieces.iter().map(|piece| piece.len()).sum();
    let mut held: Vec<u8> = Vec::with_capacity(all.min(2 * LARGE));
    for piece in pieces {
        if held.len() >= LARGE || piece.len() >= LARGE {
            write_all(file, &held)?;
            held.clear();
        }
        match piece.len() < LARGE {
            true => held.extend_from_slice(piece),
            false => write_all(file, piece)?,
        }
    }
    write_all(file, &held)
}

pub(super) fn write_all(file: &OwnedFd, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match retry_on_intr(|| rustix::io::write(file, bytes))? {
            0 => return Err(Errno::IO),
            written => bytes = &bytes[written..],
        }
    }
    Ok(())
}

/// Removes a file that may be gone, with its folder too; returns whether it was there.
pub(super) fn remove(folders: &mut Folders, place: &DirEntry) -> Result<bool, Errno> {
    let handle = match folders.open(place.folder.as_bstr()) {
        Ok(handle) => handle,
        Err(FailedComponent { why: Why::Io(error), .. }) => return Err(error),
        Err(_) => return Ok(false),
    };
    match retry_on_intr(|| unlinkat(&handle, place.name.as_bytes(), AtFlags::empty())) {
        Ok(()) => Ok(true),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(error),
    }
}
