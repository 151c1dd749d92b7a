//! Checks that the tree is as it was read.

use bstr::ByteSlice;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, fstat, statat};
use rustix::io::{Errno, retry_on_intr};

use super::error::{WriteError, fail};
use super::folders::{DirEntry, FailedComponent, Folders, Why, kind_of};
use super::write::{PendingWrite, Ready};
use super::{FileStat, Kind};

/// Below this many bytes a file is compared by its bytes whatever its times say.
const SMALL: u64 = 1 << 20;

/// A file changed this shortly before it was read (in nanoseconds) may be changed again without a new time:
/// two seconds is the coarsest clock of a file system in use.
const RECENT: i128 = 2_000_000_000;

impl Ready<'_> {
    /// Looks at every path before the first is touched: cheaply where nothing moved, by the bytes where
    /// something did.
    pub(super) fn check_all(&mut self) -> Result<(), WriteError> {
        for number in 0..self.works.len() {
            self.check(number)?;
        }
        Ok(())
    }

    fn check(&mut self, number: usize) -> Result<(), WriteError> {
        let work = &self.works[number];
        let path = &work.planned.change.path;
        let target = path.as_bstr();
        let changed = || WriteError::Changed { path: path.clone() };
        let is_new = work.planned.change.old.is_none();
        let handle = match self.folders.open(work.target.folder.as_bstr()) {
            Ok(handle) => handle,
            Err(FailedComponent { why: Why::Io(error), .. }) => return Err(fail(path, error)),
            Err(FailedComponent { why: Why::Kind(Kind::Absent), .. }) => {
                return if is_new { Ok(()) } else { Err(changed()) };
            }
            Err(FailedComponent { at, why: Why::Kind(kind) }) => {
                let goes = self.layout.removed.contains(work.target.folder[..at].as_bstr());
                let refused = WriteError::Refused { path: path.clone(), kind };
                return if is_new && kind == Kind::Other && goes { Ok(()) } else { Err(refused) };
            }
        };
        let stat = match statat(&handle, work.target.name.as_bytes(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return if is_new { Ok(()) } else { Err(changed()) },
            Err(error) => return Err(fail(path, error)),
        };
        let meta = FileStat::of(&stat);
        match kind_of(&stat) {
            Kind::Directory if is_new && self.layout.cleared.contains(target) => Ok(()),
            _ if is_new => Err(changed()),
            Kind::File => match work.planned.meta {
                Some(old) if old.same_file(&meta) && old.ctime == meta.ctime => Ok(()),
                _ => verify(&mut self.folders, work, &work.target),
            },
            kind => Err(WriteError::Refused { path: path.clone(), kind }),
        }
    }
}

/// Returns whether the file at `place` is the one that was read for this change.
pub(super) fn verify(
    folders: &mut Folders,
    work: &PendingWrite<'_>,
    place: &DirEntry,
) -> Result<(), WriteError> {
    match is_old(folders, work, place) {
        Ok(true) => Ok(()),
        Ok(false) | Err(Errno::NOENT | Errno::LOOP | Errno::MLINK | Errno::NXIO) => {
            Err(WriteError::Changed { path: work.planned.change.path.clone() })
        }
        Err(error) => Err(fail(&work.planned.change.path, error)),
    }
}

fn is_old(folders: &mut Folders, work: &PendingWrite<'_>, place: &DirEntry) -> Result<bool, Errno> {
    let Some(old) = &work.planned.change.old else { return Ok(false) };
    let handle = match folders.open(place.folder.as_bstr()) {
        Ok(handle) => handle,
        Err(FailedComponent { why: Why::Io(error), .. }) => return Err(error),
        Err(_) => return Ok(false),
    };
    let file = folders.platform.open_file(handle.as_fd(), &place.name)?;
    let stat = fstat(&file)?;
    let now = FileStat::of(&stat);
    let mode_was = work.planned.meta.map(|meta| meta.mode & 0o777).or(old.mode);
    if kind_of(&stat) != Kind::File
        || now.size != old.bytes.len() as u64
        || mode_was.is_some_and(|mode| mode != now.mode & 0o777)
    {
        return Ok(false);
    }
    let settled = |meta: &FileStat| {
        let staged_at = work.temp.as_ref().map(|temp| temp.meta.mtime);
        staged_at.is_some_and(|time| meta.mtime + RECENT < time)
    };
    match work.planned.meta {
        Some(meta) if now.size > SMALL && meta.same_file(&now) && settled(&meta) => Ok(true),
        _ => has_bytes(&file, &old.bytes),
    }
}

/// Returns whether the rest of the file is exactly this; never holds more than a piece of it.
fn has_bytes(file: &OwnedFd, mut bytes: &[u8]) -> Result<bool, Errno> {
    // With room for one byte more, the read that comes to the end says so.
    let mut piece = vec![0; bytes.len().clamp(1, 1 << 16) + 1];
    loop {
        let length = retry_on_intr(|| rustix::io::read(file, &mut *piece))?;
        match bytes.strip_prefix(&piece[..length]) {
            Some([]) if length < piece.len() => return Ok(true),
            Some(rest) if length > 0 => bytes = rest,
            rest => return Ok(rest.is_some() && bytes.is_empty()),
        }
    }
}

/// Returns whether our own new bytes, and nobody's later ones, are under this name. Times alone do not deny
/// it: some file systems settle them late.
pub(super) fn is_ours(folders: &mut Folders, place: &DirEntry, work: &PendingWrite<'_>) -> bool {
    let (Some(temp), Some(new)) = (&work.temp, &work.planned.change.new) else { return false };
    let Ok(handle) = folders.open(place.folder.as_bstr()) else { return false };
    let same = folders.platform.open_file(handle.as_fd(), &place.name).and_then(|file| {
        let now = FileStat::of(&fstat(&file)?);
        Ok(now.identity() == temp.meta.identity()
            && now.size == temp.meta.size
            && (now.mtime == temp.meta.mtime || has_bytes(&file, &new.bytes)?))
    });
    same.unwrap_or(false)
}
