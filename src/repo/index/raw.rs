//! An index as its bytes, and the places of its entries (gitformat-index(5)).

mod entry;
mod header;
mod marks;

use std::cmp::Ordering;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use bstr::ByteSlice;
use gix::hash::Kind;
use gix::index::State;
use gix::index::entry::{Flags, Mode};

use self::entry::{EntryFacts, RawEntry, number};
use self::marks::EntryOffsets;
use super::pieces::{PIECE, Pieces};
use super::{Slot, slot};
use crate::repo::absent;

pub(super) use self::entry::{
    ASSUME_VALID, EXTENDED, FIXED, INTENT_TO_ADD, NAME_LENGTH, SIZE, SKIP_WORKTREE, padded,
};
pub(super) use header::HEADER;

const GITLINK: u32 = 0o160_000;

/// The extensions that are understood, and copied or kept right: cached trees, resolved conflicts, untracked
/// files, and where entries and extensions begin. The others name entries by their place, or are not known.
const KNOWN: [&[u8; 4]; 5] = [b"TREE", b"REUC", b"UNTR", b"IEOT", b"EOIE"];

/// Number of bytes read at once where one entry is looked for.
const NEAR: usize = 4 << 10;
/// A plain index.
#[derive(Debug)]
pub(super) struct Raw {
    pub(super) pieces: Arc<Pieces>,
    pub(super) hash: Kind,
    pub(super) version: u32,
    /// Number of entries.
    pub(super) count: u32,
    marks: EntryOffsets,
    pub(super) entries_end: u64,
    /// Each with its data.
    pub(super) extensions: Vec<([u8; 4], Range<u64>)>,
    /// The checksum was left out (`index.skipHash`).
    pub(super) unhashed: bool,
    /// When it was written, in seconds since 1970; none for one that is not there.
    written: Option<i64>,
    /// From the first to the last entry that is not older than the index.
    racy: Range<u64>,
}

/// The bytes of an index, and when it was written, in seconds since 1970; one that is not there is empty.
pub(super) fn open(path: &Path, hash: Kind) -> io::Result<(Pieces, Option<i64>)> {
    let Some(file) = absent::or_none(std::fs::File::open(path))? else {
        return Ok((Pieces::of_bytes(empty(hash)), None));
    };
    let since = file.metadata()?.modified()?.duration_since(std::time::UNIX_EPOCH);
    Ok((Pieces::of_file(file)?, Some(since.unwrap_or_default().as_secs() as i64)))
}

impl Raw {
    /// Reads the head of an index, which was written at that time, in seconds since 1970. None if it cannot
    /// be a plain one.
    pub(super) fn of(pieces: Arc<Pieces>, hash: Kind, written: Option<i64>) -> io::Result<Option<Self>> {
        let start = HEADER as u64;
        let end = pieces.len().checked_sub(hash.len_in_bytes() as u64).filter(|end| *end >= start);
        let Some(end) = end else { return Ok(None) };
        let head = pieces.read(0..start)?;
        let (version, count) = (number(&head, 4), number(&head, 8));
        if !head.starts_with(b"DIRC") || !(2..=3).contains(&version) {
            return Ok(None);
        }
        let unhashed = pieces.read(end..pieces.len())?.iter().all(|byte| *byte == 0);
        Ok(Some(Self {
            pieces,
            hash,
            version,
            count,
            marks: EntryOffsets::default(),
            entries_end: end,
            extensions: Vec::new(),
            unhashed,
            written,
            racy: 0..0,
        }))
    }

    /// Reads the rest. None if it is not a plain one.
    pub(super) fn whole(mut self) -> io::Result<Option<Self>> {
        let end = self.entries_end;
        let all = self.find_entries()? && self.find_extensions(end)?;
        Ok(all.then_some(self))
    }

    /// Returns whether there are as many entries as the head says.
    fn find_entries(&mut self) -> io::Result<bool> {
        let (mut marks, mut racy) = (EntryOffsets::default(), 0..0);
        let (mut end, mut left) = (HEADER as u64, self.count);
        if left > 0 {
            self.walk(end, PIECE, |at, entry| {
                marks.add(at, entry.path);
                end = at + entry.bytes.len() as u64;
                if self.may_lie(&entry) {
                    racy = if racy.is_empty() { at } else { racy.start }..end;
                }
                left -= 1;
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        (self.marks, self.racy, self.entries_end) = (marks, racy, end);
        Ok(left == 0)
    }

    /// Returns whether all that comes behind the entries is understood.
    fn find_extensions(&mut self, end: u64) -> io::Result<bool> {
        let mut at = self.entries_end;
        while at < end {
            if end - at < 8 {
                return Ok(false);
            }
            let head = self.pieces.read(at..at + 8)?;
            let data = at + 8..at + 8 + u64::from(number(&head, 4));
            let Some(name) = KNOWN.iter().find(|name| head.starts_with(**name)) else { return Ok(false) };
            if data.end > end {
                return Ok(false);
            }
            at = data.end;
            self.extensions.push((**name, data));
        }
        Ok(true)
    }

    /// Goes through the entries from one on, until told to stop.
    fn walk(
        &self,
        from: u64,
        piece: usize,
        mut visit: impl FnMut(u64, RawEntry<'_>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let id = self.hash.len_in_bytes();
        let mut walk = self.pieces.walk(from..self.entries_end, piece);
        loop {
            while let Some(entry) = RawEntry::parse(walk.ahead(), id) {
                let size = entry.bytes.len();
                if visit(walk.at(), entry).is_break() {
                    return Ok(());
                }
                walk.pass(size);
            }
            if !walk.more()? {
                return Ok(());
            }
        }
    }

    /// Finds the range of a path's entries, and reads the first; an empty range, where they belong, if there
    /// are none.
    pub(super) fn place(&self, path: &[u8]) -> io::Result<(Range<u64>, Option<EntryFacts>)> {
        let mut found = (self.entries_end..self.entries_end, None);
        self.walk(self.marks.before(path), NEAR, |at, entry| {
            match entry.path.as_bytes().cmp(path) {
                Ordering::Less => return ControlFlow::Continue(()),
                Ordering::Equal => found = (at..at + entry.bytes.len() as u64, Some(entry.known())),
                Ordering::Greater => found = (at..at, None),
            }
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Returns whether any of the paths that begin so is one that is looked for.
    pub(super) fn any_below(&self, prefix: &[u8], wanted: impl Fn(&[u8]) -> bool) -> io::Result<bool> {
        let mut any = false;
        self.walk(self.marks.before(prefix), NEAR, |_, entry| {
            if entry.path.starts_with(prefix) {
                any = wanted(entry.path);
            }
            if any || entry.path.as_bytes() > prefix && !entry.path.starts_with(prefix) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(any)
    }

    /// Goes through the entries that are not older than the index, with the place of each.
    pub(super) fn each_racy(&self, mut visit: impl FnMut(u64, RawEntry<'_>)) -> io::Result<()> {
        if self.racy.is_empty() {
            return Ok(());
        }
        self.walk(self.racy.start, PIECE, |at, entry| {
            if at >= self.racy.end {
                return ControlFlow::Break(());
            }
            if self.may_lie(&entry) {
                visit(at, entry);
            }
            ControlFlow::Continue(())
        })
    }

    fn may_lie(&self, entry: &RawEntry<'_>) -> bool {
        let known = entry.mode() & GITLINK != GITLINK && !entry.is_unmerged();
        known && self.is_racy(entry.mtime())
    }

    pub(super) fn is_racy(&self, seconds: u32) -> bool {
        self.written.is_some_and(|written| i64::from(seconds) >= written)
    }

    pub(super) fn slot(&self, path: &[u8]) -> io::Result<Slot> {
        Ok(match self.place(path)?.1 {
            None => Slot::Absent,
            Some(known) if known.unmerged => Slot::Unmerged,
            Some(known) => slot(known.entry, known.stat),
        })
    }

    /// The entries of these paths, and of the `.gitattributes` in the folders above them.
    pub(super) fn state_for<'p>(&self, paths: impl IntoIterator<Item = &'p [u8]>) -> io::Result<State> {
        let mut wanted = std::collections::BTreeSet::new();
        for path in paths {
            wanted.insert(path.to_owned());
            let folders = path.find_iter("/").map(|slash| slash + 1).chain([0]);
            wanted.extend(folders.map(|end| [&path[..end], b".gitattributes"].concat()));
        }
        let mut state = State::new(self.hash);
        for path in wanted {
            let Some(known) = self.place(&path)?.1.filter(|known| !known.unmerged) else { continue };
            if let Some(mode) = Mode::from_bits(known.entry.mode) {
                let (id, path) = (known.entry.id, path.as_bstr());
                state.dangerously_push_entry(known.stat, id, Flags::empty(), mode, path);
            }
        }
        state.sort_entries();
        Ok(state)
    }
}

fn empty(hash: Kind) -> Vec<u8> {
    let mut bytes = b"DIRC\0\0\0\x02\0\0\0\0".to_vec();
    // A checksum that is not zero: one will be written.
    bytes.resize(HEADER + hash.len_in_bytes(), 0xff);
    bytes
}
