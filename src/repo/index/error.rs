//! Reasons why the index is not read or written.

use std::io;
use std::path::PathBuf;

use crate::repo::git_form::GitFormError;
use crate::repo::program::GitError;

/// Reasons why the index is not read or written. It is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// Another program is writing it.
    #[error("'{}' is there", path.display())]
    Locked {
        /// Its lock file.
        path: PathBuf,
    },
    /// `GIT_INDEX_FILE` names the lock file of a commit in progress: git would not see entries staged
    /// elsewhere, and writes this file itself.
    #[error("'{}' is being committed", path.display())]
    Committing {
        /// The file.
        path: PathBuf,
    },
    /// git refuses to write it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A file whose entry has to be looked at cannot be converted.
    #[error(transparent)]
    GitForm(#[from] GitFormError),
    /// It cannot be decoded.
    #[error("cannot read the index")]
    Gix(#[from] gix::Error),
    /// The disk.
    #[error("cannot write the index")]
    Io(#[from] io::Error),
}
