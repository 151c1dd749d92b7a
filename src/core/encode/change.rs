//! The change of a path, as it is encoded.

use crate::core::{
    path::RepoPath,
    reply::{FileText, TextChange},
};

/// The change of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathChange {
    /// The path; the new one of a renamed file.
    pub path: RepoPath,
    /// The old path of a renamed file.
    pub from: Option<RepoPath>,
    /// The bytes before; none of a new file.
    pub old: Option<Vec<u8>>,
    /// The bytes after; none of a file that goes.
    pub new: Option<Vec<u8>>,
}

impl PathChange {
    /// The change for a writer.
    pub(super) fn file<'t>(&'t self, change: TextChange<'t>) -> FileText<'t> {
        FileText { path: &self.path, from: self.from.as_ref(), change }
    }
}
