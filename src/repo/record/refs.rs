//! The references of records. See the module above for why there are two of each.

mod by_git;
mod files;
mod names;

use bstr::BString;
use gix::ObjectId;

use super::{BatchId, RecordError};
use crate::repo::{open::Repo, references::ByGit};

/// The files of both references of a record, where references are files.
pub(super) use files::paths;

/// The records of this work tree, newest first.
pub(super) fn list(repo: &Repo) -> Result<Vec<BatchId>, RecordError> {
    let mut ids = ByGit::of(repo).map_or_else(|| files::list(repo), by_git::list)?;
    ids.sort_unstable_by(|a, b| b.cmp(a));
    Ok(ids)
}

/// The tree of a record.
pub(super) fn find(repo: &Repo, id: BatchId) -> Result<Option<ObjectId>, RecordError> {
    ByGit::of(repo).map_or_else(|| files::find(repo, id), |git| by_git::find(git, id))
}

/// Names a new record. False if its number is taken.
pub(super) fn create(repo: &Repo, id: BatchId, tree: ObjectId) -> Result<bool, RecordError> {
    let created = match ByGit::of(repo) {
        Some(git) => by_git::create(git, repo, id, tree).map(|()| true),
        None => files::create(repo, id, tree),
    };
    match created {
        Ok(created) => Ok(created || find(repo, id)? == Some(tree)),
        Err(error) => match find(repo, id)? {
            Some(found) => Ok(found == tree),
            None => Err(error),
        },
    }
}

/// Lets a record's references name another tree, if they name this one.
pub(super) fn replace(repo: &Repo, id: BatchId, old: ObjectId, new: ObjectId) -> Result<(), RecordError> {
    match ByGit::of(repo) {
        Some(git) => by_git::replace(git, repo, id, old, new),
        None => files::replace(repo, id, old, new),
    }
}

/// Removes the remains of naming a record when a run was interrupted before its own reference was set: locks,
/// and the reference that keeps the objects.
pub(super) fn withdraw(repo: &Repo, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
    match ByGit::of(repo) {
        Some(git) => by_git::withdraw(git, repo, id, tree),
        None => files::withdraw(repo, id, tree),
    }
}

/// Removes the locks that a run left which was killed while it let records be named otherwise. The caller
/// holds the lock of the work tree, so that nobody else is at work.
pub(super) fn sweep(repo: &Repo) -> Result<(), RecordError> {
    files::sweep(repo)
}

/// Keeps the record of a batch that was taken back after a crash, and returns its name.
pub(super) fn save(repo: &Repo, token: u64, tree: ObjectId) -> Result<BString, RecordError> {
    match ByGit::of(repo) {
        Some(git) => by_git::save(git, token, tree)?,
        None => files::save(repo, token, tree)?,
    }
    Ok(names::recovered(token))
}

/// Forgets a record. The objects go with the next garbage collection.
pub(super) fn delete(repo: &Repo, id: BatchId) -> Result<(), RecordError> {
    match ByGit::of(repo) {
        Some(git) => by_git::delete(git, repo, id),
        None => files::delete(repo, id),
    }
}

/// Drops the references that keep records of removed work trees.
pub(super) fn delete_orphans(repo: &Repo) -> Result<(), RecordError> {
    match ByGit::of(repo) {
        Some(git) => by_git::delete_orphans(git, repo),
        None => files::delete_orphans(repo),
    }
}

/// Removes a reference, wherever git has put it.
pub(super) fn remove(repo: &Repo, name: &str) -> Result<(), RecordError> {
    match ByGit::of(repo) {
        Some(git) => by_git::remove(git, name),
        None => files::remove(repo, name),
    }
}
