//! The files of the repository, as imports ask about them.

use std::borrow::Cow;

use crate::core::{path::RepoPath, resolve::Kind};

/// The files of the repository, as they would be.
pub trait Files {
    /// The object at a path.
    fn kind(&self, path: &RepoPath) -> Kind;
    /// The bytes of a file; none if there is none, or if it cannot be read.
    fn read(&self, path: &RepoPath) -> Option<Cow<'_, [u8]>>;
    /// The paths in a folder (in the root for none), as far as they can be read.
    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let _ = folder;
        Vec::new()
    }
}
