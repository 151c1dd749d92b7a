//! Files that may be gone already, or not be there yet.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

/// Treats `NotFound` as none.
pub(super) fn or_none<T>(answer: io::Result<T>) -> io::Result<Option<T>> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes a file, if it is there.
pub(super) fn remove(path: impl AsRef<Path>) -> io::Result<()> {
    or_none(std::fs::remove_file(path)).map(drop)
}
