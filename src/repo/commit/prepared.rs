//! A commit whose files are written.

use gix::ObjectId;

use super::{draft::CommitDraft, note::CommitNote};

/// A commit whose files are written. It is noted for the next run, should this one be killed, until this is
/// dropped.
#[derive(Debug)]
pub struct PreparedCommit<'r> {
    pub(super) draft: CommitDraft<'r>,
    pub(super) tree: ObjectId,
    /// The commit, where git is not needed for it.
    pub(super) id: Option<ObjectId>,
    pub(crate) note: CommitNote,
}
