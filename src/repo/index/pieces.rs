//! A file that is read piece by piece. Of a large index, memory that is touched once costs more than reading
//! twice.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

/// Number of bytes read and written at once where all are.
pub(super) const PIECE: usize = 1 << 16;

/// Bytes on the disk or in memory that stay as they are.
#[derive(Debug)]
pub(super) struct Pieces {
    source: PieceSource,
    length: u64,
}

#[derive(Debug)]
enum PieceSource {
    File(File),
    Bytes(Vec<u8>),
}

impl Pieces {
    pub(super) fn of_file(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { source: PieceSource::File(file), length })
    }

    pub(super) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len() as u64, source: PieceSource::Bytes(bytes) }
    }

    /// In bytes.
    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// These bytes.
    ///
    /// # Errors
    /// If they cannot be read, or there are fewer.
    pub(super) fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; size(&range)?];
        self.fill(&mut bytes, range.start)?;
        Ok(bytes)
    }

    /// Fills a buffer with the bytes from there on.
    ///
    /// # Errors
    /// As `read()`.
    pub(super) fn fill(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        match &self.source {
            PieceSource::File(file) => file.read_exact_at(buffer, at),
            PieceSource::Bytes(bytes) => {
                let start = usize::try_from(at).map_err(io::Error::other)?;
                let there = bytes.get(start..).and_then(|bytes| bytes.get(..buffer.len()));
                buffer.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }

    /// Goes through a range, with about `piece` bytes of it in memory at a time.
    pub(super) fn walk(&self, range: Range<u64>, piece: usize) -> PieceCursor<'_> {
        PieceCursor { pieces: self, piece, buffer: Vec::new(), passed: 0, start: range.start, end: range.end }
    }
}

/// Number of bytes that a range has.
pub(super) fn size(range: &Range<u64>) -> io::Result<usize> {
    usize::try_from(range.end - range.start).map_err(io::Error::other)
}

/// A place in a range, and some of what comes after it.
pub(super) struct PieceCursor<'p> {
    pieces: &'p Pieces,
    piece: usize,
    buffer: Vec<u8>,
    /// Number of bytes of the buffer that are read already.
    passed: usize,
    /// Offset of the buffer.
    start: u64,
    end: u64,
}

impl PieceCursor<'_> {
    /// The place.
    pub(super) fn at(&self) -> u64 {
        self.start + self.passed as u64
    }

    /// The bytes after it, as far as they are in memory.
    pub(super) fn ahead(&self) -> &[u8] {
        &self.buffer[self.passed..]
    }

    /// Goes on, past bytes in memory.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.passed += bytes;
    }

    /// Has more lie ahead, unless all that there is does so.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn more(&mut self) -> io::Result<bool> {
        let (have, rest) = (self.ahead().len(), size(&(self.at()..self.end))?);
        if have == rest {
            return Ok(false);
        }
        self.start = self.at();
        self.passed = 0;
        self.buffer.resize(self.piece.max(have * 2).min(rest), 0);
        self.pieces.fill(&mut self.buffer, self.start)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_sees_every_byte_in_order() {
        let bytes: Vec<u8> = (0..100).collect();
        let pieces = Pieces::of_bytes(bytes.clone());
        for steps in [1, 3, 7, 40] {
            let mut walk = pieces.walk(10..90, 8);
            let mut seen = Vec::new();
            while walk.at() < 90 {
                let wanted = steps.min(90 - walk.at() as usize);
                while walk.ahead().len() < wanted {
                    assert!(walk.more().unwrap());
                }
                seen.extend_from_slice(&walk.ahead()[..wanted]);
                walk.pass(wanted);
            }
            assert_eq!(seen, bytes[10..90]);
            assert!(!walk.more().unwrap());
        }
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(Pieces::of_bytes(vec![0; 9]).read(5..10).is_err());
    }
}
