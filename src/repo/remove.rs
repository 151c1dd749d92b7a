//! What is removed and may be gone already.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

/// Removes a file, if it is there.
pub(super) fn if_there(path: impl AsRef<Path>) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
