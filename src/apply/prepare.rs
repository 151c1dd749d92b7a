//! Second stage of an apply: all that can be refused before the first byte is written, with the effects
//! besides files.

use super::{
    ApplyError, TreeScope,
    effects::{
        Effects,
        commit::{self, CommitEffect},
        exec::ExecEffect,
        index::{self, Stagings},
        stash::StashEffect,
    },
    plan::PlannedFiles,
    planned::{BatchVerdict, PlannedBatch},
    task::Task,
};
use crate::{
    core::plan::{Planned, Source},
    files::{self, FileReport},
    repo::{commit::CommitError, index::Index, standing::Standings, transact::Transaction},
};

/// Batches of more files get no notes about the state of their files in git.
const MOST_NOTED: usize = 100;

/// A batch with all that it changes besides its files. Only its objects and notes for a crash are written.
pub(super) struct PreparedBatch<'f, 'i, 'r> {
    pub(super) planned: PlannedBatch<'i>,
    pub(super) verdict: BatchVerdict,
    /// Rows of the report.
    pub(super) rows: Vec<FileReport>,
    /// All files of the plan.
    pub(super) files: &'f [Planned],
    /// The changes of the index in place of the files, where only git lacks the batch.
    pub(super) lacking: Option<Vec<Planned>>,
    pub(super) stagings: Stagings<'f>,
    pub(super) index: Option<Index<'r>>,
    pub(super) effects: Effects<'r>,
}

/// Prepares a batch. Without a transaction nothing is written at all.
pub(super) fn prepare<'f, 'i, 'r>(
    task: Task<'_, 'r>,
    mut planned: PlannedBatch<'i>,
    files: &'f PlannedFiles,
    index: Option<Index<'r>>,
    transaction: Option<&Transaction<'_>>,
) -> Result<PreparedBatch<'f, 'i, 'r>, ApplyError> {
    let Task { repo, .. } = task;
    let (is_good, resent) = (planned.verdict.is_good(), planned.resent);
    let mut rows = rows(task, &files.all, is_good && resent.is_none())?;
    let own = files.own();
    let ForGit { mut stagings, commit, commits } = match index.as_ref().filter(|_| is_good) {
        Some(index) => for_git(task, index, &own, resent.is_some(), &planned.sources)?,
        None => ForGit::default(),
    };
    stagings.complete(&mut rows);
    let is_refused = stagings.fail(&mut planned.blocks);
    let lacking = resent.map(|_| stagings.lacking(repo, &files.all)).transpose()?;
    let verdict = match resent {
        _ if is_refused => BatchVerdict::Refused,
        Some(batch) if stagings.all.is_empty() && !commits => {
            rows.clear();
            BatchVerdict::Nothing(Some(batch))
        }
        _ => planned.verdict,
    };
    if commits {
        // Committed files are staged no longer.
        rows.iter_mut().for_each(|row| row.staged = false);
    }
    let effects = if verdict.is_good() {
        let stash = StashEffect::prepare(task, &files.all)?;
        let is_written = transaction.is_some();
        let exec = (is_written && commit.is_none()).then(|| ExecEffect::prepare(task)).transpose()?;
        Effects { exec: exec.unwrap_or_default(), commit, stash }
    } else {
        Effects::default()
    };
    Ok(PreparedBatch { planned, verdict, rows, files: &files.all, lacking, stagings, index, effects })
}

/// Rows of the report; with notes if `noted`.
fn rows(
    Task { repo, request, world, .. }: Task<'_, '_>,
    files: &[Planned],
    noted: bool,
) -> Result<Vec<FileReport>, gix::Error> {
    // Comparing with HEAD takes time, and a long list of notes is not read.
    let noted = noted && request.notes && files.len() <= MOST_NOTED && request.scope != TreeScope::Index;
    let standings = noted.then(|| Standings::new(repo, world));
    let judged = files.iter().map(|file| (&file.edited, Some(&file.verdict)));
    let mut rows = files::report(judged, standings.as_ref());
    if request.ids {
        for (row, file) in rows.iter_mut().zip(files) {
            files::identify(repo, row, &file.edited, [None; 2])?;
        }
    }
    Ok(rows)
}

/// Share of git in a batch.
#[derive(Default)]
struct ForGit<'r, 'f> {
    stagings: Stagings<'f>,
    /// The commit, if one is to be made now.
    commit: Option<CommitEffect<'r>>,
    /// True if there is, or would be, a commit.
    commits: bool,
}

/// Computes the entries to stage, or the commit. `again` is whether an earlier batch changed these files.
fn for_git<'r, 'f>(
    task: Task<'_, 'r>,
    index: &Index<'r>,
    files: &[&'f Planned],
    again: bool,
    sources: &[Source<'_>],
) -> Result<ForGit<'r, 'f>, ApplyError> {
    let Some(options) = &task.request.commit else {
        let stagings = index::plan(task, index, files, !again)?;
        return Ok(ForGit { stagings, ..ForGit::default() });
    };
    match commit::prepare(task, index, options, files, sources) {
        Ok((commit, stagings)) => Ok(ForGit { stagings, commit, commits: true }),
        // It is committed already.
        Err(ApplyError::Commit(CommitError::Nothing)) if again => Ok(ForGit::default()),
        Err(error) => Err(error),
    }
}
