//! What a crash leaves for the next run: `$GIT_DIR/sr/journal`.
//!
//! Each line is the checksum of its rest (its id as a blob), a blank and a JSON object. The first line, the [`Intent`],
//! stands before the first temporary file is made: from it all their names are known. The second, the [`Body`], is
//! durable before the first rename. So a last line without its line break was never finished, and counts as not written:
//! a run that is killed leaves a part of it, a loss of power also zeros. Any other line that does not agree with its
//! checksum may have been what it should be when files were renamed; it is an error, and nothing is touched.
//! The batch is made when the reference of its record is set; until then the journal means that it is taken back, from
//! then on that only its old files have to go.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use bstr::ByteSlice;
use gix::ObjectId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::absent;
use super::open::Repo;
use super::platform;
use super::record::BatchId;
use super::record::meta::Side;
use super::serial::{Bytes, Name};
use super::shared::Shared;

/// The version of the format.
const VERSION: u32 = 1;

/// What is about to be written.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Intent {
    version: u32,
    /// What all names of temporary files have in common.
    #[serde(with = "token")]
    pub(super) token: u64,
    /// The paths of the batch, in the order of its changes.
    pub(super) paths: Vec<Name>,
}

impl Intent {
    pub(super) fn new(token: u64, paths: Vec<Name>) -> Self {
        Self { version: VERSION, token, paths }
    }
}

/// What is about to be renamed.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Body {
    /// The number of the batch.
    pub(super) batch: BatchId,
    /// The tree of its record.
    pub(super) record: String,
    /// The index in which it is staged, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<Bytes>,
    /// As many as there are paths in the intent.
    pub(super) files: Vec<FileEntry>,
    /// Folders that give way to files, parents first, with their modes.
    pub(super) cleared: Vec<(Bytes, u32)>,
    /// Folders that go when they are left empty, parents first.
    pub(super) emptied: Vec<Bytes>,
}

/// What is about to be renamed for one path. A folder that is the root is the empty text.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileEntry {
    /// The folder of the temporary file.
    pub(super) temp: Option<Bytes>,
    /// The folder of the old file, where it is put aside.
    pub(super) aside: Option<Bytes>,
    /// The folders to be made, parents first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) folders: Vec<Bytes>,
    pub(super) old: Option<Side>,
    pub(super) new: Option<Side>,
}

/// What a run left.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// None if not even this line was finished: then there are no temporary files.
    pub(super) intent: Option<Intent>,
    pub(super) body: Option<Body>,
}

/// Why a journal is not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum JournalError {
    #[error("cannot read the journal")]
    Io(#[from] io::Error),
    #[error("the journal is of another version")]
    Version,
    #[error("the journal is damaged")]
    Damaged,
}

/// The journal of the batch that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

pub(super) fn path(repo: &Repo) -> PathBuf {
    repo.state_dir().join("journal")
}

impl Journal {
    /// Begins one. There must be none.
    pub(super) fn begin(repo: &Repo, intent: &Intent) -> io::Result<Self> {
        let path = path(repo);
        let file = OpenOptions::new().append(true).create_new(true).open(&path)?;
        Shared::of(repo).adjust(&path)?;
        let mut journal = Self { file, path };
        match journal.add(repo, intent) {
            Ok(()) => Ok(journal),
            Err(error) => {
                let _ = journal.remove();
                Err(error)
            }
        }
    }

    /// Adds a line. It is durable when the file is synced.
    pub(super) fn add(&mut self, repo: &Repo, line: &impl Serialize) -> io::Result<()> {
        self.file.write_all(&self::line(repo, line)?)
    }

    /// Its file with the device, to be synced.
    pub(super) fn file(&self) -> io::Result<(u64, PathBuf)> {
        Ok((platform::device(&self.path)?, self.path.clone()))
    }

    /// Ends it.
    pub(super) fn remove(&self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// Gives up what a run left.
pub(super) fn give_up(repo: &Repo) -> io::Result<()> {
    absent::remove(path(repo))
}

/// Reads what a run left; none if it left nothing.
pub(super) fn read(repo: &Repo) -> Result<Option<Found>, JournalError> {
    let Some(bytes) = absent::or_none(std::fs::read(path(repo)))? else { return Ok(None) };
    let mut lines = bytes.lines_with_terminator();
    let intent = lines.next().map(|line| written(repo, line)).transpose()?.flatten();
    let Some(intent) = intent.map(parse_intent).transpose()? else { return Ok(Some(Found::default())) };
    let body: Option<Body> = lines.next().map(|line| read_line(repo, line)).transpose()?.flatten();
    let fits = body.as_ref().is_none_or(|body| body.files.len() == intent.paths.len());
    if fits && lines.next().is_none() {
        Ok(Some(Found { intent: Some(intent), body }))
    } else {
        Err(JournalError::Damaged)
    }
}

/// What a line says, if it was written to its end.
fn written<'l>(repo: &Repo, line: &'l [u8]) -> Result<Option<&'l [u8]>, JournalError> {
    match line.strip_suffix(b"\n") {
        Some(line) => checked(repo, line).map(Some).ok_or(JournalError::Damaged),
        // Only its line break may be missing, or be another byte by now.
        None => Ok(checked(repo, line).or_else(|| checked(repo, &line[..line.len() - 1]))),
    }
}

fn parse_intent(json: &[u8]) -> Result<Intent, JournalError> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    match from_json::<Versioned>(json)?.version {
        VERSION => from_json(json),
        _ => Err(JournalError::Version),
    }
}

fn from_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, JournalError> {
    serde_json::from_slice(json).map_err(|_| JournalError::Damaged)
}

/// A line with its checksum.
pub(super) fn line(repo: &Repo, line: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(line)?;
    let sum = repo.blob_id(&json).map_err(io::Error::other)?.to_string();
    Ok([sum.as_bytes(), b" ", &json, b"\n"].concat())
}

/// What a line says, with the line break that ends it; none if it was not written to its end.
pub(super) fn read_line<T: DeserializeOwned>(repo: &Repo, line: &[u8]) -> Result<Option<T>, JournalError> {
    written(repo, line)?.map(from_json).transpose()
}

/// The JSON of a line, if it agrees with its checksum.
fn checked<'l>(repo: &Repo, line: &'l [u8]) -> Option<&'l [u8]> {
    let (sum, json) = line.split_once_str(" ")?;
    let sum = ObjectId::from_hex(sum).ok()?;
    (repo.blob_id(json).ok()? == sum).then_some(json)
}

pub(super) mod token {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::repo) fn serialize<S: Serializer>(token: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{token:016x}"))
    }

    pub(in crate::repo) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        u64::from_str_radix(&String::deserialize(deserializer)?, 16).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::path::RepoPath;
    use crate::repo::testing::Sandbox;

    fn begun() -> (Sandbox, Repo, Journal) {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        std::fs::create_dir_all(repo.state_dir()).unwrap();
        let paths = vec![Name(RepoPath::new(b"a/b".as_bstr()).unwrap())];
        let journal = Journal::begin(&repo, &Intent::new(u64::MAX - 7, paths)).unwrap();
        (sandbox, repo, journal)
    }

    fn body() -> Body {
        let file = FileEntry { temp: None, aside: None, folders: Vec::new(), old: None, new: None };
        Body {
            batch: BatchId(1),
            record: String::new(),
            index: None,
            files: vec![file],
            cleared: Vec::new(),
            emptied: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (_sandbox, repo, mut journal) = begun();
        journal.add(&repo, &body()).unwrap();
        let found = read(&repo).unwrap().unwrap();
        assert_eq!(found.intent.unwrap().token, u64::MAX - 7);
        assert_eq!(found.body, Some(body()));
    }

    #[test]
    fn a_line_that_is_cut_off_counts_as_not_written() {
        let (_sandbox, repo, mut journal) = begun();
        let before = std::fs::read(path(&repo)).unwrap().len();
        journal.add(&repo, &body()).unwrap();
        let whole = std::fs::read(path(&repo)).unwrap();
        for end in before..whole.len() - 1 {
            std::fs::write(path(&repo), &whole[..end]).unwrap();
            let found = read(&repo).unwrap().unwrap();
            assert!(found.intent.is_some() && found.body.is_none(), "cut at {end}");
        }
    }

    #[test]
    fn a_journal_without_a_whole_line_says_nothing() {
        let (_sandbox, repo, _journal) = begun();
        std::fs::write(path(&repo), b"0123").unwrap();
        assert!(read(&repo).unwrap().unwrap().intent.is_none());
    }

    #[test]
    fn zeros_that_a_loss_of_power_leaves_count_as_not_written() {
        let (_sandbox, repo, _journal) = begun();
        let intent = std::fs::read(path(&repo)).unwrap();
        std::fs::write(path(&repo), [&intent[..], &[0; 100]].concat()).unwrap();
        let found = read(&repo).unwrap().unwrap();
        assert!(found.intent.is_some() && found.body.is_none());
        std::fs::write(path(&repo), [0; 100]).unwrap();
        assert!(read(&repo).unwrap().unwrap().intent.is_none());
    }

    #[test]
    fn one_flipped_bit_never_makes_a_journal_say_less() {
        let (_sandbox, repo, mut journal) = begun();
        journal.add(&repo, &body()).unwrap();
        let whole = std::fs::read(path(&repo)).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(path(&repo), damaged).unwrap();
            match read(&repo) {
                Err(error) => assert!(matches!(error, JournalError::Damaged), "{at}: {error}"),
                Ok(found) => assert_eq!(found.unwrap().body, Some(body()), "{at}"),
            }
        }
    }

    #[test]
    fn a_journal_of_another_version_is_told_by_its_version_alone() {
        let (_sandbox, repo, _journal) = begun();
        let newer = line(&repo, &serde_json::json!({ "version": 2, "other": true })).unwrap();
        std::fs::write(path(&repo), newer).unwrap();
        assert!(matches!(read(&repo), Err(JournalError::Version)));
    }

    #[test]
    fn a_whole_line_that_does_not_fit_is_damage() {
        let (_sandbox, repo, mut journal) = begun();
        journal.add(&repo, &Body { files: Vec::new(), ..body() }).unwrap();
        assert!(matches!(read(&repo), Err(JournalError::Damaged)));
        journal.remove().unwrap();
        let (_sandbox, repo, mut journal) = begun();
        journal.add(&repo, &body()).unwrap();
        journal.add(&repo, &body()).unwrap();
        assert!(matches!(read(&repo), Err(JournalError::Damaged)));
    }

    #[test]
    fn there_is_one_journal_at_a_time() {
        let (_sandbox, repo, _journal) = begun();
        assert!(Journal::begin(&repo, &Intent::new(1, Vec::new())).is_err());
    }
}
