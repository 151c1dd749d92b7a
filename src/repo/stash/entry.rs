//! Entries of the stash.

use bstr::BString;
use gix::ObjectId;

use crate::repo::{
    lock::Lock,
    open::Repo,
    program::{Git, GitError},
};

/// Reasons why the state before cannot be put on the stash.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StashError {
    /// A merge left paths with several versions, which a stash cannot hold.
    #[error("'{path}' is not merged")]
    Unmerged {
        /// The first of them.
        path: BString,
    },
    /// git refused.
    #[error(transparent)]
    Refused(#[from] GitError),
    /// The repository cannot be read.
    #[error("cannot read the repository")]
    Git(#[from] gix::Error),
    /// The disk.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// An entry of the stash, put there or not yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StashEntry {
    /// Its commit.
    pub id: ObjectId,
    /// Its message, as git lists it.
    pub message: String,
    /// The files that differ from `HEAD` and are not in it, as they hold secrets.
    pub left_out: Vec<BString>,
}

/// Puts an entry on the stash, as its newest. Entries of others stay, whenever they were made. If this
/// process dies, git goes on, and holds the lock until it ends.
///
/// # Errors
///
/// When git refuses. Then there is no entry.
pub fn store(repo: &Repo, lock: &Lock, entry: &StashEntry) -> Result<(), StashError> {
    let (git, id) = (with_identity(Git::new(repo)), entry.id.to_string());
    lock.share(|| git.run(&["stash", "store", "-q", "-m", &entry.message, &id]))??;
    Ok(())
}

/// Sets a name for a user who has none, as `git stash` does.
pub(super) fn with_identity(git: Git<'_>) -> Git<'_> {
    if git.run(&["var", "GIT_COMMITTER_IDENT"]).is_ok() && git.run(&["var", "GIT_AUTHOR_IDENT"]).is_ok() {
        return git;
    }
    git.with_variable("GIT_AUTHOR_NAME", "git")
        .with_variable("GIT_AUTHOR_EMAIL", "git@stash")
        .with_variable("GIT_COMMITTER_NAME", "git")
        .with_variable("GIT_COMMITTER_EMAIL", "git@stash")
}
