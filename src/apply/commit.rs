//! `--commit`: the batch as a commit on `HEAD`.
//!
//! The commit is thought out before anything is written, and its objects are there before the first file changes. The
//! files, the index and the record are one transaction; the commit comes after it, since hooks may run commands of our
//! own. Where there is no commit after all, the batch is taken back through its record. Where hooks changed what is
//! committed, their work is the batch's: the record takes the files as the hooks left them, and the index follows the
//! commit.

use super::{ApplyError, Report, Request};
use crate::{
    core::{
        change::{Change, Edited},
        guard::Class,
        message::{self, Told},
        path::RepoPath,
        plan::{Planned, Source},
    },
    files::{self, FileReport},
    repo::{
        commit::{self, Blob, CommitError, Committed, Draft, Made, Options, Prepared, There},
        config::Settings,
        git_form::GitForm,
        index::{Content, Entry, Index, Settled, Slot, Staging},
        open::Repo,
        record::{self, BatchId, meta::Moved},
        sync::Durability,
        transact::{TransactError, Transaction},
        world::World,
    },
    request::{Input, Mode},
    undo::{self, Force, UndoError, Which},
};

/// A commit that was made of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The commit.
    pub made: Made,
    /// The files that hooks changed in it.
    pub rewritten: Vec<RepoPath>,
    /// Those of them that the work tree has otherwise.
    pub unlike: Vec<RepoPath>,
}

/// Thinks the commit of these files out, and prepares it if it is to be made. Also gives what is staged.
pub(super) fn prepare<'r>(
    repo: &'r Repo,
    index: &Index<'_>,
    (request, options): (&Request, &Options),
    files: &[&Planned],
    sources: &[Source<'_>],
) -> Result<(Option<Prepared<'r>>, Vec<Staging<'static>>), ApplyError> {
    commit::check(repo)?;
    if let Some(secret) = files.iter().find(|file| file.verdict.class == Class::Secret) {
        return Err(CommitError::Secret { path: secret.edited.change.path.clone() }.into());
    }
    let edited: Vec<&Edited> = files.iter().map(|file| &file.edited).collect();
    let paths = || edited.iter().map(|file| &file.change.path);
    if let Some(path) = paths().find(|path| index.slot(path) == Slot::Unmerged) {
        return Err(CommitError::Unmerged { path: path.clone() }.into());
    }
    let mut git_form = GitForm::new(repo, index.state_for(paths())).map_err(CommitError::from)?;
    let goes = |other: &[u8]| {
        edited.iter().any(|file| file.change.new.is_none() && file.change.path.as_bstr() == other)
    };
    let staged = |path: &RepoPath| match index.slot(path) {
        Slot::Absent if index.is_blocked(path, goes) => Ok(There::Other),
        slot => Ok(there(&slot)),
    };
    let text = match &options.message {
        Some(message) => message.clone(),
        None => message::message(&told(&request.inputs, sources), &edited, |_| false),
    };
    let draft = Draft::new(repo, &edited, &mut git_form, &staged, (options, &text))?;
    let staging = draft.index.iter().filter_map(|restaged| {
        let before = entry(&index.slot(&restaged.path));
        let after = restaged.after.map(|blob| staged_as(blob, before.as_ref()));
        (before != after).then(|| Staging {
            path: restaged.path.clone(),
            before,
            after: after.map(|entry| (entry, Content::Stored)),
            is_file: restaged.is_of_file,
        })
    });
    let staging = staging.collect();
    let prepared = if request.mode == Mode::Write { Some(draft.write()?) } else { None };
    Ok((prepared, staging))
}

fn told<'a>(inputs: &'a [Input], sources: &[Source<'_>]) -> Vec<Told<'a>> {
    let told = inputs.iter().zip(sources).map(|(input, source)| Told {
        bytes: &input.bytes,
        blocks: source.reply.blocks.iter().map(|block| block.span.range()).collect(),
    });
    told.collect()
}

fn there(slot: &Slot) -> There {
    match slot {
        Slot::Absent => There::Nothing,
        Slot::Entry(entry, _) if !entry.intent_to_add => {
            There::File(Blob { executable: entry.mode & 0o111 != 0, id: entry.id })
        }
        _ => There::Other,
    }
}

fn entry(slot: &Slot) -> Option<Entry> {
    if let Slot::Entry(entry, _) = slot { Some(entry.clone()) } else { None }
}

/// The entry of a blob, with the marks of the one that stands there.
fn staged_as(blob: Blob, before: Option<&Entry>) -> Entry {
    let entry = Entry {
        id: blob.id,
        mode: blob.mode(),
        assume_unchanged: false,
        skip_worktree: false,
        intent_to_add: false,
    };
    entry.marked_as(before)
}

/// Makes the commit of a batch that is written. If there is none, the batch is taken back.
pub(super) fn make(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&Request, &Transaction<'_>),
    prepared: Prepared<'_>,
    files: &mut [Planned],
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let (Some(batch), Some(options)) = (report.batch, &request.commit) else { return Ok(()) };
    let made = match prepared.make(options) {
        Ok(made) => made,
        Err(source) => {
            let stands = take_back(repo, settings, (request, transaction), batch);
            return Err(ApplyError::Uncommitted { source, batch, stands });
        }
    };
    let commit = settle(repo, settings, made, batch, files)?;
    if !commit.rewritten.is_empty() {
        report_anew(repo, files, &mut report.files)?;
    }
    report.commit = Some(commit);
    Ok(())
}

fn take_back(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&Request, &Transaction<'_>),
    batch: BatchId,
) -> Stands {
    let undo = undo::Request {
        which: Which::Batch(batch),
        // What a hook wrote over the batch is in the record of the undo.
        force: Force::Exact,
        mode: Mode::Write,
        time: request.time,
        cwd: request.cwd.clone(),
    };
    match undo::within(repo, settings, &undo, Some(transaction)) {
        Ok(report) if report.status == undo::Status::Undone => None,
        Ok(_) => Some(None),
        Err(error) => Some(Some(Box::new(error))),
    }
}

/// Notes the commit in the record. Where hooks changed it, the index and the record follow.
fn settle(
    repo: &Repo,
    settings: &Settings,
    made: Made,
    batch: BatchId,
    files: &mut [Planned],
) -> Result<Commit, ApplyError> {
    let moved = Moved { from: made.head.id, to: Some(made.id) };
    let mut commit = Commit { made, rewritten: Vec::new(), unlike: Vec::new() };
    if commit.made.rewritten.is_empty() {
        record::amend(repo, batch, &record::Now::new(), |meta| meta.moved = Some(moved))?;
        return Ok(commit);
    }
    let world = World::open(repo, settings.max_file_bytes).map_err(ApplyError::WorkTree)?;
    let mut now = record::Now::new();
    for file in files.iter_mut() {
        let Change { path, new, .. } = &mut file.edited.change;
        // What cannot be read is not the batch's any more.
        let Ok(current) = world.current(path) else { continue };
        if current != *new && (current.is_some() || file.edited.change.old.is_some()) {
            now.insert(file.edited.change.path.clone(), current.clone());
            let change = Change { new: current, ..file.edited.change.clone() };
            file.edited = Edited::of(change);
        }
    }
    let rewritten = commit.made.rewritten.clone();
    let settled = follow(repo, &world, &rewritten, files, &mut commit)?;
    record::amend(repo, batch, &now, |meta| {
        meta.moved = Some(moved);
        for staged in &mut meta.index {
            let followed = settled.iter().find(|settled| settled.path == staged.path.0);
            if let Some(settled) = followed {
                staged.after = settled.entry.clone();
            }
        }
    })?;
    Ok(commit)
}

/// Lets the index have what hooks committed, where it has what was to be committed.
fn follow(
    repo: &Repo,
    world: &World<'_>,
    rewritten: &[Committed],
    files: &[Planned],
    commit: &mut Commit,
) -> Result<Vec<Settled>, ApplyError> {
    let index = Index::hold(repo).map_err(TransactError::from)?;
    let paths = || rewritten.iter().map(|file| &file.path);
    let mut git_form = GitForm::new(repo, index.state_for(paths())).map_err(CommitError::from)?;
    let mut settled = Vec::new();
    for Committed { path, before, after } in rewritten {
        commit.rewritten.push(path.clone());
        let current = world.current(path).ok().flatten();
        let form = match &current {
            Some(current) => {
                let form = git_form.of(path, &current.bytes).map_err(CommitError::from)?;
                Some(repo.blob_id(&form)?)
            }
            None => None,
        };
        let is_of_file = form == after.map(|blob| blob.id);
        if !is_of_file && files.iter().any(|file| file.edited.change.path == *path) {
            commit.unlike.push(path.clone());
        }
        let slot = index.slot(path);
        let now = if let There::File(blob) = there(&slot) { Some(blob) } else { None };
        if now == *before && slot != Slot::Other {
            let old = entry(&slot);
            settled.push(Settled {
                path: path.clone(),
                entry: after.map(|blob| staged_as(blob, old.as_ref())),
                file: world.seen(path).filter(|_| is_of_file).map(|seen| seen.meta),
            });
        }
    }
    index.commit(&settled, Durability::of(repo)).map_err(TransactError::from)?;
    Ok(settled)
}

/// What is reported of files after hooks changed them.
fn report_anew(repo: &Repo, files: &[Planned], reports: &mut [FileReport]) -> Result<(), gix::Error> {
    let judged = files.iter().map(|file| (&file.edited, Some(&file.verdict)));
    for new in files::report(repo, judged, None)? {
        if let Some(report) = reports.iter_mut().find(|report| report.path == new.path) {
            let notes = std::mem::take(&mut report.notes);
            *report = FileReport { notes, ..new };
        }
    }
    Ok(())
}

/// Why a batch without a commit stands.
pub type Stands = Option<Option<Box<UndoError>>>;
