//! Staged changes: how the index differs from the trees that a commit of it would be based on.
//!
//! Folders that are as they were are passed over by the ids that git caches in the index (its extension
//! `TREE`), so the cost is that of reading the index, and of the trees above what changed. No blob is read
//! here.

mod attributes;
mod compare;
mod files;
mod objects;
mod renames;
mod staged_index;
mod types;

pub use attributes::{TextAttributes, TextRules};
pub use files::{CommitFiles, StagedFiles};

use super::open::Repo;
use compare::Comparison;
use objects::found;
pub use objects::{bytes, size};
pub(super) use objects::{entry_at, tree_of};
pub use staged_index::Staged;
pub use types::{ChangedPath, StagedError, TrackedKind};

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
