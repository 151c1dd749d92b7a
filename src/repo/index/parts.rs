//! A new index as its parts: what stays is copied from the old one while it is written.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::mpsc;
use std::thread;

use gix::ObjectId;
use gix::hash::Kind;

use super::checksum::Checksum;
use super::pieces::Pieces;

/// How many bytes are written at once.
const PIECE: usize = 1 << 16;
/// From this size on, in bytes, the checksum is made beside the writing: for less, a thread costs more.
const LARGE: u64 = 1 << 20;
/// How many pieces the checksum may lag behind.
const BEHIND: usize = 8;

/// The bytes of an index, in order.
#[derive(Debug)]
pub(super) struct Parts<'r> {
    old: &'r Pieces,
    parts: Vec<Part>,
    /// The hash whose checksum of all of them comes last, if they do not have it.
    hash: Option<Kind>,
    /// How many bytes there are.
    pub(super) size: u64,
}

#[derive(Debug)]
enum Part {
    /// These bytes of the old index.
    Old(Range<u64>),
    New(Vec<u8>),
}

impl<'r> Parts<'r> {
    pub(super) fn of(old: &'r Pieces) -> Self {
        Self { old, parts: Vec::new(), hash: None, size: 0 }
    }

    /// Adds what stands there in the old index.
    pub(super) fn keep(&mut self, range: Range<u64>) {
        self.size += range.end - range.start;
        self.parts.push(Part::Old(range));
    }

    pub(super) fn add(&mut self, part: impl Into<Vec<u8>>) {
        let part = part.into();
        self.size += part.len() as u64;
        self.parts.push(Part::New(part));
    }

    /// With the checksum at the end.
    pub(super) fn hashed(self, hash: Kind) -> Self {
        Self { hash: Some(hash), ..self }
    }

    /// Writes all of them.
    pub(super) fn write(&self, mut out: impl Write) -> io::Result<()> {
        let sum = match self.hash {
            None => {
                self.each(|piece| out.write_all(&piece).map(|()| piece))?;
                None
            }
            Some(hash) if self.size < LARGE => Some(self.hash_between(hash, &mut out)?),
            Some(hash) => Some(self.hash_beside(hash, &mut out)?),
        };
        out.write_all(sum.as_ref().map_or(&[], |sum| sum.as_bytes()))?;
        out.flush()
    }

    fn hash_between(&self, hash: Kind, out: &mut impl Write) -> io::Result<ObjectId> {
        let mut hasher = Checksum::new(hash);
        self.each(|piece| {
            hasher.update(&piece);
            out.write_all(&piece).map(|()| piece)
        })?;
        hasher.finish()
    }

    fn hash_beside(&self, hash: Kind, out: &mut impl Write) -> io::Result<ObjectId> {
        let (written, pieces) = mpsc::sync_channel::<Vec<u8>>(BEHIND);
        let (done, free) = mpsc::channel();
        let sum = move || {
            let mut hasher = Checksum::new(hash);
            for piece in pieces {
                hasher.update(&piece);
                // Nobody waits for the last ones.
                let _ = done.send(piece);
            }
            hasher.finish()
        };
        thread::scope(|scope| {
            let Ok(hasher) = thread::Builder::new().spawn_scoped(scope, sum) else {
                return self.hash_between(hash, out);
            };
            let all = self.each(|piece| {
                out.write_all(&piece)?;
                written.send(piece).map_err(io::Error::other)?;
                Ok(free.try_recv().unwrap_or_default())
            });
            drop(written);
            let sum = hasher.join().map_err(|_| io::ErrorKind::Other)?;
            all?;
            sum
        })
    }

    /// Has all bytes taken, piece by piece; what is given back is used again.
    fn each(&self, mut take: impl FnMut(Vec<u8>) -> io::Result<Vec<u8>>) -> io::Result<()> {
        let full = usize::try_from(self.size).unwrap_or(PIECE).min(PIECE);
        let (mut piece, mut used) = (vec![0; full], 0);
        for part in &self.parts {
            let mut range = match part {
                Part::Old(range) => range.clone(),
                Part::New(bytes) => 0..bytes.len() as u64,
            };
            while !range.is_empty() {
                let size = usize::try_from(range.end - range.start).unwrap_or(full).min(full - used);
                let room = &mut piece[used..used + size];
                match part {
                    Part::Old(_) => self.old.fill(room, range.start)?,
                    Part::New(bytes) => room.copy_from_slice(&bytes[range.start as usize..][..size]),
                }
                range.start += size as u64;
                used += size;
                if used == full {
                    piece = take(piece)?;
                    // Nothing is cleared that is written over: a new buffer alone has to grow.
                    piece.resize(full, 0);
                    used = 0;
                }
            }
        }
        piece.truncate(used);
        take(piece).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_all_parts_at_any_size() {
        for size in [0, 100, PIECE as u64, LARGE + 1] {
            let bytes: Vec<u8> = (0..size).map(|at| at as u8).collect();
            let old = Pieces::of_bytes(bytes.clone());
            let mut parts = Parts::of(&old);
            parts.add(*b"head");
            parts.keep(0..size);
            parts.add(vec![1, 2, 3]);
            let mut written = Vec::new();
            parts.hashed(Kind::Sha1).write(&mut written).unwrap();
            let content = [b"head", bytes.as_slice(), &[1, 2, 3]].concat();
            let mut hasher = gix::hash::hasher(Kind::Sha1);
            hasher.update(&content);
            let sum = hasher.try_finalize().unwrap();
            assert_eq!(written, [content.as_slice(), sum.as_bytes()].concat());
        }
    }

    #[test]
    fn a_disk_that_is_full_is_an_error() {
        let old = Pieces::of_bytes(vec![0; LARGE as usize]);
        let mut parts = Parts::of(&old);
        parts.keep(0..LARGE);
        let mut room = [0; 100];
        assert!(parts.hashed(Kind::Sha1).write(room.as_mut_slice()).is_err());
    }
}
