//! A run that was killed while its batch moved `HEAD`, or waited for a command to judge it.

use gix::ObjectId;

use super::{Awaited, CommitError, Moving, There, by_git, head, messages, note, settle::settle};
use crate::{
    core::path::RepoPath,
    repo::{
        absent,
        commit::note::Goal,
        lock::Lock,
        open::{Head, Repo},
        record::{self, BatchId, BatchKind, Record, Records, meta::Moved, temporary_object},
    },
};

/// State of such a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnfinishedCommit {
    /// It and its move are whole now; a batch that the run did not come to make is none.
    Whole(Option<BatchId>),
    /// It is written, but its commit or its command did not follow. The caller takes it back, and then
    /// calls [`note::remove`].
    Awaiting(BatchId, Awaited),
    /// It is written, and `HEAD` has moved since: nobody can tell whether `HEAD` has it. Nothing was touched.
    Moved(BatchId, Moving),
}

/// Finishes the batch of a killed run, where it is clear that it was done. None if there is none.
///
/// An undo whose commits are still there takes them along now.
///
/// # Errors
///
/// When something cannot be read or written; it can be tried again.
pub(crate) fn unfinished(repo: &Repo, lock: &Lock) -> Result<Option<UnfinishedCommit>, CommitError> {
    let Some(left) = note::left(repo)? else { return Ok(None) };
    let note::NotedBatch { token, batch, time } = left.begun;
    absent::remove(temporary_object(repo, token))?;
    let records = Records::new(repo);
    let named = records.list()?.contains(&batch).then(|| records.load(batch)).transpose()?;
    let known = named.filter(|record| record.meta().header.time == time && record.meta().moved.is_none());
    let whole = |batch| -> Result<_, CommitError> {
        by_git::sweep(repo)?;
        note::remove(repo)?;
        Ok(Some(UnfinishedCommit::Whole(batch)))
    };
    let (Some(record), Some(goal)) = (known, left.goal) else { return whole(None) };
    if records.is_taken_back(batch)? {
        return whole(None);
    }
    let before = Head { id: record.meta().head, name: record.meta().branch.clone().map(|name| name.0) };
    match goal {
        Goal::Known(moved)
            if repo.head()?.id == moved.to
                || record.meta().depth.is_multiple_of(2) && by_git::is_on(repo, &before, moved.to)? =>
        {
            record::amend_moved(repo, batch, token, moved)?;
            whole(Some(batch))
        }
        Goal::Known(moved) if record.meta().header.kind != BatchKind::Apply => {
            if repo.head()? != before {
                stays(repo, &record)?;
                whole(None)?;
                return Ok(Some(UnfinishedCommit::Moved(batch, Moving::Back)));
            }
            go_on(repo, lock, &record, token, moved)?;
            whole(Some(batch))
        }
        Goal::Made { tree, commit } => match made(repo, &before, tree, commit)? {
            Some(commit) => {
                // Whoever has committed since has no use for them.
                if repo.head()?.id == Some(commit) {
                    messages::put_back(repo)?;
                }
                let moved = Moved { from: before.id, to: Some(commit) };
                settle(
                    repo,
                    batch,
                    token,
                    moved,
                    &by_git::rewritten(repo, tree, commit)?,
                    &record::CurrentVersions::new(),
                )?;
                whole(Some(batch))
            }
            None => uncommitted(repo, &before, batch),
        },
        Goal::Known(_) => uncommitted(repo, &before, batch),
        Goal::Judged => Ok(Some(UnfinishedCommit::Awaiting(batch, Awaited::Command))),
    }
}

/// Returns whether somebody else has committed files of a batch since, maybe as the batch left them.
///
/// # Errors
///
/// When its record or the commits cannot be read.
pub(crate) fn is_overtaken(repo: &Repo, batch: BatchId) -> Result<bool, CommitError> {
    let record = Records::new(repo).load(batch)?;
    let paths = record.meta().files.iter().flat_map(|file| [Some(&file.path), file.from.as_ref()]);
    has_others(repo, record.meta().head, paths.flatten().map(|path| &path.0))
}

/// Returns whether `HEAD` has other versions of these files than a commit.
pub(super) fn has_others<'p>(
    repo: &Repo,
    then: Option<ObjectId>,
    paths: impl Iterator<Item = &'p RepoPath>,
) -> Result<bool, CommitError> {
    let now = repo.head()?.id;
    if then == now {
        return Ok(false);
    }
    let tree = |id: Option<ObjectId>| -> Result<Option<gix::Tree<'_>>, CommitError> {
        let Some(id) = id else { return Ok(None) };
        Ok(Some(repo.git().find_commit(id)?.tree()?))
    };
    let trees = [tree(then)?, tree(now)?];
    for path in paths {
        if There::in_tree(trees[0].as_ref(), path)? != There::in_tree(trees[1].as_ref(), path)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The commit that git wrote, if the branch has it.
fn made(
    repo: &Repo,
    before: &Head,
    tree: ObjectId,
    commit: Option<ObjectId>,
) -> Result<Option<ObjectId>, CommitError> {
    match commit {
        Some(_) if by_git::is_on(repo, before, commit)? => Ok(commit),
        _ => by_git::made_before(repo, before, tree),
    }
}

fn uncommitted(repo: &Repo, before: &Head, batch: BatchId) -> Result<Option<UnfinishedCommit>, CommitError> {
    by_git::sweep(repo)?;
    if repo.head()? != *before {
        note::remove(repo)?;
        return Ok(Some(UnfinishedCommit::Moved(batch, Moving::Commit)));
    }
    Ok(Some(UnfinishedCommit::Awaiting(batch, Awaited::Commit)))
}

/// Lets a redo be one of files and index alone: the commits of its batches did not come back, so that taking
/// them back again asks for none.
fn stays(repo: &Repo, record: &Record<'_>) -> Result<(), CommitError> {
    if record.meta().depth.is_multiple_of(2) {
        for undo in record.meta().header.taken_back() {
            for batch in Records::new(repo).load(undo)?.meta().header.taken_back() {
                record::amend(repo, batch, |meta| meta.moved = None)?;
            }
        }
    }
    Ok(())
}

/// Moves `HEAD` where an undo was about to move it.
fn go_on(repo: &Repo, lock: &Lock, record: &Record<'_>, token: u64, moved: Moved) -> Result<(), CommitError> {
    head::go(repo, lock, moved, format!("sr: batch {}", record.id()).as_str().into())?;
    record::amend_moved(repo, record.id(), token, moved)?;
    Ok(())
}
