//! The content of a batch's record; contradictions are found before the reference is set.

use std::collections::HashMap;

use bstr::ByteSlice;
use gix::ObjectId;

use super::meta::{FileMeta, Keeps, Op, Side};
use super::write::Writer;
use super::{BatchRecord, FileIds, FileRecord, RecordError, RecordedSplice, splice};
use crate::core::change::{Change, Version};
use crate::core::path::RepoPath;
use crate::repo::entry::{Content, IndexEntry, StagedPath, Staging};
use crate::repo::serial::SerialPath;

/// The parts of a record but for its root and the head of its meta.
pub(super) struct RecordDraft {
    pub(super) keeps: Keeps,
    pub(super) files: Vec<FileMeta>,
    /// The tree of the bytes that are kept whole.
    pub(super) kept: Option<ObjectId>,
    /// The blob of the other side's bytes: `inserted` or `removed`.
    pub(super) stream: Option<ObjectId>,
    /// Content of the file of private bytes.
    pub(super) private: Vec<u8>,
}

impl RecordDraft {
    /// Checks the files of a batch and writes their objects.
    pub(super) fn write(
        writer: &mut Writer<'_>,
        all: &[FileRecord<'_>],
        ids: &[FileIds],
    ) -> Result<Self, RecordError> {
        let ids = |at: usize| ids.get(at).copied().unwrap_or_default();
        let bases = bases(all)?;
        let sides = old_sides(writer, all, ids)?;
        let (mut files, mut public, mut private) = (Vec::new(), Vec::new(), Vec::new());
        for (at, file) in all.iter().enumerate() {
            let base = bases[&file.change.path];
            let inserted = inserted(file, base)?;
            let secret = is_private(file, base);
            if secret {
                private.extend_from_slice(bytes(&file.change.old));
            }
            if secret { &mut private } else { &mut public }.extend_from_slice(&inserted);
            files.push(FileMeta {
                path: SerialPath(file.change.path.clone()),
                op: op(file.change),
                old: sides.get(&file.change.path).cloned(),
                new: new_side(writer, file, base.and_then(|base| sides.get(&base.change.path)), ids(at))?,
                from: file.change.from.clone().map(SerialPath),
                splices: file.splices.to_vec(),
                private: secret,
            });
        }
        let stored = all.iter().filter(|file| !file.private).map(|file| &file.change.path);
        let kept = writer.old_tree(stored.filter_map(|path| Some((path, sides.get(path)?))))?;
        let stream = if public.is_empty() { None } else { Some(writer.blob(&public)?) };
        Ok(Self { keeps: Keeps::Old, files, kept, stream, private })
    }
}

/// Writes the objects of staged entries.
pub(super) fn staged(
    writer: &mut Writer<'_>,
    batch: &BatchRecord<'_>,
) -> Result<Vec<StagedPath>, RecordError> {
    batch.index.iter().map(|staging| stage(writer, staging)).collect()
}

fn stage(writer: &mut Writer<'_>, staging: &Staging<'_>) -> Result<StagedPath, RecordError> {
    let after = match &staging.after {
        Some((entry, Content::Bytes(bytes))) => Some(IndexEntry { id: writer.blob(bytes)?, ..entry.clone() }),
        Some((entry, Content::Stored)) => Some(entry.clone()),
        None => None,
    };
    Ok(StagedPath { path: SerialPath(staging.path.clone()), before: staging.before.clone(), after })
}

/// For each path, the file of the batch whose old bytes its new ones are made from.
type Bases<'b> = HashMap<&'b RepoPath, Option<&'b FileRecord<'b>>>;
/// The old side of each path that had a file.
type OldSides<'b> = HashMap<&'b RepoPath, Side>;

pub(super) fn inconsistent(path: &RepoPath) -> RecordError {
    RecordError::Inconsistent { path: path.clone() }
}

/// Checks the files but for their splices.
fn bases<'b>(files: &'b [FileRecord<'b>]) -> Result<Bases<'b>, RecordError> {
    let there: HashMap<_, _> =
        files.iter().filter(|file| file.change.old.is_some()).map(|file| (&file.change.path, file)).collect();
    let mut bases = HashMap::new();
    for file in files {
        let change = file.change;
        let base = match &change.from {
            Some(from) => Some(*there.get(from).ok_or_else(|| inconsistent(&change.path))?),
            None => change.old.is_some().then_some(file),
        };
        let nothing = change.old.is_none() && change.new.is_none();
        // A path below one that was a file would push that file out of the tree of old bytes.
        let below_a_file =
            change.old.is_some() && above(&change.path).any(|above| there.contains_key(&above));
        if nothing || below_a_file || bases.insert(&change.path, base).is_some() {
            return Err(inconsistent(&change.path));
        }
    }
    Ok(bases)
}

/// The directories that a path lies in.
fn above(path: &RepoPath) -> impl Iterator<Item = RepoPath> {
    let path = path.as_bstr();
    path.find_iter("/").filter_map(|slash| RepoPath::new(&path[..slash]).ok())
}

fn inserted(file: &FileRecord<'_>, base: Option<&FileRecord<'_>>) -> Result<Vec<u8>, RecordError> {
    let base = base.and_then(|base| base.change.old.as_ref());
    let inserted = match &file.change.new {
        Some(new) => match base.and_then(|base| new.bytes.splices_of(&base.bytes)) {
            // That is all there is to them.
            Some(splices) if splices.iter().map(RecordedSplice::from).eq(file.splices.iter().copied()) => {
                Some(splices.iter().flat_map(|splice| &splice.new).copied().collect())
            }
            _ => splice::inserted(base.map_or(&[][..], |base| &base.bytes), &new.bytes, file.splices),
        },
        None => file.splices.is_empty().then(Vec::new),
    };
    inserted.ok_or_else(|| inconsistent(&file.change.path))
}

/// A file made from a secret one is secret.
fn is_private(file: &FileRecord<'_>, base: Option<&FileRecord<'_>>) -> bool {
    file.private || base.is_some_and(|base| base.private)
}

pub(super) fn op(change: &Change) -> Op {
    match (&change.old, &change.new, &change.from) {
        (_, None, _) => Op::Delete,
        (_, Some(_), Some(_)) => Op::Rename,
        (None, Some(_), None) => Op::Create,
        (Some(_), Some(_), None) => Op::Edit,
    }
}

fn side(id: ObjectId, version: &Version) -> Side {
    Side { id, size: version.bytes.len() as u64, mode: version.mode }
}

fn bytes(version: &Option<Version>) -> &[u8] {
    version.as_ref().map_or(&[], |version| &version.bytes)
}

/// The new side of a file. Bytes that stay as they are need not be hashed again.
fn new_side(
    writer: &Writer<'_>,
    file: &FileRecord<'_>,
    base: Option<&Side>,
    ids: FileIds,
) -> Result<Option<Side>, RecordError> {
    match (&file.change.new, base) {
        (None, _) => Ok(None),
        (Some(new), Some(base)) if file.splices.is_empty() => {
            Ok(Some(Side { mode: new.mode, ..base.clone() }))
        }
        (Some(new), _) => {
            Ok(Some(side(ids.new.map_or_else(|| writer.text_id(&new.bytes.pieces()), Ok)?, new)))
        }
    }
}

/// Writes the old bytes and returns their side.
fn old_sides<'b>(
    writer: &mut Writer<'_>,
    files: &'b [FileRecord<'b>],
    ids: impl Fn(usize) -> FileIds,
) -> Result<OldSides<'b>, RecordError> {
    let mut sides = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        let Some(old) = &file.change.old else { continue };
        let id = match file.known {
            Some(id) if writer.holds(id, old)? => id,
            _ if file.private => ids(at).old.map_or_else(|| writer.text_id(&old.bytes.pieces()), Ok)?,
            _ => writer.blob_as(ids(at).old, &old.bytes)?,
        };
        sides.insert(&file.change.path, side(id, old));
    }
    Ok(sides)
}
