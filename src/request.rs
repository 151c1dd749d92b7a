//! Requests that several verbs share.

use bstr::BString;

use crate::core::reply::unwrapped;

/// A reply as it was read, without what is around all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file it was read from, as named by the user; `-` for standard input.
    pub name: BString,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Input {
    /// Takes the text of a reply out of a quotation or a fence around it.
    pub fn new(name: impl Into<BString>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes: unwrapped(bytes) }
    }
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
