//! The note for the next run of a batch that moves `HEAD`, or waits for a command to judge it:
//! `$GIT_DIR/sr/moving`.
//!
//! It is there before the batch's record is named, and goes when the record says where `HEAD` went, or the
//! command has ended. In between neither the files nor `HEAD` tell by themselves whether the batch is whole.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::PathBuf,
};

use bstr::ByteSlice as _;
use gix::ObjectId;
use serde::{Deserialize, Serialize};

use super::CommitError;
use crate::repo::{
    absent,
    journal::{self, JournalError},
    open::Repo,
    platform,
    record::{BatchId, RecordError, Records, meta::Moved},
    serial::{hex, optional_hex},
    shared::Shared,
    sync::Durability,
};

/// The batch that is about to move `HEAD`, or to be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NotedBatch {
    /// The common part of the names of its temporary objects.
    #[serde(with = "journal::token")]
    pub(crate) token: u64,
    /// Its number, if it gets one.
    pub(crate) batch: BatchId,
    /// When it was made, as its record says.
    pub(crate) time: i64,
}

impl NotedBatch {
    /// The next batch. The caller holds the lock.
    pub(crate) fn next(repo: &Repo, time: i64) -> Result<Self, RecordError> {
        Ok(Self { token: platform::random(), batch: Records::new(repo).next()?, time })
    }
}

/// The planned move of `HEAD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Goal {
    /// To a commit that is there, or that is none.
    Known(Moved),
    /// To the one that `git commit` makes of this tree, if no hook changes it.
    Made {
        /// The tree.
        #[serde(with = "hex")]
        tree: ObjectId,
        /// The commit, once it is made.
        #[serde(with = "optional_hex")]
        commit: Option<ObjectId>,
    },
    /// Nowhere: a command is to say whether the batch is good.
    Judged,
}

/// The way in which a batch moves `HEAD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// By a commit of its own.
    Commit,
    /// To the commit of another batch, or from it.
    Back,
}

/// Event that decides whether a written batch stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Its commit.
    Commit,
    /// The command that judges it.
    Command,
}

/// The note of a run that is at work. Dropped, it goes, unless it is left for the next run.
#[derive(Debug)]
pub(crate) struct CommitNote {
    file: File,
    path: PathBuf,
    /// Its content.
    pub(crate) begun: NotedBatch,
    stays: bool,
}

/// The note of an interrupted run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeftCommitNote {
    pub(crate) begun: NotedBatch,
    pub(crate) goal: Option<Goal>,
}

impl CommitNote {
    /// Begins one. The caller holds the lock.
    pub(crate) fn begin(repo: &Repo, begun: NotedBatch) -> io::Result<Self> {
        let path = path(repo);
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&path)?;
        let mut note = Self { file, path, begun, stays: false };
        Shared::of(repo).adjust(&note.path)?;
        note.file.write_all(&journal::line(repo, &note.begun)?)?;
        Ok(note)
    }

    /// Begins one of which it is known where `HEAD` is to go. The caller holds the lock.
    pub(crate) fn aimed(repo: &Repo, begun: NotedBatch, goal: Goal) -> io::Result<Self> {
        let mut note = Self::begin(repo, begun)?;
        note.aim(repo, goal).map(|()| note)
    }

    /// Says where `HEAD` is to go, if anywhere: before the record is named. Said again, it counts as it was
    /// said last.
    pub(crate) fn aim(&mut self, repo: &Repo, goal: Goal) -> io::Result<()> {
        self.file.write_all(&journal::line(repo, &goal)?)?;
        Durability::of(repo).sync(&[(0, ())], |()| Ok(&self.file))
    }

    /// Ends it for good: that it goes may be lost with the power, that it says nothing any more may not.
    pub(crate) fn end(self, repo: &Repo) {
        let durability = Durability::of(repo);
        let _ = self.file.set_len(0).and_then(|()| durability.sync(&[(0, ())], |()| Ok(&self.file)));
    }

    /// Leaves it for the next run.
    pub(crate) fn leave(&mut self) {
        self.stays = true;
    }
}

impl Drop for CommitNote {
    fn drop(&mut self) {
        // Empty it says nothing.
        if !self.stays && std::fs::remove_file(&self.path).is_err() {
            let _ = self.file.set_len(0);
        }
    }
}

/// Returns whether a run left a note.
pub(in crate::repo) fn is_left(repo: &Repo) -> bool {
    path(repo).exists()
}

/// The note that a run left; none if there is none. As in the journal, a last line that was not written to
/// its end counts as not written, and any other that does not agree with its checksum is an error.
pub(crate) fn left(repo: &Repo) -> Result<Option<LeftCommitNote>, CommitError> {
    let Some(bytes) = absent::or_none(std::fs::read(path(repo)))? else { return Ok(None) };
    let damaged = |error| match error {
        JournalError::Io(error) => error.into(),
        JournalError::Version(_) | JournalError::Damaged(_) => CommitError::Damaged { path: path(repo) },
    };
    let mut lines = bytes.lines_with_terminator();
    let begun = lines.next().map(|line| journal::read_line(repo, line)).transpose().map_err(damaged)?;
    let Some(begun) = begun.flatten() else {
        remove(repo)?;
        return Ok(None);
    };
    let mut goal = None;
    for line in lines {
        goal = journal::read_line(repo, line).map_err(damaged)?.or(goal);
    }
    Ok(Some(LeftCommitNote { begun, goal }))
}

/// Returns whether a batch of this number and time is noted: it is not known yet whether it stays. Writes
/// nothing; a note that cannot be made out names none.
pub(crate) fn names(repo: &Repo, batch: BatchId, time: i64) -> bool {
    let Ok(bytes) = std::fs::read(path(repo)) else { return false };
    let begun = bytes.lines_with_terminator().next().map(|line| journal::read_line(repo, line));
    let begun: Option<NotedBatch> = begun.and_then(|begun| begun.ok().flatten());
    begun.is_some_and(|begun| (begun.batch, begun.time) == (batch, time))
}

/// Removes it.
pub(crate) fn remove(repo: &Repo) -> io::Result<()> {
    absent::remove(path(repo))
}

fn path(repo: &Repo) -> PathBuf {
    repo.state_dir().join("moving")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::testing::Sandbox;

    #[test]
    fn a_note_that_is_cut_off_says_as_much_as_was_written() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        std::fs::create_dir_all(repo.state_dir()).unwrap();
        let begun = NotedBatch { token: u64::MAX - 7, batch: BatchId(3), time: 1 };
        let goal = Goal::Known(Moved { from: None, to: Some(ObjectId::null(repo.object_hash())) });
        let mut note = CommitNote::begin(&repo, begun.clone()).unwrap();
        let first = std::fs::read(path(&repo)).unwrap().len();
        note.aim(&repo, goal).unwrap();
        let whole = std::fs::read(path(&repo)).unwrap();
        note.leave();
        drop(note);
        for end in 0..=whole.len() {
            std::fs::write(path(&repo), &whole[..end]).unwrap();
            // The line break itself may be missing.
            let wanted = (end + 1 >= first).then(|| LeftCommitNote {
                begun: begun.clone(),
                goal: (end + 1 >= whole.len()).then_some(goal),
            });
            assert_eq!(left(&repo).unwrap(), wanted, "cut at {end}");
        }
    }

    #[test]
    fn one_flipped_bit_never_makes_a_note_say_less() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        std::fs::create_dir_all(repo.state_dir()).unwrap();
        let begun = NotedBatch { token: 1, batch: BatchId(3), time: 1 };
        let tree = ObjectId::null(repo.object_hash());
        let mut note = CommitNote::begin(&repo, begun).unwrap();
        note.aim(&repo, Goal::Made { tree, commit: None }).unwrap();
        note.aim(&repo, Goal::Made { tree, commit: Some(tree) }).unwrap();
        let whole = std::fs::read(path(&repo)).unwrap();
        let wanted = left(&repo).unwrap();
        note.leave();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(path(&repo), &damaged).unwrap();
            match left(&repo) {
                Err(error) => assert!(matches!(error, CommitError::Damaged { .. }), "{at}: {error}"),
                Ok(found) => assert_eq!(found, wanted, "{at}"),
            }
            assert_eq!(std::fs::read(path(&repo)).unwrap(), damaged, "{at}");
        }
    }

    #[test]
    fn it_goes_with_the_run_that_does_not_leave_it() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        std::fs::create_dir_all(repo.state_dir()).unwrap();
        drop(CommitNote::begin(&repo, NotedBatch { token: 1, batch: BatchId(1), time: 1 }).unwrap());
        assert!(!is_left(&repo));
    }
}
