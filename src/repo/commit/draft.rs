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
        index::{Content, Index, Slot, Staging},
        open::{Head, Repo},
        record::{Writer, meta::Moved},
    },
};

/// One path of a commit: its entries before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommittedPath {
    /// The path.
    pub path: RepoPath,
    /// The file that was there.
    pub before: Option<Blob>,
    /// The file that is there then.
    pub after: Option<Blob>,
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
    /// The entries of the index that change beside it.
    pub stagings: Vec<Staging<'static>>,
}

impl<'r> CommitDraft<'r> {
    /// Computes the commit's tree and the index entries of these files. Where the options have no message,
    /// `message` makes one of the files that are in it.
    ///
    /// # Errors
    ///
    /// When there can be none.
    pub fn new(
        repo: &'r Repo,
        files: &[&Edited],
        index: &Index<'_>,
        options: &CommitOptions,
        message: impl FnOnce(&[&Edited]) -> Vec<u8>,
    ) -> Result<Self, CommitError> {
        let head = repo.head()?;
        let tree = match head.id {
            Some(id) => Some(repo.git().find_commit(id)?.tree()?),
            None => None,
        };
        let sides = Sides { files, tree, index };
        let paths = files.iter().map(|file| &file.change.path);
        let mut git_form = GitForm::new(repo, index.state_for(paths))?;
        let mut carrier = Carrier::new(repo, files, &mut git_form)?;
        let (mut committed, mut stagings, mut in_it) = (Vec::new(), Vec::new(), Vec::new());
        for file in files {
            let (path, staging) = sides.carry(file, &mut carrier)?;
            if path.before != path.after {
                in_it.push(*file);
            }
            committed.push(path);
            stagings.extend(staging);
        }
        if in_it.is_empty() {
            return Err(CommitError::Nothing);
        }
        let message = options.message.clone().unwrap_or_else(|| message(&in_it));
        let by_git = here::needs_git(repo, options, &message);
        let message = if by_git { message } else { tidied(&message) };
        if !options.edit && message.trim().is_empty() {
            return Err(CommitError::NoMessage);
        }
        let identity = identity::find(repo)?;
        let blobs = carrier.blobs;
        Ok(Self { repo, head, files: committed, blobs, message, identity, by_git, stagings })
    }

    /// Writes the files of the commit, and the commit itself where git is not needed for it. Nothing names it
    /// yet. The batch will have this time in its record. The caller holds the lock.
    ///
    /// # Errors
    ///
    /// When the object database cannot be written to.
    pub fn write(self, time: i64) -> Result<PreparedCommit<'r>, CommitError> {
        let git = self.repo.git();
        let mut note = CommitNote::begin(self.repo, NotedBatch::next(self.repo, time)?)?;
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

/// The two places in which the change of a commit is made: `HEAD` and the index.
struct Sides<'s, 'r, 'i> {
    /// All files of the commit.
    files: &'s [&'s Edited],
    /// The tree of `HEAD`; none before the first commit.
    tree: Option<gix::Tree<'r>>,
    index: &'s Index<'i>,
}

impl Sides<'_, '_, '_> {
    /// The change of a file in the commit, and the entry of the index that changes beside it.
    fn carry(
        &self,
        file: &Edited,
        carrier: &mut Carrier<'_, '_>,
    ) -> Result<(CommittedPath, Option<Staging<'static>>), CommitError> {
        let path = &file.change.path;
        let stale = |side| move |why| CommitError::Stale { path: path.clone(), side, why };
        let (in_head, staged) = (|path: &RepoPath| self.in_head(path), |path: &RepoPath| self.staged(path));
        let after = carrier.carry(file, &in_head)?.map_err(stale(CarryTarget::Head))?;
        let (before, entry) = (in_head(path)?, staged(path)?);
        let source_as_in_head = match &file.change.from {
            Some(from) => staged(from)? == in_head(from)?,
            None => true,
        };
        let restaged = if entry == before && source_as_in_head {
            after
        } else {
            carrier.carry(file, &staged)?.map_err(stale(CarryTarget::Index))?
        };
        let old = self.index.slot(path).entry().cloned();
        let new = restaged.map(|blob| blob.entry(old.as_ref()));
        let staging = (old != new).then(|| Staging {
            path: path.clone(),
            before: old,
            after: new.map(|entry| (entry, Content::Stored)),
            is_file: carrier.is_of_file(path, restaged),
        });
        let before = if let There::File(blob) = before { Some(blob) } else { None };
        Ok((CommittedPath { path: path.clone(), before, after }, staging))
    }

    /// Returns whether a file of the commit goes.
    fn goes(&self, other: &[u8]) -> bool {
        self.files.iter().any(|file| file.change.new.is_none() && file.change.path.as_bstr() == other)
    }

    fn in_head(&self, path: &RepoPath) -> Result<There, gix::Error> {
        self.tree.as_ref().map_or(Ok(There::Nothing), |tree| in_tree(tree, path, |other| self.goes(other)))
    }

    fn staged(&self, path: &RepoPath) -> Result<There, gix::Error> {
        match self.index.slot(path) {
            Slot::Absent if self.index.is_blocked(path, |other| self.goes(other)) => Ok(There::Other),
            slot => Ok(There::staged(&slot)),
        }
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
