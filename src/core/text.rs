//! Bytes seen as lines, each with its own ending.

use bstr::ByteSlice;

/// A byte range of a source or a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte.
    pub end: usize,
}

impl Span {
    /// The number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether there is no byte in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// The end of the text: only its last line can end so.
    None,
}

impl Ending {
    /// The bytes of the ending.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::None => b"",
        }
    }
}

/// The UTF-8 byte order mark. It belongs to the file, never to its first line.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// Splits a line as it stands in a text (with its ending) into its body and its ending. A lone `\r` is content.
pub fn split_ending(line: &[u8]) -> (&[u8], Ending) {
    match line.strip_suffix(b"\n") {
        Some(rest) => match rest.strip_suffix(b"\r") {
            Some(body) => (body, Ending::CrLf),
            None => (rest, Ending::Lf),
        },
        None => (line, Ending::None),
    }
}

/// The bodies of a text's lines, without their endings.
pub fn bodies(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.lines_with_terminator().map(|line| split_ending(line).0)
}

/// Whether a line holds only blanks and tabs (or nothing).
pub fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_whitespace())
}
