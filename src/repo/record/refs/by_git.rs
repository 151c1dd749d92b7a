//! The references of records, where git reads and writes them.

use bstr::{BString, ByteSlice as _};
use gix::ObjectId;

use super::names::{self, OF_WORK_TREES, OWN};
use crate::repo::{
    open::Repo,
    record::{BatchId, RecordError},
    references::{ByGit, Edit},
};

pub(super) fn list(git: ByGit<'_>) -> Result<Vec<BatchId>, RecordError> {
    let references = git.list(OWN)?;
    let id = |name: &BString| names::number(name.rsplit_once_str("/")?.1.to_str().ok()?);
    Ok(references.iter().filter_map(|(name, _)| id(name)).collect())
}

pub(super) fn find(git: ByGit<'_>, id: BatchId) -> Result<Option<ObjectId>, RecordError> {
    Ok(git.find(&names::own(id).to_str_lossy())?)
}

pub(super) fn create(git: ByGit<'_>, repo: &Repo, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
    let edits = [Edit::Set(names::keep(repo, id)?, tree), Edit::Create(names::own(id), tree)];
    Ok(git.edit(&edits)?)
}

pub(super) fn replace(
    git: ByGit<'_>,
    repo: &Repo,
    id: BatchId,
    old: ObjectId,
    new: ObjectId,
) -> Result<(), RecordError> {
    let own = Edit::Replace { name: names::own(id), old, new };
    Ok(git.edit(&[Edit::Set(names::keep(repo, id)?, new), own])?)
}

pub(super) fn withdraw(git: ByGit<'_>, repo: &Repo, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
    let keep = names::keep(repo, id)?;
    let is_there = git.find(&keep.to_str_lossy())? == Some(tree);
    if is_there { Ok(git.edit(&[Edit::Remove(keep)])?) } else { Ok(()) }
}

pub(super) fn save(git: ByGit<'_>, token: u64, tree: ObjectId) -> Result<(), RecordError> {
    Ok(git.edit(&[Edit::Set(names::recovered(token), tree)])?)
}

pub(super) fn delete(git: ByGit<'_>, repo: &Repo, id: BatchId) -> Result<(), RecordError> {
    Ok(git.edit(&[Edit::Remove(names::own(id)), Edit::Remove(names::keep(repo, id)?)])?)
}

pub(super) fn delete_orphans(git: ByGit<'_>, repo: &Repo) -> Result<(), RecordError> {
    let all = git.list(OF_WORK_TREES)?.into_iter().map(|(name, _)| name);
    let orphans: Vec<_> =
        all.filter(|name| names::is_orphan(repo, name.as_ref())).map(Edit::Remove).collect();
    Ok(git.edit(&orphans)?)
}

pub(super) fn remove(git: ByGit<'_>, name: &str) -> Result<(), RecordError> {
    Ok(git.edit(&[Edit::Remove(name.into())])?)
}
