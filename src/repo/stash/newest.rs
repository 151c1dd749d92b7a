//! Content of the newest stash (`git stash`), which may have changes that are no longer in the work tree.

use gix::ObjectId;

use crate::core::path::RepoPath;
use crate::repo::{open::Repo, references::ByGit};

/// The files of the newest stash. One that cannot be read has none.
pub(crate) struct Stash<'r> {
    trees: Vec<gix::Tree<'r>>,
}

impl<'r> Stash<'r> {
    /// Of this repository; all its work trees share the stash.
    pub(crate) fn newest(repo: &'r Repo) -> Self {
        let commit = |id: ObjectId| repo.git().find_object(id).ok()?.try_into_commit().ok();
        let id = match ByGit::of(repo) {
            Some(git) => git.find("refs/stash").ok().flatten(),
            None => repo
                .git()
                .try_find_reference("refs/stash")
                .ok()
                .flatten()
                .and_then(|reference| Some(reference.try_id()?.detach())),
        };
        let stash = id.and_then(commit);
        // The tree of the commit is that of the work tree, and its third parent has the untracked files
        // (git-stash).
        let untracked = stash.as_ref().and_then(|stash| commit(stash.parent_ids().nth(2)?.detach()));
        let trees = [stash, untracked].into_iter().flatten().filter_map(|commit| commit.tree().ok());
        Self { trees: trees.collect() }
    }

    /// Returns whether it holds these very bytes, unconverted, at a path.
    pub(crate) fn holds(&self, path: &RepoPath, id: ObjectId) -> bool {
        let Ok(name) = gix::path::from_bstr(path.as_bstr()) else { return false };
        let mut found = self.trees.iter().filter_map(|tree| tree.lookup_entry_by_path(&name).ok().flatten());
        found.any(|entry| entry.object_id() == id)
    }
}
