//! Ids that the records of a work tree hold, of their requests and of the texts of their blocks:
//! `$GIT_DIR/sr/ids`. A reply of which none is there was not sent before, and no record is read for it.
//!
//! The file has a line for each batch, in the order of their numbers: its number, then the first digits of
//! its ids. It only saves time. Where it is not there, is cut off, or lacks a batch, the records are read.

use std::{
    collections::{BTreeSet, HashSet},
    fs::OpenOptions,
    io::{self, Write as _},
    path::PathBuf,
};

use gix::ObjectId;

use super::{BatchId, RecordError, Records, meta::Meta};
use crate::repo::{absent, open::Repo, shared::Shared};

/// The first bytes of an id. Two ids with the same ones cost a look at the records.
type Prefix = u32;

/// Number of hexadecimal digits of them.
const DIGITS: usize = 2 * size_of::<Prefix>();

/// The file is made anew when it has lines of so many batches for each that there still is.
const FORGOTTEN: usize = 2;

/// How often that is looked at, in batches.
const OFTEN: u64 = 64;

fn file(repo: &Repo) -> PathBuf {
    repo.state_dir().join("ids")
}

fn prefix(id: &ObjectId) -> Prefix {
    id.as_bytes().first_chunk().map_or(0, |first| Prefix::from_be_bytes(*first))
}

/// The ids that the records of a work tree hold.
pub(crate) enum HeldIds {
    /// The beginnings of all of them.
    All(Vec<Prefix>),
    /// The records would have to be read.
    Unknown,
}

impl HeldIds {
    /// Those of these records.
    pub(super) fn of(repo: &Repo, records: &[BatchId]) -> Self {
        if records.is_empty() {
            return Self::All(Vec::new());
        }
        let bytes = std::fs::read(file(repo)).unwrap_or_default();
        let Some(lines) = lines(&bytes) else { return Self::Unknown };
        let known: HashSet<BatchId> = lines.iter().map(|line| line.batch).collect();
        if !records.iter().all(|record| known.contains(record)) {
            return Self::Unknown;
        }
        Self::All(lines.into_iter().flat_map(|line| line.ids).collect())
    }

    /// Returns whether one of these ids may be among them; false only if none is.
    pub(crate) fn may_have(&self, ids: impl IntoIterator<Item = ObjectId>) -> bool {
        let Self::All(held) = self else { return true };
        let asked: HashSet<Prefix> = ids.into_iter().map(|id| prefix(&id)).collect();
        held.iter().any(|id| asked.contains(id))
    }

    /// Returns whether there is certainly none.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::All(held) if held.is_empty())
    }
}

/// What the file says of a batch.
struct Line {
    batch: BatchId,
    ids: Vec<Prefix>,
}

/// The lines of the file; none if they are not as they were written.
fn lines(bytes: &[u8]) -> Option<Vec<Line>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let ends = text.is_empty() || text.ends_with('\n');
    let lines: Option<Vec<Line>> = text.lines().map(parse).collect();
    lines.filter(|lines| ends && lines.is_sorted_by(|a, b| a.batch < b.batch))
}

fn parse(line: &str) -> Option<Line> {
    let mut words = line.split(' ');
    let batch = BatchId(words.next()?.parse().ok()?);
    let id = |word: &str| Prefix::from_str_radix(word, 16).ok().filter(|_| word.len() == DIGITS);
    Some(Line { batch, ids: words.map(id).collect::<Option<_>>()? })
}

/// The line of a batch.
fn line(meta: &Meta) -> String {
    let ids = meta.header.blocks.iter().filter_map(|block| block.text).chain(meta.header.reply);
    let ids: BTreeSet<Prefix> = ids.map(|id| prefix(&id)).collect();
    let ids: String = ids.into_iter().map(|id| format!(" {id:0DIGITS$x}")).collect();
    format!("{}{ids}\n", meta.id)
}

/// The file, before another batch gets its name.
pub(super) struct Held<'r> {
    repo: &'r Repo,
    /// Number of lines, if they are those of all batches before.
    lines: Option<usize>,
}

impl<'r> Held<'r> {
    /// Looks at the file, and removes it if the batch before this one is not its last: it would be believed
    /// of a batch with the number of one that is gone.
    pub(super) fn before(repo: &'r Repo, meta: &Meta) -> io::Result<Self> {
        let bytes = absent::or_none(std::fs::read(file(repo)))?.unwrap_or_default();
        let lines = lines(&bytes).filter(|lines| lines.last().map(|last| last.batch) == meta.prev);
        if lines.is_none() {
            absent::remove(file(repo))?;
        }
        Ok(Self { repo, lines: lines.map(|lines| lines.len()) })
    }

    /// Adds the batch, which has its name now. A file that cannot be written will be made anew.
    pub(super) fn add(self, meta: &Meta) {
        let has_forgotten = |lines: usize| {
            let records = Records::new(self.repo).list().unwrap_or_default();
            lines > records.len() * FORGOTTEN
        };
        let _ = match self.lines {
            Some(lines) if !meta.id.0.is_multiple_of(OFTEN) || !has_forgotten(lines) => {
                self.append(&line(meta)).map_err(RecordError::from)
            }
            _ => self.make(),
        };
    }

    fn append(&self, text: &str) -> io::Result<()> {
        let file = file(self.repo);
        OpenOptions::new().append(true).create(true).open(&file)?.write_all(text.as_bytes())?;
        if self.lines == Some(0) { Shared::of(self.repo).adjust(&file) } else { Ok(()) }
    }

    /// Makes the file from the records.
    fn make(&self) -> Result<(), RecordError> {
        absent::remove(file(self.repo))?;
        let records = Records::new(self.repo);
        let mut all = String::new();
        for id in records.list()?.into_iter().rev() {
            all += &line(records.load(id)?.meta());
        }
        Ok(Self { repo: self.repo, lines: Some(0) }.append(&all)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::{
        record::{BatchRecord, Recorder, meta::BatchHeader, refs},
        testing::Sandbox,
    };

    fn id(repo: &Repo, text: &str) -> ObjectId {
        repo.text_id(&[text.as_bytes()]).unwrap()
    }

    /// Records a batch of a request.
    fn record(repo: &Repo, request: &str) {
        std::fs::create_dir_all(repo.state_dir()).unwrap();
        let header = BatchHeader { reply: Some(id(repo, request)), ..BatchHeader::default() };
        let recorder = Recorder::new(repo, 0);
        let prepared = recorder.prepare(&BatchRecord { header, ..BatchRecord::default() }).unwrap();
        assert!(recorder.publish(&prepared).unwrap());
    }

    fn holds(repo: &Repo, request: &str) -> bool {
        Records::new(repo).held_ids().unwrap().may_have([id(repo, request)])
    }

    #[test]
    fn only_what_was_recorded_may_be_held() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        assert!(!holds(&repo, "a"));
        for request in ["a", "b", "c"] {
            record(&repo, request);
        }
        assert_eq!(["a", "b", "c", "d"].map(|request| holds(&repo, request)), [true, true, true, false]);
    }

    #[test]
    fn a_file_that_is_not_as_it_was_written_says_nothing() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        for request in ["a", "b"] {
            record(&repo, request);
        }
        let whole = std::fs::read(file(&repo)).unwrap();
        let mut forms: Vec<Vec<u8>> = (0..whole.len()).map(|end| whole[..end].to_vec()).collect();
        forms.push([&whole[..whole.len() - 4], b"\0\0\0\0"].concat());
        forms.push([whole.as_slice(), whole.as_slice()].concat());
        for form in forms {
            std::fs::write(file(&repo), &form).unwrap();
            assert!(holds(&repo, "d"), "{:?}", String::from_utf8_lossy(&form));
        }
        std::fs::write(file(&repo), &whole).unwrap();
        assert!(!holds(&repo, "d"));
    }

    #[test]
    fn the_next_batch_makes_a_file_anew_that_lacks_some() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        record(&repo, "a");
        std::fs::remove_file(file(&repo)).unwrap();
        record(&repo, "b");
        assert_eq!(["a", "b", "c"].map(|request| holds(&repo, request)), [true, true, false]);
    }

    #[test]
    fn a_number_that_is_given_again_is_not_taken_for_the_batch_that_had_it() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        for request in ["a", "b"] {
            record(&repo, request);
        }
        Records::new(&repo).delete(BatchId(2)).unwrap();
        let header = BatchHeader { reply: Some(id(&repo, "c")), ..BatchHeader::default() };
        let batch = BatchRecord { header, ..BatchRecord::default() };
        let prepared = Recorder::new(&repo, 0).prepare(&batch).unwrap();
        assert_eq!(prepared.id(), BatchId(2));
        // As a run that is killed between naming the batch and adding it.
        Held::before(&repo, prepared.meta()).unwrap();
        assert!(refs::create(&repo, prepared.id(), prepared.tree()).unwrap());
        assert!(["a", "b", "c", "d"].iter().all(|request| holds(&repo, request)));
        record(&repo, "e");
        assert_eq!(["a", "b", "c", "e"].map(|request| holds(&repo, request)), [true, false, true, true]);
    }

    #[test]
    fn lines_of_batches_that_are_gone_go_with_time() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        for number in 1..=2 * OFTEN {
            record(&repo, &number.to_string());
            Records::new(&repo).prune(10, 0).unwrap();
        }
        let bytes = std::fs::read(file(&repo)).unwrap();
        assert_eq!(lines(&bytes).unwrap().len(), 11);
        assert!(holds(&repo, "120") && !holds(&repo, "1"));
    }
}
