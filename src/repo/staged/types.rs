//! Paths that are staged, and errors.

use bstr::BString;

use crate::repo::git_form::GitFormError;

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
        /// True if there is no commit yet.
        is_unborn: bool,
    },
    /// A partial clone has left an object out. It is not fetched: this program does not use the network.
    #[error("object {id} is not in this repository, which is a partial clone")]
    Left {
        /// The object.
        id: gix::ObjectId,
        /// The remote to fetch it from.
        remote: BString,
    },
    /// The form that git would store of a file is not known.
    #[error("cannot convert a file of the work tree to git's form")]
    Form(#[source] Box<GitFormError>),
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

/// An entry of a tree or of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackedEntry {
    /// Its kind.
    pub kind: TrackedKind,
    /// True for a file that is executable.
    pub is_executable: bool,
    /// Its object.
    pub id: gix::ObjectId,
}

impl TrackedEntry {
    /// The mode of the index.
    pub(in crate::repo) fn mode(self) -> gix::index::entry::Mode {
        use gix::index::entry::Mode;
        match self.kind {
            TrackedKind::File if self.is_executable => Mode::FILE_EXECUTABLE,
            TrackedKind::File => Mode::FILE,
            TrackedKind::Link => Mode::SYMLINK,
            TrackedKind::Repository => Mode::COMMIT,
        }
    }
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
    /// The file that it was: on the first side, under this name or, if that is new, under the one it was
    /// moved from, as git tells it (gitdiffcore(7)).
    pub before: Option<gix::ObjectId>,
    /// The path that it was moved from.
    pub from: Option<BString>,
    /// The files that it was on the other sides of a merge.
    pub also: Vec<gix::ObjectId>,
}
