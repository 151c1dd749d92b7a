//! The references of records as files, read and written here; packed ones by gix.

use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice as _};
use gix::{
    ObjectId,
    lock::acquire::Fail,
    refs::{
        FullName,
        transaction::{Change, PreviousValue, RefEdit, RefLog},
    },
};

use super::names::{self, OF_WORK_TREES, OWN};
use crate::repo::{
    absent,
    open::Repo,
    record::{BatchId, RecordError, loose},
};

pub(super) fn list(repo: &Repo) -> Result<Vec<BatchId>, RecordError> {
    // git never packs references of one work tree, so that the directory is all there is; gix would read
    // packed-refs too.
    let entries = absent::or_none(std::fs::read_dir(repo.git_dir().join(OWN)))?;
    let mut ids = Vec::new();
    for entry in entries.into_iter().flatten() {
        ids.extend(entry?.file_name().to_str().and_then(names::number));
    }
    Ok(ids)
}

pub(super) fn find(repo: &Repo, id: BatchId) -> Result<Option<ObjectId>, RecordError> {
    let found = repo.git().refs.try_find_loose(&names::full(names::own(id))?)?;
    Ok(found.and_then(|reference| reference.target.try_id().map(ToOwned::to_owned)))
}

pub(super) fn create(repo: &Repo, id: BatchId, tree: ObjectId) -> Result<bool, RecordError> {
    let [keep, own] = paths(repo, id)?;
    Ok(loose::set_both(repo, [&keep, &own], tree, || !own.exists())?)
}

pub(super) fn replace(repo: &Repo, id: BatchId, old: ObjectId, new: ObjectId) -> Result<(), RecordError> {
    let [keep, own] = paths(repo, id)?;
    let is_old = || find(repo, id).is_ok_and(|found| found == Some(old));
    if loose::set_both(repo, [&keep, &own], new, is_old)? {
        Ok(())
    } else {
        Err(RecordError::Damaged { id: Some(id), tree: old })
    }
}

/// The files of both references of a record.
pub(in crate::repo::record) fn paths(repo: &Repo, id: BatchId) -> Result<[PathBuf; 2], gix::Error> {
    let file = |name: BString| gix::path::from_bstr(name.as_bstr()).map(std::borrow::Cow::into_owned);
    Ok([repo.common_dir().join(file(names::keep(repo, id)?)?), repo.git_dir().join(file(names::own(id))?)])
}

pub(super) fn withdraw(repo: &Repo, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
    let [keep, own] = paths(repo, id)?;
    for path in [&keep, &own] {
        remove_lock(path, tree)?;
    }
    if read(&keep)?.is_some_and(|text| text.trim_end() == tree.to_string().as_bytes()) {
        std::fs::remove_file(keep)?;
    }
    Ok(())
}

pub(super) fn sweep(repo: &Repo) -> Result<(), RecordError> {
    let entries = absent::or_none(std::fs::read_dir(repo.git_dir().join(OWN)))?;
    for entry in entries.into_iter().flatten() {
        let name = entry?.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".lock")).and_then(names::number);
        let Some(id) = id else { continue };
        let [keep, own] = paths(repo, id)?;
        let own = loose::lock_of(&own);
        // The shared one is locked after this one. git may lock it too, and writes nothing of ours into it.
        if let Some(tree) = read(&own)?.and_then(|text| ObjectId::from_hex(text.trim_end()).ok()) {
            remove_lock(&keep, tree)?;
        }
        absent::remove(&own)?;
    }
    Ok(())
}

pub(super) fn save(repo: &Repo, token: u64, tree: ObjectId) -> Result<(), RecordError> {
    let path = repo.common_dir().join(gix::path::from_bstr(names::recovered(token).as_bstr())?);
    remove_lock(&path, tree)?;
    Ok(loose::set(repo, &path, tree)?)
}

/// Removes the lock of a reference if it is one that a broken run of ours left: it holds, as far as it was
/// written, the tree that was to be named. Nobody else makes references of these names.
fn remove_lock(path: &Path, tree: ObjectId) -> Result<(), RecordError> {
    let lock = loose::lock_of(path);
    match read(&lock)? {
        Some(text) if format!("{tree}\n").as_bytes().starts_with(&text) => Ok(std::fs::remove_file(lock)?),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, RecordError> {
    Ok(absent::or_none(std::fs::read(path))?)
}

pub(super) fn delete(repo: &Repo, id: BatchId) -> Result<(), RecordError> {
    let [keep_file, own_file] = paths(repo, id)?;
    absent::remove(&own_file)?;
    // Packed references are rewritten under a lock that is not ours to clear up after a crash: only if need
    // be.
    let keep = names::keep(repo, id)?;
    let packed = read(&repo.common_dir().join("packed-refs"))?.unwrap_or_default();
    let is_named = |line: &[u8]| line.strip_suffix(keep.as_slice()).is_some_and(|id| id.ends_with(b" "));
    let is_packed = packed.lines().any(is_named);
    if is_packed { edit(repo, [removal(names::full(keep)?)]) } else { Ok(absent::remove(&keep_file)?) }
}

pub(super) fn delete_orphans(repo: &Repo) -> Result<(), RecordError> {
    let platform = repo.git().references()?;
    let all = platform.prefixed(OF_WORK_TREES)?.flatten();
    let orphans: Vec<_> = all
        .map(|reference| reference.name().to_owned())
        .filter(|name| names::is_orphan(repo, name.as_bstr()))
        .map(removal)
        .collect();
    if orphans.is_empty() { Ok(()) } else { edit(repo, orphans) }
}

pub(super) fn remove(repo: &Repo, name: &str) -> Result<(), RecordError> {
    edit(repo, [removal(names::full(name.into())?)])
}

fn removal(name: FullName) -> RefEdit {
    RefEdit::new(name, Change::Delete { expected: PreviousValue::Any, log: RefLog::AndReference })
}

/// Without a log, whatever `core.logAllRefUpdates` says, and outside of `GIT_NAMESPACE`.
fn edit(repo: &Repo, edits: impl IntoIterator<Item = RefEdit>) -> Result<(), RecordError> {
    let mut refs = repo.git().refs.clone();
    refs.write_reflog = gix::refs::store::WriteReflog::Disable;
    refs.namespace = None;
    let patience = Fail::AfterDurationWithBackoff(std::time::Duration::from_secs(1));
    refs.transaction().prepare(edits, patience, patience)?.commit(None)?;
    Ok(())
}
