//! Hashes that nobody gains by forging: the checksum that ends an index finds damage, and the id of a text
//! finds it again. SHA-1 is made for them without the search for collisions that objects need, which takes a
//! fifth of the time; so does git (`csum-file.c`).

use std::io;

use gix::ObjectId;
use gix::hash::Kind;
use gix::objs::{self, encode::loose_header};
use sha1::Digest as _;

/// The id that a text in pieces has as a blob.
///
/// # Errors
/// If the hash fails, which for SHA-1 it does not.
pub(crate) fn text_id(hash: Kind, pieces: &[&[u8]]) -> io::Result<ObjectId> {
    let len = pieces.iter().map(|piece| piece.len() as u64).sum();
    let mut checksum = Checksum::new(hash);
    checksum.update(&loose_header(objs::Kind::Blob, len));
    pieces.iter().for_each(|piece| checksum.update(piece));
    checksum.finish()
}

/// A checksum in the making.
#[derive(Clone)]
pub(in crate::repo) enum Checksum {
    Sha1(sha1::Sha1),
    Other(Box<gix::hash::Hasher>),
}

impl Checksum {
    /// Of nothing yet.
    pub(in crate::repo) fn new(hash: Kind) -> Self {
        match hash {
            Kind::Sha1 => Self::Sha1(sha1::Sha1::new()),
            _ => Self::Other(Box::new(gix::hash::hasher(hash))),
        }
    }

    /// Takes the bytes that come next.
    pub(in crate::repo) fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Sha1(hasher) => hasher.update(bytes),
            Self::Other(hasher) => hasher.update(bytes),
        }
    }

    /// Of all bytes taken.
    ///
    /// # Errors
    /// If the hash fails, which for SHA-1 it does not.
    pub(in crate::repo) fn finish(self) -> io::Result<ObjectId> {
        match self {
            Self::Sha1(hasher) => Ok(ObjectId::from_bytes_or_panic(&hasher.finalize())),
            Self::Other(hasher) => hasher.try_finalize().map_err(io::Error::other),
        }
    }
}
