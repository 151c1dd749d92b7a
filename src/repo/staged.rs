//! Staged changes: how the index differs from the trees that a commit of it would be based on.
//!
//! Folders that are as they were are passed over by the ids that git caches in the index (its extension `TREE`), so the
//! cost is that of reading the index, and of the trees above what changed. No blob is read here.

mod attributes;
mod compare;
mod files;
mod renames;

use bstr::{BStr, BString, ByteSlice as _};
use gix::index::File;
use gix::objs::tree::{EntryKind, EntryMode};

pub use attributes::{TextAttributes, TextRules};
pub use files::{CommitFiles, StagedFiles};

use super::absent;
use super::open::Repo;
use compare::Comparison;

/// Reason why staged or committed changes cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StagedError {
    /// The index, a tree or a blob does not read.
    #[error("cannot read what is staged or committed")]
    Gix(#[from] gix::Error),
    /// A file of git's own does not read.
    #[error("cannot read what is staged or committed")]
    Io(#[from] std::io::Error),
    /// An argument that should be a range of commits is none.
    #[error("'{}' names no commits", crate::core::escape::escape(range))]
    Range {
        /// As it was given.
        range: BString,
        /// True if the history here has an end: the named commits may lie behind it.
        is_shallow: bool,
    },
    /// A partial clone has left an object out. It is not fetched: this program does not use the network.
    #[error("object {id} is not in this repository, which is a partial clone")]
    Left {
        /// The object.
        id: gix::ObjectId,
        /// The remote to fetch it from.
        remote: BString,
    },
    /// The history ends before the parent of a commit.
    #[error("the parent of commit {commit} is not in this repository")]
    Shallow {
        /// The commit.
        commit: gix::ObjectId,
    },
}

/// The object at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrackedKind {
    /// A file.
    File,
    /// A symbolic link.
    Link,
    /// A submodule.
    Repository,
}

/// A path that a change adds or modifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPath {
    /// The path from the root, which may be one that git-sr would not write.
    pub path: BString,
    /// The kind of the object now.
    pub kind: TrackedKind,
    /// The blob that it is, or the commit of a submodule.
    pub id: gix::ObjectId,
    /// The file that it was: on the first side, under this name or, if that is new, under the one it was moved from, as
    /// git tells it (gitdiffcore(7)).
    pub before: Option<gix::ObjectId>,
    /// The files that it was on the other sides of a merge.
    pub also: Vec<gix::ObjectId>,
}

/// The index as a commit would use it: `GIT_INDEX_FILE` if that is set, which git does for hooks.
pub struct Staged<'r> {
    repo: &'r Repo,
    index: File,
}

impl<'r> Staged<'r> {
    /// Reads the index. A missing one is empty.
    ///
    /// Its checksum is not compared, as git does not compare it either: in a large repository that takes longer than
    /// all the rest.
    ///
    /// # Errors
    ///
    /// When it does not read.
    pub fn read(repo: &'r Repo) -> Result<Self, StagedError> {
        let index = File::at_or_default(repo.index_path(), repo.object_hash(), true, Default::default())?;
        Ok(Self { repo, index })
    }

    /// The differences from `HEAD`; during a merge, what differs from every side of it. On an unborn branch that is
    /// all.
    ///
    /// # Errors
    ///
    /// When a commit or a tree does not read.
    pub fn changes(&self) -> Result<Vec<ChangedPath>, StagedError> {
        let mut sides = Vec::new();
        for commit in self.bases()? {
            sides.push(tree_of(self.repo, commit)?);
        }
        Comparison::new(self.repo, sides).of_index(&self.index)
    }

    /// The commits that a commit of the index would have for parents.
    ///
    /// # Errors
    ///
    /// When they do not read.
    pub fn bases(&self) -> Result<Vec<gix::ObjectId>, StagedError> {
        Ok(self.repo.head()?.id.into_iter().chain(self.merged()?).collect())
    }

    /// Number of files that are not merged.
    pub fn unmerged(&self) -> usize {
        let unmerged = self.index.entries().iter().filter(|entry| entry.stage_raw() != 0);
        let mut paths: Vec<&BStr> = unmerged.map(|entry| entry.path(&self.index)).collect();
        // Entries are sorted by path.
        paths.dedup();
        paths.len()
    }

    /// All files of the index.
    pub fn files(&self) -> impl Iterator<Item = ChangedPath> {
        let entries = self.index.entries().iter().filter(|entry| compare::is_staged(entry));
        entries.filter_map(|entry| {
            let kind = compare::kind(entry.mode)?;
            let path = entry.path(&self.index).to_owned();
            Some(ChangedPath { path, kind, id: entry.id, before: None, also: Vec::new() })
        })
    }

    /// The bytes of a file of the index.
    ///
    /// # Errors
    ///
    /// When its blob does not read.
    pub fn bytes_of(&self, path: &BStr) -> Result<Option<Vec<u8>>, StagedError> {
        let entry = self.index.entry_by_path(path).filter(|entry| compare::is_staged(entry));
        let file = entry.filter(|entry| compare::kind(entry.mode) == Some(TrackedKind::File));
        file.map(|entry| bytes(self.repo, entry.id)).transpose()
    }

    /// The attributes, as they are in the index.
    ///
    /// # Errors
    ///
    /// When a file with attributes does not read.
    pub fn attributes(&self) -> Result<TextAttributes<'r>, StagedError> {
        TextAttributes::new(self.repo, &self.index)
    }

    /// The commits that are being merged into `HEAD`.
    fn merged(&self) -> Result<Vec<gix::ObjectId>, StagedError> {
        let text =
            absent::or_none(std::fs::read(self.repo.git_dir().join("MERGE_HEAD")))?.unwrap_or_default();
        let lines = bstr::ByteSlice::lines(text.as_slice());
        Ok(lines.filter_map(|line| gix::ObjectId::from_hex(line).ok()).collect())
    }
}

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
fn found<T>(repo: &Repo, id: gix::ObjectId, result: Result<T, gix::Error>) -> Result<T, StagedError> {
    result.map_err(|error| match promisor(repo).filter(|_| !repo.git().has_object(id)) {
        Some(remote) => StagedError::Left { id, remote },
        None => error.into(),
    })
}

/// The remote of a partial clone, which has promised the objects that are left out.
fn promisor(repo: &Repo) -> Option<BString> {
    let config = repo.git().config_snapshot();
    let remotes = config.plumbing().sections_by_name("remote").into_iter().flatten();
    let promises = |name: &BStr| config.boolean(format!("remote.{name}.promisor").as_str()) == Some(true);
    let mut names = remotes.filter_map(|section| section.header().subsection_name().map(BStr::to_owned));
    names.find(|name| promises(name.as_bstr()))
}

/// The object at a path of a tree.
pub(super) fn entry_at(
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

pub(super) fn tree_of(repo: &Repo, commit: gix::ObjectId) -> Result<gix::ObjectId, StagedError> {
    Ok(repo.git().find_commit(commit)?.tree_id()?.detach())
}

/// Differences of the tree of a commit from those of its parents.
pub(super) fn between(
    repo: &Repo,
    tree: gix::ObjectId,
    sides: Vec<gix::ObjectId>,
) -> Result<Vec<ChangedPath>, StagedError> {
    Comparison::new(repo, sides).of_tree(tree)
}

#[cfg(test)]
mod tests;
