//! A commit before anything names it: thought out, and then its files written.

use std::collections::HashMap;

use bstr::ByteSlice as _;
use gix::{
    ObjectId,
    objs::{Tree, tree::Editor},
};

use super::{
    CarryTarget, CommitError, CommitOptions, PreparedCommit,
    carry::{Blob, Carrier, There},
    here,
    identity::{self, Identity},
    note::{CommitNote, Goal, NotedBatch},
};
use crate::{
    core::{change::Edited, message::tidied, path::RepoPath},
    repo::{
        git_form::GitForm,
        open::{Head, Repo},
        record::{BatchId, Writer, meta::Moved},
    },
};

/// One path of a commit: what git has of it before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommittedPath {
    /// The path.
    pub path: RepoPath,
    /// The file that was there.
    pub before: Option<Blob>,
    /// The file that is there then.
    pub after: Option<Blob>,
}

/// One path of the index: what becomes of it beside a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restaged {
    /// The path.
    pub path: RepoPath,
    /// The file that is staged; none if none is.
    pub after: Option<Blob>,
    /// True if git makes this very blob of the file that the batch leaves.
    pub is_of_file: bool,
}

/// A commit that is thought out. Nothing of it is written.
#[derive(Debug)]
pub struct CommitDraft<'r> {
    pub(super) repo: &'r Repo,
    pub(super) head: Head,
    pub(super) files: Vec<CommittedPath>,
    blobs: HashMap<ObjectId, Vec<u8>>,
    pub(super) message: Vec<u8>,
    pub(super) identity: Identity,
    by_git: bool,
    /// New entries of the index.
    pub index: Vec<Restaged>,
}

impl<'r> CommitDraft<'r> {
    /// Computes the commit's tree and the index entries of these files. `staged` looks paths up in the index.
    ///
    /// # Errors
    ///
    /// When there can be none.
    pub fn new(
        repo: &'r Repo,
        files: &[&Edited],
        git_form: &mut GitForm<'_>,
        staged: &dyn Fn(&RepoPath) -> Result<There, gix::Error>,
        (options, message): (&CommitOptions, &[u8]),
    ) -> Result<Self, CommitError> {
        let head = repo.head()?;
        let tree = match head.id {
            Some(id) => Some(repo.git().find_commit(id)?.tree()?),
            None => None,
        };
        let goes = |other: &[u8]| {
            files.iter().any(|file| file.change.new.is_none() && file.change.path.as_bstr() == other)
        };
        let in_head =
            |path: &RepoPath| tree.as_ref().map_or(Ok(There::Nothing), |tree| in_tree(tree, path, goes));
        let mut carrier = Carrier::new(repo, files, git_form)?;
        let (mut committed, mut index) = (Vec::new(), Vec::new());
        for file in files {
            let path = &file.change.path;
            let stale = |side| move |why| CommitError::Stale { path: path.clone(), side, why };
            let after = carrier.carry(file, &in_head)?.map_err(stale(CarryTarget::Head))?;
            let (before, entry) = (in_head(path)?, staged(path)?);
            let source_as_in_head = match &file.change.from {
                Some(from) => staged(from)? == in_head(from)?,
                None => true,
            };
            let restaged = if entry == before && source_as_in_head {
                after
            } else {
                carrier.carry(file, staged)?.map_err(stale(CarryTarget::Index))?
            };
            let is_of_file = carrier.is_of_file(path, restaged);
            index.push(Restaged { path: path.clone(), after: restaged, is_of_file });
            let before = if let There::File(blob) = before { Some(blob) } else { None };
            committed.push(CommittedPath { path: path.clone(), before, after });
        }
        if committed.iter().all(|file| file.before == file.after) {
            return Err(CommitError::Nothing);
        }
        let by_git = here::needs_git(repo, options, message);
        let message = if by_git { message.to_owned() } else { tidied(message) };
        if !options.edit && message.trim().is_empty() {
            return Err(CommitError::NoMessage);
        }
        let identity = identity::find(repo)?;
        let blobs = carrier.blobs;
        Ok(Self { repo, head, files: committed, blobs, message, identity, by_git, index })
    }

    /// Returns whether the commit changes a file.
    pub fn changes(&self, path: &RepoPath) -> bool {
        self.files.iter().any(|file| file.path == *path && file.before != file.after)
    }

    /// Writes the files of the commit, and the commit itself where git is not needed for it. Nothing names it yet. The
    /// batch will have this number, and this time in its record. The caller holds the lock.
    ///
    /// # Errors
    ///
    /// When the object database cannot be written to.
    pub fn write(self, (batch, time): (BatchId, i64)) -> Result<PreparedCommit<'r>, CommitError> {
        let git = self.repo.git();
        let mut note = CommitNote::begin(self.repo, NotedBatch::new(batch, time))?;
        let mut writer = Writer::new(self.repo, note.begun.token);
        for bytes in self.blobs.values() {
            writer.blob(bytes)?;
        }
        let root = match self.head.id {
            Some(id) => Tree::from(git.find_commit(id)?.tree()?.decode()?),
            None => Tree::empty(),
        };
        // gix's own editor of trees asks for every entry whether its object is there: they are.
        let mut editor = Editor::new(root, &git.objects, self.repo.object_hash());
        // Removed entries make room for new ones.
        for file in self.files.iter().filter(|file| file.after.is_none() && file.before.is_some()) {
            editor.remove(file.path.components())?;
        }
        for file in &self.files {
            if let Some(blob) = file.after {
                editor.upsert(file.path.components(), blob.kind(), blob.id)?;
            }
        }
        let tree = editor.write(|tree| writer.write(tree))?;
        let id = if self.by_git { None } else { Some(here::write(&self, tree, &mut writer)?) };
        let known = |id| Goal::Known(Moved { from: self.head.id, to: Some(id) });
        note.aim(self.repo, id.map_or(Goal::Made { tree, commit: None }, known))?;
        Ok(PreparedCommit { draft: self, tree, id, note })
    }
}

/// Looks up a path in a tree. A file that is a parent of the path is in the way, unless it goes.
fn in_tree(tree: &gix::Tree<'_>, path: &RepoPath, goes: impl Fn(&[u8]) -> bool) -> Result<There, gix::Error> {
    let look = |path: &[u8]| tree.lookup_entry(path.split_str("/"));
    let there = There::of(look(path.as_bstr())?.as_ref());
    if there == There::Nothing {
        for slash in path.as_bstr().find_iter("/") {
            let above = &path.as_bstr()[..slash];
            match look(above)? {
                Some(entry) if !entry.mode().is_tree() && !goes(above) => return Ok(There::Other),
                Some(_) => {}
                None => break,
            }
        }
    }
    Ok(there)
}
