//! `--stash`: the state before the batch, on git's stash.

use super::{ApplyError, Report, task::Task};
use crate::{
    core::{escape::escape, guard::Class, path::RepoPath, plan::Planned},
    repo::{
        open::Repo,
        record::Records,
        stash::{self, Entry, State},
    },
    request::Mode,
};

/// Makes what goes there, if that is asked for.
pub(super) fn before(
    Task { repo, request, policy, .. }: Task<'_, '_>,
    files: &[Planned],
) -> Result<Option<Entry>, ApplyError> {
    if !request.stash || request.mode != Mode::Write {
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
    Ok(Some(stash::make(repo, State { name: &name, files: &paths, is_secret: &is_secret })?))
}

/// Puts it there, now that the batch stands: what others put on the stash meanwhile stays, and a batch that comes to
/// nothing leaves nothing to take away again.
pub(super) fn store(repo: &Repo, entry: Option<Entry>, report: &mut Report<'_>) -> Result<(), ApplyError> {
    let (Some(entry), Some(batch)) = (entry, report.batch) else { return Ok(()) };
    match stash::store(repo, &entry) {
        Ok(()) => {
            report.stash = Some(entry);
            Ok(())
        }
        Err(source) => Err(ApplyError::Unstashed { source, batch, entry: entry.into() }),
    }
}
