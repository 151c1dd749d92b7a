//! One batch on its way, step by step.

use std::io;

use gix::ObjectId;

use super::{
    batch::{Batch, Written},
    error::TransactError,
    told,
};
use crate::{
    core::change::Edited,
    repo::{
        index::{self, Index},
        journal::{Journal, Step},
        open::Repo,
        progress::Stage,
        record::{self, FileIds, PreparedRecord, RecordError, RecordedSplice, Recorder, Records},
        serial::Bytes,
        signals,
        sync::{Component, Durability},
        worktree::{AppliedBatch, PlannedWrite, Ready, WriteError},
        world::{RepoWorld, Seen},
    },
};

/// One batch on its way.
pub(super) struct BatchRun<'a> {
    pub(super) repo: &'a Repo,
    pub(super) durability: Durability,
    /// None if a signal does not stop it.
    pub(super) signals: Option<&'a signals::Held>,
    pub(super) journal: &'a Journal,
    pub(super) token: u64,
}

impl BatchRun<'_> {
    /// Also says whether the batch is known to be durable.
    pub(super) fn write(
        &self,
        world: &RepoWorld<'_>,
        batch: &Batch<'_>,
        index: Option<Index<'_>>,
    ) -> Result<(Written, bool), TransactError> {
        let Self { repo, durability, journal, .. } = *self;
        repo.progress().begin(Stage::Writing, None);
        let seen: Vec<Option<Seen>> =
            batch.placed().iter().map(|file| world.seen(&file.change.path)).collect();
        let planned: Vec<PlannedWrite<'_>> =
            batch.placed().iter().zip(&seen).map(|(file, seen)| planned(file, seen.as_ref())).collect();
        let known = told::known(world, batch);
        let changes = batch.files.iter().zip(&known).filter(|_| !batch.turns);
        let changes: Vec<_> = changes.map(|(file, known)| (&file.change, known.is_some())).collect();
        let (ready, ids) = record::beside(repo.object_hash(), &changes, || {
            world.tree().ready(self.token, &planned, batch.folders.clone())
        });
        let mut ready = ready.map_err(TransactError::Write)?;
        self.go_on()?;
        let recorder = Recorder::new(repo, self.token);
        let prepared = self.prepare(&recorder, batch, (known, ids), &mut ready, index.as_ref())?;
        self.go_on()?;
        let index_path = index.as_ref().map(|index| index.path().to_owned());
        let renames =
            told::journal(&mut ready, &prepared, index_path.as_deref()).map_err(TransactError::Journal)?;
        journal.add(&Step::Renames(renames)).map_err(TransactError::Journal)?;
        let mut others = recorder.object_files(&prepared).map_err(TransactError::Sync)?;
        others.push(journal.file().map_err(TransactError::Sync)?);
        ready.sync(durability, others).map_err(TransactError::Sync)?;
        let mut applied = ready.apply(|| self.caught().is_none()).map_err(|error| self.failed(error))?;
        if let Some(index) = index {
            let entries = told::index(batch, &prepared, &applied.files());
            let durability = Durability::of_component(repo, Component::Index);
            if let Err(error) = index.commit(&entries, durability) {
                return Err(put_back(applied, error.into(), || true));
            }
        }
        if let Err(error) = name(&recorder, &prepared) {
            let withdraw = || {
                self.withdraw(&prepared).is_ok()
                    && index::restore(repo, index_path.as_deref(), &prepared.meta().index).is_ok()
            };
            return Err(put_back(applied, error, withdraw));
        }
        // The batch is made. What fails from here on fails for the journal alone, which then stays.
        let id = prepared.id();
        let references = recorder.reference_folders(id).map_err(io::Error::other);
        let synced = references.and_then(|folders| applied.sync(durability, folders)).is_ok();
        let done = applied.finish();
        let durable = synced && done.left.is_empty() && done.folders_left.is_empty();
        Ok((Written { id, left: done.left }, durable))
    }

    /// Makes the record, but for its reference.
    fn prepare(
        &self,
        recorder: &Recorder<'_>,
        batch: &Batch<'_>,
        (known, ids): (Vec<Option<ObjectId>>, Vec<FileIds>),
        ready: &mut Ready<'_>,
        index: Option<&Index<'_>>,
    ) -> Result<PreparedRecord, TransactError> {
        let made = ready.entries().flat_map(|entry| entry.folders).collect();
        let going = ready.going().map_err(TransactError::Journal)?;
        let elsewhere = index.and_then(Index::elsewhere).map(Bytes::of_path);
        let index_file = elsewhere.transpose().map_err(TransactError::Journal)?.map(|path| path.0);
        // Where, and how many bytes.
        let splices = |file: &&Edited| file.splices.iter().map(RecordedSplice::from).collect();
        let splices: Vec<Vec<RecordedSplice>> = batch.files.iter().map(splices).collect();
        let besides = told::Besides { splices: &splices, known, ids, made, going, index_file };
        Ok(recorder.prepare(&told::record(batch, besides))?)
    }

    fn withdraw(&self, prepared: &PreparedRecord) -> Result<(), RecordError> {
        let records = Records::new(self.repo);
        records.withdraw(prepared.id(), prepared.tree())?;
        records.remove_private(prepared.id())
    }

    fn caught(&self) -> Option<i32> {
        self.signals.and_then(signals::Held::caught)
    }

    fn go_on(&self) -> Result<(), TransactError> {
        self.caught().map_or(Ok(()), |signal| Err(TransactError::Interrupted { signal }))
    }

    fn failed(&self, error: WriteError) -> TransactError {
        match error {
            WriteError::HalfDone { cause, left } => {
                TransactError::Stuck { source: Box::new(self.failed(*cause)), left }
            }
            WriteError::Interrupted => {
                TransactError::Interrupted { signal: self.caught().unwrap_or_default() }
            }
            error => TransactError::Write(error),
        }
    }
}

fn planned<'a>(file: &'a Edited, seen: Option<&'a Seen>) -> PlannedWrite<'a> {
    PlannedWrite {
        change: &file.change,
        meta: seen.map(|seen| seen.meta),
        attributes: seen.map_or(&[], |seen| &seen.attributes),
    }
}

/// Sets the reference of the record: it is the batch's from then on.
fn name(recorder: &Recorder<'_>, prepared: &PreparedRecord) -> Result<(), TransactError> {
    match recorder.publish(prepared)? {
        true => Ok(()),
        false => Err(TransactError::Taken { id: prepared.id() }),
    }
}

/// Puts the files back, and then index and record; returns the cause, or the files that could not be put
/// back.
fn put_back(applied: AppliedBatch<'_>, error: TransactError, rest: impl FnOnce() -> bool) -> TransactError {
    match applied.put_back() {
        Ok(()) if rest() => error,
        Ok(()) => TransactError::Stuck { source: Box::new(error), left: Vec::new() },
        Err(left) => TransactError::Stuck { source: Box::new(error), left },
    }
}
