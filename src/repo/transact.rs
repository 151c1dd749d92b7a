//! Making a batch's changes, whole or not at all, with the old bytes recorded first.

use bstr::BString;

use super::{
    open::Repo,
    record::{BatchId, BatchRecord, FileRecord, Kind, RecordError, Recorder, Splice, meta::Meta},
    worktree::{FolderRules, Left, Planned, WriteError},
    world::{Seen, World},
};
use crate::core::{change::Edited, path::RepoPath};

/// What is to be written, and what its record says of it.
#[derive(Debug)]
pub struct Batch<'a> {
    /// What the batch is.
    pub kind: Kind,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory of the command.
    pub cwd: BString,
    /// The names of the replies.
    pub sources: Vec<BString>,
    /// The id of the replies' bytes.
    pub reply: Option<gix::ObjectId>,
    /// The changes.
    pub files: Vec<&'a Edited>,
    /// How folders come and go.
    pub folders: FolderRules,
}

/// A batch that was written.
#[derive(Debug)]
pub struct Written {
    /// Its number, which undo takes.
    pub id: BatchId,
    /// What its record says.
    pub meta: Meta,
    /// Old files under our own names that could not be removed.
    pub left: Vec<BString>,
}

/// Why a batch was not written. Nothing has changed then, but for [`WriteError::HalfDone`].
#[derive(Debug, thiserror::Error)]
pub enum TransactError {
    /// The record could not be made.
    #[error("cannot record the state before")]
    Record(#[from] RecordError),
    /// The files could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The record could not be named, and the files could not be put back.
    #[error("cannot record the state before, nor put it back")]
    Stuck {
        /// Why the record could not be named.
        source: RecordError,
        /// The paths that are not as they were.
        left: Vec<Left>,
    },
}

/// Records the old bytes, writes the new ones, and names the record. Any failure puts everything back.
///
/// # Errors
///
/// When something changed since it was read, or the system refuses.
pub fn write(repo: &Repo, world: &World<'_>, batch: &Batch<'_>) -> Result<Written, TransactError> {
    let seen: Vec<Option<Seen>> = batch.files.iter().map(|file| world.seen(&file.change.path)).collect();
    let planned: Vec<Planned<'_>> = batch
        .files
        .iter()
        .zip(&seen)
        .map(|(file, seen)| Planned {
            change: &file.change,
            meta: seen.as_ref().map(|seen| seen.meta),
            attributes: seen.as_ref().map_or(&[], |seen| &seen.attributes),
        })
        .collect();
    let staged = world.tree().stage(&planned, batch.folders.clone())?;
    let made: Vec<BString> = staged.entries().flat_map(|entry| entry.folders).collect();
    let splices: Vec<Vec<Splice>> = batch.files.iter().map(|file| lengths(&file.splices)).collect();
    let recorder = Recorder::new(repo);
    let prepared = recorder.prepare(&record(world, batch, &splices, made))?;
    let meta = prepared.meta().clone();
    let applied = staged.apply(|| true)?;
    match recorder.publish(prepared) {
        Ok(id) => Ok(Written { id, meta, left: applied.finish().left }),
        Err(source) => match applied.put_back() {
            Ok(()) => Err(source.into()),
            Err(left) => Err(TransactError::Stuck { source, left }),
        },
    }
}

/// What a record keeps of splices: where, and how many bytes.
fn lengths(splices: &[crate::core::splice::Splice]) -> Vec<Splice> {
    let of = |splice: &crate::core::splice::Splice| Splice {
        start: splice.old.start,
        end: splice.old.end,
        len: splice.new.len(),
    };
    splices.iter().map(of).collect()
}

fn record<'a>(
    world: &World<'_>,
    batch: &'a Batch<'_>,
    splices: &'a [Vec<Splice>],
    made: Vec<BString>,
) -> BatchRecord<'a> {
    let mut dirs_made: Vec<RepoPath> = made.iter().filter_map(|path| RepoPath::new(path).ok()).collect();
    dirs_made.sort();
    dirs_made.dedup();
    let files = batch.files.iter().zip(splices).map(|(file, splices)| FileRecord {
        change: &file.change,
        splices,
        known: file.change.old.as_ref().and_then(|_| world.known_blob(&file.change.path)),
        private: false,
    });
    BatchRecord {
        kind: batch.kind,
        time: batch.time,
        cwd: batch.cwd.clone(),
        sources: batch.sources.clone(),
        reply: batch.reply,
        files: files.collect(),
        dirs_made,
        dirs_removed: Vec::new(),
    }
}
