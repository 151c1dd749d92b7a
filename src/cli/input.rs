//! Reading replies.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Read},
    path::Path,
};

use bstr::BString;

use super::words::close;
use crate::request::Input;

/// Reasons why a reply cannot be read.
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
    /// There is no such file.
    #[error("does not exist")]
    Missing {
        /// A file that may be meant, as it would be named.
        similar: Option<BString>,
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
    Ok(Input::new("-", read(stdin.lock(), max, 0)?))
}

/// Reads a reply from a file, named from the folder `start`. Only regular files: a FIFO would hang, a device
/// might never end.
pub(super) fn file(start: &Path, named: &Path, max: u64) -> Result<Input, InputError> {
    let path = &start.join(named);
    let metadata = match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(InputError::Missing { similar: similar(start, named) });
        }
        metadata => metadata?,
    };
    if !metadata.is_file() {
        return Err(InputError::NotAFile);
    }
    if metadata.len() > max {
        return Err(InputError::TooLarge { max });
    }
    let bytes = read(File::open(path)?, max, metadata.len() as usize)?;
    Ok(Input::new(named.as_os_str().as_encoded_bytes(), bytes))
}

/// The file that may be meant by one that is missing: one of the same name in a folder above, up to the root
/// of the repository, or one beside it with a similar name.
fn similar(start: &Path, named: &Path) -> Option<BString> {
    /// Number of files that are compared.
    const MOST: usize = 1000;
    if named.is_relative() {
        let mut up = named.to_owned();
        for folder in start.ancestors().take_while(|folder| !folder.join(".git").exists()) {
            up = Path::new("..").join(up);
            if folder.parent().is_some_and(|above| above.join(named).is_file()) {
                return Some(up.as_os_str().as_encoded_bytes().into());
            }
        }
    }
    let path = start.join(named);
    let entries = std::fs::read_dir(path.parent()?).ok()?.take(MOST).flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut names: Vec<String> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let near = close(path.file_name()?.to_str()?, &names)?;
    Some(named.with_file_name(near).as_os_str().as_encoded_bytes().into())
}

fn read(from: impl Read, max: u64, expected: usize) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::with_capacity(expected + 1);
    from.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max { Err(InputError::TooLarge { max }) } else { Ok(bytes) }
}
