//! From the candidates on a path line to the one path that is meant.

use super::path::RepoPath;

/// What stands at a path of the work tree. Links are seen, never followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing, and nothing that a file could be created through on the way there but missing or real folders.
    Absent,
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link, or a path that leads through one.
    Link,
    /// A FIFO, socket or device, or a path that leads through a file.
    Other,
    /// A path inside a submodule or another nested repository, or its root.
    Repository,
}

/// What resolving asks about the work tree.
pub trait Tree {
    /// The absolute path of the work tree's root, as the system spells it.
    fn root(&self) -> &[u8];
    /// What stands at this path.
    fn kind(&self, path: &RepoPath) -> Kind;
    /// The tracked files whose path ends in these components (`utils.py` finds `src/utils.py`), at most `limit` of them.
    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath>;
}
