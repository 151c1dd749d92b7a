//! A new index as its parts: unchanged ones are copied from the old index while it is written.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use gix::ObjectId;
use gix::hash::Kind;

use super::pieces::{PIECE, Pieces};
use crate::repo::checksum::Checksum;

/// The bytes of an index, in order.
#[derive(Debug)]
pub(super) struct IndexParts {
    old: Arc<Pieces>,
    /// Each with the place where it begins.
    parts: Vec<(u64, IndexPart)>,
    /// The hash whose checksum of all of them comes last, if they do not have it.
    hash: Option<Kind>,
    /// Number of bytes.
    pub(super) size: u64,
}

#[derive(Debug)]
enum IndexPart {
    /// These bytes of the old index.
    Old(Range<u64>),
    New(Vec<u8>),
}

impl IndexParts {
    pub(super) fn of(old: &Arc<Pieces>) -> Self {
        Self { old: Arc::clone(old), parts: Vec::new(), hash: None, size: 0 }
    }

    /// Adds this range of the old index.
    pub(super) fn keep(&mut self, range: Range<u64>) {
        let size = range.end - range.start;
        self.push(IndexPart::Old(range), size);
    }

    pub(super) fn add(&mut self, part: impl Into<Vec<u8>>) {
        let part = part.into();
        let size = part.len() as u64;
        self.push(IndexPart::New(part), size);
    }

    fn push(&mut self, part: IndexPart, size: u64) {
        self.parts.push((self.size, part));
        self.size += size;
    }

    /// With the checksum at the end.
    pub(super) fn hashed(self, hash: Kind) -> Self {
        Self { hash: Some(hash), ..self }
    }

    /// Writes all of them to a file, which then has nothing else.
    pub(super) fn write(&self, file: &File) -> io::Result<()> {
        let mut hasher = self.hash.map(Checksum::new);
        self.each(0..self.size, |at, piece| {
            if let Some(hasher) = &mut hasher {
                hasher.update(piece);
            }
            file.write_all_at(piece, at)
        })?;
        self.end(file, hasher.map(Checksum::finish).transpose()?)
    }

    /// Ends a file in which all of them are.
    pub(super) fn end(&self, file: &File, sum: Option<ObjectId>) -> io::Result<()> {
        let sum = sum.as_ref().map_or(&[][..], |sum| sum.as_bytes());
        file.write_all_at(sum, self.size)?;
        file.set_len(self.size + sum.len() as u64)
    }

    /// Writes all that differs from a file whose first `copied` bytes are those of the old index.
    pub(super) fn write_over(&self, file: &File, copied: u64) -> io::Result<()> {
        let mut missing: Vec<Range<u64>> = Vec::new();
        for (at, part) in &self.parts {
            let (start, end) = match part {
                IndexPart::Old(old) if old.start == *at => (copied.clamp(old.start, old.end), old.end),
                IndexPart::Old(old) => (*at, at + (old.end - old.start)),
                IndexPart::New(bytes) => (*at, at + bytes.len() as u64),
            };
            match missing.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => missing.push(start..end),
            }
        }
        missing.into_iter().try_for_each(|range| self.each(range, |at, piece| file.write_all_at(piece, at)))
    }

    /// Goes on with a checksum that was made of the bytes in front of this place.
    pub(super) fn sum_from(&self, at: u64, mut hasher: Checksum) -> io::Result<Option<ObjectId>> {
        if self.hash.is_none() {
            return Ok(None);
        }
        self.each(at..self.size, |_, piece| {
            hasher.update(piece);
            Ok(())
        })?;
        hasher.finish().map(Some)
    }

    /// Returns whether this is the old index.
    pub(super) fn are_of(&self, old: &Arc<Pieces>) -> bool {
        Arc::ptr_eq(&self.old, old)
    }

    /// Number of bytes that at the beginning are those of the old index.
    pub(super) fn same(&self) -> u64 {
        let is_same = |(at, part): &(u64, IndexPart)| match part {
            IndexPart::Old(old) => old.start == *at,
            IndexPart::New(bytes) => {
                self.old.read(*at..at + bytes.len() as u64).is_ok_and(|old| old == *bytes)
            }
        };
        self.parts.iter().find(|part| !is_same(part)).map_or(self.size, |(at, _)| *at)
    }

    /// Has the bytes of a range taken, piece by piece, each with its place.
    fn each(&self, range: Range<u64>, mut take: impl FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let full = usize::try_from(range.end - range.start).unwrap_or(PIECE).min(PIECE);
        let (mut piece, mut used, mut start) = (vec![0; full], 0, range.start);
        let first = self.parts.partition_point(|(at, _)| *at <= range.start).saturating_sub(1);
        for (place, part) in self.parts[first..].iter().take_while(|(place, _)| *place < range.end) {
            let end = match part {
                IndexPart::Old(old) => place + (old.end - old.start),
                IndexPart::New(bytes) => place + bytes.len() as u64,
            };
            let (mut at, end) = ((*place).max(range.start), end.min(range.end));
            while at < end {
                let size = usize::try_from(end - at).unwrap_or(full).min(full - used);
                let room = &mut piece[used..used + size];
                match part {
                    IndexPart::Old(old) => self.old.fill(room, old.start + (at - place))?,
                    IndexPart::New(bytes) => room.copy_from_slice(&bytes[(at - place) as usize..][..size]),
                }
                at += size as u64;
                used += size;
                if used == full {
                    take(start, &piece)?;
                    start = at;
                    used = 0;
                }
            }
        }
        take(start, &piece[..used])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(content: &[u8]) -> Vec<u8> {
        let mut hasher = gix::hash::hasher(Kind::Sha1);
        hasher.update(content);
        [content, hasher.try_finalize().unwrap().as_bytes()].concat()
    }

    #[test]
    fn a_file_has_all_parts_and_their_checksum_at_any_size() {
        for size in [0, 100, PIECE as u64, 3 * PIECE as u64 + 1] {
            let bytes: Vec<u8> = (0..size).map(|at| at as u8).collect();
            let old = Arc::new(Pieces::of_bytes(bytes.clone()));
            let mut parts = IndexParts::of(&old);
            parts.add(*b"head");
            parts.keep(0..size);
            parts.add(vec![1, 2, 3]);
            let mut file = tempfile::NamedTempFile::new().unwrap();
            // The old content goes, even if it was longer.
            io::Write::write_all(&mut file, &vec![b'x'; size as usize + 50]).unwrap();
            parts.hashed(Kind::Sha1).write(file.as_file()).unwrap();
            let content = [b"head", bytes.as_slice(), &[1, 2, 3]].concat();
            assert_eq!(std::fs::read(file.path()).unwrap(), summed(&content));
        }
    }

    #[test]
    fn a_file_that_takes_nothing_is_an_error() {
        let old = Arc::new(Pieces::of_bytes(vec![0; PIECE]));
        let mut parts = IndexParts::of(&old);
        parts.keep(0..PIECE as u64);
        let file = tempfile::NamedTempFile::new().unwrap();
        let read_only = File::open(file.path()).unwrap();
        assert!(parts.hashed(Kind::Sha1).write(&read_only).is_err());
    }
}
