//! Numbers, input and errors of records.

use std::fmt;

use bstr::BString;
use gix::ObjectId;
use serde::{Deserialize, Serialize};

use super::{ids::FileIds, meta::BatchHeader, splice::RecordedSplice};
use crate::{
    core::{change::Change, path::RepoPath},
    repo::{entry::Staging, program::GitError},
};

/// The number of a batch: 1 for the first of a work tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BatchId(pub u64);

impl fmt::Display for BatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Kind of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BatchKind {
    /// It applied replies.
    #[default]
    Apply,
    /// It took back another batch, which may have been an undo itself.
    Undo {
        /// The batch that was taken back.
        of: BatchId,
    },
}

/// The input of a record: a batch before it is written.
#[derive(Clone, Debug, Default)]
pub struct BatchRecord<'a> {
    /// Its header.
    pub header: BatchHeader,
    /// Each path once.
    pub files: Vec<FileRecord<'a>>,
    /// Entries to stage, each path once.
    pub index: &'a [Staging<'a>],
    /// The index in which it is staged, if that is not the one of the work tree.
    pub index_file: Option<BString>,
    /// Directories that will be made, parents first.
    pub dirs_made: Vec<RepoPath>,
    /// Directories that go if the batch leaves them empty, parents first, with their modes.
    pub dirs_removed: Vec<(RepoPath, u32)>,
    /// True if it turns the one batch that it takes back around: its files are those of
    /// [`super::Record::turned`], each of them was as that batch left it, and becomes as it was before that.
    pub turns: bool,
    /// Ids of the bytes of these files, in their order, if they were made beforehand.
    pub ids: Vec<FileIds>,
}

/// One path of a batch.
#[derive(Clone, Debug)]
pub struct FileRecord<'a> {
    /// Its change.
    pub change: &'a Change,
    /// The splices that make the new bytes, in order: from the old bytes of the path, or of the path it is
    /// renamed from, or from nothing. None for a deleted file.
    pub splices: &'a [RecordedSplice],
    /// The blob that already holds the old bytes, as [`super::known_blob`] finds it.
    pub known: Option<ObjectId>,
    /// True if the file has secrets: its bytes stay out of the object database.
    pub private: bool,
}

/// Reason why a record is not written or not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The batch contradicts itself at this path: named twice, without old and new, renamed from a path
    /// without a file, or its splices do not make the new bytes.
    #[error("inconsistent change of '{}'", crate::core::escape::escape(path.as_bstr()))]
    Inconsistent {
        /// The path.
        path: RepoPath,
    },
    /// There is no such record.
    #[error("no record of batch {id}")]
    Missing {
        /// Its number.
        id: BatchId,
    },
    /// The record is not as it was written: something in it is gone, or is something else.
    #[error("{} is damaged", named(*id, *tree))]
    Damaged {
        /// The number of its batch, if it is known.
        id: Option<BatchId>,
        /// The tree of the record.
        tree: ObjectId,
    },
    /// A newer git-sr wrote the record.
    #[error("{} is in format {version}, which only a newer git sr knows", named(*id, *tree))]
    Version {
        /// The number of its batch, if it is known.
        id: Option<BatchId>,
        /// The tree of the record.
        tree: ObjectId,
        /// The version that it names.
        version: u32,
    },
    /// The disk.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Objects or references.
    #[error("cannot access the object database")]
    Gix(#[from] gix::Error),
    /// References that git reads and writes for us.
    #[error("cannot access the references")]
    Git(#[from] GitError),
}

fn named(id: Option<BatchId>, tree: ObjectId) -> String {
    id.map_or_else(|| format!("the record {tree}"), |id| format!("the record of batch {id}"))
}

impl RecordError {
    /// The same, of the record of this batch.
    pub(super) fn of(self, batch: BatchId) -> Self {
        match self {
            Self::Damaged { tree, .. } => Self::Damaged { id: Some(batch), tree },
            Self::Version { tree, version, .. } => Self::Version { id: Some(batch), tree, version },
            other => other,
        }
    }
}
