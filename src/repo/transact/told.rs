//! Forms of a batch for the record, the journal and the index.

use std::{collections::HashMap, io, path::Path};

use bstr::{BString, ByteSlice};
use gix::ObjectId;

use super::batch::Batch;
use crate::{
    core::{change::Edited, path::RepoPath},
    repo::{
        index::SettledEntry,
        journal::{PathRenames, Renames},
        record::{BatchRecord, FileIds, FileRecord, PreparedRecord, RecordedSplice},
        serial::Bytes,
        worktree::{FileStat, Folder, Ready},
        world::RepoWorld,
    },
};

/// The journal's step before the first rename.
pub(super) fn journal(
    ready: &mut Ready<'_>,
    prepared: &PreparedRecord,
    index: Option<&Path>,
) -> io::Result<Renames> {
    let bytes = |all: Vec<BString>| all.into_iter().map(Bytes).collect();
    let folder =
        |path: BString| Bytes(path.rfind_byte(b'/').map_or_else(BString::default, |at| path[..at].into()));
    let cleared = ready.cleared()?.into_iter().map(|folder| (Bytes(folder.path), folder.mode)).collect();
    let files = ready.entries().zip(&prepared.meta().files).map(|(entry, meta)| PathRenames {
        temp: entry.temp.map(folder),
        aside: entry.aside.map(folder),
        folders: bytes(entry.folders),
        old: meta.old.clone(),
        new: meta.new.clone(),
    });
    Ok(Renames {
        batch: prepared.id(),
        record: prepared.tree(),
        index: index.map(Bytes::of_path).transpose()?,
        files: files.collect(),
        cleared,
        emptied: bytes(ready.emptied()),
    })
}

/// The entries to write, each with its file if the entry is that file's.
pub(super) fn index(
    batch: &Batch<'_>,
    prepared: &PreparedRecord,
    files: &[Option<FileStat>],
) -> Vec<SettledEntry> {
    let placed = batch.placed().iter().zip(files);
    let files: HashMap<&RepoPath, FileStat> =
        placed.filter_map(|(file, meta)| Some((&file.change.path, (*meta)?))).collect();
    let staged = batch.staging.iter().zip(&prepared.meta().index);
    let settled = staged.map(|(staging, staged)| SettledEntry {
        path: staging.path.clone(),
        entry: staged.after.clone(),
        file: files.get(&staging.path).filter(|_| staging.is_file).copied(),
    });
    settled.collect()
}

/// Contents of a record that are not in the batch.
pub(super) struct Besides<'a> {
    /// The splices of each file.
    pub(super) splices: &'a [Vec<RecordedSplice>],
    /// The blobs that hold old bytes already.
    pub(super) known: Vec<Option<ObjectId>>,
    /// The ids of the files' bytes, if they were made.
    pub(super) ids: Vec<FileIds>,
    /// The folders that are made.
    pub(super) made: Vec<BString>,
    /// The folders that go.
    pub(super) going: Vec<Folder>,
    /// The index, if it is not that of the work tree.
    pub(super) index_file: Option<BString>,
}

/// The blobs that hold the old bytes of each file already.
pub(super) fn known(world: &RepoWorld<'_>, batch: &Batch<'_>) -> Vec<Option<ObjectId>> {
    let known = |file: &&Edited| match file.change.old {
        Some(_) if !batch.turns => world.known_blob(&file.change.path),
        _ => None,
    };
    batch.files.iter().map(known).collect()
}

/// The record to write.
pub(super) fn record<'a>(batch: &'a Batch<'_>, besides: Besides<'a>) -> BatchRecord<'a> {
    let Besides { splices, known, ids, made, going, index_file } = besides;
    let mut dirs_made: Vec<RepoPath> = made.iter().filter_map(|path| RepoPath::new(path).ok()).collect();
    dirs_made.sort();
    dirs_made.dedup();
    let files = batch.files.iter().zip(splices).zip(known).map(|((file, splices), known)| FileRecord {
        change: &file.change,
        splices,
        known,
        private: batch.secret.contains(&file.change.path),
    });
    let dirs_removed =
        going.into_iter().filter_map(|folder| Some((RepoPath::new(&folder.path).ok()?, folder.mode)));
    BatchRecord {
        header: batch.header.clone(),
        files: files.collect(),
        index: batch.staging,
        index_file,
        dirs_made,
        dirs_removed: dirs_removed.collect(),
        turns: batch.turns,
        ids,
    }
}
