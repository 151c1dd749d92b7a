//! Continuation of a string that has been opened.

use bstr::ByteSlice as _;

use super::stretch::Kind;

/// The signs that close a string.
#[derive(Clone, Debug)]
pub(super) struct Closer {
    pub(super) kind: Kind,
    pub(super) signs: Vec<u8>,
    /// True if a backslash takes the next byte its meaning.
    pub(super) escapes: bool,
}

/// The next event in a string.
pub(super) enum Next {
    /// It is closed; the byte behind the signs.
    Closed(usize),
    /// Code begins in a template; the byte behind `${`.
    Code(usize),
}

impl Closer {
    pub(super) fn new(kind: Kind, signs: &[u8], escapes: bool) -> Self {
        Self { kind, signs: signs.to_vec(), escapes }
    }

    /// Finds the next event on a line, from a byte on.
    pub(super) fn next(&self, line: &[u8], from: usize) -> Option<Next> {
        let mut at = from;
        let template = self.kind == Kind::Backtick;
        if !self.escapes && !template {
            return line
                .get(from..)?
                .find(&self.signs)
                .map(|found| Next::Closed(from + found + self.signs.len()));
        }
        while at < line.len() {
            at += memchr::memchr3(self.signs[0], b'\\', b'$', &line[at..])?;
            if line[at..].starts_with(&self.signs) {
                return Some(Next::Closed(at + self.signs.len()));
            }
            if template && line[at..].starts_with(b"${") {
                return Some(Next::Code(at + 2));
            }
            at += if self.escapes && line[at] == b'\\' { 2 } else { 1 };
        }
        None
    }
}
