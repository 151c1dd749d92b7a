//! `--stash`: the state before the batch, on git's stash.

use super::{ApplyError, Report, task::Task};
use crate::{
    core::{escape::escape, guard::Class, path::RepoPath, plan::Planned},
    repo::{
        open::Repo,
        record::Records,
        stash::{self, Entry, StashError, State, note::Note},
        transact::Transaction,
    },
    request::Mode,
};

/// What goes there, noted for the next run, should this one be killed, until this is dropped.
pub(super) struct Before {
    entry: Entry,
    _note: Note,
}

/// Makes it, if that is asked for; if nothing is to be written, only says whether it can be made.
pub(super) fn before(
    Task { repo, request, policy, .. }: Task<'_, '_>,
    files: &[Planned],
) -> Result<Option<Before>, ApplyError> {
    if !request.stash {
        return Ok(None);
    }
    if request.mode != Mode::Write {
        stash::check(repo)?;
        return Ok(None);
    }
    let next = Records::new(repo).next()?;
    let replies: Vec<String> = request.inputs.iter().map(|input| escape(&input.name).to_string()).collect();
    let paths: Vec<&RepoPath> = files.iter().map(|file| &file.edited.change.path).collect();
    let is_secret = |path: &RepoPath| {
        // What is made of a secret is one, whatever its name.
        let of_batch = files.iter().find(|file| file.edited.change.path == *path);
        let class = of_batch.map_or_else(|| policy.judge(path).class, |file| file.verdict.class);
        class == Class::Secret
    };
    let name = format!("git sr: before batch {next} ({})", replies.join(", "));
    let entry = stash::make(repo, State { name: &name, files: &paths, is_secret: &is_secret })?;
    let note = Note::begin(repo, (next, request.time), &entry).map_err(StashError::from)?;
    Ok(Some(Before { entry, _note: note }))
}

/// Puts it there, now that the batch stands: what others put on the stash meanwhile stays, and a batch that comes to
/// nothing leaves nothing to take away again.
pub(super) fn store(
    repo: &Repo,
    transaction: Option<&Transaction<'_>>,
    before: Option<Before>,
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let (Some(Before { entry, _note }), Some(batch), Some(transaction)) = (before, report.batch, transaction)
    else {
        return Ok(());
    };
    match stash::store(repo, transaction.lock(), &entry) {
        Ok(()) => {
            report.stash = Some(entry);
            Ok(())
        }
        Err(source) => Err(ApplyError::Unstashed { source, batch, entry: entry.into() }),
    }
}
