//! Staged changes: how the index differs from the trees that a commit of it would be based on.
//!
//! Folders that are as they were are passed over by the ids that git caches in the index (its extension
//! `TREE`), so the cost is that of reading the index, and of the trees above what changed. No blob is read
//! here.

mod attributes;
mod compare;
mod difference;
mod files;
mod objects;
mod renames;
mod staged_index;
mod types;

pub use attributes::{TextAttributes, TextRules};
pub use difference::{Difference, Side, SideContent, bytes_of};
pub use files::{CommitFiles, StagedFiles};

use super::open::Repo;
use compare::Comparison;
use objects::found;
pub use objects::{bytes, size};
pub(super) use objects::{entry_at, tree_of};
pub use staged_index::Staged;
pub use types::{ChangedPath, StagedError, TrackedEntry, TrackedKind};

/// Differences of a tree from another one.
///
/// # Errors
///
/// When a tree does not read.
pub fn differences(
    repo: &Repo,
    old: gix::ObjectId,
    new: gix::ObjectId,
) -> Result<Vec<Difference>, StagedError> {
    Comparison::new(repo, vec![old]).differences_of_tree(new)
}

/// Differences of the tree of a commit from those of its parents.
pub(super) fn between(
    repo: &Repo,
    tree: gix::ObjectId,
    sides: Vec<gix::ObjectId>,
) -> Result<Vec<ChangedPath>, StagedError> {
    Comparison::new(repo, sides).of_tree(tree)
}

#[cfg(test)]
mod tests;
