//! Ids that the records of a work tree hold, of their requests and of the texts of their blocks:
//! `$GIT_DIR/sr/ids`. A reply of which none is there was not sent before, and no record is read for it.
//!
//! The file has a line for each batch, in the order of their numbers: its number, the tree of its record, and the
//! first digits of its ids. It only saves time, and says something only while its last line is that of the newest
//! record: numbers may be given again, but only above the newest, so that the lines before are right then too.
//! Otherwise the records are read, and the next batch makes the file anew.

use std::{
    collections::{BTreeSet, HashSet},
    fs::OpenOptions,
    io::{self, Write as _},
    path::PathBuf,
};

use gix::ObjectId;

use super::{BatchId, RecordError, Records, meta::Meta, refs};
use crate::repo::{absent, open::Repo, shared::Shared};

/// The first bytes of an id. Two ids with the same ones cost a look at the records.
type Prefix = u32;

/// Number of hexadecimal digits of them.
const DIGITS: usize = 2 * size_of::<Prefix>();

/// The file is made anew when it has so many lines for each record that there still is.
const FORGOTTEN: usize = 2;

/// Number of batches from one look at that to the next.
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
    /// Those of all records, of which this is the newest.
    pub(super) fn of(repo: &Repo, newest: Option<BatchId>) -> Self {
        match lines(repo, newest) {
            _ if newest.is_none() => Self::All(Vec::new()),
            Some(lines) => Self::All(lines.into_iter().flat_map(|line| line.ids).collect()),
            None => Self::Unknown,
        }
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

/// A line of the file: the record of a batch.
struct Line {
    batch: BatchId,
    tree: ObjectId,
    ids: Vec<Prefix>,
}

/// The lines of the file, if they are as they were written and the last is that of the newest record.
fn lines(repo: &Repo, newest: Option<BatchId>) -> Option<Vec<Line>> {
    let text = absent::or_none(std::fs::read_to_string(file(repo))).ok()?.unwrap_or_default();
    if !text.is_empty() && !text.ends_with('\n') {
        return None;
    }
    let lines: Vec<Line> = text.lines().map(parse).collect::<Option<_>>()?;
    let is_last = match (lines.last(), newest) {
        (Some(last), Some(newest)) => {
            last.batch == newest && refs::find(repo, newest).is_ok_and(|tree| tree == Some(last.tree))
        }
        (last, newest) => last.is_none() && newest.is_none(),
    };
    (is_last && lines.is_sorted_by(|a, b| a.batch <= b.batch)).then_some(lines)
}

fn parse(line: &str) -> Option<Line> {
    let mut words = line.split(' ');
    let batch = BatchId(words.next()?.parse().ok()?);
    let tree = ObjectId::from_hex(words.next()?.as_bytes()).ok()?;
    let id = |word: &str| Prefix::from_str_radix(word, 16).ok().filter(|_| word.len() == DIGITS);
    Some(Line { batch, tree, ids: words.map(id).collect::<Option<_>>()? })
}

/// The line of a batch whose record is this tree.
fn line(meta: &Meta, tree: ObjectId) -> String {
    let ids = meta.header.blocks.iter().filter_map(|block| block.text).chain(meta.header.reply);
    let ids: BTreeSet<Prefix> = ids.map(|id| prefix(&id)).collect();
    let ids: String = ids.into_iter().map(|id| format!(" {id:0DIGITS$x}")).collect();
    format!("{} {tree}{ids}\n", meta.id)
}

/// The file, before a record gets its name or another tree.
pub(super) struct Held<'r> {
    repo: &'r Repo,
    /// Number of lines, if they are those of all records so far.
    lines: Option<usize>,
}

impl<'r> Held<'r> {
    /// Looks at the file while this is the newest record.
    pub(super) fn at(repo: &'r Repo, newest: Option<BatchId>) -> Self {
        Self { repo, lines: lines(repo, newest).map(|lines| lines.len()) }
    }

    /// Adds the newest record, which has its name now. A file that cannot be written says nothing.
    pub(super) fn add(self, meta: &Meta, tree: ObjectId) {
        let has_forgotten = |lines: usize| {
            let records = Records::new(self.repo).list().unwrap_or_default();
            lines > records.len() * FORGOTTEN
        };
        let _ = match self.lines {
            Some(lines) if !meta.id.0.is_multiple_of(OFTEN) || !has_forgotten(lines) => {
                self.append(&line(meta, tree)).map_err(RecordError::from)
            }
            _ => self.make(meta, tree),
        };
    }

    /// Adds the other tree that the newest record has now.
    pub(super) fn renew(self, meta: &Meta, tree: ObjectId) {
        if self.lines.is_some() {
            let _ = self.append(&line(meta, tree));
        }
    }

    fn append(&self, text: &str) -> io::Result<()> {
        let file = file(self.repo);
        OpenOptions::new().append(true).create(true).open(&file)?.write_all(text.as_bytes())?;
        if self.lines == Some(0) { Shared::of(self.repo).adjust(&file) } else { Ok(()) }
    }

    /// Makes the file from the records, of which this is the newest.
    fn make(&self, newest: &Meta, tree: ObjectId) -> Result<(), RecordError> {
        absent::remove(file(self.repo))?;
        let records = Records::new(self.repo);
        let mut all = String::new();
        for id in records.list()?.into_iter().rev().filter(|id| *id != newest.id) {
            let record = records.load(id)?;
            all += &line(record.meta(), record.tree());
        }
        all += &line(newest, tree);
        Ok(Self { repo: self.repo, lines: Some(0) }.append(&all)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::{
        record::{BatchRecord, Recorder, amend, meta::BatchHeader},
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
    fn a_file_says_nothing_of_other_batches_with_the_same_numbers() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        for request in ["a", "b"] {
            record(&repo, request);
        }
        let old = std::fs::read(file(&repo)).unwrap();
        Records::new(&repo).delete(BatchId(2)).unwrap();
        record(&repo, "c");
        assert_eq!(["a", "b", "c"].map(|request| holds(&repo, request)), [true, false, true]);
        // As after a run that was killed before it added its batch, or a file that was put back.
        std::fs::write(file(&repo), &old).unwrap();
        assert!(holds(&repo, "c") && holds(&repo, "d"));
        record(&repo, "e");
        assert_eq!(["a", "b", "c", "e"].map(|request| holds(&repo, request)), [true, false, true, true]);
    }

    #[test]
    fn a_record_that_is_amended_is_held_as_before() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        for request in ["a", "b"] {
            record(&repo, request);
        }
        amend(&repo, BatchId(2), |meta| meta.header.title = Some("new".into())).unwrap();
        assert_eq!(["a", "b", "c"].map(|request| holds(&repo, request)), [true, true, false]);
    }

    #[test]
    fn a_folder_in_place_of_the_file_says_nothing() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        record(&repo, "a");
        std::fs::remove_file(file(&repo)).unwrap();
        std::fs::create_dir(file(&repo)).unwrap();
        record(&repo, "b");
        assert!(holds(&repo, "a") && holds(&repo, "c"));
    }

    #[test]
    fn lines_of_batches_that_are_gone_go_with_time() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        for number in 1..=2 * OFTEN {
            record(&repo, &number.to_string());
            Records::new(&repo).prune(10, 0).unwrap();
        }
        let newest = Records::new(&repo).list().unwrap().first().copied();
        assert_eq!(lines(&repo, newest).unwrap().len(), 11);
        assert!(holds(&repo, "120") && !holds(&repo, "1"));
    }
}
