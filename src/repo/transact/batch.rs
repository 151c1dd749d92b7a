//! A batch to write, and the result of writing it.

use bstr::BString;

use crate::{
    core::{change::Edited, path::RepoPath},
    repo::{
        index::Staging,
        record::{BatchId, meta::BatchHeader},
        worktree::FolderRules,
    },
};

/// A batch to write, with the contents of its record.
#[derive(Debug)]
pub struct Batch<'a> {
    /// The header of its record. Where it says that only the index changes, no file is written.
    pub header: BatchHeader,
    /// The files that hold secrets.
    pub secret: Vec<RepoPath>,
    /// The changes.
    pub files: Vec<&'a Edited>,
    /// Rules by which folders come and go.
    pub folders: FolderRules,
    /// True if it turns the one batch that it takes back around, as
    /// [`BatchRecord::turns`](crate::repo::record::BatchRecord::turns) says.
    pub turns: bool,
    /// Staged changes; it needs the index that [`Transaction::write`](super::Transaction::write) takes.
    pub staging: &'a [Staging<'a>],
}

impl<'a> Batch<'a> {
    /// The changes of files.
    pub(super) fn placed(&self) -> &[&'a Edited] {
        if self.header.cached { &[] } else { &self.files }
    }
}

/// A batch that was written.
#[derive(Debug)]
pub struct Written {
    /// Its number, which undo takes.
    pub id: BatchId,
    /// Old files under our own names that could not be removed.
    pub left: Vec<BString>,
}
