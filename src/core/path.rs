//! A path inside the repository: relative, `/` between components, no `..`, no `.git` in any disguise.

use bstr::{BStr, BString, ByteSlice};

/// A path from the root of the work tree, checked when it was made and never changed afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RepoPath(BString);

impl RepoPath {
    /// The whole path.
    pub fn as_bstr(&self) -> &BStr {
        self.0.as_bstr()
    }

    /// Its components, from the root downwards.
    pub fn components(&self) -> impl Iterator<Item = &BStr> {
        self.0.split_str("/").map(ByteSlice::as_bstr)
    }
}
