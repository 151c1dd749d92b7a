//! What becomes of one path: the values that planning hands to recording and writing.

use super::path::RepoPath;

/// A file's raw bytes and its permission bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The raw bytes of the work-tree file.
    pub bytes: Vec<u8>,
    /// Permission bits (`0o755`); none for a file that does not exist yet, which gets `0o666` less the umask.
    pub mode: Option<u32>,
}

/// What becomes of one path. At least one of `old` and `new` is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path that is written or removed.
    pub path: RepoPath,
    /// What stood there when it was read; none if nothing did.
    pub old: Option<Version>,
    /// What shall stand there; none to remove it.
    pub new: Option<Version>,
    /// For a renamed file: the path its content came from (that path has a `Change` of its own, which removes it).
    pub from: Option<RepoPath>,
}
