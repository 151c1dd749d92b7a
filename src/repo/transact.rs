//! Making a batch's changes, whole or not at all, with the old bytes recorded first.

mod batch;
mod error;
mod run;
mod told;

use std::{
    cell::{Cell, OnceCell},
    ffi::OsString,
    time::Duration,
};

pub use batch::{Batch, Written};
pub use error::TransactError;
use run::BatchRun;

use super::{
    config::Settings,
    index::Index,
    journal::{Intent, Phase, Step},
    lock::Lock,
    open::Repo,
    platform,
    recover::{self, Recovered},
    serial::SerialPath,
    signals,
    sync::Durability,
    world::RepoWorld,
};

/// Something to say at once, before the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// An earlier run had broken off; this was done about it.
    Recovered(Recovered),
    /// An earlier run has broken off; nothing was done about it.
    Unfinished,
    /// This line of shell is about to judge the batch.
    Running(OsString),
}

/// The right to write to a work tree, until it is dropped.
#[derive(Debug)]
pub struct Transaction<'r> {
    repo: &'r Repo,
    durability: Durability,
    lock: Lock,
    /// Once a batch is made, a signal waits for the end: a run that dies of one has not made its batch.
    made: OnceCell<signals::Held>,
    /// True if the journal of a batch that is made is still there, since its old files could not be removed.
    outlived: Cell<bool>,
}

/// Says if an earlier run has broken off. For commands that only read: they take no lock and repair nothing.
pub fn look(repo: &Repo, notice: &mut dyn FnMut(Notice)) {
    if recover::is_needed(repo) {
        notice(Notice::Unfinished);
    }
}

impl<'r> Transaction<'r> {
    /// Takes the lock and, if an earlier run was interrupted, recovers the work tree and returns the result
    /// of that. Files read from now on stay as they are, as far as git-sr is concerned. `command` is shown to
    /// other runs that wait for this one.
    ///
    /// # Errors
    ///
    /// When another run holds the lock for too long, or the work tree cannot be brought in order.
    pub fn begin(
        repo: &'r Repo,
        settings: &Settings,
        command: &str,
    ) -> Result<(Self, Option<Recovered>), TransactError> {
        let lock = Lock::take(repo, Duration::from_millis(settings.lock_timeout), command)?;
        let recovered = recover::recover(repo, &lock)?;
        let outlived = Cell::new(recovered.as_ref().is_some_and(|recovered| recovered.again));
        let durability = Durability::of(repo);
        Ok((Self { repo, durability, lock, made: OnceCell::new(), outlived }, recovered))
    }

    /// Records the old bytes, writes the new ones, stages the batch's entries in this index, and names the
    /// record. Any failure puts everything back.
    ///
    /// # Errors
    ///
    /// When something changed since it was read, a signal asks to stop, or the system refuses.
    pub fn write(
        &self,
        world: &RepoWorld<'_>,
        batch: &Batch<'_>,
        index: Option<Index<'_>>,
    ) -> Result<Written, TransactError> {
        let signals = signals::hold().map_err(TransactError::Journal)?;
        // Later steps, such as taking the batch back, are part of its end.
        let stops = self.made.get().is_none().then_some(&signals);
        let paths = batch.placed().iter().map(|file| SerialPath(file.change.path.clone())).collect();
        let (intent, journal) = (Intent { token: platform::random(), paths }, self.lock.journal());
        if self.outlived.take() {
            journal.end(Phase::Batch).map_err(TransactError::Journal)?;
        }
        journal.add(&Step::Intent(intent.clone())).map_err(TransactError::Journal)?;
        let Self { repo, durability, .. } = *self;
        let run = BatchRun { repo, durability, signals: stops, journal, token: intent.token };
        let answer = run.write(world, batch, index);
        if answer.is_ok() {
            let _ = self.made.set(signals);
        }
        match answer {
            // If a loss of power brings the journal back, it says of this batch, rightly, that it was made.
            Ok((written, true)) => {
                let _ = journal.end(Phase::Batch);
                Ok(written)
            }
            Ok((written, false)) => Ok(self.clear_up(written)),
            // The next run goes on from the journal.
            Err(error @ TransactError::Stuck { .. }) => Err(error),
            Err(error) => {
                // The next run clears up the rest, as it finds the journal.
                let _ = recover::sweep(repo, world.tree(), &intent).and_then(|()| journal.end(Phase::Batch));
                Err(error)
            }
        }
    }

    /// Tries once more to remove the old files of a batch that is made; failing that, the journal stays for
    /// the next run.
    fn clear_up(&self, mut written: Written) -> Written {
        self.outlived.set(true);
        if let Ok(Some(recovered)) = recover::recover(self.repo, &self.lock) {
            self.outlived.set(recovered.again);
            written.left = recovered.left;
        }
        written
    }

    /// The lock itself.
    pub fn lock(&self) -> &Lock {
        &self.lock
    }
}
