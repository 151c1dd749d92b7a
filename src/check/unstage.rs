//! Commands that take the change of a path out of the index without a loss.

use super::error::CheckError;
use crate::{
    core::path::RepoPath,
    repo::{
        open::Repo,
        staged::{self, ChangedPath, TrackedKind},
        worktree::WorkTree,
    },
};

/// Command that takes the change of a path out of the index, and leaves the file and its version in HEAD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unstage {
    /// `git restore --staged`
    Restore,
    /// `git rm --cached`, as there is no commit to restore an entry from.
    Remove,
}

/// Paths that can be unstaged.
pub(super) struct Unstaging {
    /// None where the index is not the one of the work tree, or a merge is to be committed: an entry of
    /// `HEAD` would drop the other side's version.
    way: Option<Unstage>,
    tree: WorkTree,
}

impl Unstaging {
    /// Those of an index with these bases.
    pub(super) fn new(repo: &Repo, bases: &[gix::ObjectId]) -> Result<Self, CheckError> {
        let is_own = repo.index_path() == repo.git_dir().join("index");
        let way = match bases.len() {
            0 => Some(Unstage::Remove),
            1 => Some(Unstage::Restore),
            _ => None,
        };
        let tree = WorkTree::open(repo.work_dir()).map_err(CheckError::WorkTree)?;
        Ok(Self { way: way.filter(|_| is_own), tree })
    }

    /// The way to unstage a path; none where the index alone has its staged version.
    pub(super) fn of(
        &self,
        repo: &Repo,
        changed: &ChangedPath,
        path: Option<&RepoPath>,
    ) -> Result<Option<Unstage>, CheckError> {
        let Some(path) = path.filter(|_| self.way.is_some() && changed.kind == TrackedKind::File) else {
            return Ok(None);
        };
        let stored = staged::bytes(repo, changed.id)?;
        let is_in_file = self.tree.read(path, u64::MAX).is_ok_and(|file| is_same(&file.bytes, &stored));
        Ok(self.way.filter(|_| is_in_file))
    }
}

/// Returns whether a file equals git's version, but for line endings.
fn is_same(file: &[u8], stored: &[u8]) -> bool {
    let lines = |text: &[u8]| -> Vec<u8> {
        let is_kept = |(at, byte): &(usize, &u8)| **byte != b'\r' || text.get(at + 1) != Some(&b'\n');
        text.iter().enumerate().filter(is_kept).map(|(_, byte)| *byte).collect()
    };
    file == stored || lines(file) == lines(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings_alone_make_no_other_text() {
        assert!(is_same(b"a\r\nb", b"a\nb") && is_same(b"a\r", b"a\r"));
        assert!(!is_same(b"a\rb", b"ab") && !is_same(b"a", b"a\n"));
    }
}
