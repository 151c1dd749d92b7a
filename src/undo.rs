//! `git sr undo`: the last batch, taken back.

use bstr::BString;

use crate::{
    apply::Mode,
    core::{
        change::{Change, Edited, Version},
        outcome::Unreadable,
        path::RepoPath,
    },
    files::{self, FileReport},
    repo::{
        config::Settings,
        open::Repo,
        record::{BatchId, Kind, Record, RecordError, Records, meta::FileMeta},
        transact::{self, Batch, Notice, TransactError, Transaction},
        worktree::FolderRules,
        world::World,
    },
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// How far to go.
    pub mode: Mode,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory.
    pub cwd: BString,
}

/// What became of it.
#[derive(Debug)]
pub struct Report {
    /// In a word.
    pub status: Status,
    /// The batch that is taken back.
    pub batch: Option<BatchId>,
    /// What became of each file.
    pub files: Vec<FileReport>,
    /// The files that are in the way.
    pub edited: Vec<(RepoPath, Edit)>,
    /// The batch that the next undo would take back.
    pub next: Option<BatchId>,
    /// The diff, where it was asked for.
    pub diff: Option<Vec<u8>>,
}

/// What became of it, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The batch is taken back.
    Undone,
    /// It would be.
    WouldUndo,
    /// There is no batch to take back.
    Nothing,
    /// A file was edited since; nothing was written.
    Refused,
}

/// How a file differs from what the batch left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It has other content.
    Changed,
    /// It is gone.
    Gone,
    /// There is a file where the batch removed one.
    Occupied,
    /// It cannot be read.
    Unreadable(Unreadable),
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
    /// Ids cannot be computed.
    #[error("cannot compute an object id")]
    Id(#[from] gix::Error),
    /// The files could not be written.
    #[error(transparent)]
    Transact(#[from] TransactError),
}

/// Takes the last batch back, byte for byte, unless one of its files was edited since. `notice` is told at once if an
/// earlier run had broken off.
///
/// # Errors
///
/// When it cannot go on; an edited file is in the report.
pub fn undo(
    repo: &Repo,
    settings: &Settings,
    request: &Request,
    notice: &mut dyn FnMut(Notice),
) -> Result<Report, UndoError> {
    let transaction = match request.mode {
        Mode::Write => Some(Transaction::begin(repo, settings, "git sr undo", notice)?),
        Mode::Check | Mode::Diff => {
            transact::look(repo, notice);
            None
        }
    };
    let records = Records::new(repo);
    let mut report = Report {
        status: Status::Nothing,
        batch: None,
        files: Vec::new(),
        edited: Vec::new(),
        next: None,
        diff: None,
    };
    let Some(record) = records.undo_target()? else { return Ok(report) };
    report.batch = Some(record.id());
    let world = World::open(repo, settings.max_file_bytes).map_err(UndoError::WorkTree)?;
    let mut edited = Vec::new();
    for file in &record.meta().files {
        match take_back(repo, &world, &record, file)? {
            Ok(change) => edited.extend(change.map(Edited::of)),
            Err(edit) => report.edited.push((file.path.0.clone(), edit)),
        }
    }
    if !report.edited.is_empty() {
        report.status = Status::Refused;
        return Ok(report);
    }
    report.files = files::report(repo, edited.iter().map(|file| (file, None)), None)?;
    report.status = Status::WouldUndo;
    match (request.mode, &transaction) {
        (Mode::Diff, _) => report.diff = Some(files::diff(edited.iter())),
        (_, Some(transaction)) => {
            write(transaction, &world, request, &record, &edited)?;
            report.status = Status::Undone;
            report.next = records.undo_target()?.map(|record| record.id());
        }
        (_, None) => {}
    }
    Ok(report)
}

/// The change that takes one file back; none if it stands as before the batch already.
fn take_back(
    repo: &Repo,
    world: &World<'_>,
    record: &Record<'_>,
    file: &FileMeta,
) -> Result<Result<Option<Change>, Edit>, UndoError> {
    let path = &file.path.0;
    let current = match world.current(path) {
        Ok(current) => current,
        Err(error) => return Ok(Err(Edit::Unreadable(error))),
    };
    if !files::is(repo, current.as_ref(), file.new.as_ref())? {
        if files::is(repo, current.as_ref(), file.old.as_ref())? {
            return Ok(Ok(None));
        }
        return Ok(Err(match (&current, &file.new) {
            (None, _) => Edit::Gone,
            (Some(_), None) => Edit::Occupied,
            (Some(_), Some(_)) => Edit::Changed,
        }));
    }
    let mode = |side: &Option<crate::repo::record::meta::Side>| side.as_ref().and_then(|side| side.mode);
    let now = current.as_ref().and_then(|current| current.mode);
    // A mode that the user changed since is theirs.
    let restored = if now.is_some() && mode(&file.new).is_some() && now != mode(&file.new) {
        now
    } else {
        mode(&file.old)
    };
    let old = record.old_bytes(path)?.map(|bytes| Version { bytes, mode: restored });
    Ok(Ok(Some(Change { path: path.clone(), old: current, new: old, from: None })))
}

fn write(
    transaction: &Transaction<'_>,
    world: &World<'_>,
    request: &Request,
    record: &Record<'_>,
    edited: &[Edited],
) -> Result<(), UndoError> {
    let made = record.meta().dirs_made.iter().map(|path| path.0.as_bstr().to_owned()).collect();
    let batch = Batch {
        kind: Kind::Undo { of: record.id() },
        time: request.time,
        cwd: request.cwd.clone(),
        sources: Vec::new(),
        reply: None,
        files: edited.iter().collect(),
        folders: FolderRules { removable: Some(made), ..FolderRules::default() },
    };
    transaction.write(world, &batch)?;
    Ok(())
}
