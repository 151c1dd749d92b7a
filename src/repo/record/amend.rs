//! Changing a record that is published: what is known only after the batch was written.

use std::collections::BTreeMap;

use gix::ObjectId;

use super::draft::Draft;
use super::meta::Meta;
use super::store::files_to_sync;
use super::write::Writer;
use super::{BatchId, FileRecord, Record, RecordError, Records, Splice, private, refs};
use crate::core::change::{Change, Version};
use crate::core::path::RepoPath;
use crate::core::splice;
use crate::repo::open::Repo;
use crate::repo::platform;
use crate::repo::sync::Durability;

/// What stands at paths now.
pub(crate) type Now = BTreeMap<RepoPath, Option<Version>>;

/// Changes what a record says about its batch, and gives what it says then.
///
/// # Errors
///
/// When the record is not as it was, or cannot be written. It is as before then.
pub(crate) fn amend(repo: &Repo, id: BatchId, change: impl FnOnce(&mut Meta)) -> Result<Meta, RecordError> {
    amend_with(repo, (id, platform::random()), &Now::new(), change)
}

/// Changes also what it says that the batch left at some paths. `token` is in the name of the one temporary file that a crash may leave behind.
///
/// # Errors
///
/// When the record is not as it was, or cannot be written. It is as before then.
pub(crate) fn amend_with(
    repo: &Repo,
    (id, token): (BatchId, u64),
    now: &Now,
    change: impl FnOnce(&mut Meta),
) -> Result<Meta, RecordError> {
    let files = |record: &Record<'_>| if now.is_empty() { Ok(Vec::new()) } else { changes(record, now) };
    amend_files(repo, (id, token), files, change)
}

/// The same for a batch that changed the index alone, so far: these are its changes in the work tree.
///
/// # Errors
///
/// As [`amend_with`].
pub(crate) fn amend_placed(
    repo: &Repo,
    (id, token): (BatchId, u64),
    placed: Vec<Change>,
    change: impl FnOnce(&mut Meta),
) -> Result<Meta, RecordError> {
    let files = |_: &Record<'_>| {
        let with_splices = |change: Change| {
            let old = change.old.as_ref().map_or(&[][..], |old| &old.bytes);
            let splices = splices(old, change.new.as_ref());
            (change, splices, false)
        };
        Ok(placed.into_iter().map(with_splices).collect())
    };
    amend_files(repo, (id, token), files, |meta| {
        change(meta);
        // The reply was applied to the work tree by another batch.
        (meta.cached, meta.reply) = (false, None);
    })
}

/// A change, how its new bytes are made, and whether they are private.
type Changed = (Change, Vec<Splice>, bool);

fn splices(base: &[u8], new: Option<&Version>) -> Vec<Splice> {
    new.map_or_else(Vec::new, |new| {
        splice::Splice::between(base, &new.bytes).iter().map(Splice::from).collect()
    })
}

/// The changes of a batch, with what stands at some paths now.
fn changes(record: &Record<'_>, now: &Now) -> Result<Vec<Changed>, RecordError> {
    let mut changes = Vec::new();
    for file in &record.meta().files {
        let path = &file.path.0;
        let version = |bytes: Option<Vec<u8>>, mode| bytes.map(|bytes| Version { bytes, mode });
        let old_mode = file.old.as_ref().and_then(|side| side.mode);
        let new_mode = file.new.as_ref().and_then(|side| side.mode);
        let new = match now.get(path) {
            Some(now) => now.clone(),
            None => version(record.new_bytes(path)?, new_mode),
        };
        let base = record.old_bytes(file.from.as_ref().map_or(path, |from| &from.0))?.unwrap_or_default();
        let splices = splices(&base, new.as_ref());
        let from = file.from.as_ref().map(|from| from.0.clone()).filter(|_| new.is_some());
        let old = version(record.old_bytes(path)?, old_mode);
        changes.push((Change { path: path.clone(), old, new, from }, splices, file.private));
    }
    // A file that the batch made and that is gone again is none of its files.
    changes.retain(|(change, ..)| change.old.is_some() || change.new.is_some());
    Ok(changes)
}

/// Changes the record; where there are files, they are those of the batch then.
fn amend_files(
    repo: &Repo,
    (id, token): (BatchId, u64),
    files: impl FnOnce(&Record<'_>) -> Result<Vec<Changed>, RecordError>,
    change: impl FnOnce(&mut Meta),
) -> Result<Meta, RecordError> {
    let record = Records::new(repo).load(id)?;
    let mut meta = record.meta().clone();
    change(&mut meta);
    let mut writer = Writer::new(repo, token);
    let damaged = || RecordError::Damaged { id: Some(id), tree: record.tree() };
    let part = |name: &str| -> Result<Option<ObjectId>, RecordError> {
        let tree = repo.git().try_find_object(record.tree())?.ok_or_else(damaged)?;
        let tree = tree.try_into_tree().map_err(|_| damaged())?;
        Ok(tree.find_entry(name).map(|entry| entry.object_id()))
    };
    let [kept, stream] = meta.keeps.names();
    let (mut kept, mut stream) = (part(kept)?, part(stream)?);
    let changes = files(&record)?;
    if !changes.is_empty() {
        let draft = Draft::write(&mut writer, &of(&changes))?;
        if !draft.private.is_empty() {
            private::write(repo, id, &draft.private)?;
        }
        (meta.keeps, meta.files, kept, stream) = (draft.keeps, draft.files, draft.kept, draft.stream);
    }
    let tree = writer.root(&meta, kept, part("index")?, stream)?;
    let has_private = meta.files.iter().any(|file| file.private);
    sync(repo, &writer.into_objects(), has_private.then_some(id))?;
    refs::replace(repo, id, record.tree(), tree)?;
    Ok(meta)
}

fn of(changes: &[Changed]) -> Vec<FileRecord<'_>> {
    let files = changes.iter();
    files
        .map(|(change, splices, private)| FileRecord { change, splices, known: None, private: *private })
        .collect()
}

/// What a reference is about to name has to be there after a loss of power.
fn sync(repo: &Repo, objects: &[ObjectId], private: Option<BatchId>) -> std::io::Result<()> {
    let files = files_to_sync(repo, objects, private)?;
    Durability::of(repo).sync(&files, |path| Ok(std::fs::File::open(path)?.into()))
}
