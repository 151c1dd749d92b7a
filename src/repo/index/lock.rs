//! `index.lock`: git's way to have one writer at a time. The existence of the file is the lock, so one that a
//! crash leaves is in everybody's way. Ours can be told from another's: before it gets its name it has one of
//! our own, which it keeps, and that one is noted in `$GIT_DIR/sr/index-lock`. A lock is only ever removed if
//! it is the same file under both names.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::ahead::Ahead;
use super::parts::IndexParts;
use super::raw::Raw;
use super::{IndexError, beside};
use crate::repo::absent;
use crate::repo::open::Repo;
use crate::repo::platform;
use crate::repo::serial::Bytes;
use crate::repo::shared::Shared;
use crate::repo::sync::Durability;

/// Time for which another writer of the index is waited for.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// The lock, let go of when it is dropped.
#[derive(Debug)]
pub(super) struct IndexLock {
    file: File,
    names: LockNote,
    note: PathBuf,
}

/// Content of the note.
#[derive(Debug, Serialize, Deserialize)]
struct LockNote {
    /// `index.lock`
    lock: Bytes,
    /// The same file under a name of our own.
    spare: Bytes,
}

impl IndexLock {
    pub(super) fn take(repo: &Repo, index: &Path) -> Result<Self, IndexError> {
        let lock = beside(index, ".lock");
        let spare = beside(index, &format!(".git-sr-{:016x}.tmp", platform::random()));
        let names = LockNote { lock: Bytes::of_path(&lock)?, spare: Bytes::of_path(&spare)? };
        let note = note(repo);
        std::fs::create_dir_all(repo.state_dir())?;
        // A lock of this run that could not be cleared up is known by its note alone.
        if is_stale(repo) {
            clear_stale(repo)?;
        }
        // Until there is a lock to drop, the files of a failed attempt are removed here.
        let made = std::fs::write(&note, serde_json::to_vec(&names).map_err(io::Error::from)?)
            .and_then(|()| OpenOptions::new().read(true).write(true).create_new(true).open(&spare));
        let file = made.inspect_err(|_| drop(std::fs::remove_file(&note)))?;
        let this = Self { file, names, note };
        match std::fs::metadata(index) {
            Ok(old) => this.file.set_permissions(old.permissions())?,
            Err(_) => Shared::of(repo).adjust(&spare)?,
        }
        Shared::of(repo).adjust(&this.note)?;
        let until = Instant::now() + PATIENCE;
        loop {
            match std::fs::hard_link(&spare, &lock) {
                Ok(()) => return Ok(this),
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error.into()),
                Err(_) if Instant::now() >= until => return Err(IndexError::Locked { path: lock }),
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
    }

    /// Begins to write the parts of the old index that are likely to stay.
    pub(super) fn copy_ahead(&self, old: &Raw) -> Option<Ahead> {
        Ahead::begin(&old.pieces, old.hash, &self.file)
    }

    /// The time by the clock of the file system.
    pub(super) fn now(&self) -> io::Result<SystemTime> {
        // With this every index begins, and what may be there of the old one.
        self.file.write_all_at(b"D", 0)?;
        self.file.metadata()?.modified()
    }

    /// Writes the new index with this time: changes of files after it count as younger.
    pub(super) fn write(&self, parts: IndexParts, time: SystemTime, ahead: Option<Ahead>) -> io::Result<()> {
        match ahead {
            Some(ahead) => ahead.finish(parts, &self.file)?,
            None => parts.write(&self.file)?,
        }
        self.file.set_modified(time)
    }

    /// Replaces the index by the written file.
    pub(super) fn commit(self, index: &Path, durability: Durability) -> io::Result<()> {
        if durability != Durability::Off {
            platform::sync_file(std::os::fd::AsFd::as_fd(&self.file))?;
        }
        std::fs::rename(self.names.lock.to_path()?, index)
    }
}

impl Drop for IndexLock {
    fn drop(&mut self) {
        if self.names.remove().is_ok() {
            let _ = std::fs::remove_file(&self.note);
        }
    }
}

impl LockNote {
    /// Removes both names, the lock only if it is ours.
    fn remove(&self) -> io::Result<()> {
        let (lock, spare) = (self.lock.to_path()?, self.spare.to_path()?);
        let Some(ours) = identity(&spare)? else { return Ok(()) };
        if identity(&lock)? == Some(ours) {
            std::fs::remove_file(&lock)?;
        }
        std::fs::remove_file(&spare)
    }
}

/// Returns whether a run was interrupted that held the lock of the index.
pub(in crate::repo) fn is_stale(repo: &Repo) -> bool {
    note(repo).exists()
}

/// Removes the lock of an interrupted run, and git's temporary files. The caller holds the lock of the work
/// tree.
pub(in crate::repo) fn clear_stale(repo: &Repo) -> io::Result<()> {
    let Some(text) = absent::or_none(std::fs::read(note(repo)))? else { return Ok(()) };
    // A note that was cut off was written before there was a file to note.
    if let Ok(names) = serde_json::from_slice::<LockNote>(&text) {
        names.remove()?;
    }
    super::by_git::sweep(repo)?;
    std::fs::remove_file(note(repo))
}

fn note(repo: &Repo) -> PathBuf {
    repo.state_dir().join("index-lock")
}

fn identity(path: &Path) -> io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    Ok(absent::or_none(std::fs::symlink_metadata(path))?.map(|meta| (meta.dev(), meta.ino())))
}
