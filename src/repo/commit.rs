//! A batch as a commit on `HEAD`: its changes alone, whatever else is dirty or staged.
//!
//! The change is made to the version that `HEAD` has of each file, in git's form, and likewise to the one
//! that the index has; see `carry.rs`. Where nothing asks for git itself, the objects and the reference are
//! written here, as `git commit` would write them. Where a hook, signing, an editor or the like is in play,
//! `git commit` runs on an index of its own that holds `HEAD` and the batch, so that it never sees what else
//! is staged.

mod by_git;
mod carry;
mod draft;
mod error;
mod finish;
pub(crate) mod head;
mod here;
mod identity;
mod messages;
pub(crate) mod note;
mod options;
mod prepared;
mod rewrite;
mod settle;

use bstr::{BString, ByteSlice as _};
use gix::ObjectId;

pub use carry::{Blob, CarryError, There};
pub use draft::{CommitDraft, CommittedPath};
pub use error::{CarryTarget, CommitError};
pub(crate) use finish::{UnfinishedCommit, is_overtaken, unfinished};
use note::Goal;
pub use note::{Awaited, Moving};
pub use options::CommitOptions;
pub(crate) use settle::HookChanges;
use settle::settle;

use super::{
    lock::Lock,
    open::{Head, Repo},
    record::{self, BatchId, meta::Moved},
};
use crate::core::message::subject;
pub use prepared::PreparedCommit;

/// A commit that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeCommit {
    /// Its id.
    pub id: ObjectId,
    /// The beginning of it that is enough to name it.
    pub short: String,
    /// `HEAD` before.
    pub head: Head,
    /// The first paragraph of its message, in one line.
    pub subject: BString,
}

/// Looks whether the work tree is in a state to commit.
///
/// # Errors
///
/// While a merge, a rebase or the like is not finished.
pub fn check(repo: &Repo) -> Result<(), CommitError> {
    match repo.in_progress() {
        None | Some(gix::state::InProgress::Bisect) => Ok(()),
        Some(progress) => Err(CommitError::InProgress(progress)),
    }
}

impl PreparedCommit<'_> {
    /// Makes it the commit that `HEAD` names.
    ///
    /// # Errors
    ///
    /// When git or a hook refuses, or `HEAD` has moved. Then there is no commit, but for
    /// [`CommitError::Unclear`].
    pub fn make(&mut self, options: &CommitOptions, lock: &Lock) -> Result<MadeCommit, CommitError> {
        if self.draft.repo.head()? != self.draft.head {
            return Err(CommitError::Moved);
        }
        let id = match self.id {
            Some(id) => {
                self.point(id, lock)?;
                id
            }
            None => {
                let (id, index) = by_git::commit(self, options, lock)?;
                // Its index, which tells it too, may go then.
                let goal = Goal::Made { tree: self.tree, commit: Some(id) };
                let _ = self.note.aim(self.draft.repo, goal);
                drop(index);
                id
            }
        };
        let CommitDraft { repo, head, message, .. } = &self.draft;
        // The commit is made: what cannot be read of it now is no reason to say that it is not.
        let said =
            repo.git().find_commit(id).ok().and_then(|commit| Some(commit.message_raw().ok()?.to_owned()));
        let subject = subject(said.as_ref().map_or(message, |said| said));
        Ok(MadeCommit { id, short: short(repo, id), head: head.clone(), subject })
    }

    /// Adds the commit of the batch to its record, as [`settle()`] does. `earlier` are the files of the work
    /// tree before the hooks ran, if the batch changed the index alone. Where that fails the next run does
    /// it.
    ///
    /// # Errors
    ///
    /// When something cannot be read or written; then some of it may be done.
    pub(crate) fn settle(
        &mut self,
        batch: BatchId,
        made: &MadeCommit,
        earlier: &record::CurrentVersions,
    ) -> Result<HookChanges, CommitError> {
        let moved = Moved { from: made.head.id, to: Some(made.id) };
        let repo = self.draft.repo;
        let settled = by_git::rewritten(repo, self.tree, made.id)
            .and_then(|rewritten| settle(repo, batch, self.note.begun.token, moved, &rewritten, earlier));
        if settled.is_err() {
            self.note.leave();
        }
        settled
    }

    /// Returns whether somebody else has committed files of the batch meanwhile, maybe as the batch left
    /// them. It needs no record, which may be gone.
    ///
    /// # Errors
    ///
    /// When the commits cannot be read.
    pub fn is_overtaken(&self) -> Result<bool, CommitError> {
        let CommitDraft { repo, head, files, .. } = &self.draft;
        finish::has_others(repo, head.id, files.iter().map(|file| &file.path))
    }

    fn point(&self, id: ObjectId, lock: &Lock) -> Result<(), CommitError> {
        let CommitDraft { repo, head, .. } = &self.draft;
        let moved = Moved { from: head.id, to: Some(id) };
        match head::go(repo, lock, moved, here::log_line(&self.draft).as_bstr()) {
            Err(_) if repo.head()? != *head => Err(CommitError::Moved),
            answer => Ok(answer?),
        }
    }
}

fn short(repo: &Repo, id: ObjectId) -> String {
    use gix::prelude::ObjectIdExt as _;
    id.attach(repo.git()).shorten_or_id().to_string()
}
