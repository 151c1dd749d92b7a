//! The note for the next run of a batch that shall have an entry on the stash: `$GIT_DIR/sr/stash`.
//!
//! It is there before the batch is, as one line like those of the journal, and goes when the entry is on the
//! stash. The stash is no part of the batch, so that a batch which is made stays without its entry, if it
//! cannot have one.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use bstr::ByteSlice as _;
use gix::ObjectId;
use serde::{Deserialize, Serialize};

use super::{StashEntry, store};
use crate::repo::{
    absent,
    journal::{self, JournalError},
    lock::Lock,
    open::Repo,
    program::Git,
    record::{BatchId, RecordError, Records},
    serial::hex,
    shared::Shared,
    sync::Durability,
};

/// Content of the note.
#[derive(Serialize, Deserialize)]
struct StashNoteData {
    /// The number of the batch, if it comes to have one.
    batch: BatchId,
    /// When it was made, as its record says.
    time: i64,
    /// The commit of the entry.
    #[serde(with = "hex")]
    entry: ObjectId,
    /// Its message, as git shall list it.
    message: String,
}

/// The note of a run that is at work. Dropped, it goes.
#[derive(Debug)]
pub(crate) struct StashNote {
    path: PathBuf,
}

/// State of the entry of a run that was killed, once its batch was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Late {
    /// It is on the stash now.
    Stored(StashEntry),
    /// It could not be put there.
    Missing(StashEntry),
    /// Nobody can tell whether there is one: the note was damaged.
    Unknown,
}

impl StashNote {
    /// Begins one, before the batch is written that will have this number, and this time in its record. The
    /// caller holds the lock.
    pub(crate) fn begin(repo: &Repo, batch: BatchId, time: i64, entry: &StashEntry) -> io::Result<Self> {
        let begun = StashNoteData { batch, time, entry: entry.id, message: entry.message.clone() };
        let note = Self { path: path(repo) };
        let mut file = std::fs::File::create(&note.path)?;
        Shared::of(repo).adjust(&note.path)?;
        file.write_all(&journal::line(repo, &begun)?)?;
        Durability::of(repo).sync(&[(0, ())], |()| Ok(&file))?;
        Ok(note)
    }
}

impl Drop for StashNote {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns whether a run left a note.
pub(in crate::repo) fn is_left(repo: &Repo) -> bool {
    path(repo).exists()
}

/// Puts the entry on the stash that a run which was killed did not come to, if its batch stays. Also returns
/// that batch, as far as it is known. The caller holds the lock.
///
/// # Errors
///
/// When the note or the records cannot be read; it can be tried again.
pub(crate) fn finish(repo: &Repo, lock: &Lock) -> Result<Option<(Option<BatchId>, Late)>, RecordError> {
    let late = match left(repo) {
        Ok(None) => None,
        Ok(Some(begun)) if is_in_force(repo, &begun)? => {
            let entry = StashEntry { id: begun.entry, message: begun.message, left_out: Vec::new() };
            let is_there = is_on_stash(repo, entry.id) || store(repo, lock, &entry).is_ok();
            let late = if is_there { Late::Stored(entry) } else { Late::Missing(entry) };
            Some((Some(begun.batch), late))
        }
        // A batch that came to nothing has no entry.
        Ok(Some(_)) => None,
        Err(JournalError::Io(error)) => return Err(error.into()),
        Err(JournalError::Version(_) | JournalError::Damaged(_)) => Some((None, Late::Unknown)),
    };
    absent::remove(path(repo))?;
    Ok(late)
}

/// The note that a run left. A line that was not written to its end was written before the batch.
fn left(repo: &Repo) -> Result<Option<StashNoteData>, JournalError> {
    let Some(bytes) = absent::or_none(std::fs::read(path(repo)))? else { return Ok(None) };
    let mut lines = bytes.lines_with_terminator();
    let begun = lines.next().map(|line| journal::read_line(repo, line)).transpose()?.flatten();
    if lines.next().is_some() { Err(JournalError::Damaged(path(repo))) } else { Ok(begun) }
}

fn is_in_force(repo: &Repo, begun: &StashNoteData) -> Result<bool, RecordError> {
    let records = Records::new(repo);
    if !records.list()?.contains(&begun.batch) {
        return Ok(false);
    }
    // An entry too many does no harm.
    let is_it = records.load(begun.batch).map_or(true, |record| record.meta().header.time == begun.time);
    Ok(is_it && !records.is_taken_back(begun.batch).unwrap_or(false))
}

fn is_on_stash(repo: &Repo, entry: ObjectId) -> bool {
    let listed = Git::new(repo).run(&["stash", "list", "--format=%H"]).unwrap_or_default();
    listed.lines().any(|line| line == entry.to_string().as_bytes())
}

fn path(repo: &Repo) -> PathBuf {
    repo.state_dir().join("stash")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::testing::Sandbox;

    #[test]
    fn a_note_that_is_cut_off_says_nothing_and_one_flipped_bit_is_damage() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        std::fs::create_dir_all(repo.state_dir()).unwrap();
        let id = ObjectId::null(repo.object_hash());
        let entry = StashEntry { id, message: "On main: x".into(), left_out: Vec::new() };
        let note = StashNote::begin(&repo, BatchId(3), 1, &entry).unwrap();
        let whole = std::fs::read(path(&repo)).unwrap();
        for end in 0..whole.len() - 1 {
            std::fs::write(path(&repo), &whole[..end]).unwrap();
            assert!(left(&repo).unwrap().is_none(), "cut at {end}");
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(path(&repo), damaged).unwrap();
            match left(&repo) {
                Err(error) => assert!(matches!(error, JournalError::Damaged(_)), "{at}: {error}"),
                Ok(found) => assert_eq!(found.unwrap().batch, BatchId(3), "{at}"),
            }
        }
        drop(note);
        assert!(!is_left(&repo));
    }
}
