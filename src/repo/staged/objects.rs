//! Objects of the repository.

use bstr::{BStr, BString, ByteSlice as _};
use gix::objs::tree::{EntryKind, EntryMode};

use super::types::StagedError;
use crate::repo::open::Repo;

/// The bytes of a blob.
///
/// # Errors
///
/// When it does not read.
pub fn bytes(repo: &Repo, id: gix::ObjectId) -> Result<Vec<u8>, StagedError> {
    Ok(found(repo, id, repo.git().find_blob(id))?.take_data())
}

/// The size of a blob, in bytes, without reading it.
///
/// # Errors
///
/// When it is not there.
pub fn size(repo: &Repo, id: gix::ObjectId) -> Result<u64, StagedError> {
    Ok(found(repo, id, repo.git().find_header(id))?.size())
}

/// Adds the remote of a partial clone to the error if the object is missing.
pub(super) fn found<T>(
    repo: &Repo,
    id: gix::ObjectId,
    result: Result<T, gix::Error>,
) -> Result<T, StagedError> {
    result.map_err(|error| match promisor(repo).filter(|_| !repo.git().has_object(id)) {
        Some(remote) => StagedError::Left { id, remote },
        None => error.into(),
    })
}

/// The remote of a partial clone, which has promised the objects that are left out.
pub(super) fn promisor(repo: &Repo) -> Option<BString> {
    let config = repo.git().config_snapshot();
    let remotes = config.plumbing().sections_by_name("remote").into_iter().flatten();
    let promises = |name: &BStr| config.boolean(format!("remote.{name}.promisor").as_str()) == Some(true);
    let mut names = remotes.filter_map(|section| section.header().subsection_name().map(BStr::to_owned));
    names.find(|name| promises(name.as_bstr()))
}

/// The object at a path of a tree.
pub(in crate::repo) fn entry_at(
    repo: &Repo,
    root: gix::ObjectId,
    path: &BStr,
) -> Result<Option<(EntryMode, gix::ObjectId)>, StagedError> {
    let mut at = (EntryKind::Tree.into(), root);
    for name in path.split_str("/") {
        if !EntryMode::is_tree(&at.0) {
            return Ok(None);
        }
        let tree = found(repo, at.1, repo.git().find_tree(at.1))?;
        let Some(entry) = tree.find_entry(name) else { return Ok(None) };
        at = (entry.mode(), entry.object_id());
    }
    Ok(Some(at))
}

pub(in crate::repo) fn tree_of(repo: &Repo, commit: gix::ObjectId) -> Result<gix::ObjectId, StagedError> {
    Ok(repo.git().find_commit(commit)?.tree_id()?.detach())
}
