//! Places of exact text, line endings aside.

use bstr::ByteSlice as _;

use super::edit::Edit;
use crate::core::{
    splice::Splice,
    text::{BOM, Span, places_of},
};

/// Of a text that is at more places, no more are named.
const MOST_PLACES: usize = 1000;

/// A file with `\n` at the end of each line, and without a byte order mark.
pub(super) struct Normalized {
    bytes: Vec<u8>,
    /// Offsets in `bytes` of the newlines that have a carriage return in the file.
    returns: Vec<usize>,
    /// Number of bytes of the byte order mark.
    mark: usize,
    /// True if its first line ends so.
    has_returns: bool,
}

impl Normalized {
    pub(super) fn of(file: &[u8]) -> Self {
        let text = file.strip_prefix(BOM).unwrap_or(file);
        let (mut bytes, mut returns) = (Vec::with_capacity(text.len()), Vec::new());
        let mut rest = text;
        while let Some(at) = memchr::memmem::find(rest, b"\r\n") {
            bytes.extend_from_slice(&rest[..at]);
            returns.push(bytes.len());
            bytes.push(b'\n');
            rest = &rest[at + 2..];
        }
        bytes.extend_from_slice(rest);
        let has_returns = returns.first().is_some_and(|first| bytes.find_byte(b'\n') == Some(*first));
        Self { bytes, returns, mark: file.len() - text.len(), has_returns }
    }

    /// The change of an edit whose text is there once; or else all of its places in the file.
    pub(super) fn splice(&self, edit: &Edit) -> Result<Splice, Vec<usize>> {
        let (old, new) = (edit.old.replace("\r\n", "\n"), edit.new.replace("\r\n", "\n"));
        match *self.places(old.as_bytes(), edit.is_lines) {
            [at] => {
                let old = Span { start: self.in_file(at), end: self.in_file(at + old.len()) };
                Ok(Splice { old, new: self.with_returns(new, at) })
            }
            ref places => Err(places.iter().map(|at| self.in_file(*at)).collect()),
        }
    }

    /// The places of a text, those that overlap too.
    fn places(&self, old: &[u8], is_lines: bool) -> Vec<usize> {
        let begins = |at: &usize| !is_lines || *at == 0 || self.bytes[at - 1] == b'\n';
        places_of(old, &self.bytes).filter(begins).take(MOST_PLACES).collect()
    }

    /// The offset in the file. A place that ends in front of a newline ends in front of its carriage return.
    fn in_file(&self, at: usize) -> usize {
        self.mark + at + self.returns.partition_point(|newline| *newline < at)
    }

    /// The text with the line endings around a place: those of its line, or of the file's first one.
    fn with_returns(&self, new: String, at: usize) -> Vec<u8> {
        let newline = self.bytes[at..].find_byte(b'\n').map(|below| at + below);
        let is_return = |newline: usize| self.returns.binary_search(&newline).is_ok();
        match newline.map_or(self.has_returns, is_return) {
            true => new.replace('\n', "\r\n").into_bytes(),
            false => new.into_bytes(),
        }
    }
}
