//! Making a batch's changes, whole or not at all, with the old bytes recorded first.

use std::{
    cell::{Cell, OnceCell},
    collections::HashMap,
    io,
    path::Path,
    time::Duration,
};

use bstr::{BString, ByteSlice};

use super::{
    config::Settings,
    index::{self, Index, IndexError, Settled, Staging},
    journal::{self, Body, FileEntry, Intent, Journal},
    lock::{Lock, LockError},
    open::Repo,
    platform,
    record::{
        BatchId, BatchRecord, FileRecord, Kind, Prepared, RecordError, Recorder, Records, Splice,
        meta::{BlockMeta, Meta},
    },
    recover::{self, RecoverError, Recovered},
    serial::{Bytes, Name},
    signals,
    sync::Durability,
    worktree::{Folder, FolderRules, Left, Meta as FileMeta, Planned, Staged, WriteError},
    world::{Seen, World},
};
use crate::core::{change::Edited, path::RepoPath};

/// What is to be written, and what its record says of it.
#[derive(Debug)]
pub struct Batch<'a> {
    /// What the batch is.
    pub kind: Kind,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The current directory of the command.
    pub cwd: BString,
    /// The names of the replies.
    pub sources: Vec<BString>,
    /// What tells that the same is asked for again.
    pub reply: Option<gix::ObjectId>,
    /// What an undo takes back besides, newest first.
    pub also: Vec<BatchId>,
    /// What became of each block of the replies.
    pub blocks: Vec<BlockMeta>,
    /// The files that hold secrets.
    pub secret: Vec<RepoPath>,
    /// The changes.
    pub files: Vec<&'a Edited>,
    /// How folders come and go.
    pub folders: FolderRules,
    /// Whether it turns the one batch that it takes back around, as [`BatchRecord::turns`] says.
    pub turns: bool,
    /// Whether it puts back what a command wrote that failed then.
    pub withdraws: bool,
    /// What is staged; it needs the index that [`Transaction::write_staged`] takes.
    pub staging: &'a [Staging<'a>],
    /// Whether only the index changes: the changes are those of the index, and no file is written.
    pub cached: bool,
}

impl<'a> Batch<'a> {
    /// The changes of files.
    fn placed(&self) -> &[&'a Edited] {
        if self.cached { &[] } else { &self.files }
    }
}

/// A batch that was written.
#[derive(Debug)]
pub struct Written {
    /// Its number, which undo takes.
    pub id: BatchId,
    /// What its record says.
    pub meta: Meta,
    /// Old files under our own names that could not be removed.
    pub left: Vec<BString>,
}

/// Why a batch was not written. Nothing has changed then, but for [`TransactError::Stuck`].
#[derive(Debug, thiserror::Error)]
pub enum TransactError {
    /// Another run is at work, or the lock cannot be taken.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// An earlier run broke off, and what it left cannot be taken back.
    #[error(transparent)]
    Recover(#[from] RecoverError),
    /// The journal cannot be kept.
    #[error("cannot keep the journal")]
    Journal(#[source] io::Error),
    /// What was written cannot be made durable.
    #[error("cannot make the new versions durable")]
    Sync(#[source] io::Error),
    /// The record could not be made.
    #[error("cannot record the state before")]
    Record(#[from] RecordError),
    /// The number of the batch was taken by somebody else.
    #[error("batch {id} is there already")]
    Taken {
        /// The number.
        id: BatchId,
    },
    /// The index could not be held or written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The files could not be written.
    #[error(transparent)]
    Write(WriteError),
    /// A signal asked to stop.
    #[error("stopped by signal {signal}")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
    /// It failed, and not everything could be put back. The journal stays for the next run.
    #[error("cannot put everything back")]
    Stuck {
        /// Why it failed.
        source: Box<TransactError>,
        /// The paths that are not as they were.
        left: Vec<Left>,
    },
}

/// What a run finds before its own work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// An earlier run had broken off; this was done about it.
    Recovered(Recovered),
    /// An earlier run has broken off; nothing was done about it.
    Unfinished,
}

/// The right to write to a work tree, until it is dropped.
#[derive(Debug)]
pub struct Transaction<'r> {
    repo: &'r Repo,
    durability: Durability,
    lock: Lock,
    /// Once a batch is made, a signal waits for the end: a run that dies of one has not made its batch.
    made: OnceCell<signals::Held>,
    /// Whether the journal of a batch that is made is there, since its old files could not be removed.
    outlived: Cell<bool>,
}

/// Says if an earlier run has broken off. For commands that only read: they take no lock and repair nothing.
pub fn look(repo: &Repo, notice: &mut dyn FnMut(Notice)) {
    if recover::is_needed(repo) {
        notice(Notice::Unfinished);
    }
}

impl<'r> Transaction<'r> {
    /// Takes the lock and, if an earlier run broke off, brings the work tree in order, which it gives too. What is read from
    /// now on stays as it is, as far as git-sr is concerned. `command` is what other runs are told of this one.
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

    /// Records the old bytes, writes the new ones, and names the record. Any failure puts everything back.
    ///
    /// # Errors
    ///
    /// When something changed since it was read, a signal asks to stop, or the system refuses.
    pub fn write(&self, world: &World<'_>, batch: &Batch<'_>) -> Result<Written, TransactError> {
        self.write_staged(world, batch, None)
    }

    /// As [`write`](Self::write), and stages what the batch wants staged, in this index.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write); or when the index cannot be written.
    pub fn write_staged(
        &self,
        world: &World<'_>,
        batch: &Batch<'_>,
        index: Option<Index<'_>>,
    ) -> Result<Written, TransactError> {
        let signals = signals::hold().map_err(TransactError::Journal)?;
        // What follows a batch, such as taking it back, is part of its end.
        let stops = self.made.get().is_none().then_some(&signals);
        let paths = batch.placed().iter().map(|file| Name(file.change.path.clone())).collect();
        let intent = Intent::new(platform::random(), paths);
        if self.outlived.take() {
            journal::give_up(self.repo).map_err(TransactError::Journal)?;
        }
        let mut journal = Journal::begin(self.repo, &intent).map_err(TransactError::Journal)?;
        let run = Run { repo: self.repo, durability: self.durability, signals: stops, token: intent.token };
        let answer = run.write(world, batch, &mut journal, index);
        if answer.is_ok() {
            let _ = self.made.set(signals);
        }
        match answer {
            // If a loss of power brings the journal back, it says of this batch what is true: it was made.
            Ok((written, true)) => {
                let _ = journal.remove();
                Ok(written)
            }
            Ok((written, false)) => Ok(self.clear_up(written)),
            // The next run goes on from the journal.
            Err(error @ TransactError::Stuck { .. }) => Err(error),
            Err(error) => {
                // What cannot be cleared up now is left to the next run, which finds the journal.
                let _ = recover::sweep(self.repo, world.tree(), &intent).and_then(|()| journal.remove());
                Err(error)
            }
        }
    }

    /// Tries once more to remove what a batch that is made could not; failing that, the journal stays for the next run.
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

/// One batch on its way.
struct Run<'a> {
    repo: &'a Repo,
    durability: Durability,
    /// None if a signal does not stop it.
    signals: Option<&'a signals::Held>,
    token: u64,
}

impl Run<'_> {
    /// Also says whether the batch is known to be durable.
    fn write(
        &self,
        world: &World<'_>,
        batch: &Batch<'_>,
        journal: &mut Journal,
        index: Option<Index<'_>>,
    ) -> Result<(Written, bool), TransactError> {
        let Self { repo, durability, .. } = *self;
        let seen: Vec<Option<Seen>> =
            batch.placed().iter().map(|file| world.seen(&file.change.path)).collect();
        let planned: Vec<Planned<'_>> = batch
            .placed()
            .iter()
            .zip(&seen)
            .map(|(file, seen)| Planned {
                change: &file.change,
                meta: seen.as_ref().map(|seen| seen.meta),
                attributes: seen.as_ref().map_or(&[], |seen| &seen.attributes),
            })
            .collect();
        let mut staged =
            world.tree().stage(self.token, &planned, batch.folders.clone()).map_err(TransactError::Write)?;
        self.go_on()?;
        let made: Vec<BString> = staged.entries().flat_map(|entry| entry.folders).collect();
        let splices: Vec<Vec<Splice>> = batch.files.iter().map(|file| lengths(&file.splices)).collect();
        let recorder = Recorder::with_token(repo, self.token);
        let going = staged.going().map_err(TransactError::Journal)?;
        let elsewhere = index.as_ref().and_then(Index::elsewhere).map(Bytes::of_path);
        let index_file = elsewhere.transpose().map_err(TransactError::Journal)?.map(|path| path.0);
        let record = BatchRecord { index_file, ..record(world, batch, &splices, (made, going)) };
        let prepared = recorder.prepare(&record)?;
        self.go_on()?;
        let index_path = index.as_ref().map(|index| index.path().to_owned());
        let body = body(&mut staged, &prepared, index_path.as_deref()).map_err(TransactError::Journal)?;
        journal.add(repo, &body).map_err(TransactError::Journal)?;
        let mut others = recorder.object_files(&prepared).map_err(TransactError::Sync)?;
        others.push(journal.file().map_err(TransactError::Sync)?);
        staged.sync(durability, others).map_err(TransactError::Sync)?;
        let mut applied = staged.apply(|| self.caught().is_none()).map_err(|error| self.failed(error))?;
        if let Some(index) = index {
            let settled = settled(batch, &prepared, &applied.files());
            if let Err(error) = index.commit(&settled, durability) {
                return Err(match applied.put_back() {
                    Err(left) => TransactError::Stuck { source: Box::new(error.into()), left },
                    Ok(()) => error.into(),
                });
            }
        }
        let id = prepared.id();
        let named = match recorder.publish_as_prepared(&prepared) {
            Ok(true) => Ok(()),
            Ok(false) => Err(TransactError::Taken { id }),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = named {
            return Err(match applied.put_back() {
                Err(left) => TransactError::Stuck { source: Box::new(error), left },
                Ok(()) => match (
                    self.withdraw(&prepared),
                    index::restore(repo, index_path.as_deref(), &prepared.meta().index),
                ) {
                    (Ok(()), Ok(())) => error,
                    _ => TransactError::Stuck { source: Box::new(error), left: Vec::new() },
                },
            });
        }
        // The batch is made. What fails from here on fails for the journal alone, which then stays.
        let references = recorder.reference_files(id).map_err(io::Error::other);
        let settled = references.and_then(|files| applied.sync(durability, files)).is_ok();
        let done = applied.finish();
        let settled = settled && done.left.is_empty() && done.folders_left.is_empty();
        Ok((Written { id, meta: prepared.meta().clone(), left: done.left }, settled))
    }

    fn withdraw(&self, prepared: &Prepared) -> Result<(), RecordError> {
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

/// What the journal has to know before the first rename.
fn body(staged: &mut Staged<'_>, prepared: &Prepared, index: Option<&Path>) -> io::Result<Body> {
    let bytes = |all: Vec<BString>| all.into_iter().map(Bytes).collect();
    let folder =
        |path: BString| Bytes(path.rfind_byte(b'/').map_or_else(BString::default, |at| path[..at].into()));
    let files = staged.entries().zip(&prepared.meta().files).map(|(entry, meta)| FileEntry {
        temp: entry.temp.map(folder),
        aside: entry.aside.map(folder),
        folders: bytes(entry.folders),
        old: meta.old.clone(),
        new: meta.new.clone(),
    });
    let files = files.collect();
    let cleared = staged.cleared()?.into_iter().map(|folder| (Bytes(folder.path), folder.mode)).collect();
    Ok(Body {
        batch: prepared.id(),
        record: prepared.tree().to_string(),
        index: index.map(Bytes::of_path).transpose()?,
        files,
        cleared,
        emptied: bytes(staged.emptied()),
    })
}

/// The entries to be written, each with its file if that is what the entry says.
fn settled(batch: &Batch<'_>, prepared: &Prepared, files: &[Option<FileMeta>]) -> Vec<Settled> {
    let placed = batch.placed().iter().zip(files);
    let files: HashMap<&RepoPath, FileMeta> =
        placed.filter_map(|(file, meta)| Some((&file.change.path, (*meta)?))).collect();
    let staged = batch.staging.iter().zip(&prepared.meta().index);
    let settled = staged.map(|(staging, staged)| Settled {
        path: staging.path.clone(),
        entry: staged.after.clone(),
        file: files.get(&staging.path).filter(|_| staging.is_file).copied(),
    });
    settled.collect()
}

/// What a record keeps of splices: where, and how many bytes.
fn lengths(splices: &[crate::core::splice::Splice]) -> Vec<Splice> {
    splices.iter().map(Splice::from).collect()
}

fn record<'a>(
    world: &World<'_>,
    batch: &'a Batch<'_>,
    splices: &'a [Vec<Splice>],
    (made, going): (Vec<BString>, Vec<Folder>),
) -> BatchRecord<'a> {
    let mut dirs_made: Vec<RepoPath> = made.iter().filter_map(|path| RepoPath::new(path).ok()).collect();
    dirs_made.sort();
    dirs_made.dedup();
    let files = batch.files.iter().zip(splices).map(|(file, splices)| FileRecord {
        change: &file.change,
        splices,
        known: file
            .change
            .old
            .as_ref()
            .filter(|_| !batch.turns)
            .and_then(|_| world.known_blob(&file.change.path)),
        private: batch.secret.contains(&file.change.path),
    });
    BatchRecord {
        kind: batch.kind,
        time: batch.time,
        cwd: batch.cwd.clone(),
        sources: batch.sources.clone(),
        reply: batch.reply,
        also: batch.also.clone(),
        blocks: batch.blocks.clone(),
        files: files.collect(),
        index: batch.staging,
        index_file: None,
        cached: batch.cached,
        dirs_made,
        dirs_removed: going
            .into_iter()
            .filter_map(|folder| Some((RepoPath::new(&folder.path).ok()?, folder.mode)))
            .collect(),
        turns: batch.turns,
        withdraws: batch.withdraws,
    }
}
