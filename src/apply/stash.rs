//! `--stash`: the state before the batch, on git's stash.

use super::{ApplyError, Request};
use crate::{
    core::{
        escape::escape,
        guard::{Class, Policy},
        path::RepoPath,
        plan::Planned,
    },
    repo::{
        open::Repo,
        record::Records,
        stash::{self, Entry, State},
    },
    request::Mode,
};

/// Puts it there if that is asked for and there is something to write.
pub(super) fn before(
    repo: &Repo,
    request: &Request,
    policy: &Policy,
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
    Ok(Some(stash::push(repo, State { name: &name, files: &paths, is_secret: &is_secret })?))
}

/// Takes it away again if the batch was not written.
pub(super) fn after(repo: &Repo, entry: Option<Entry>, written: bool) -> Option<Entry> {
    match entry {
        // The entry that stays is a nuisance, and no reason for another error.
        Some(entry) if !written => {
            drop(stash::drop(repo, &entry));
            None
        }
        entry => entry,
    }
}
