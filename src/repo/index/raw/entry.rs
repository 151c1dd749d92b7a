//! An entry as its bytes.

use bstr::{BStr, ByteSlice};
use gix::ObjectId;
use gix::index::entry::Stat;
use gix::index::entry::stat::Time;

use crate::repo::index::IndexEntry;

/// The bytes of an entry in front of its id: times, device, inode, mode, owner, size.
pub(in crate::repo::index) const FIXED: usize = 40;
/// Offset of the size among them.
pub(in crate::repo::index) const SIZE: usize = 36;
pub(in crate::repo::index) const EXTENDED: u16 = 0x4000;
pub(in crate::repo::index) const ASSUME_VALID: u16 = 0x8000;
const STAGES: u16 = 0x3000;
pub(in crate::repo::index) const NAME_LENGTH: u16 = 0x0fff;
pub(in crate::repo::index) const SKIP_WORKTREE: u16 = 0x4000;
pub(in crate::repo::index) const INTENT_TO_ADD: u16 = 0x2000;

/// One entry.
#[derive(Clone, Copy, Debug)]
pub(in crate::repo::index) struct RawEntry<'a> {
    pub(super) bytes: &'a [u8],
    flags: u16,
    extended: u16,
    pub(in crate::repo::index) path: &'a BStr,
    pub(in crate::repo::index) id: &'a [u8],
}

/// Facts about an entry besides its path.
#[derive(Clone, Debug)]
pub(in crate::repo::index) struct EntryFacts {
    pub(in crate::repo::index) entry: IndexEntry,
    pub(in crate::repo::index) stat: Stat,
    /// True if it is a side of a merge.
    pub(in crate::repo::index) unmerged: bool,
}

impl<'a> RawEntry<'a> {
    /// The entry that bytes begin with; none if it does not end in them.
    pub(super) fn parse(bytes: &'a [u8], id: usize) -> Option<Self> {
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
        let bytes = bytes.get(..padded(name + length))?;
        Some(Self { bytes, flags, extended, path, id: &bytes[FIXED..FIXED + id] })
    }

    pub(super) fn mode(&self) -> u32 {
        self.field(24)
    }

    /// In whole seconds.
    pub(super) fn mtime(&self) -> u32 {
        self.field(8)
    }

    /// Returns whether it is a side of a merge.
    pub(super) fn is_unmerged(&self) -> bool {
        self.flags & STAGES != 0
    }

    fn field(&self, at: usize) -> u32 {
        number(self.bytes, at)
    }

    pub(super) fn known(&self) -> EntryFacts {
        let entry = IndexEntry {
            id: ObjectId::from_bytes_or_panic(self.id),
            mode: self.mode(),
            assume_unchanged: self.flags & ASSUME_VALID != 0,
            skip_worktree: self.extended & SKIP_WORKTREE != 0,
            intent_to_add: self.extended & INTENT_TO_ADD != 0,
        };
        EntryFacts { entry, stat: self.stat(), unmerged: self.is_unmerged() }
    }

    pub(in crate::repo::index) fn stat(&self) -> Stat {
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
pub(in crate::repo::index) fn padded(length: usize) -> usize {
    (length + 8) & !7
}

/// A number of four bytes, which are there.
pub(super) fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}
