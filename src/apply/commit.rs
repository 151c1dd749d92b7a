//! `--commit`: the batch as a commit on `HEAD`.
//!
//! The commit is thought out before anything is written, and its objects are there before the first file changes. The
//! files, the index and the record are one transaction; the commit comes after it, since hooks may run commands of our
//! own. Where there is no commit after all, the batch is taken back through its record. Where hooks changed what is
//! committed, their work is the batch's: the record takes the files as the hooks committed them, and the index follows
//! the commit.

use super::{
    ApplyError, Became, Report, Request,
    became::{failed, take_back},
    stage::Stagings,
};
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
        commit::{self, CommitError, Draft, Made, Options, Prepared, There},
        config::Settings,
        git_form::GitForm,
        index::{Content, Index, Slot, Staging},
        open::Repo,
        record::{self, BatchId, Records},
        standing::Standings,
        transact::Transaction,
        world::World,
    },
    request::{Input, Mode},
    undo,
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
    /// Whether index or record could not follow it, which is left to the next run.
    pub left: bool,
}

/// Thinks the commit of these files out, and prepares it if it is to be made. Also gives what is staged. As with `git add`,
/// what git ignores and the index does not have is in neither.
pub(super) fn prepare<'r>(
    repo: &'r Repo,
    (index, world): (&Index<'_>, &World<'r>),
    (request, options): (&Request, &Options),
    files: &[&Planned],
    sources: &[Source<'_>],
) -> Result<(Option<Prepared<'r>>, Stagings<'static>), ApplyError> {
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
        slot => Ok(There::staged(&slot)),
    };
    let text = |files: &[&Edited]| match &options.message {
        Some(message) => message.clone(),
        None => message::message(&told(&request.inputs, sources), files, |_| false),
    };
    let mut draft = Draft::new(repo, &edited, &mut git_form, &staged, (options, &text(&edited)))?;
    let in_it: Vec<&Edited> =
        edited.iter().copied().filter(|file| draft.changes(&file.change.path)).collect();
    // What HEAD has already is not told of.
    if options.message.is_none() && in_it.len() < edited.len() {
        draft = Draft::new(repo, &edited, &mut git_form, &staged, (options, &text(&in_it)))?;
    }
    let staging = draft.index.iter().filter_map(|restaged| {
        let before = index.slot(&restaged.path).entry().cloned();
        let after = restaged.after.map(|blob| blob.entry(before.as_ref()));
        (before != after).then(|| Staging {
            path: restaged.path.clone(),
            before,
            after: after.map(|entry| (entry, Content::Stored)),
            is_file: restaged.is_of_file,
        })
    });
    let stagings = Stagings::of(staging.collect(), left_out);
    let prepared = match request.mode {
        Mode::Write => Some(draft.write((Records::new(repo).next()?, request.time))?),
        Mode::Check | Mode::Diff => None,
    };
    Ok((prepared, stagings))
}

fn told<'a>(inputs: &'a [Input], sources: &[Source<'_>]) -> Vec<Told<'a>> {
    let told = inputs.iter().zip(sources).map(|(input, source)| Told {
        bytes: &input.bytes,
        blocks: source.reply.blocks.iter().map(|block| block.span.range()).collect(),
    });
    told.collect()
}

/// Makes the commit of a batch that is written. If there is none, the batch is taken back.
pub(super) fn make(
    repo: &Repo,
    settings: &Settings,
    (request, transaction): (&Request, &Transaction<'_>),
    mut prepared: Prepared<'_>,
    files: &mut [Planned],
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let (Some(batch), Some(options)) = (report.batch, &request.commit) else { return Ok(()) };
    let stood = stood(repo, batch, files);
    let made = match prepared.make(options, transaction.lock()) {
        Ok(made) => made,
        Err(source) => {
            // Where nobody can tell, files and `HEAD` stay as they are.
            let became = match prepared.is_overtaken() {
                _ if matches!(source, CommitError::Unclear(_)) => Became::Unclear,
                Err(_) => Became::Unclear,
                Ok(true) => Became::Overtaken { way: undo::way(repo, settings, &failed(request, batch)) },
                Ok(false) => take_back(repo, settings, (request, transaction), batch),
            };
            if let Became::Unclear | Became::Stuck(_) = became {
                prepared.note.leave();
            }
            return Err(ApplyError::Uncommitted { source, batch, became });
        }
    };
    let settled = prepared.settle(batch, &made, &stood);
    // The commit is made. What the record cannot be told now it is told by the next run.
    let left = settled.is_err();
    let settled = settled.unwrap_or_default();
    take(files, settled.now);
    let commit = Commit { made, rewritten: settled.rewritten, unlike: settled.unlike, left };
    if !commit.rewritten.is_empty() {
        report_anew(repo, files, &mut report.files)?;
    }
    report.commit = Some(commit);
    Ok(())
}

/// What stands in the work tree before hooks run, where the batch changes the index alone. What cannot be read is left
/// alone.
fn stood(repo: &Repo, batch: BatchId, files: &[Planned]) -> record::Now {
    let cached = Records::new(repo).load(batch).is_ok_and(|record| record.meta().cached);
    let world = cached.then(|| World::open(repo, u64::MAX)).and_then(Result::ok);
    let paths = files.iter().map(|file| &file.edited.change.path);
    let read =
        |world: World<'_>| paths.filter_map(|path| Some((path.clone(), world.current(path).ok()?))).collect();
    world.map(read).unwrap_or_default()
}

/// Lets the batch's files be those that hooks left.
fn take(files: &mut [Planned], now: record::Now) {
    for (path, current) in now {
        if let Some(file) = files.iter_mut().find(|file| file.edited.change.path == path) {
            file.edited = Edited::of(Change { new: current, ..file.edited.change.clone() });
        }
    }
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
