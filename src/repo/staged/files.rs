//! The files beside a change, for its imports: those that are staged, or those of a commit.

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use bstr::{BStr, BString, ByteSlice as _};

use super::{Staged, StagedError, TrackedKind, bytes, compare, tree_of};
use crate::{
    core::{imports::Files, path::RepoPath, resolve},
    repo::{above::above, open::Repo, worktree::WorkTree},
};

/// Staged changes, and the files in the work tree besides: a build product need not be tracked to be
/// imported.
pub struct StagedFiles<'s, 'r> {
    staged: &'s Staged<'r>,
    tree: Option<WorkTree>,
}

impl<'s, 'r> StagedFiles<'s, 'r> {
    /// Looks into the index first.
    pub fn new(staged: &'s Staged<'r>) -> Self {
        Self { staged, tree: WorkTree::open(staged.repo.work_dir()).ok() }
    }
}

impl Files for StagedFiles<'_, '_> {
    fn kind(&self, path: &RepoPath) -> resolve::Kind {
        match self.staged.kind(path.as_bstr()) {
            resolve::Kind::Absent => {
                self.tree.as_ref().and_then(|tree| tree.kind(path).ok()).unwrap_or(resolve::Kind::Absent)
            }
            kind => kind,
        }
    }

    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>> {
        let staged = self.staged.bytes_of(path.as_bstr()).ok().flatten();
        let in_tree = || Some(self.tree.as_ref()?.read(path, crate::core::text::MAX_TEXT).ok()?.bytes);
        staged.or_else(in_tree).map(Cow::Owned)
    }
}

impl Staged<'_> {
    /// The kind of a path in the index.
    fn kind(&self, path: &BStr) -> resolve::Kind {
        // Through a link or a submodule, and in a folder that a sparse index holds as one, anything may be.
        let sparse = |folder: &BStr| {
            let folder = [folder.as_bytes(), b"/"].concat();
            self.index.is_sparse() && self.index.entry_by_path(folder.as_bstr()).is_some()
        };
        if above(path).any(|folder| self.index.entry_by_path(folder).is_some() || sparse(folder)) {
            return resolve::Kind::Other;
        }
        if let Some(entry) = self.index.entry_by_path(path) {
            return compare::kind(entry.mode).map_or(resolve::Kind::Other, of_entry);
        }
        let below = BString::from([path.as_bytes(), b"/"].concat());
        let entries = self.index.entries();
        let first = entries.partition_point(|entry| entry.path(&self.index) < below.as_bstr());
        let is_folder = entries.get(first).is_some_and(|entry| entry.path(&self.index).starts_with(&below));
        if is_folder { resolve::Kind::Directory } else { resolve::Kind::Absent }
    }
}

/// The files of a commit.
pub struct CommitFiles<'r> {
    repo: &'r Repo,
    root: gix::ObjectId,
    /// The folders that were looked into, by path.
    folders: RefCell<HashMap<BString, Option<Rc<TreeEntries>>>>,
}

/// Content of a folder: with none of the kinds of [`TrackedKind`], a folder.
type TreeEntries = BTreeMap<BString, (Option<TrackedKind>, gix::ObjectId)>;

impl<'r> CommitFiles<'r> {
    /// Opens the tree of a commit.
    ///
    /// # Errors
    ///
    /// When the commit does not read.
    pub fn new(repo: &'r Repo, commit: gix::ObjectId) -> Result<Self, StagedError> {
        Ok(Self { repo, root: tree_of(repo, commit)?, folders: RefCell::default() })
    }

    fn folder(&self, path: &[u8]) -> Option<Rc<TreeEntries>> {
        if let Some(known) = self.folders.borrow().get(path.as_bstr()) {
            return known.clone();
        }
        let id = match path {
            b"" => Some(self.root),
            _ => self.entry(path).filter(|(kind, _)| kind.is_none()).map(|(_, id)| id),
        };
        let folder = id.and_then(|id| self.read_folder(id)).map(Rc::new);
        self.folders.borrow_mut().insert(path.into(), folder.clone());
        folder
    }

    fn read_folder(&self, id: gix::ObjectId) -> Option<TreeEntries> {
        use gix::objs::tree::EntryKind;
        let tree = self.repo.git().find_tree(id).ok()?;
        let named = |entry: gix::objs::tree::EntryRef<'_>| {
            let kind = match entry.mode.kind() {
                EntryKind::Tree => None,
                EntryKind::Blob | EntryKind::BlobExecutable => Some(TrackedKind::File),
                EntryKind::Link => Some(TrackedKind::Link),
                EntryKind::Commit => Some(TrackedKind::Repository),
            };
            (entry.filename.to_owned(), (kind, entry.oid.to_owned()))
        };
        Some(tree.decode().ok()?.entries.into_iter().map(named).collect())
    }

    fn entry(&self, path: &[u8]) -> Option<(Option<TrackedKind>, gix::ObjectId)> {
        let (folder, name) = path.rsplit_once_str("/").unwrap_or((b"", path));
        self.folder(folder)?.get(name.as_bstr()).copied()
    }
}

impl Files for CommitFiles<'_> {
    fn kind(&self, path: &RepoPath) -> resolve::Kind {
        let leads_away = |folder: &BStr| self.entry(folder).is_some_and(|(kind, _)| kind.is_some());
        match self.entry(path.as_bstr()) {
            Some((kind, _)) => kind.map_or(resolve::Kind::Directory, of_entry),
            None if above(path.as_bstr()).any(leads_away) => resolve::Kind::Other,
            None => resolve::Kind::Absent,
        }
    }

    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>> {
        let (_, id) = self.entry(path.as_bstr()).filter(|(kind, _)| *kind == Some(TrackedKind::File))?;
        bytes(self.repo, id).ok().map(Cow::Owned)
    }
}

fn of_entry(kind: TrackedKind) -> resolve::Kind {
    match kind {
        TrackedKind::File => resolve::Kind::File,
        TrackedKind::Link => resolve::Kind::Link,
        TrackedKind::Repository => resolve::Kind::Repository,
    }
}
