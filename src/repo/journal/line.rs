//! One line: the checksum of its rest (its id as a blob), a blank, JSON.

use std::io;

use bstr::ByteSlice as _;
use gix::{
    ObjectId,
    hash::Kind,
    objs::{Kind::Blob, compute_hash},
};
use serde::{
    Serialize,
    de::{DeserializeOwned, IgnoredAny},
};

/// Reason why a journal is not read.
#[derive(Debug)]
pub(super) enum UnreadableJournal {
    /// It is sound, but of another version.
    Version,
    /// It is not as it was written.
    Damaged,
}

/// The line of a value.
pub(super) fn write(hash: Kind, value: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(value)?;
    let sum = compute_hash(hash, Blob, &json).map_err(io::Error::other)?.to_string();
    Ok([sum.as_bytes(), b" ", &json, b"\n"].concat())
}

/// The JSON of a line, with the line break that ends it. None if the line was never finished: a run that is
/// killed leaves a part of its last line, a loss of power also zeros.
pub(super) fn read(hash: Kind, line: &[u8]) -> Result<Option<&[u8]>, UnreadableJournal> {
    if let Some(line) = line.strip_suffix(b"\n") {
        return checked(hash, line).map(Some).ok_or(UnreadableJournal::Damaged);
    }
    let Some(end) = end_of_json(line) else { return Ok(None) };
    let (json, rest) = (checked(hash, &line[..end]).ok_or(UnreadableJournal::Damaged)?, &line[end..]);
    // The line break may be missing, or be another byte by now.
    if rest.len() <= 1 || rest.iter().all(|byte| *byte == 0) {
        Ok(Some(json))
    } else {
        Err(UnreadableJournal::Damaged)
    }
}

/// Length of the JSON in a line, if it ends.
fn end_of_json(line: &[u8]) -> Option<usize> {
    let start = line.find_byte(b' ')? + 1;
    let mut values = serde_json::Deserializer::from_slice(&line[start..]).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(start + values.byte_offset())
}

/// The JSON of a line, if it agrees with its checksum.
fn checked(hash: Kind, line: &[u8]) -> Option<&[u8]> {
    let (sum, json) = line.split_once_str(" ")?;
    let sum = ObjectId::from_hex(sum).ok()?;
    (compute_hash(hash, Blob, json).ok()? == sum).then_some(json)
}

/// The value of a line.
pub(super) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, UnreadableJournal> {
    serde_json::from_slice(json).map_err(|_| UnreadableJournal::Damaged)
}
