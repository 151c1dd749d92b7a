//! Writes the index: entries of single paths are put in, changed or taken out, and nothing else in it moves.
//!
//! It is read under `index.lock`, so that nobody else writes between reading and writing. A plain index, of
//! version 2 or 3 without the extensions that name entries by their place, is patched byte by byte
//! (gitformat-index(5)): the cost is that of copying it. Every other one git itself writes, on a copy that
//! then replaces the index under the same lock.
//!
//! Git takes a file for unchanged when its times and size are those of its entry. An entry as young as the
//! index itself proves nothing, since the file may have changed again in the same second ("racy git"); git
//! looks at the bytes then. A new index is younger, so its writer has to look first, and to smudge
//! entries that no longer match their files.

mod ahead;
mod by_git;
mod error;
mod lock;
mod parts;
mod patch;
mod pieces;
mod place;
mod racy;
mod raw;
mod slot;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bstr::ByteSlice;
use gix::index::entry::Stat;
use gix::index::{File, State};

use self::ahead::Ahead;
use self::lock::IndexLock;
use self::parts::IndexParts;
use self::pieces::Pieces;
use self::place::{beside, real_path};
use self::raw::Raw;
use super::above::above;
use super::open::Repo;
use super::signals;
use super::sync::{Component, Durability};
use super::tracked::stat_of;
use super::worktree::FileStat;
use crate::core::path::RepoPath;

pub use self::error::IndexError;
pub use self::place::{is_gone, own_path, recorded_path};
pub use super::entry::{Content, IndexEntry, SettledEntry, Slot, StagedPath, Staging};

pub(super) use self::lock::{clear_stale, is_stale};
use slot::slot;

/// The index as it was read; held, nobody else writes it.
pub struct Index<'r> {
    repo: &'r Repo,
    path: PathBuf,
    source: IndexSource,
    lock: Option<IndexLock>,
    ahead: Option<Ahead>,
    /// The error of reading parts of it since: nothing is written then.
    failed: Cell<Option<io::Error>>,
    // Dropped last: a signal must not end the process while the lock file is there.
    _signals: Option<signals::Held>,
}

/// Way of reading and writing it.
enum IndexSource {
    /// Byte by byte.
    Plain(Raw),
    /// By gix, and by git.
    Other(Box<State>),
}

impl<'r> Index<'r> {
    /// Takes `index.lock`, waiting at most a second for it, and reads the index. The caller holds the lock of
    /// the work tree.
    ///
    /// # Errors
    /// If another program holds the lock, or the index cannot be read.
    pub fn hold(repo: &'r Repo) -> Result<Self, IndexError> {
        Self::hold_at(repo, real_path(repo))
    }

    /// The same with an index that another run held, whatever the environment names now.
    ///
    /// # Errors
    /// As [`hold`](Self::hold).
    pub fn hold_at(repo: &'r Repo, path: PathBuf) -> Result<Self, IndexError> {
        for path in [real_path(repo), path.clone()] {
            if path.extension().is_some_and(|extension| extension == "lock") {
                return Err(IndexError::Committing { path });
            }
        }
        let signals = signals::hold()?;
        let lock = IndexLock::take(repo, &path)?;
        Self::read(repo, path, Some(lock), Some(signals))
    }

    /// Reads the index, for a preview of staging.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn look(repo: &'r Repo) -> Result<Self, IndexError> {
        Self::read(repo, real_path(repo), None, None)
    }

    /// The same with an index that another run held, whatever the environment names now.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    pub fn look_at(repo: &'r Repo, path: PathBuf) -> Result<Self, IndexError> {
        Self::read(repo, path, None, None)
    }

    fn read(
        repo: &'r Repo,
        path: PathBuf,
        lock: Option<IndexLock>,
        signals: Option<signals::Held>,
    ) -> Result<Self, IndexError> {
        let hash = repo.object_hash();
        let (pieces, written) = raw::open(&path, hash)?;
        let (mut plain, mut ahead) = (None, None);
        if let Some(raw) = Raw::of(Arc::new(pieces), hash, written)? {
            // Where there is no checksum to make, a thread has too little to do.
            ahead = lock.as_ref().filter(|_| !raw.unhashed).and_then(|lock| lock.copy_ahead(&raw));
            plain = raw.whole()?;
        }
        let source = match plain {
            Some(raw) => IndexSource::Plain(raw),
            None if path == real_path(repo) => {
                IndexSource::Other(Box::new(State::clone(&*repo.git().open_index()?)))
            }
            None => {
                let file = File::at(&path, repo.object_hash(), true, Default::default())?;
                IndexSource::Other(Box::new(State::clone(&*file)))
            }
        };
        Ok(Self { repo, path, source, lock, ahead, failed: Cell::new(None), _signals: signals })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file, if it is not the index of the work tree.
    pub(super) fn elsewhere(&self) -> Option<&Path> {
        Some(self.path.as_path()).filter(|path| place::is_elsewhere(self.repo, path))
    }

    /// The entry at a path.
    pub fn slot(&self, path: &RepoPath) -> Slot {
        match &self.source {
            IndexSource::Plain(raw) => self.noted(raw.slot(path.as_bstr())).unwrap_or(Slot::Absent),
            IndexSource::Other(state) => slot_of(state, path),
        }
    }

    /// Returns whether there is an entry above or below a path, so that none can be put there. Those of
    /// `without` are taken out.
    pub fn is_blocked(&self, path: &RepoPath, without: impl Fn(&[u8]) -> bool) -> bool {
        let path = path.as_bstr();
        let is_above = above(path).any(|folder| {
            let there = match &self.source {
                IndexSource::Plain(raw) => {
                    self.noted(raw.place(folder)).is_some_and(|(_, old)| old.is_some())
                }
                IndexSource::Other(state) => state.entry_by_path(folder).is_some(),
            };
            there && !without(folder)
        });
        let below = [path.as_bytes(), b"/"].concat();
        is_above
            || match &self.source {
                IndexSource::Plain(raw) => {
                    self.noted(raw.any_below(&below, |other| !without(other))).unwrap_or_default()
                }
                IndexSource::Other(state) => {
                    let entries = state.prefixed_entries(below.as_bstr()).unwrap_or_default();
                    entries.iter().any(|entry| !without(entry.path(state)))
                }
            }
    }

    /// The entries that converting these paths to git's form may need.
    pub fn state_for<'p>(&self, paths: impl IntoIterator<Item = &'p RepoPath>) -> State {
        match &self.source {
            IndexSource::Plain(raw) => {
                let state = raw.state_for(paths.into_iter().map(|path| path.as_bstr().as_bytes()));
                self.noted(state).unwrap_or_else(|| State::new(self.repo.object_hash()))
            }
            IndexSource::Other(state) => State::clone(state),
        }
    }

    /// Returns whether a file with these metadata is as it was when this entry was staged.
    pub fn is_fresh(&self, stat: &Stat, meta: &FileStat) -> bool {
        let racy = match &self.source {
            IndexSource::Plain(raw) => raw.is_racy(stat.mtime.secs),
            IndexSource::Other(state) => i64::from(stat.mtime.secs) >= state.timestamp().unix_seconds(),
        };
        !racy && stat_of(meta).matches(stat, racy::exact(self.repo))
    }

    fn noted<T>(&self, read: io::Result<T>) -> Option<T> {
        read.map_err(|error| self.failed.set(Some(error))).ok()
    }

    /// Writes these entries over those at their paths, and lets go of the lock.
    ///
    /// # Errors
    /// If it cannot be written; it is as it was then.
    pub fn commit(mut self, changes: &[SettledEntry], durability: Durability) -> Result<(), IndexError> {
        let Some(lock) = self.lock.take() else { return Err(IndexError::Locked { path: self.path }) };
        if let Some(error) = self.failed.take() {
            return Err(error.into());
        }
        if changes.is_empty() {
            return Ok(());
        }
        let now = lock.now()?;
        let patched = match &self.source {
            IndexSource::Plain(raw) => {
                let smudged = racy::smudged(self.repo, raw, changes)?;
                patch::patch(raw, changes, &smudged)?
            }
            IndexSource::Other(_) => None,
        };
        match patched {
            Some(parts) => lock.write(parts, now, self.ahead)?,
            None => {
                let (bytes, time) = by_git::write(self.repo, &self.path, changes)?;
                let made = Arc::new(Pieces::of_bytes(bytes));
                let mut parts = IndexParts::of(&made);
                parts.keep(0..made.len());
                lock.write(parts, time, self.ahead)?;
            }
        }
        lock.commit(&self.path, durability)?;
        Ok(())
    }
}

/// Takes back what a batch staged in this index, where it is still there. Without a path it is the current
/// one; one that is gone has nothing staged.
pub(super) fn restore(repo: &Repo, path: Option<&Path>, staged: &[StagedPath]) -> Result<(), IndexError> {
    if staged.is_empty() || path.is_some_and(|path| is_gone(repo, path)) {
        return Ok(());
    }
    let index = Index::hold_at(repo, path.map_or_else(|| real_path(repo), Path::to_owned))?;
    let back = staged.iter().filter_map(|staged| {
        let entry = staged.taken_back(&index.slot(&staged.path.0))?;
        Some(SettledEntry { path: staged.path.0.clone(), entry, file: None })
    });
    let back: Vec<SettledEntry> = back.collect();
    index.commit(&back, Durability::of_component(repo, Component::Index))
}

fn slot_of(state: &State, path: &RepoPath) -> Slot {
    let path = path.as_bstr();
    let Some(range) = state.entry_range(path) else { return Slot::Absent };
    match &state.entries()[range] {
        [] => Slot::Absent,
        [entry] if entry.stage_raw() == 0 => {
            slot(IndexEntry::of(entry.id, entry.mode.bits(), entry.flags), entry.stat)
        }
        _ => Slot::Unmerged,
    }
}
