//! Whose commit it is.

use gix::actor::{Signature, SignatureRef};

use super::CommitError;
use crate::repo::{
    open::Repo,
    program::{Git, GitError},
};

/// The author and the committer, with the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) author: Signature,
    pub(super) committer: Signature,
}

/// Finds them as git does. What gix does not find, or git would write otherwise, is asked of git.
pub(super) fn find(repo: &Repo) -> Result<Identity, CommitError> {
    let author = one(repo, repo.git().author(), "GIT_AUTHOR_IDENT")?;
    let committer = one(repo, repo.git().committer(), "GIT_COMMITTER_IDENT")?;
    Ok(Identity { author, committer })
}

fn one(
    repo: &Repo,
    known: Option<Result<SignatureRef<'_>, gix::Error>>,
    variable: &str,
) -> Result<Signature, CommitError> {
    if let Some(Ok(known)) = known
        && is_plain(known.name)
        && is_plain(known.email)
        && let Ok(signature) = known.to_owned()
    {
        return Ok(signature);
    }
    let line = Git::new(repo).run(&["var", variable]).map_err(|error| match error {
        GitError::Failed { said, .. } => CommitError::Identity { said },
        error => error.into(),
    })?;
    Ok(SignatureRef::from_bytes(line.trim_ascii_end())?.to_owned()?)
}

/// Returns whether git would write a name as it is. At its ends git drops blanks, control characters and some
/// others, and `<`, `>` and line breaks everywhere.
fn is_plain(name: &[u8]) -> bool {
    let is_crud = |byte: &u8| *byte <= b' ' || b".,:;<>\"\\'".contains(byte);
    let ends = [name.first(), name.last()];
    ends.iter().all(|end| end.is_some_and(|end| !is_crud(end)))
        && !name.iter().any(|byte| matches!(byte, b'<' | b'>' | b'\n'))
}
