//! State of a file in git besides its content: whether its old bytes are committed, and whether git looks at
//! it.
//!
//! The index is read here for the id of a large file alone; other facts from it are there if it was read
//! anyway.

use std::cell::OnceCell;

use gix::{bstr::ByteSlice as _, index::entry::Mode, worktree::stack::state::ignore::Source};

use super::{open::Repo, world::RepoWorld};
use crate::core::{change::Version, path::RepoPath};

/// State of a file in git.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GitState {
    /// Comparison of its bytes with those in HEAD; none where that is not known: a filtered file, no commit
    /// yet, objects that are not here.
    pub committed: Option<HeadComparison>,
    /// True if git ignores it. Only looked at for files that are not in HEAD.
    pub ignored: bool,
    /// True if git does not look at it (`skip-worktree`), if the index was read.
    pub skip_worktree: bool,
    /// True if git assumes that it does not change (`assume-unchanged`), if the index was read.
    pub assume_unchanged: bool,
    /// Number of names that the file has on the disk.
    pub names: u64,
}

/// Comparison of a file's bytes with HEAD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadComparison {
    /// They are those of HEAD.
    Same,
    /// They are others.
    Changed,
    /// HEAD has no such file.
    Absent,
}

/// Answers for path after path.
pub struct Standings<'r, 'w> {
    repo: &'r Repo,
    world: &'w RepoWorld<'r>,
    head: Option<gix::Tree<'r>>,
    excludes: OnceCell<Option<std::cell::RefCell<gix::AttributeStack<'r>>>>,
}

impl<'r, 'w> Standings<'r, 'w> {
    /// Reads the commit and the branch of HEAD.
    pub fn new(repo: &'r Repo, world: &'w RepoWorld<'r>) -> Self {
        let commit = repo.head().ok().and_then(|head| repo.git().find_commit(head.id?).ok());
        let head = commit.and_then(|commit| commit.tree().ok());
        Self { repo, world, head, excludes: OnceCell::new() }
    }

    /// Returns the state in git of the file at `path`, whose bytes are `old`, if it is there.
    pub fn of(&self, path: &RepoPath, old: Option<&Version>) -> GitState {
        let committed = old.and_then(|old| self.committed(path, old));
        let tracked = self.world.tracked_if_read();
        let outside = self.head.is_some() && (old.is_none() || committed == Some(HeadComparison::Absent));
        GitState {
            committed,
            ignored: outside && self.is_ignored(path),
            skip_worktree: tracked.is_some_and(|tracked| tracked.skip_worktree(path)),
            assume_unchanged: tracked.is_some_and(|tracked| tracked.assume_unchanged(path)),
            names: old.and_then(|_| self.world.seen(path)).map_or(1, |seen| seen.meta.nlink),
        }
    }

    fn committed(&self, path: &RepoPath, old: &Version) -> Option<HeadComparison> {
        let declared = self.world.declared(path).ok()?;
        if declared.filter.is_some() || declared.ident || declared.encoding.is_some() {
            return None;
        }
        let name = gix::path::from_bstr(path.as_bstr()).ok()?;
        let Some(entry) = self.head.as_ref()?.lookup_entry_by_path(name).ok()? else {
            return Some(HeadComparison::Absent);
        };
        if self.world.known_blob(path) == Some(entry.object_id()) {
            return Some(HeadComparison::Same);
        }
        let same = |bytes: &[u8]| self.repo.blob_id(bytes).is_ok_and(|id| id == entry.object_id());
        let is = same(&old.bytes)
            || declared.normalised && old.bytes.contains(&b'\r') && same(&old.bytes.replace("\r\n", "\n"));
        Some(if is { HeadComparison::Same } else { HeadComparison::Changed })
    }

    /// Returns whether git ignores a file at `path`, if it does not track it.
    pub fn is_ignored(&self, path: &RepoPath) -> bool {
        self.excluded(path).unwrap_or(false)
    }

    fn excluded(&self, path: &RepoPath) -> Option<bool> {
        let open = || {
            let none = gix::index::State::new(self.repo.object_hash());
            let source = Source::WorktreeThenIdMappingIfNotSkipped;
            self.repo.git().excludes(&none, None, source).ok().map(std::cell::RefCell::new)
        };
        let mut excludes = self.excludes.get_or_init(open).as_ref()?.borrow_mut();
        let platform = excludes.at_entry(path.as_bstr(), Some(Mode::FILE)).ok()?;
        Some(platform.is_excluded())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{core::plan::World as _, repo::testing::Sandbox};

    fn standing(sandbox: &Sandbox, path: &str) -> GitState {
        let repo = sandbox.open();
        let world = RepoWorld::open(&repo, 1 << 20).unwrap();
        let path = RepoPath::new(path.as_bytes()).unwrap();
        let old = world.read(&path).ok();
        Standings::new(&repo, &world).of(&path, old.as_ref())
    }

    fn committed() -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.write("src/a.txt", "one\n");
        sandbox.write(".gitignore", "*.log\n");
        sandbox.git(&["add", "."]);
        sandbox.git(&["commit", "-qm", "one"]);
        sandbox
    }

    #[test]
    fn a_file_as_committed_is_told_from_one_that_was_edited() {
        let sandbox = committed();
        assert_eq!(standing(&sandbox, "src/a.txt").committed, Some(HeadComparison::Same));
        sandbox.write("src/a.txt", "two\n");
        assert_eq!(standing(&sandbox, "src/a.txt").committed, Some(HeadComparison::Changed));
    }

    #[test]
    fn a_file_that_git_does_not_have_is_absent_and_perhaps_ignored() {
        let sandbox = committed();
        sandbox.write("a.log", "x\n");
        sandbox.write("b.txt", "x\n");
        let (log, text) = (standing(&sandbox, "a.log"), standing(&sandbox, "b.txt"));
        assert_eq!((log.committed, log.ignored), (Some(HeadComparison::Absent), true));
        assert_eq!((text.committed, text.ignored), (Some(HeadComparison::Absent), false));
    }

    #[test]
    fn line_endings_that_git_converts_are_no_change() {
        let sandbox = committed();
        sandbox.write(".gitattributes", "*.txt text\n");
        sandbox.write("src/a.txt", "one\r\n");
        assert_eq!(standing(&sandbox, "src/a.txt").committed, Some(HeadComparison::Same));
    }

    #[test]
    fn a_filtered_file_and_one_without_a_commit_are_not_compared() {
        let sandbox = committed();
        sandbox.write(".gitattributes", "*.txt filter=x\n");
        assert_eq!(standing(&sandbox, "src/a.txt").committed, None);
        let unborn = Sandbox::new();
        unborn.write("a", "x\n");
        assert_eq!(standing(&unborn, "a"), GitState { names: 1, ..GitState::default() });
    }

    #[cfg(unix)]
    #[test]
    fn a_file_with_two_names_says_so() {
        let sandbox = committed();
        std::fs::hard_link(sandbox.path().join("src/a.txt"), sandbox.path().join("b")).unwrap();
        assert_eq!(standing(&sandbox, "src/a.txt").names, 2);
    }
}
