//! A new index as its parts: what stays is not copied to be written.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::thread;

use gix::hash::Kind;

/// Smaller parts are put together before they are written.
const BUFFER: usize = 1 << 16;
/// From this size on, in bytes, the checksum is made while the rest is written: for less, a thread costs more.
const LARGE: usize = 1 << 20;

/// The bytes of an index, in order.
#[derive(Debug, Default)]
pub(super) struct Parts<'r> {
    parts: Vec<Cow<'r, [u8]>>,
    /// The hash whose checksum of all of them comes last, if they do not have it.
    hash: Option<Kind>,
    /// How many bytes there are.
    pub(super) size: usize,
}

impl<'r> Parts<'r> {
    pub(super) fn add(&mut self, part: impl Into<Cow<'r, [u8]>>) {
        let part = part.into();
        self.size += part.len();
        self.parts.push(part);
    }

    /// With the checksum at the end.
    pub(super) fn hashed(self, hash: Kind) -> Self {
        Self { hash: Some(hash), ..self }
    }

    /// Writes all of them.
    pub(super) fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(BUFFER, out);
        let mut write = || self.parts.iter().try_for_each(|part| out.write_all(part));
        let Some(hash) = self.hash else { return write().and_then(|()| out.flush()) };
        let sum = thread::scope(|scope| {
            let sum = || self.sum(hash);
            let hasher = (self.size >= LARGE).then(|| thread::Builder::new().spawn_scoped(scope, sum));
            write()?;
            match hasher {
                Some(Ok(hasher)) => hasher.join().map_err(|_| io::Error::from(io::ErrorKind::Other))?,
                Some(Err(_)) | None => sum(),
            }
        })?;
        out.write_all(sum.as_bytes())?;
        out.flush()
    }

    fn sum(&self, hash: Kind) -> io::Result<gix::ObjectId> {
        let mut hasher = gix::hash::hasher(hash);
        self.parts.iter().for_each(|part| hasher.update(part));
        hasher.try_finalize().map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_all_parts_at_any_size() {
        for size in [0, 100, LARGE + 1] {
            let bytes: Vec<u8> = (0..size).map(|at| at as u8).collect();
            let mut parts = Parts::default();
            parts.add(b"head".as_slice());
            parts.add(bytes.as_slice());
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
        let mut parts = Parts::default();
        parts.add(vec![0; LARGE]);
        let mut room = [0; 100];
        assert!(parts.hashed(Kind::Sha1).write(room.as_mut_slice()).is_err());
    }
}
