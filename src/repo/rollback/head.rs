//! Commits that batches made: undo takes them back with the batch, and redo brings them back.
//!
//! A commit goes as long as `HEAD` still names it and nobody else has it. Nothing is removed: the reflog
//! keeps it.

use bstr::{BStr, BString, ByteSlice as _};
use gix::{ObjectId, state::InProgress};

use super::error::RollbackError;
use crate::core::path::RepoPath;
use crate::repo::{
    commit::{
        Blob, There,
        head::go,
        note::{CommitNote, Goal, NotedBatch},
    },
    lock::Lock,
    merge,
    open::Repo,
    program::{Git, GitError},
    record::{self, BatchId, Record, meta::Moved},
    transact::TransactError,
};

/// Reasons why a commit is not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptCommit {
    /// `HEAD` names another one by now.
    NotHead {
        /// The batch that made the commit.
        batch: BatchId,
        /// The commit.
        commit: ObjectId,
        /// True if it is among those before the one that `HEAD` names.
        is_before: bool,
    },
    /// A remote branch has it.
    Pushed {
        /// The batch that made the commit.
        batch: BatchId,
        /// The commit.
        commit: ObjectId,
        /// The remote-tracking branch.
        branch: BString,
    },
}

/// Where `HEAD` goes with the batches.
#[derive(Debug, Default)]
pub struct HeadPlan {
    /// Its move, if it moves.
    pub moved: Option<Moved>,
    /// The commit that `HEAD` does not get back, as it has moved on or the commit is gone.
    pub left: Option<ObjectId>,
    /// True if that commit is no longer in the repository.
    pub is_gone: bool,
    /// The commits that stay on the branches they were made on, as `HEAD` names another branch by now.
    pub stays: Vec<(ObjectId, BString)>,
}

/// Goes back over the batches, the newest first.
pub(super) fn plan(
    repo: &Repo,
    targets: &[Record<'_>],
) -> Result<Result<HeadPlan, KeptCommit>, RollbackError> {
    let moves = targets.iter().filter_map(|record| Some((record, record.meta().moved?)));
    let mut plan = HeadPlan::default();
    let start = repo.head()?;
    let mut now = start.id;
    for (record, moved) in moves {
        let takes_away = record.meta().depth.is_multiple_of(2);
        let (batch, lost) = (record.id(), moved.from.filter(|id| !repo.git().has_object(*id)));
        match moved.to {
            // Its branch was moved back by hand, such as by `git reset`.
            Some(_) if takes_away && now == moved.from && is_on(record, start.name.as_ref()) => {}
            // A commit on top has taken its change out, as 'git revert' does.
            Some(commit) if takes_away && is_before(repo, commit, now) && is_taken_out(repo, record, now) => {
            }
            Some(commit) if takes_away => {
                if now != moved.to || lost.is_some() || moved.from.is_none() && start.name.is_none() {
                    let is_before = is_before(repo, commit, start.id);
                    return Ok(Err(KeptCommit::NotHead { batch, commit, is_before }));
                }
                let made_on = record.meta().branch.as_ref().map(|name| name.0.as_bstr());
                let another = made_on.filter(|_| !is_on(record, start.name.as_ref()));
                for branch in with_commit(repo, commit, another)? {
                    match branch.strip_prefix(b"refs/heads/") {
                        Some(name) => plan.stays.push((commit, name.into())),
                        None => {
                            let branch = branch.strip_prefix(b"refs/remotes/").unwrap_or(&branch).into();
                            return Ok(Err(KeptCommit::Pushed { batch, commit, branch }));
                        }
                    }
                }
                now = moved.from;
            }
            _ if now == moved.to && lost.is_none() => now = moved.from,
            _ => (plan.left, plan.is_gone) = (moved.from, now == moved.to),
        }
    }
    plan.moved = (now != start.id).then_some(Moved { from: start.id, to: now });
    Ok(Ok(plan))
}

/// An unfinished operation of git that would end otherwise if `HEAD` moved amid it. A bisection does not mind
/// commits made amid it; where `HEAD` is tells it which commit is being tested.
pub(super) fn in_progress(repo: &Repo, targets: &[Record<'_>]) -> Result<Option<InProgress>, RollbackError> {
    let progress = repo.in_progress();
    if progress != Some(InProgress::Bisect) {
        return Ok(progress);
    }
    let name = repo.head()?.name;
    Ok(progress.filter(|_| !targets.iter().all(|record| is_on(record, name.as_ref()))))
}

/// Returns whether a batch was made on the branch of this full name; none for a `HEAD` that is detached.
fn is_on(record: &Record<'_>, branch: Option<&BString>) -> bool {
    record.meta().branch.as_ref().map(|name| &name.0) == branch
}

/// Returns whether a commit comes before another one. One that is no longer in the repository comes before
/// none.
fn is_before(repo: &Repo, commit: ObjectId, other: Option<ObjectId>) -> bool {
    let base = other.and_then(|other| repo.git().merge_base(commit, other).ok()?);
    base.is_some_and(|base| base.detach() == commit)
}

/// Returns whether a later commit has nothing of what the commit of a batch changed in its files.
fn is_taken_out(repo: &Repo, record: &Record<'_>, later: Option<ObjectId>) -> bool {
    let Some(moved) = record.meta().moved.filter(|moved| moved.to != later) else { return false };
    let tree = |commit: Option<ObjectId>| repo.git().find_commit(commit?).ok()?.tree().ok();
    let trees = [moved.from, moved.to, later].map(tree);
    // The first commit has none before it.
    if moved.from.is_some() && trees[0].is_none() || trees[1].is_none() || trees[2].is_none() {
        return false;
    }
    let is_out = |path: &RepoPath| -> Option<bool> {
        let [before, made, now] = trees.each_ref().map(|tree| There::in_tree(tree.as_ref(), path).ok());
        let (before, made, now) = (before?, made?, now?);
        let (There::File(old), There::File(new), There::File(there)) = (before, made, now) else {
            return Some(now == before);
        };
        let text = |blob: Blob| repo.blob(blob.id);
        let [old, new, there] = [text(old)?, text(new)?, text(there)?];
        Some(there == old || merge::clean(&new, &there, &old)? == there)
    };
    record.files().all(|file| is_out(&file.path.0).unwrap_or(false))
}

/// The full names of branches that have the commit: this one, and the remote-tracking ones.
fn with_commit(repo: &Repo, commit: ObjectId, branch: Option<&BStr>) -> Result<Vec<BString>, RollbackError> {
    let (commit, branch) = (commit.to_string(), branch.map(|name| name.to_str_lossy()));
    let mut arguments = vec!["for-each-ref", "--format=%(refname)", "--contains", &commit, "refs/remotes"];
    arguments.extend(branch.as_deref());
    let printed = Git::new(repo).run(&arguments)?;
    Ok(printed.lines().map(BString::from).collect())
}

/// The line in the reflog: `sr: undo of batch 3`.
pub(super) fn line(what: &str, batches: &[BatchId]) -> String {
    let numbers: Vec<String> = batches.iter().map(BatchId::to_string).collect();
    format!("sr: {what} of batch {}", numbers.join(", "))
}

/// The move of `HEAD`, noted for the run that comes after a crash.
pub(super) struct HeadEffect {
    moved: Moved,
    note: CommitNote,
}

impl HeadEffect {
    /// Notes where `HEAD` is about to go with the next batch. The caller holds the lock.
    pub(super) fn prepare(repo: &Repo, time: i64, moved: Moved) -> Result<Self, RollbackError> {
        let begun = NotedBatch::next(repo, time)?;
        let note = CommitNote::aimed(repo, begun, Goal::Known(moved)).map_err(TransactError::Journal)?;
        Ok(Self { moved, note })
    }

    /// Moves `HEAD`, and adds that to the record of the batch.
    pub(super) fn after_write(
        &mut self,
        repo: &Repo,
        lock: &Lock,
        batch: BatchId,
        line: &str,
    ) -> Result<(), GitError> {
        go(repo, lock, self.moved, line.into())?;
        // Where that fails, the next run does it.
        if record::amend_moved(repo, batch, self.note.begun.token, self.moved).is_err() {
            self.leave();
        }
        Ok(())
    }

    /// Leaves the note for the next run.
    pub(super) fn leave(&mut self) {
        self.note.leave();
    }
}
