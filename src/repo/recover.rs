//! Bringing the work tree to a sound state after an interrupted run: as before its batch, or, if the batch
//! was recorded already, as after it.

use std::io;
use std::path::PathBuf;

use bstr::{BString, ByteSlice};
use gix::ObjectId;

use super::absent;
use super::commit::{Awaited, Moving, note};
use super::index::{self, IndexError};
use super::journal::{self, Intent, JournalError, Phase, Renames};
use super::lock::Lock;
use super::open::Repo;
use super::platform;
use super::program;
use super::record::meta::Side;
use super::record::{BatchId, Record, RecordError, Records, temporary_object};
use super::serial::Bytes;
use super::stash::{self, Late};
use super::worktree::{BrokenBatch, Fate, Folder, Print, Store, Stray, UnfinishedFile, WorkTree};
use crate::core::path::RepoPath;

/// Result of recovery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// The batch that had been made, so that only its old files were left to remove.
    pub made: Option<BatchId>,
    /// True if the run was an undo or a redo.
    pub undo: bool,
    /// The event that this batch was still waiting for: its files were changed since, so that it stays.
    pub awaited: Option<Awaited>,
    /// The way in which this batch was to move `HEAD`, if somebody else has moved it since: nothing was
    /// touched.
    pub head_moved: Option<Moving>,
    /// Way to take such a batch back by hand; none if there is none at present.
    pub way: Option<Way>,
    /// State of the entry that the batch was to have on the stash, if it was not known to be there.
    pub stash: Option<Box<Late>>,
    /// The paths that are as before the batch again.
    pub restored: Vec<RepoPath>,
    /// The paths that are as before the batch again but for later edits, which they keep.
    pub merged: Vec<RepoPath>,
    /// The paths with files that somebody else made meanwhile, which stay.
    pub kept: Vec<RepoPath>,
    /// The reference that keeps the old bytes of those: `<reference>:old/<path>`.
    pub saved: Option<BString>,
    /// Files under our own names, and empty folders, that could not be removed.
    pub left: Vec<BString>,
    /// Files under our own names that hold bytes which are neither old nor new.
    pub strays: Vec<Stray>,
    /// True if the journal stays, since some of these may go another time, with the folders that they are in.
    pub again: bool,
}

/// Way in which undo takes back a batch that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As it is; edits made since are kept.
    Undo,
    /// With conflict markers.
    Merge,
    /// With the changes made since.
    Force,
}

/// Reason why recovery fails. The journal stays, so that it can be tried again.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// The disk.
    #[error("cannot take back an interrupted batch")]
    Io(#[from] io::Error),
    /// The record of the batch.
    #[error("cannot read the record of an interrupted batch")]
    Record(#[from] RecordError),
    /// The index.
    #[error("cannot take back what an interrupted batch staged")]
    Index(#[from] IndexError),
    /// A newer git-sr wrote the journal, or it was damaged. Nothing was touched.
    #[error("cannot make out the journal '{}'", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// True if it is sound, but of another version.
        is_newer: bool,
    },
}

impl RecoverError {
    fn damaged(repo: &Repo) -> Self {
        JournalError::Damaged(journal::path(repo)).into()
    }
}

impl From<JournalError> for RecoverError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Io(error) => error.into(),
            JournalError::Version(path) => Self::Journal { path, is_newer: true },
            JournalError::Damaged(path) => Self::Journal { path, is_newer: false },
        }
    }
}

/// Returns whether a run was interrupted and nobody is at work.
pub fn is_needed(repo: &Repo) -> bool {
    let noted = note::is_left(repo) || stash::note::is_left(repo);
    let left = journal::is_left(repo) || index::is_stale(repo) || noted;
    left && !Lock::is_held(repo)
}

/// Recovers, if there is something to recover. The caller holds the lock.
///
/// # Errors
/// If the system refuses; it can be tried again, from wherever it got to.
pub fn recover(repo: &Repo, lock: &Lock) -> Result<Option<Recovered>, RecoverError> {
    let found = lock.journal().resume(repo)?;
    let stale = index::is_stale(repo);
    index::clear_stale(repo)?;
    program::sweep(repo)?;
    let records = Records::new(repo);
    let Some(found) = found else {
        records.sweep()?;
        records.sweep_private()?;
        return Ok(stale.then(Recovered::default));
    };
    let tree = WorkTree::open(repo.work_dir())?;
    let recovered = match (&found.intent, &found.renames) {
        (Some(intent), Some(renames)) => finish(repo, &tree, intent, renames)?,
        (Some(intent), None) => {
            sweep(repo, &tree, intent)?;
            Recovered::default()
        }
        (None, _) => Recovered::default(),
    };
    platform::sync_system(tree.handle()).map_err(io::Error::from)?;
    if !recovered.again {
        lock.journal().end(Phase::Batch)?;
    }
    records.sweep()?;
    records.sweep_private()?;
    Ok(Some(recovered))
}

/// Removes the temporary files of a batch that did not come to its first rename.
pub(super) fn sweep(repo: &Repo, tree: &WorkTree, intent: &Intent) -> io::Result<()> {
    let paths: Vec<&RepoPath> = intent.paths.iter().map(|path| &path.0).collect();
    tree.sweep(intent.token, &paths)?;
    Records::new(repo).sweep_private().map_err(io::Error::other)?;
    absent::remove(temporary_object(repo, intent.token))
}

fn finish(
    repo: &Repo,
    tree: &WorkTree,
    intent: &Intent,
    renames: &Renames,
) -> Result<Recovered, RecoverError> {
    let broken = broken(intent, renames).ok_or_else(|| RecoverError::damaged(repo))?;
    let (records, record) = (Records::new(repo), renames.record);
    if records.is_named(renames.batch, record)? {
        let left = tree.clean_up(&broken);
        let again = !left.is_empty();
        return Ok(Recovered { made: Some(renames.batch), left, again, ..Recovered::default() });
    }
    let recorded = RecordStore { repo, record };
    let (fates, strays) = tree.roll_back(&broken, &recorded)?;
    let index = renames.index.as_ref().map(Bytes::to_path).transpose()?;
    let whole = records.read(record)?;
    let undo = whole.meta().depth > 0;
    index::restore(repo, index.as_deref(), &whole.meta().index)?;
    let with = |fate: Fate| {
        let all = broken.files.iter().zip(&fates).filter(move |(_, other)| **other == fate);
        all.map(|(file, _)| file.path.clone()).collect::<Vec<_>>()
    };
    let kept = with(Fate::Kept);
    let saved = if kept.is_empty() {
        records.remove_private(renames.batch)?;
        None
    } else {
        Some(records.save(intent.token, &whole, &kept)?)
    };
    records.withdraw(renames.batch, record)?;
    Ok(Recovered { undo, restored: with(Fate::Restored), kept, saved, strays, ..Recovered::default() })
}

/// The journal's steps, in the work tree's terms. None if it names paths that no work tree can have.
fn broken(intent: &Intent, renames: &Renames) -> Option<BrokenBatch> {
    let print = |side: &Option<Side>| side.as_ref().map(|side| Print { id: side.id, mode: side.mode });
    let mut files = Vec::with_capacity(renames.files.len());
    for (path, file) in intent.paths.iter().zip(&renames.files) {
        files.push(UnfinishedFile {
            path: path.0.clone(),
            temp: optional(&file.temp)?,
            aside: optional(&file.aside)?,
            folders: file.folders.iter().map(folder).collect::<Option<_>>()?,
            old: print(&file.old),
            new: print(&file.new),
        });
    }
    let cleared =
        renames.cleared.iter().map(|(path, mode)| Some(Folder { path: folder(path)?, mode: *mode }));
    Some(BrokenBatch {
        token: intent.token,
        files,
        cleared: cleared.collect::<Option<_>>()?,
        emptied: renames.emptied.iter().map(folder).collect::<Option<_>>()?,
    })
}

/// A folder's path that cannot lead out of the work tree.
fn folder(path: &Bytes) -> Option<BString> {
    let fits = path.0.is_empty() || RepoPath::new(path.0.as_bstr()).is_ok();
    fits.then(|| path.0.clone())
}

fn optional(path: &Option<Bytes>) -> Option<Option<BString>> {
    match path {
        Some(path) => folder(path).map(Some),
        None => Some(None),
    }
}

/// The bytes of both sides, from the record of the batch.
struct RecordStore<'r> {
    repo: &'r Repo,
    record: ObjectId,
}

impl RecordStore<'_> {
    fn record(&self) -> io::Result<Record<'_>> {
        Records::new(self.repo).read(self.record).map_err(io::Error::other)
    }
}

impl Store for RecordStore<'_> {
    fn id(&self, bytes: &[u8]) -> io::Result<ObjectId> {
        self.repo.blob_id(bytes).map_err(io::Error::other)
    }

    fn old_bytes(&self, path: &RepoPath) -> io::Result<Vec<u8>> {
        let bytes = self.record()?.old_bytes(path).map_err(io::Error::other)?;
        bytes.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn new_bytes(&self, path: &RepoPath) -> io::Result<Vec<u8>> {
        let bytes = self.record()?.new_bytes(path).map_err(io::Error::other)?;
        bytes.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
