//! Obstacles to taking a batch back.

use std::path::PathBuf;

use crate::{
    core::{outcome::Unreadable, path::RepoPath},
    repo::record::BatchId,
};

/// Ways for a file to be in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It was edited in lines that the batch changed.
    Edited,
    /// Lines that the batch added are elsewhere in it now.
    Moved,
    /// It has other content, and is not text.
    Binary,
    /// The batch made it, and it was edited since.
    Made,
    /// The newest stash has the version of the batch.
    Stashed,
    /// It is gone.
    Gone {
        /// A file with the same bytes, if one is easily found.
        now: Option<RepoPath>,
    },
    /// There is a file where the batch removed one.
    Occupied,
    /// It cannot be read.
    Unreadable(Unreadable),
    /// No path that may ever be written. The record was not made by git-sr.
    Never,
    /// It was staged anew since a batch that changed the index alone.
    Staged,
    /// The same, and a merge left several versions of it in the index, which no record can hold.
    Unmerged,
    /// The same, and a link or a submodule is staged there, which no record can hold.
    NoFile,
    /// A batch that changed the index alone did so in another one than the newest of those that are taken
    /// back, or in one that is gone.
    Elsewhere(IndexLeft),
}

impl Obstacle {
    /// Returns whether the old file can be taken all the same (`--force`).
    pub fn can_be_forced(&self) -> bool {
        !matches!(
            self,
            Self::Unreadable(_) | Self::Never | Self::Unmerged | Self::NoFile | Self::Elsewhere(_)
        )
    }
}

/// The files that are in the way, each with the batch that it is about.
pub type Obstacles = Vec<(RepoPath, BatchId, Obstacle)>;

/// An index, named by `GIT_INDEX_FILE` when a batch was staged, from which it is not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexLeft {
    /// The file.
    pub path: PathBuf,
    /// True if it is gone; else batches that are taken back together were staged in several.
    pub is_gone: bool,
}
