//! Reasons why there is no commit.

use std::path::PathBuf;

use bstr::BString;

use super::carry::CarryError;
use crate::{
    core::path::RepoPath,
    repo::{git_form::GitFormError, index::IndexError, program::GitError, record::RecordError},
};

/// The version of git's that a change does not apply to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarryTarget {
    /// The one that is committed.
    Head,
    /// The one that is staged.
    Index,
}

/// Reasons why there is no commit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommitError {
    /// A merge or the like is not finished; its commit would take the batch in.
    #[error("{0:?} is not finished")]
    InProgress(gix::state::InProgress),
    /// A merge left this path with several versions.
    #[error("'{}' is not merged", path.as_bstr())]
    Unmerged {
        /// The path.
        path: RepoPath,
    },
    /// The change cannot be made to git's version of the file.
    #[error("'{}' {why}", path.as_bstr())]
    Stale {
        /// The path.
        path: RepoPath,
        /// Whose version.
        side: CarryTarget,
        /// The cause.
        why: CarryError,
    },
    /// The file holds secrets, which must not enter the object database.
    #[error("'{}' holds secrets", path.as_bstr())]
    Secret {
        /// The path.
        path: RepoPath,
    },
    /// git ignores the files, of which this is the first, and does not track them.
    #[error("git ignores '{}'", path.as_bstr())]
    Ignored {
        /// The path.
        path: RepoPath,
    },
    /// git does not convert the file to the form that it stores.
    #[error("git cannot convert '{}'", path.as_bstr())]
    Unconverted {
        /// The path.
        path: RepoPath,
        /// The words of git.
        said: BString,
    },
    /// git's versions of the files stay as they are.
    #[error("there is nothing to commit")]
    Nothing,
    /// The message is empty.
    #[error("the message is empty")]
    NoMessage,
    /// git does not know whose commit it is.
    #[error("git knows no name")]
    Identity {
        /// The message of git.
        said: BString,
    },
    /// `HEAD` moved while the command ran.
    #[error("HEAD has moved")]
    Moved,
    /// `git commit` refused, or a hook did. It has said why.
    #[error("git made no commit")]
    Refused {
        /// Its exit status.
        code: Option<i32>,
        /// True if the repository has hooks, and one of them may have refused. What git itself cannot do, such as to
        /// sign or to find the author, ends in another status than a hook's refusal; an editor that fails and an empty
        /// message end in the same one.
        may_be_hook: bool,
        /// The end of its output, if that was kept.
        output: Vec<u8>,
    },
    /// A signal asked to stop, and git made no commit.
    #[error("stopped by signal {signal}")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
    /// git has run, and the result cannot be read.
    #[error("cannot tell whether git made the commit")]
    Unclear(#[source] Box<CommitError>),
    /// The note of an interrupted run, about its commit, was damaged since. Nothing was touched.
    #[error("'{}' is damaged", path.display())]
    Damaged {
        /// The note.
        path: PathBuf,
    },
    /// The index cannot follow the commit.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The commit cannot be added to the record, or nothing can be written beside it.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file cannot be converted.
    #[error(transparent)]
    Form(#[from] GitFormError),
    /// git refused something else.
    #[error(transparent)]
    Program(#[from] GitError),
    /// Objects, references or the configuration.
    #[error("cannot make the commit")]
    Git(#[from] gix::Error),
    /// The disk.
    #[error("cannot make the commit")]
    Io(#[from] std::io::Error),
}
