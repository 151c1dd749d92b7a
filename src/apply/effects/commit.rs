//! `--commit`: the batch as a commit on `HEAD`.
//!
//! The commit is computed before anything is written, and its objects are there before the first file
//! changes. The files, the index and the record are one transaction; the commit comes after it, since hooks
//! may run commands of our own. If the commit fails, the batch is rolled back through its record. Changes
//! that hooks made to the commit belong to the batch: the record takes the files as the hooks committed them,
//! and the index follows the commit.

use super::index::Stagings;
use crate::{
    apply::{ApplyError, planned::told, task::Task},
    core::{
        change::{Change, Edited},
        message,
        path::RepoPath,
        plan::{Planned, Source},
    },
    files::{self, FileReport},
    repo::{
        commit::{
            self, CommitDraft, CommitError, CommitOptions, MadeCommit, PreparedCommit, note::CommitNote,
        },
        index::{Index, Slot},
        open::Repo,
        record::{self, BatchId, Records},
        rollback::{Rollback, roll_back},
        standing::Standings,
        transact::Transaction,
        world::RepoWorld,
    },
    request::RunMode,
};

/// A commit that was made of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchCommit {
    /// The commit.
    pub made: MadeCommit,
    /// The files that hooks changed in it.
    pub rewritten: Vec<RepoPath>,
    /// Those of them that the work tree has otherwise.
    pub unlike: Vec<RepoPath>,
    /// True if the index or the record could not be updated, which is left to the next run.
    pub left: bool,
}

/// The commit of a batch, ready to be made.
pub(in crate::apply) struct CommitEffect<'r> {
    prepared: PreparedCommit<'r>,
    options: CommitOptions,
}

/// Computes the commit of these files and the entries to stage, and writes its objects unless this is a
/// preview. As with `git add`, what git ignores and the index does not have is in neither.
pub(in crate::apply) fn prepare<'r>(
    Task { repo, request, world, .. }: Task<'_, 'r>,
    index: &Index<'_>,
    options: &CommitOptions,
    files: &[&Planned],
    sources: &[Source<'_>],
) -> Result<(Option<CommitEffect<'r>>, Stagings<'static>), ApplyError> {
    commit::check(repo)?;
    let standings = Standings::new(repo, world);
    let (left_out, files): (Vec<&Planned>, Vec<&Planned>) = files.iter().partition(|file| {
        let path = &file.edited.change.path;
        index.slot(path) == Slot::Absent && file.edited.change.new.is_some() && standings.is_ignored(path)
    });
    let left_out: Vec<RepoPath> = left_out.iter().map(|file| file.edited.change.path.clone()).collect();
    if let (Some(path), true) = (left_out.first(), files.is_empty()) {
        return Err(CommitError::Ignored { path: path.clone() }.into());
    }
    if let Some(secret) = files.iter().find(|file| file.verdict.is_private) {
        return Err(CommitError::Secret { path: secret.edited.change.path.clone() }.into());
    }
    let edited: Vec<&Edited> = files.iter().map(|file| &file.edited).collect();
    let mut paths = edited.iter().map(|file| &file.change.path);
    if let Some(path) = paths.find(|path| index.slot(path) == Slot::Unmerged) {
        return Err(CommitError::Unmerged { path: path.clone() }.into());
    }
    let message = |files: &[&Edited]| message::message(&told(&request.inputs, sources), files, |_| false);
    let mut draft = CommitDraft::new(repo, &edited, index, options, message)?;
    let stagings = Stagings::of(std::mem::take(&mut draft.stagings), left_out);
    let prepared = match request.mode {
        RunMode::Write => {
            let prepared = draft.write(request.time)?;
            Some(CommitEffect { prepared, options: options.clone() })
        }
        RunMode::Check | RunMode::Diff => None,
    };
    Ok((prepared, stagings))
}

impl CommitEffect<'_> {
    /// The note from which the next run goes on, should this one be killed.
    pub(in crate::apply) fn note(&mut self) -> &mut CommitNote {
        &mut self.prepared.note
    }

    /// Makes the commit. If there is none, the batch is rolled back. Rows of files that hooks changed are
    /// renewed.
    pub(in crate::apply) fn after_write(
        mut self,
        Task { repo, settings, .. }: Task<'_, '_>,
        transaction: &Transaction<'_>,
        batch: BatchId,
        files: &[Planned],
        rows: &mut [FileReport],
    ) -> Result<BatchCommit, ApplyError> {
        let Self { prepared, options } = &mut self;
        let before = in_work_tree(repo, batch, files);
        let made = match prepared.make(options, transaction.lock()) {
            Ok(made) => made,
            Err(source) => {
                // Where nobody can tell, files and `HEAD` stay as they are.
                let rollback = match prepared.is_overtaken() {
                    _ if matches!(source, CommitError::Unclear(_)) => Rollback::Unclear,
                    Err(_) => Rollback::Unclear,
                    Ok(is_overtaken) => roll_back(repo, settings, transaction, batch, is_overtaken),
                };
                if let Rollback::Unclear | Rollback::Stuck(_) = rollback {
                    prepared.note.leave();
                }
                return Err(ApplyError::Uncommitted { source, batch, rollback: rollback.into() });
            }
        };
        let settled = prepared.settle(batch, &made, &before);
        // The commit is made. If the record cannot be amended now, the next run does it.
        let left = settled.is_err();
        let settled = settled.unwrap_or_default();
        if !settled.rewritten.is_empty() {
            renew(repo, files, settled.now, rows)?;
        }
        Ok(BatchCommit { made, rewritten: settled.rewritten, unlike: settled.unlike, left })
    }
}

/// Versions in the work tree before hooks run, where the batch changes the index alone. Unreadable files are
/// left out.
fn in_work_tree(repo: &Repo, batch: BatchId, files: &[Planned]) -> record::CurrentVersions {
    let cached = Records::new(repo).load(batch).is_ok_and(|record| record.meta().header.cached);
    let world = cached.then(|| RepoWorld::open(repo, u64::MAX)).and_then(Result::ok);
    let paths = files.iter().map(|file| &file.edited.change.path);
    let read = |world: RepoWorld<'_>| {
        paths.filter_map(|path| Some((path.clone(), world.current(path).ok()?))).collect()
    };
    world.map(read).unwrap_or_default()
}

/// Renews the rows of files that hooks left otherwise; notes stay.
fn renew(
    repo: &Repo,
    files: &[Planned],
    now: record::CurrentVersions,
    rows: &mut [FileReport],
) -> Result<(), gix::Error> {
    for (path, new) in now {
        let file = files.iter().find(|file| file.edited.change.path == path);
        let row = rows.iter_mut().find(|row| row.path == path);
        if let (Some(file), Some(row)) = (file, row) {
            let edited = Edited::of(Change { new, ..file.edited.change.clone() });
            let judged = [(&edited, Some(&file.verdict))];
            let is_identified = row.before.is_some() || row.after.is_some();
            let (notes, is_counted) = (std::mem::take(&mut row.notes), row.counts.is_some());
            *row = FileReport { notes, ..files::report(judged.into_iter(), None).remove(0) };
            if is_identified {
                files::identify(repo, row, &edited, [None; 2])?;
            }
            if is_counted {
                let others = files.iter().map(|file| &file.edited);
                files::count(std::slice::from_mut(row), std::iter::once(&edited).chain(others));
            }
        }
    }
    Ok(())
}
