//! Requests that several verbs share.

use bstr::BString;

/// A reply as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file it was read from, as named by the user; `-` for standard input.
    pub name: BString,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Mode of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunMode {
    /// Write the files.
    Write,
    /// Say whether it would be done.
    Check,
    /// Make the diff.
    Diff,
}
