//! An index as its bytes, with the place of every entry (gitformat-index(5)).

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;

use bstr::{BStr, ByteSlice};
use gix::ObjectId;
use gix::hash::Kind;
use gix::index::State;
use gix::index::entry::stat::Time;
use gix::index::entry::{Flags, Mode, Stat};

use super::{Entry, Slot, slot};

/// Magic, version and number of entries.
pub(super) const HEADER: usize = 12;
/// The bytes of an entry in front of its id: times, device, inode, mode, owner, size.
pub(super) const FIXED: usize = 40;
/// Where the size stands among them.
pub(super) const SIZE: usize = 36;
pub(super) const EXTENDED: u16 = 0x4000;
pub(super) const ASSUME_VALID: u16 = 0x8000;
const STAGES: u16 = 0x3000;
pub(super) const NAME_LENGTH: u16 = 0x0fff;
pub(super) const SKIP_WORKTREE: u16 = 0x4000;
pub(super) const INTENT_TO_ADD: u16 = 0x2000;
const GITLINK: u32 = 0o160_000;

/// The extensions that are understood, and copied or kept right: cached trees, resolved conflicts, untracked files, and
/// where entries and extensions begin. The others name entries by their place, or are not known.
const KNOWN: [&[u8; 4]; 5] = [b"TREE", b"REUC", b"UNTR", b"IEOT", b"EOIE"];

/// A plain index.
#[derive(Debug)]
pub(super) struct Raw {
    pub(super) bytes: Vec<u8>,
    pub(super) hash: Kind,
    pub(super) version: u32,
    /// Where each entry begins.
    pub(super) offsets: Vec<usize>,
    pub(super) entries_end: usize,
    /// Each with its data.
    pub(super) extensions: Vec<([u8; 4], Range<usize>)>,
    /// The checksum was left out (`index.skipHash`).
    pub(super) unhashed: bool,
    /// When it was written, in seconds since 1970; none for one that is not there.
    written: Option<i64>,
    /// The entries that are not older than the index, by number.
    pub(super) racy: Vec<usize>,
}

/// One entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawEntry<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) flags: u16,
    pub(super) extended: u16,
    pub(super) path: &'a BStr,
    pub(super) id: &'a [u8],
}

impl Raw {
    /// Reads an index; one that is not there is empty. None if it is not a plain one.
    pub(super) fn read(path: &Path, hash: Kind) -> io::Result<Option<Self>> {
        let (bytes, written) = match std::fs::File::open(path) {
            Ok(mut file) => {
                let meta = file.metadata()?;
                let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0) + 1);
                io::Read::read_to_end(&mut file, &mut bytes)?;
                let since = meta.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
                (bytes, Some(since.as_secs() as i64))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => (empty(hash), None),
            Err(error) => return Err(error),
        };
        Ok(Self::parse(bytes, hash, written))
    }

    pub(super) fn parse(bytes: Vec<u8>, hash: Kind, written: Option<i64>) -> Option<Self> {
        let id = hash.len_in_bytes();
        let end = bytes.len().checked_sub(id)?;
        let version = number(&bytes, 4)?;
        let count = number(&bytes, 8)? as usize;
        if !bytes.starts_with(b"DIRC") || !(2..=3).contains(&version) {
            return None;
        }
        let mut raw = Self {
            unhashed: bytes[end..].iter().all(|byte| *byte == 0),
            bytes,
            hash,
            version,
            offsets: Vec::new(),
            entries_end: 0,
            extensions: Vec::new(),
            written,
            racy: Vec::new(),
        };
        raw.offsets.try_reserve(count.min(end / (FIXED + id))).ok()?;
        let mut at = HEADER;
        for number in 0..count {
            let (entry, next) = raw.entry_at(at, end)?;
            if raw.is_racy(entry.mtime()) && entry.mode() & GITLINK != GITLINK && entry.stage() == 0 {
                raw.racy.push(number);
            }
            raw.offsets.push(at);
            at = next;
        }
        raw.entries_end = at;
        while at < end {
            let signature: [u8; 4] = raw.bytes.get(at..at + 4)?.try_into().ok()?;
            let data = at + 8..at.checked_add(8)?.checked_add(number(&raw.bytes, at + 4)? as usize)?;
            if data.end > end || !KNOWN.contains(&&signature) {
                return None;
            }
            at = data.end;
            raw.extensions.push((signature, data));
        }
        Some(raw)
    }

    /// An entry and where the next begins.
    fn entry_at(&self, at: usize, end: usize) -> Option<(RawEntry<'_>, usize)> {
        let id = self.hash.len_in_bytes();
        let bytes = self.bytes.get(at..end)?;
        let flags = short(bytes, FIXED + id)?;
        let (extended, name) = match flags & EXTENDED {
            0 => (0, FIXED + id + 2),
            _ => (short(bytes, FIXED + id + 2)?, FIXED + id + 4),
        };
        let length = match flags & NAME_LENGTH {
            NAME_LENGTH => bytes.get(name..)?.find_byte(0)?,
            length => usize::from(length),
        };
        let path = bytes.get(name..name + length)?.as_bstr();
        let size = padded(name + length);
        let entry =
            RawEntry { bytes: bytes.get(..size)?, flags, extended, path, id: &bytes[FIXED..FIXED + id] };
        Some((entry, at + size))
    }

    /// An entry by its number.
    pub(super) fn entry(&self, number: usize) -> Option<RawEntry<'_>> {
        Some(self.entry_at(*self.offsets.get(number)?, self.entries_end)?.0)
    }

    pub(super) fn is_racy(&self, seconds: u32) -> bool {
        self.written.is_some_and(|written| i64::from(seconds) >= written)
    }

    /// Where a path stands, or would stand.
    pub(super) fn position(&self, path: &[u8]) -> Result<usize, usize> {
        let at = self.offsets.partition_point(|&at| {
            self.entry_at(at, self.entries_end).is_some_and(|(entry, _)| entry.path.as_bytes() < path)
        });
        match self.entry(at) {
            Some(entry) if entry.path == path => Ok(at),
            _ => Err(at),
        }
    }

    /// The first entry of a path.
    pub(super) fn find(&self, path: &[u8]) -> Option<RawEntry<'_>> {
        self.entry(self.position(path).ok()?)
    }

    /// The paths that begin so.
    pub(super) fn below<'a>(&'a self, prefix: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let first = self.position(prefix).unwrap_or_else(|at| at);
        let entries = (first..self.offsets.len()).map_while(|number| self.entry(number));
        entries.map(|entry| entry.path.as_bytes()).take_while(move |path| path.starts_with(prefix))
    }

    pub(super) fn slot(&self, path: &BStr) -> Slot {
        match self.find(path) {
            None => Slot::Absent,
            Some(entry) if entry.stage() != 0 => Slot::Unmerged,
            Some(entry) => slot(entry.read(), entry.stat()),
        }
    }

    /// The entries of these paths, and of the `.gitattributes` in the folders above them.
    pub(super) fn state_for<'p>(&self, paths: impl IntoIterator<Item = &'p [u8]>) -> State {
        let mut wanted = std::collections::BTreeSet::new();
        for path in paths {
            wanted.insert(path.to_owned());
            let folders = path.find_iter("/").map(|slash| slash + 1).chain([0]);
            wanted.extend(folders.map(|end| [&path[..end], b".gitattributes"].concat()));
        }
        let mut state = State::new(self.hash);
        for path in wanted {
            let Some(entry) = self.find(&path).filter(|entry| entry.stage() == 0) else { continue };
            if let Some(mode) = Mode::from_bits(entry.mode()) {
                let id = ObjectId::from_bytes_or_panic(entry.id);
                state.dangerously_push_entry(entry.stat(), id, Flags::empty(), mode, entry.path);
            }
        }
        state.sort_entries();
        state
    }
}

impl RawEntry<'_> {
    pub(super) fn stage(&self) -> u16 {
        self.flags & STAGES
    }

    pub(super) fn mode(&self) -> u32 {
        self.field(24)
    }

    fn mtime(&self) -> u32 {
        self.field(8)
    }

    fn field(&self, at: usize) -> u32 {
        number(self.bytes, at).unwrap_or_default()
    }

    pub(super) fn read(&self) -> Entry {
        Entry {
            id: ObjectId::from_bytes_or_panic(self.id),
            mode: self.mode(),
            assume_unchanged: self.flags & ASSUME_VALID != 0,
            skip_worktree: self.extended & SKIP_WORKTREE != 0,
            intent_to_add: self.extended & INTENT_TO_ADD != 0,
        }
    }

    pub(super) fn stat(&self) -> Stat {
        let time = |at| Time { secs: self.field(at), nsecs: self.field(at + 4) };
        Stat {
            ctime: time(0),
            mtime: time(8),
            dev: self.field(16),
            ino: self.field(20),
            uid: self.field(28),
            gid: self.field(32),
            size: self.field(SIZE),
        }
    }
}

/// The length of an entry, which ends in one to eight zero bytes.
pub(super) fn padded(length: usize) -> usize {
    (length + 8) & !7
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn empty(hash: Kind) -> Vec<u8> {
    let mut bytes = b"DIRC\0\0\0\x02\0\0\0\0".to_vec();
    // A checksum that is not zero: one will be written.
    bytes.resize(HEADER + hash.len_in_bytes(), 0xff);
    bytes
}
