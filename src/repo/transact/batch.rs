//! A batch to write, and the result of writing it.

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

/// A batch to write, with the contents of its record.
#[derive(Debug)]
pub struct Batch<'a> {
    /// Its kind.
    pub kind: Kind,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory of the command.
    pub cwd: BString,
    /// The names of the replies.
    pub sources: Vec<BString>,
    /// The first heading of the replies, if there is one.
    pub title: Option<String>,
    /// Fingerprint of the replies, by which a request that is made again is recognised.
    pub reply: Option<gix::ObjectId>,
    /// Batches that an undo takes back besides, newest first.
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
    /// True if it takes back files that a failed command wrote.
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
    /// The metadata of its record.
    pub meta: Meta,
    /// Old files under our own names that could not be removed.
    pub left: Vec<BString>,
}
