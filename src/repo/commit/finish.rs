//! A run that was killed while its batch moved `HEAD`.

use gix::ObjectId;

use super::{CommitError, by_git, head, note, rewritten, settle::settle};
use crate::repo::{
    commit::note::Goal,
    lock::Lock,
    open::{Head, Repo},
    record::{self, BatchId, Kind, Record, Records, meta::Moved, temporary_object},
    remove,
};

/// What is known of such a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// It and its move are whole now; a batch that the run did not come to make is none.
    Whole(Option<BatchId>),
    /// It is written, and has no commit. It is for the caller to take it back, and then to call [`note::remove`].
    Uncommitted(BatchId),
}

/// Finishes the move of a run that was killed, where it is clear that it was made. None if there is none.
///
/// An undo whose commits are still there takes them along now.
///
/// # Errors
///
/// When something cannot be read or written; it can be tried again.
pub(crate) fn unfinished(repo: &Repo, lock: &Lock) -> Result<Option<Unfinished>, CommitError> {
    let Some(left) = note::left(repo)? else { return Ok(None) };
    let note::Begun { token, batch, time } = left.begun;
    remove::if_there(temporary_object(repo, token))?;
    let records = Records::new(repo);
    let named = records.list()?.contains(&batch).then(|| records.load(batch)).transpose()?;
    let known = named.filter(|record| record.meta().time == time && record.meta().moved.is_none());
    let whole = |batch| -> Result<_, CommitError> {
        by_git::sweep(repo)?;
        note::remove(repo)?;
        Ok(Some(Unfinished::Whole(batch)))
    };
    let (Some(record), Some(goal)) = (known, left.goal) else { return whole(None) };
    if records.is_taken_back(batch)? {
        return whole(None);
    }
    let before = Head { id: record.meta().head, name: record.meta().branch.clone().map(|name| name.0) };
    match goal {
        Goal::Known(moved)
            if repo.head()?.id == moved.to
                || record.meta().kind == Kind::Apply && by_git::is_on(repo, &before, moved.to)? =>
        {
            record::amend_with(repo, (batch, token), &record::Now::new(), |meta| meta.moved = Some(moved))?;
            whole(Some(batch))
        }
        Goal::Known(moved) if record.meta().kind != Kind::Apply => {
            go_on(repo, lock, (&record, token), (&before, moved))?;
            whole(Some(batch))
        }
        Goal::Made { tree, commit } => match made(repo, &before, (tree, commit))? {
            Some(commit) => {
                let moved = Moved { from: before.id, to: Some(commit) };
                settle(repo, (batch, token), moved, &rewritten(repo, tree, commit)?)?;
                whole(Some(batch))
            }
            None => uncommitted(repo, batch),
        },
        Goal::Known(_) => uncommitted(repo, batch),
    }
}

/// The commit that git made, if the branch has it.
fn made(
    repo: &Repo,
    before: &Head,
    (tree, commit): (ObjectId, Option<ObjectId>),
) -> Result<Option<ObjectId>, CommitError> {
    match commit {
        Some(_) if by_git::is_on(repo, before, commit)? => Ok(commit),
        _ => by_git::made_before(repo, before, tree),
    }
}

fn uncommitted(repo: &Repo, batch: BatchId) -> Result<Option<Unfinished>, CommitError> {
    by_git::sweep(repo)?;
    Ok(Some(Unfinished::Uncommitted(batch)))
}

/// Moves `HEAD` where an undo was about to move it, if nobody else has moved it since.
fn go_on(
    repo: &Repo,
    lock: &Lock,
    (record, token): (&Record<'_>, u64),
    (before, moved): (&Head, Moved),
) -> Result<(), CommitError> {
    if repo.head()? != *before {
        return Ok(());
    }
    head::go(repo, lock, moved, format!("sr: batch {}", record.id()).as_str().into())?;
    record::amend_with(repo, (record.id(), token), &record::Now::new(), |meta| meta.moved = Some(moved))?;
    Ok(())
}
