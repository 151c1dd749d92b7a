//! A batch: what is to be written, and what was.

use bstr::BString;

use crate::{
    core::{change::Edited, path::RepoPath},
    repo::{
        index::Staging,
        record::{
            BatchId, Kind,
            meta::{BlockMeta, Meta},
        },
        worktree::FolderRules,
    },
};

/// What is to be written, and what its record says of it.
#[derive(Debug)]
pub struct Batch<'a> {
    /// What the batch is.
    pub kind: Kind,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory of the command.
    pub cwd: BString,
    /// The names of the replies.
    pub sources: Vec<BString>,
    /// The first heading of the replies, if there is one.
    pub title: Option<String>,
    /// What tells that the same is asked for again.
    pub reply: Option<gix::ObjectId>,
    /// What an undo takes back besides, newest first.
    pub also: Vec<BatchId>,
    /// Outcome of each block of the replies.
    pub blocks: Vec<BlockMeta>,
    /// The files that hold secrets.
    pub secret: Vec<RepoPath>,
    /// The changes.
    pub files: Vec<&'a Edited>,
    /// Rules by which folders come and go.
    pub folders: FolderRules,
    /// True if it turns the one batch that it takes back around, as
    /// [`BatchRecord::turns`](crate::repo::record::BatchRecord::turns) says.
    pub turns: bool,
    /// True if it puts back what a command wrote that failed then.
    pub withdraws: bool,
    /// Staged changes; it needs the index that [`Transaction::write_staged`](super::Transaction::write_staged) takes.
    pub staging: &'a [Staging<'a>],
    /// True if only the index changes: the changes are those of the index, and no file is written.
    pub cached: bool,
}

impl<'a> Batch<'a> {
    /// The changes of files.
    pub(super) fn placed(&self) -> &[&'a Edited] {
        if self.cached { &[] } else { &self.files }
    }
}

/// A batch that was written.
#[derive(Debug)]
pub struct Written {
    /// Its number, which undo takes.
    pub id: BatchId,
    /// What its record says.
    pub meta: Meta,
    /// Old files under our own names that could not be removed.
    pub left: Vec<BString>,
}
