//! Reading replies.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Read},
    path::Path,
};

use crate::request::Input;

/// Why a reply cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum InputError {
    /// No reply is named and standard input is a terminal.
    #[error("no reply named")]
    Terminal,
    /// It is a folder, a FIFO or a device.
    #[error("is not a regular file")]
    NotAFile,
    /// It is larger than `sr.maxReplyBytes`.
    #[error("is larger than {max} bytes")]
    TooLarge {
        /// The limit in bytes, of all replies together.
        max: u64,
    },
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Reads standard input where it is not a terminal.
pub(super) fn standard_input(max: u64) -> Result<Input, InputError> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return Err(InputError::Terminal);
    }
    Ok(Input { name: "-".into(), bytes: read(stdin.lock(), max, 0)? })
}

/// Reads a reply from a file. Only regular files: a FIFO would hang, a device might never end.
pub(super) fn file(path: &Path, max: u64) -> Result<Input, InputError> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(InputError::NotAFile);
    }
    if metadata.len() > max {
        return Err(InputError::TooLarge { max });
    }
    let name = path.as_os_str().as_encoded_bytes().into();
    Ok(Input { name, bytes: read(File::open(path)?, max, metadata.len() as usize)? })
}

fn read(from: impl Read, max: u64, expected: usize) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::with_capacity(expected + 1);
    from.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max { Err(InputError::TooLarge { max }) } else { Ok(bytes) }
}
