//! Reasons why files are not written.

use std::io;

use bstr::BString;
use rustix::io::Errno;

use crate::core::path::RepoPath;
use crate::core::resolve::Kind;

/// Reasons why a batch was not written. Nothing has changed then, but for [`WriteError::HalfDone`].
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The path is not as it was read: other bytes, another mode, gone, or there where nothing was.
    #[error("'{}' changed meanwhile", path.as_bstr())]
    Changed {
        /// The path.
        path: RepoPath,
    },
    /// The object at the path, or on the way to it, must not be written.
    #[error("'{}' cannot be written", path.as_bstr())]
    Refused {
        /// The path.
        path: RepoPath,
        /// The kind of object at the path.
        kind: Kind,
    },
    /// Two changes of the batch want the same path, or one wants a folder where another wants a file.
    #[error("'{}' is wanted twice", path.as_bstr())]
    Clash {
        /// The path.
        path: RepoPath,
    },
    /// The system does not let us.
    #[error("permission denied: '{}'", path.as_bstr())]
    Denied {
        /// The path.
        path: RepoPath,
    },
    /// Anything else.
    #[error("'{}'", path.as_bstr())]
    Io {
        /// The path.
        path: RepoPath,
        /// The error of the system.
        source: io::Error,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// Writing failed, and so did putting back.
    #[error("putting back failed")]
    HalfDone {
        /// Reasons why writing failed.
        #[source]
        cause: Box<WriteError>,
        /// The paths that are not as they were.
        left: Vec<NotPutBack>,
    },
}

/// A path that could not be put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPutBack {
    /// The path.
    pub path: BString,
    /// Present path of its old file, from the root; none if there was none.
    pub kept: Option<BString>,
}

/// The error for a path, by the system's error.
pub(super) fn fail(path: &RepoPath, error: Errno) -> WriteError {
    let path = path.clone();
    match error {
        Errno::ACCESS | Errno::PERM | Errno::ROFS => WriteError::Denied { path },
        error => WriteError::Io { path, source: error.into() },
    }
}
