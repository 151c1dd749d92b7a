//! `--stash`: the state before the batch, as an entry of git's stash.

use crate::{
    apply::{ApplyError, task::Task},
    core::{escape::escape, path::RepoPath, plan::Planned},
    repo::{
        open::Repo,
        record::{BatchId, Records},
        stash::{self, Snapshot, StashEntry, StashError, note::StashNote},
        transact::Transaction,
    },
    request::RunMode,
};

/// The entry, noted until this is dropped for the next run, should this one be killed.
pub(in crate::apply) struct StashEffect {
    entry: StashEntry,
    _note: StashNote,
}

impl StashEffect {
    /// Makes the entry, if one is asked for; in a dry run, only checks that it can be made.
    pub(in crate::apply) fn prepare(
        Task { repo, request, policy, .. }: Task<'_, '_>,
        files: &[Planned],
    ) -> Result<Option<Self>, ApplyError> {
        if !request.stash {
            return Ok(None);
        }
        if request.mode != RunMode::Write {
            stash::check(repo)?;
            return Ok(None);
        }
        let next = Records::new(repo).next()?;
        let replies: Vec<String> =
            request.inputs.iter().map(|input| escape(&input.name).to_string()).collect();
        let paths: Vec<&RepoPath> = files.iter().map(|file| &file.edited.change.path).collect();
        let is_secret = |path: &RepoPath| {
            // A file made from a secret is one too, whatever its name.
            let of_batch = files.iter().find(|file| file.edited.change.path == *path);
            of_batch.map_or_else(|| policy.judge(path).is_private, |file| file.verdict.is_private)
        };
        let name = format!("git sr: before batch {next} ({})", replies.join(", "));
        let entry = stash::make(repo, Snapshot { name: &name, files: &paths, is_secret: &is_secret })?;
        let note = StashNote::begin(repo, next, request.time, &entry).map_err(StashError::from)?;
        Ok(Some(Self { entry, _note: note }))
    }

    /// Stores the entry now that the batch is there: entries that others stored meanwhile stay, and a batch
    /// that comes to nothing leaves no entry to drop.
    pub(in crate::apply) fn after_write(
        self,
        repo: &Repo,
        transaction: &Transaction<'_>,
        batch: BatchId,
    ) -> Result<StashEntry, ApplyError> {
        match stash::store(repo, transaction.lock(), &self.entry) {
            Ok(()) => Ok(self.entry),
            Err(source) => Err(ApplyError::Unstashed { source, batch, entry: self.entry.into() }),
        }
    }
}
