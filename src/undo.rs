//! `git sr undo` and `git sr redo`: batches, taken back.

mod begin;
mod compose;
mod head;
mod index;
mod state;
mod target;

use std::collections::HashMap;

use bstr::BString;

pub use begin::begin;
pub use compose::Obstacle;
pub use head::Kept;
pub use target::{Nothing, Which};

use crate::{
    core::{change::Edited, path::RepoPath},
    files::{self, FileReport},
    repo::{
        commit::{
            CommitError,
            head::go,
            note::{Begun, Goal, Note},
        },
        config::Settings,
        index::{Index, Staging},
        open::{Head, Repo},
        program::GitError,
        record::{self, BatchId, Kind, Record, RecordError, Records, meta::Moved},
        transact::{self, Batch, Notice, TransactError, Transaction},
        worktree::{Folder, FolderRules},
        world::World,
    },
    request::Mode,
};
use compose::{Composed, Composer};
use index::IndexBack;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which batches.
    pub which: Which,
    /// What becomes of files that cannot be taken back cleanly.
    pub force: Force,
    /// How far to go.
    pub mode: Mode,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
}

/// What becomes of files that were edited since, in the lines that the batch changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Force {
    /// Nothing is written.
    #[default]
    No,
    /// Both texts are written, with conflict markers.
    Merge,
    /// The old file is written. What stands there now is in the record of the undo.
    Old,
    /// As `Old`, also where edits could be kept by merging.
    Exact,
}

/// What became of it.
#[derive(Debug)]
pub struct Report {
    /// In a word.
    pub status: Status,
    /// The batches that are taken back, the newest first.
    pub undone: Vec<BatchId>,
    /// The batches that are in force again, as what took them back is taken back.
    pub again: Vec<BatchId>,
    /// The number of the undo itself, if it was written.
    pub batch: Option<BatchId>,
    /// What became of each file.
    pub files: Vec<FileReport>,
    /// Files that were edited since and keep these edits.
    pub merged: Vec<RepoPath>,
    /// Files with conflict markers.
    pub conflicted: Vec<RepoPath>,
    /// Files that stood as before already.
    pub as_before: Vec<RepoPath>,
    /// Files that were staged anew since: the index keeps that.
    pub index_kept: Vec<RepoPath>,
    /// The files that are in the way, each with the batch that it is about.
    pub obstacles: Vec<(RepoPath, BatchId, Obstacle)>,
    /// Where `HEAD` was at the newest of these batches, and where it is, if files are in the way and it has moved.
    pub moved: Option<(Head, Head)>,
    /// The commit that is in the way, as it cannot be taken back.
    pub commit_kept: Option<Kept>,
    /// Where `HEAD` goes.
    pub head: Option<Moved>,
    /// The commit that `HEAD` does not get back, as it has moved on.
    pub commit_left: Option<gix::ObjectId>,
    /// The batch that the next undo would take back.
    pub next: Option<BatchId>,
    /// Whether the index alone changes.
    pub cached: bool,
    /// The diff, where it was asked for.
    pub diff: Option<Vec<u8>>,
    /// Old files that could not be removed, under names of our own.
    pub left: Vec<BString>,
}

/// What became of it, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The batches are taken back.
    Undone,
    /// They would be.
    WouldUndo,
    /// There is no such batch to take back.
    Nothing(Nothing),
    /// A file is in the way; nothing was written.
    Refused,
}

/// Why it cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UndoError {
    /// Records cannot be read.
    #[error("cannot read the record")]
    Record(#[from] RecordError),
    /// The work tree cannot be opened.
    #[error("cannot open the work tree")]
    WorkTree(#[source] std::io::Error),
    /// Ids cannot be computed, or `HEAD` cannot be read.
    #[error("cannot read the repository")]
    Git(#[from] gix::Error),
    /// The files could not be written.
    #[error(transparent)]
    Transact(#[from] TransactError),
    /// git refused.
    #[error(transparent)]
    Program(#[from] GitError),
    /// A run that was killed while its batch was committed cannot be finished.
    #[error("cannot finish a run that broke off")]
    Unfinished(#[from] CommitError),
}

/// Takes batches back. Edits made since are kept where they can be merged; where one cannot, nothing is written. `notice`
/// is told at once if an earlier run had broken off.
///
/// # Errors
///
/// When it cannot go on; a file that is in the way is in the report.
pub fn undo(
    repo: &Repo,
    settings: &Settings,
    request: &Request,
    notice: &mut dyn FnMut(Notice),
) -> Result<Report, UndoError> {
    let transaction = match request.mode {
        Mode::Write => Some(begin(repo, settings, "git sr undo", notice)?),
        Mode::Check | Mode::Diff => {
            transact::look(repo, notice);
            None
        }
    };
    within(repo, settings, request, transaction.as_ref())
}

/// The same by somebody who has the right to write already.
pub(crate) fn within(
    repo: &Repo,
    settings: &Settings,
    request: &Request,
    transaction: Option<&Transaction<'_>>,
) -> Result<Report, UndoError> {
    let records = Records::new(repo);
    let targets = match target::choose(&records, request.which)? {
        Ok(targets) => targets,
        Err(nothing) => return Ok(Report::new(Status::Nothing(nothing))),
    };
    let mut back = IndexBack::open(repo, &targets, request.force, request.mode == Mode::Write)?;
    let world = World::open(repo, settings.max_file_bytes).map_err(UndoError::WorkTree)?;
    let mut composer = Composer::new(repo, &world, request.force);
    for record in &targets {
        // What changed the index alone says nothing of the work tree.
        if !record.meta().cached {
            composer.take_back(record)?;
        }
        back.take_back(record);
    }
    let mut composed = composer.finish(&targets);
    composed.obstacles.append(&mut back.obstacles);
    let staging = back.stagings(&composed.files)?;
    let cached = targets.iter().all(|record| record.meta().cached);
    if cached {
        composed.files = back.changes();
        composed.ids = vec![Default::default(); composed.files.len()];
        composed.turns = false;
    }
    let head = head::plan(repo, &targets)?;
    let mut report = Report::new(Status::WouldUndo);
    report.undone = targets.iter().map(Record::id).collect();
    report.again = targets.iter().flat_map(|record| record.meta().taken_back()).collect();
    report.cached = cached;
    report.obstacles = composed.obstacles.clone();
    if !report.obstacles.is_empty() || head.is_err() {
        report.status = Status::Refused;
        report.moved = moved(repo, &targets)?;
        report.commit_kept = head.err();
        return Ok(report);
    }
    let head = head.unwrap_or_default();
    (report.head, report.commit_left) = (head.moved, head.left);
    report.merged.clone_from(&composed.merged);
    report.conflicted.clone_from(&composed.conflicted);
    report.as_before.clone_from(&composed.as_before);
    report.files = composed
        .files
        .iter()
        .zip(&composed.ids)
        .map(|(file, ids)| files::report_one(repo, file, *ids))
        .collect::<Result<_, _>>()?;
    for file in &mut report.files {
        file.staged = staging.iter().any(|staging| staging.path == file.path);
    }
    report.index_kept = back.kept.into_iter().collect();
    match (request.mode, transaction) {
        (Mode::Diff, _) => {
            let shown = |file: &&Edited| !composed.secret.contains(&file.change.path);
            report.diff = Some(files::diff(composed.files.iter().filter(shown)));
        }
        (_, Some(transaction)) => {
            let note = head.moved.map(|moved| noted(repo, request.time, moved)).transpose()?;
            let written =
                write(transaction, &world, request, &targets, &composed, (&staging, cached, back.index))?;
            if let (Some(moved), Some(mut note)) = (head.moved, note) {
                let line = match report.again.as_slice() {
                    [] => head::line("undo", &report.undone),
                    again => head::line("redo", again),
                };
                if let Err(error) = go(repo, transaction.lock(), moved, line.as_str().into()) {
                    // Without its commit the batch is not taken back by half.
                    let which = Which::Batch(written.id);
                    let back = Request { which, force: Force::Exact, ..request.clone() };
                    within(repo, settings, &back, Some(transaction))?;
                    return Err(error.into());
                }
                let told =
                    record::amend_with(repo, (written.id, note.begun.token), &record::Now::new(), |meta| {
                        meta.moved = Some(moved)
                    });
                // The next run tells it.
                if told.is_err() {
                    note.leave();
                }
            }
            if head.left.is_some() {
                // Their commits are not theirs any more, so that taking them back again asks for none.
                for batch in &report.again {
                    record::amend(repo, *batch, |meta| meta.moved = None)?;
                }
            }
            (report.status, report.batch, report.left) = (Status::Undone, Some(written.id), written.left);
            report.next = records.undo_target()?.map(|record| record.id());
            records.prune_by(settings, request.time);
        }
        (_, None) => {}
    }
    Ok(report)
}

impl Report {
    fn new(status: Status) -> Self {
        Self {
            status,
            undone: Vec::new(),
            again: Vec::new(),
            batch: None,
            files: Vec::new(),
            merged: Vec::new(),
            conflicted: Vec::new(),
            as_before: Vec::new(),
            index_kept: Vec::new(),
            obstacles: Vec::new(),
            moved: None,
            commit_kept: None,
            head: None,
            commit_left: None,
            next: None,
            cached: false,
            diff: None,
            left: Vec::new(),
        }
    }
}

impl Report {
    /// The commit that `HEAD` names again, since an undo was taken back.
    pub fn redone_commit(&self) -> Option<gix::ObjectId> {
        let restores = self.status == Status::Undone && !self.again.is_empty();
        self.head.filter(|_| restores).and_then(|moved| moved.to)
    }
}

/// Notes where `HEAD` is about to go with the next batch.
fn noted(repo: &Repo, time: i64, moved: Moved) -> Result<Note, UndoError> {
    let note = Note::begin(repo, Begun::new(Records::new(repo).next()?, time));
    let aimed = note.and_then(|mut note| note.aim(repo, Goal::Known(moved)).map(|()| note));
    Ok(aimed.map_err(TransactError::Journal)?)
}

/// Where `HEAD` was and is, if that differs.
fn moved(repo: &Repo, targets: &[Record<'_>]) -> Result<Option<(Head, Head)>, UndoError> {
    let Some(newest) = targets.first().map(Record::meta) else { return Ok(None) };
    let then = Head { id: newest.head, name: newest.branch.as_ref().map(|name| name.0.clone()) };
    let now = repo.head()?;
    Ok((then != now).then_some((then, now)))
}

fn write(
    transaction: &Transaction<'_>,
    world: &World<'_>,
    request: &Request,
    targets: &[Record<'_>],
    composed: &Composed,
    (staging, cached, index): (&[Staging<'_>], bool, Option<Index<'_>>),
) -> Result<transact::Written, UndoError> {
    let made = targets.iter().flat_map(|record| &record.meta().dirs_made);
    let removable = made.map(|path| path.0.as_bstr().to_owned()).collect();
    // A folder that several batches removed comes back as it was before the first.
    let removed = targets.iter().rev().flat_map(|record| &record.meta().dirs_removed);
    let modes = removed
        .filter_map(|folder| Some(Folder { path: folder.path.0.as_bstr().to_owned(), mode: folder.mode? }))
        .collect();
    let (newest, others) = (targets[0].id(), &targets[1..]);
    let mut files: Vec<&Edited> = composed.files.iter().collect();
    if let (true, Some(order)) = (composed.turns, targets[0].turned()) {
        let places: HashMap<_, _> = order.into_iter().enumerate().map(|(at, path)| (path, at)).collect();
        files.sort_by_key(|file| places.get(&file.change.path).copied());
    }
    let batch = Batch {
        kind: Kind::Undo { of: newest },
        time: request.time,
        cwd: request.cwd.clone(),
        sources: Vec::new(),
        reply: None,
        also: others.iter().map(Record::id).collect(),
        blocks: Vec::new(),
        secret: composed.secret.clone(),
        files,
        folders: FolderRules { removable: Some(removable), modes },
        turns: composed.turns,
        staging,
        cached,
    };
    Ok(transaction.write_staged(world, &batch, index)?)
}
