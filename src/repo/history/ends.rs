//! The ends of files that are not there any more: where a commit or the index renamed or removed them.

use std::{cell::RefCell, collections::HashMap};

use bstr::BString;

use super::commits::Commits;
use crate::{
    core::{
        path::RepoPath,
        resolve::{Cause, Fate},
    },
    repo::{open::Repo, staged::Staged},
};

/// Number of commits in which the ends of files are looked for at most: a reply may have many paths that lead
/// nowhere.
const MOST: usize = 2_000;

/// The ends that were looked for.
pub(super) struct Ends<'r> {
    repo: &'r Repo,
    /// Number of versions that are looked at for one file.
    depth: usize,
    known: RefCell<HashMap<RepoPath, Option<Fate>>>,
    /// Number of commits that may still be looked at.
    left: RefCell<usize>,
}

impl<'r> Ends<'r> {
    pub(super) fn new(repo: &'r Repo, depth: usize) -> Self {
        Self { repo, depth, known: RefCell::default(), left: RefCell::new(MOST) }
    }

    /// The end of the file at a path, whose commits are read with this repository.
    pub(super) fn fate(&self, git: &gix::Repository, path: &RepoPath) -> Option<Fate> {
        let mut known = self.known.borrow_mut();
        if let Some(known) = known.get(path) {
            return known.clone();
        }
        let end = || Commits::new(self.repo, path.clone(), self.depth)?.end(git, &mut self.left.borrow_mut());
        let fate = end().map(|(commit, to)| match commit {
            Some(commit) => Fate { to, by: Cause::Commit(commit.to_string()) },
            None => Fate { to: self.staged_as(path), by: Cause::Uncommitted },
        });
        known.entry(path.clone()).or_insert(fate).clone()
    }

    /// The path to which the file at a path is renamed in the index.
    fn staged_as(&self, path: &RepoPath) -> Option<RepoPath> {
        let differences = Staged::read(self.repo).and_then(|staged| staged.differences()).ok()?;
        let is_meant = |from: &BString| from == path.as_bstr();
        let renamed =
            differences.into_iter().find(|difference| difference.from.as_ref().is_some_and(is_meant))?;
        RepoPath::new(&renamed.path).ok()
    }
}
