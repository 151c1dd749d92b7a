//! The references of records. See the module above for why there are two of each.

use std::path::{Path, PathBuf};

use bstr::{BStr, BString, ByteSlice};
use gix::ObjectId;
use gix::lock::acquire::Fail;
use gix::refs::FullName;
use gix::refs::transaction::{Change, PreviousValue, RefEdit, RefLog};

use super::{BatchId, RecordError, loose};
use crate::repo::absent;
use crate::repo::open::Repo;
use crate::repo::references::{ByGit, Edit};

const PREFIX: &str = "refs/worktree/sr";
const KEEP: &str = "refs/sr";

/// The records of this work tree, newest first.
pub(super) fn list(repo: &Repo) -> Result<Vec<BatchId>, RecordError> {
    if let Some(git) = ByGit::of(repo) {
        let names = git.list(PREFIX)?;
        let id = |name: &BString| number(name.rsplit_once_str("/")?.1.to_str().ok()?);
        return Ok(newest_first(names.iter().filter_map(|(name, _)| id(name)).collect()));
    }
    // git never packs references of one work tree, so that the directory is all there is; gix would read
    // packed-refs too.
    let entries = absent::or_none(std::fs::read_dir(repo.git_dir().join(PREFIX)))?;
    let mut ids = Vec::new();
    for entry in entries.into_iter().flatten() {
        ids.extend(entry?.file_name().to_str().and_then(number));
    }
    Ok(newest_first(ids))
}

fn newest_first(mut ids: Vec<BatchId>) -> Vec<BatchId> {
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids
}

/// A number as it is written, without a sign or leading zeros. One that could not be counted on from is none
/// of ours.
fn number(name: &str) -> Option<BatchId> {
    let number = name.parse::<u32>().ok()?.into();
    (number > 0 && u64::to_string(&number) == name).then_some(BatchId(number))
}

/// The tree of a record.
pub(super) fn find(repo: &Repo, id: BatchId) -> Result<Option<ObjectId>, RecordError> {
    if let Some(git) = ByGit::of(repo) {
        return Ok(git.find(&format!("{PREFIX}/{id}"))?);
    }
    let found = repo.git().refs.try_find_loose(&own(id)?)?;
    Ok(found.and_then(|reference| reference.target.try_id().map(ToOwned::to_owned)))
}

/// Names a new record. False if its number is taken.
pub(super) fn create(repo: &Repo, id: BatchId, tree: ObjectId) -> Result<bool, RecordError> {
    let set = || -> Result<bool, RecordError> {
        if let Some(git) = ByGit::of(repo) {
            let [keep, own] = names(repo, id)?;
            git.edit(&[Edit::Set(keep, tree), Edit::Create(own, tree)])?;
            return Ok(true);
        }
        let [keep, own] = files(repo, id)?;
        Ok(loose::set_both(repo, [&keep, &own], tree, || !own.exists())?)
    };
    match set() {
        Ok(created) => Ok(created || find(repo, id)? == Some(tree)),
        Err(error) => match find(repo, id)? {
            Some(found) => Ok(found == tree),
            None => Err(error),
        },
    }
}

/// Lets a record's references name another tree, if they name this one.
pub(super) fn replace(repo: &Repo, id: BatchId, old: ObjectId, new: ObjectId) -> Result<(), RecordError> {
    if let Some(git) = ByGit::of(repo) {
        let [keep, own] = names(repo, id)?;
        return Ok(git.edit(&[Edit::Set(keep, new), Edit::Replace { name: own, old, new }])?);
    }
    let [keep, own] = files(repo, id)?;
    let is_old = || find(repo, id).is_ok_and(|found| found == Some(old));
    if loose::set_both(repo, [&keep, &own], new, is_old)? {
        Ok(())
    } else {
        Err(RecordError::Damaged { id: Some(id), tree: old })
    }
}

/// The names of both references of a record.
fn names(repo: &Repo, id: BatchId) -> Result<[BString; 2], gix::Error> {
    Ok([keep(repo, id)?.as_bstr().to_owned(), format!("{PREFIX}/{id}").into()])
}

/// The files of both references of a record, where references are files.
pub(super) fn files(repo: &Repo, id: BatchId) -> Result<[PathBuf; 2], gix::Error> {
    let keep = keep(repo, id)?;
    let keep = gix::path::from_bstr(keep.as_bstr())?;
    Ok([repo.common_dir().join(keep), repo.git_dir().join(PREFIX).join(id.to_string())])
}

/// Removes the remains of naming a record when a run was interrupted before its own reference was set: locks,
/// and the reference that keeps the objects.
pub(super) fn withdraw(repo: &Repo, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
    if let Some(git) = ByGit::of(repo) {
        let [keep, _] = names(repo, id)?;
        let is_there = git.find(&keep.to_str_lossy())? == Some(tree);
        return if is_there { Ok(git.edit(&[Edit::Remove(keep)])?) } else { Ok(()) };
    }
    let [keep, own] = files(repo, id)?;
    for path in [&keep, &own] {
        remove_lock(path, tree)?;
    }
    if read(&keep)?.is_some_and(|text| text.trim_end() == tree.to_string().as_bytes()) {
        std::fs::remove_file(keep)?;
    }
    Ok(())
}

/// Removes the locks that a run left which was killed while it let records be named otherwise. The caller
/// holds the lock of the work tree, so that nobody else is at work.
pub(super) fn sweep(repo: &Repo) -> Result<(), RecordError> {
    let entries = absent::or_none(std::fs::read_dir(repo.git_dir().join(PREFIX)))?;
    for entry in entries.into_iter().flatten() {
        let name = entry?.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".lock")).and_then(number);
        let Some(id) = id else { continue };
        let [keep, own] = files(repo, id)?;
        let own = loose::lock_of(&own);
        // The shared one is locked after this one. git may lock it too, and writes nothing of ours into it.
        if let Some(tree) = read(&own)?.and_then(|text| ObjectId::from_hex(text.trim_end()).ok()) {
            remove_lock(&keep, tree)?;
        }
        absent::remove(&own)?;
    }
    Ok(())
}

/// Keeps the record of a batch that was taken back after a crash, and returns its name.
pub(super) fn save(repo: &Repo, token: u64, tree: ObjectId) -> Result<BString, RecordError> {
    let name = format!("{KEEP}/recovered/{token:016x}");
    if let Some(git) = ByGit::of(repo) {
        git.edit(&[Edit::Set(name.as_str().into(), tree)])?;
        return Ok(name.into());
    }
    let path = repo.common_dir().join(&name);
    remove_lock(&path, tree)?;
    loose::set(repo, &path, tree)?;
    Ok(name.into())
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

/// Forgets a record. The objects go with the next garbage collection.
pub(super) fn delete(repo: &Repo, id: BatchId) -> Result<(), RecordError> {
    if let Some(git) = ByGit::of(repo) {
        let [keep, own] = names(repo, id)?;
        return Ok(git.edit(&[Edit::Remove(own), Edit::Remove(keep)])?);
    }
    let [keep_file, own_file] = files(repo, id)?;
    absent::remove(&own_file)?;
    // Packed references are rewritten under a lock that is not ours to clear up after a crash: only if need
    // be.
    let keep = keep(repo, id)?;
    let packed = read(&repo.common_dir().join("packed-refs"))?.unwrap_or_default();
    let names =
        |line: &[u8]| line.strip_suffix(keep.as_bstr().as_bytes()).is_some_and(|id| id.ends_with(b" "));
    if packed.lines().any(names) { edit(repo, [removal(keep)]) } else { Ok(absent::remove(&keep_file)?) }
}

/// Drops the references that keep records of removed work trees.
pub(super) fn delete_orphans(repo: &Repo) -> Result<(), RecordError> {
    const OF_WORK_TREES: &str = "refs/sr/worktrees/";
    let is_orphan = |name: &BStr| {
        let Some((work_tree, _)) = name[KEEP.len() + 1..].rsplit_once_str("/") else { return false };
        gix::path::from_byte_slice(work_tree)
            .is_ok_and(|directory| !repo.common_dir().join(directory).is_dir())
    };
    if let Some(git) = ByGit::of(repo) {
        let all = git.list(OF_WORK_TREES)?.into_iter().map(|(name, _)| name);
        let orphans: Vec<_> = all.filter(|name| is_orphan(name.as_ref())).map(Edit::Remove).collect();
        return Ok(git.edit(&orphans)?);
    }
    let platform = repo.git().references()?;
    let all = platform.prefixed(OF_WORK_TREES)?.flatten();
    let orphans: Vec<_> = all
        .map(|reference| reference.name().to_owned())
        .filter(|name| is_orphan(name.as_bstr()))
        .map(removal)
        .collect();
    if orphans.is_empty() { Ok(()) } else { edit(repo, orphans) }
}

/// Removes a reference, wherever git has put it.
pub(super) fn remove(repo: &Repo, name: &str) -> Result<(), RecordError> {
    match ByGit::of(repo) {
        Some(git) => Ok(git.edit(&[Edit::Remove(name.into())])?),
        None => edit(repo, [removal(full(name.into())?)]),
    }
}

fn removal(name: FullName) -> RefEdit {
    RefEdit::new(name, Change::Delete { expected: PreviousValue::Any, log: RefLog::AndReference })
}

fn own(id: BatchId) -> Result<FullName, gix::Error> {
    full(format!("{PREFIX}/{id}").into())
}

/// The shared name: `refs/sr/main/<n>`, or `refs/sr/worktrees/<name>/<n>` as the git directory of the work
/// tree lies.
fn keep(repo: &Repo, id: BatchId) -> Result<FullName, gix::Error> {
    let mut name = BString::from(KEEP);
    match repo.git_dir().strip_prefix(repo.common_dir().join("worktrees")) {
        Ok(work_tree) => {
            name.extend_from_slice(b"/worktrees/");
            name.extend_from_slice(&gix::path::into_bstr(work_tree)?);
        }
        Err(_) => name.extend_from_slice(b"/main"),
    }
    name.extend_from_slice(format!("/{id}").as_bytes());
    full(name)
}

fn full(name: BString) -> Result<FullName, gix::Error> {
    FullName::try_from(name).map_err(gix::Error::from_error)
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
