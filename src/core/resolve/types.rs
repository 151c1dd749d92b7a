//! Paths as they are wanted and found, and the work tree as resolving sees it.

use bstr::{BStr, BString};

use crate::core::path::{PathError, RepoPath};

/// The object at a path of the work tree. Links are seen, never followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing, and nothing that a file could be created through on the way there but missing or real
    /// folders.
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

/// The work tree as resolving sees it.
pub trait Tree {
    /// The absolute path of the work tree's root, as the system spells it.
    fn root(&self) -> &[u8];
    /// The object at this path.
    fn kind(&self, path: &RepoPath) -> Kind;
    /// The tracked files whose path ends in these components (`utils.py` finds `src/utils.py`), at most
    /// `limit` of them.
    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath>;
    /// The tracked files of the same folder whose names are nearly that of this path, the nearest first.
    fn nearly(&self, _path: &RepoPath) -> Vec<RepoPath> {
        Vec::new()
    }
    /// Returns whether an absolute path outside of the work tree leads to a place on this machine.
    fn is_here(&self, absolute: &[u8]) -> bool;
}

/// Purpose of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To edit the file that is there.
    Edit,
    /// To make the file.
    Create,
    /// To remove the file, or to rename it; it may be gone already.
    Delete,
    /// To move a file there.
    RenameTarget,
}

impl Purpose {
    pub(super) fn makes_file(self) -> bool {
        matches!(self, Self::Create | Self::RenameTarget)
    }
}

/// Surroundings of a path.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The folder that relative paths start from (`--directory`); the root if there is none.
    pub directory: Option<&'a BStr>,
    /// The purpose of the path.
    pub purpose: Purpose,
}

/// A resolved path, with notes on its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The path, which is final: the guard judges it and nothing changes it any more.
    pub path: RepoPath,
    /// The kind of object at the path.
    pub kind: Kind,
    /// Remarks on it.
    pub notes: Vec<Note>,
}

/// Differences of a path from the one that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `a/`, `b/`, a leading `/` or the `@` of a mention is gone.
    Stripped(&'static str),
    /// It was absolute, below the root.
    FromAbsolute,
    /// It is the only tracked file that ends in the given path. It is meant only if the SEARCH section is
    /// found there exactly, which the caller has to check.
    SuffixOf {
        /// The path as given.
        given: BString,
    },
    /// The path given has this path behind a first folder that occurs twice, or that is named as the root is.
    /// It is meant under the same condition, or if the change is made there already.
    ExtraFolder {
        /// The path as given.
        given: BString,
        /// The folder that would be there if the first one were not too many.
        absent: RepoPath,
    },
    /// The block has no path line: it is that of the block before, or a name in the lines around. It is meant
    /// only if the SEARCH section is found there exactly, or if the change is made there already.
    Around {
        /// The path as given.
        given: BString,
        /// True if it is that of the block before.
        is_before: bool,
    },
    /// The path given is an absolute one of another machine that ends in this whole path. It is meant under
    /// the same condition.
    FromElsewhere {
        /// The path as given.
        given: BString,
    },
    /// The file of the given path was renamed to this one. It is meant under the same condition, or if the
    /// change is made there already.
    Renamed {
        /// The path as given.
        given: BString,
        /// The cause.
        by: Cause,
    },
}

/// End of a file at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// Its new path, if it was renamed.
    pub to: Option<RepoPath>,
    /// The cause.
    pub by: Cause,
}

/// Cause of a rename or a removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A commit, by its id in hexadecimal.
    Commit(String),
    /// Work that is not committed.
    Uncommitted,
    /// An earlier block of the batch.
    Block,
}

/// Reason why no path is meant. `given` is the path as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// It leads out of the work tree, or could.
    #[error("leads out of the work tree")]
    Outside {
        /// The path.
        given: BString,
        /// The way in which it does so.
        way: Outside,
        /// The file here that an absolute path ends in: it may come from another place of the same tree.
        similar: Option<RepoPath>,
    },
    /// It can be no path here.
    #[error("{source}")]
    Bad {
        /// The path.
        given: BString,
        /// The error in it.
        source: PathError,
    },
    /// Nothing is there.
    #[error("no such file")]
    Missing {
        /// The path, with the folder in front that it starts from.
        given: BString,
        /// The tracked files that end in it, if there are several; else those that end in the most of it, if
        /// only in its last component (at most 8).
        similar: Vec<RepoPath>,
        /// The end of the file that was there before.
        fate: Option<Fate>,
    },
    /// A block has no path line, and its SEARCH section is not exactly in one of the files that the reply names
    /// around it.
    #[error("no path above the block")]
    Around {
        /// Those files.
        similar: Vec<RepoPath>,
    },
    /// Nothing is there, and the line is not plainly a path.
    #[error("not plainly a path")]
    NotPlain {
        /// The line.
        given: BString,
    },
}

/// Ways out of the work tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outside {
    /// `/x`, not below the root.
    Absolute,
    /// `C:x`, `1:/x`
    Drive,
    /// `//host/x`
    Unc,
    /// `~/x`, `~user/x`
    Home,
    /// `..`
    Parent,
}
