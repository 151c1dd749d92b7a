//! Bytes seen as lines, each with its own ending.

use std::{collections::HashMap, hash::Hash, ops::Range};

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

    /// Returns whether there is no byte in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Ending of a line.
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

/// Splits a line of a text (with its ending) into its body and its ending. A lone `\r` is content.
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

/// The same, together.
pub(super) fn split(text: &[u8]) -> Vec<&[u8]> {
    // Blocks are split by the ten thousand: each in room for as many lines as it has.
    let mut lines = Vec::with_capacity(memchr::memchr_iter(b'\n', text).count() + 1);
    lines.extend(bodies(text));
    lines
}

/// Returns whether a line holds only ASCII white space (or nothing).
pub fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// Number of times that each of several lines or words occurs.
pub(crate) fn counts<T: Eq + Hash>(all: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    all.for_each(|one| *counts.entry(one).or_default() += 1);
    counts
}

/// The number of bytes of letters and digits in a text: those that say something.
pub(super) fn letters(text: &[u8]) -> usize {
    text.iter().filter(|byte| is_letter(**byte)).count()
}

/// The same for lines together.
pub(super) fn letters_of(lines: &[&[u8]]) -> usize {
    lines.iter().map(|line| letters(line)).sum()
}

/// Returns whether a text has a letter or a digit.
pub(super) fn has_letter(text: &[u8]) -> bool {
    text.iter().any(|byte| is_letter(*byte))
}

/// Returns whether half of the words of some lines, or more, are those of others.
pub(super) fn say_alike(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let words = |lines: &[&[u8]]| {
        let words = lines.iter().flat_map(|line| line.split(|byte| !byte.is_ascii_alphanumeric()));
        counts(words.filter(|word| !word.is_empty()).map(<[u8]>::to_ascii_lowercase))
    };
    let (ours, theirs) = (words(ours), words(theirs));
    let common: usize =
        ours.iter().map(|(word, count)| theirs.get(word).map_or(0, |other| *count.min(other))).sum();
    let most = ours.values().sum::<usize>().max(theirs.values().sum());
    common > 0 && 2 * common >= most
}

/// Fewer letters and digits than these prove nothing: a bracket, a blank line or `pass` is there anyway.
pub(super) const TELLING: usize = 8;

/// Returns whether a line says enough to be known again.
pub(crate) fn is_telling(line: &[u8]) -> bool {
    letters(line) >= TELLING
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Lines without the blank ones above the first and below the last line with content.
pub(super) fn without_blank_edges<'l, 'b>(lines: &'l [&'b [u8]]) -> &'l [&'b [u8]] {
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
    &lines[first..end]
}

/// The ASCII white space a line begins with.
pub fn indentation(line: &[u8]) -> &[u8] {
    &line[..line.len() - line.trim_ascii_start().len()]
}

/// The least indentation of lines with content, in bytes.
pub(super) fn least_indentation(lines: &[&[u8]]) -> Option<usize> {
    filled(lines.iter().copied()).map(|line| indentation(line).len()).min()
}

/// The lines with content.
pub(super) fn filled<'l>(lines: impl Iterator<Item = &'l [u8]>) -> impl Iterator<Item = &'l [u8]> {
    lines.filter(|line| !is_blank(line))
}

/// A text with the offsets of its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    bytes: Vec<u8>,
    /// Offset of each line.
    starts: Vec<u32>,
}

/// The most bytes that a [`Text`] can hold: its line offsets are 32 bits wide.
pub const MAX_TEXT: u64 = u32::MAX as u64;

impl Text {
    /// Finds the lines of a text.
    ///
    /// # Examples
    ///
    /// ```
    /// use git_sr::core::text::{Ending, Text};
    ///
    /// let text = Text::new(b"one\r\ntwo".to_vec());
    /// assert_eq!(text.len(), 2);
    /// assert_eq!((text.line(0), text.line(1)), ((&b"one"[..], Ending::CrLf), (&b"two"[..], Ending::None)));
    /// ```
    ///
    /// # Panics
    ///
    /// When there are more than [`MAX_TEXT`] bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        let first = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        Self::from(bytes, first)
    }

    /// Finds the lines of a text as git sees them: a byte order mark is part of the first one.
    ///
    /// # Panics
    ///
    /// As [`Text::new()`].
    pub fn with_mark(bytes: Vec<u8>) -> Self {
        Self::from(bytes, 0)
    }

    fn from(bytes: Vec<u8>, first: usize) -> Self {
        assert!(bytes.len() as u64 <= MAX_TEXT, "texts are read with a limit");
        let mut starts = Vec::with_capacity(bytes.len() / 48);
        if first < bytes.len() {
            starts.push(first as u32);
            let ends = memchr::memchr_iter(b'\n', &bytes[first..]).map(|at| first + at + 1);
            starts.extend(ends.filter(|&end| end < bytes.len()).map(|end| end as u32));
        }
        starts.shrink_to_fit();
        Self { bytes, starts }
    }

    /// All bytes, a byte order mark included.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there is no line, at most a byte order mark.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Offset of a line's first byte; that of the end for the line behind the last.
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).map_or(self.bytes.len(), |&start| start as usize)
    }

    /// The line that a byte is in; the first for a byte order mark in front of it.
    pub fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// A line and its ending.
    pub fn line(&self, line: usize) -> (&[u8], Ending) {
        split_ending(self.whole(line))
    }

    /// A line with its ending.
    pub(super) fn whole(&self, line: usize) -> &[u8] {
        &self.bytes[self.start(line)..self.start(line + 1)]
    }

    /// A line without its ending.
    pub fn body(&self, line: usize) -> &[u8] {
        self.line(line).0
    }

    /// The ending of a line.
    pub fn ending(&self, line: usize) -> Ending {
        self.line(line).1
    }

    /// All lines without their endings.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        (0..self.len()).map(|line| self.body(line))
    }

    /// The same, together.
    pub fn all(&self) -> Vec<&[u8]> {
        self.lines().collect()
    }

    /// The lines of a range without their endings.
    pub fn window(&self, lines: Range<usize>) -> Vec<&[u8]> {
        lines.map(|line| self.body(line)).collect()
    }
}

/// Returns whether a word is one of a list, in which blanks part them.
pub fn is_one_of(word: impl AsRef<[u8]>, list: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed.as_bytes() == word.as_ref())
}

/// Returns whether git takes these bytes for binary: a NUL among the first 8,000.
pub fn is_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(8000)]).is_some()
}

/// The text of bytes with a byte order mark of UTF-16, as UTF-8 and without the mark. None if there is no
/// mark, or if the bytes are not valid.
pub fn from_utf16(bytes: &[u8]) -> Option<Vec<u8>> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        // The mark of UTF-32.
        [0xff, 0xfe, 0, 0, ..] => return None,
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].chunks_exact(2);
    if !units.remainder().is_empty() {
        return None;
    }
    let text: Result<String, _> = char::decode_utf16(units.map(|pair| unit([pair[0], pair[1]]))).collect();
    text.ok().map(String::into_bytes)
}

/// Offsets of a text that is not empty in another one, of places that overlap too.
pub fn places_of<'t>(text: &'t [u8], within: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let finder = memchr::memmem::Finder::new(text);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + finder.find(within.get(from..)?)?;
        from = at + 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_say_alike_what_has_half_of_the_words() {
        let alike = |ours: &'static str, theirs: &'static str| {
            let lines = |text: &'static str| text.lines().map(str::as_bytes).collect::<Vec<_>>();
            say_alike(&lines(ours), &lines(theirs))
        };
        assert!(alike("// set circular reference", "// Set circular references."));
        assert!(alike("# one line of two\n# words", "# one line of\n# two words"));
        assert!(!alike("# helpers", "# helper"));
        assert!(!alike("# keep", "# keep the state of all lines"));
        assert!(!alike("//", "//"));
    }

    #[test]
    fn utf_16_is_read_by_its_mark_alone() {
        let text = "a\r\n日本 👩\n";
        let little: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for bytes in [&little, &big] {
            assert_eq!(from_utf16(bytes).as_deref(), Some(text.as_bytes()));
            assert_eq!(from_utf16(&bytes[2..]), None);
            assert_eq!(from_utf16(&bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(from_utf16(b"\xff\xfe\0\0a\0\0\0"), None);
        assert_eq!(from_utf16(b"\xff\xfe\0\xd8"), None);
    }

    #[test]
    fn a_lone_carriage_return_is_content() {
        assert_eq!(split_ending(b"a\rb\r\n"), (&b"a\rb"[..], Ending::CrLf));
        assert_eq!(split_ending(b"a\r"), (&b"a\r"[..], Ending::None));
    }

    #[test]
    fn the_byte_order_mark_is_no_part_of_the_first_line() {
        let text = Text::new(b"\xef\xbb\xbfa\nb".to_vec());
        assert_eq!((text.len(), text.body(0), text.body(1), text.start(0)), (2, &b"a"[..], &b"b"[..], 3));
        assert!(Text::new(BOM.to_vec()).is_empty());
    }

    #[test]
    fn a_final_newline_makes_no_further_line() {
        assert_eq!(Text::new(b"a\n".to_vec()).len(), 1);
        assert_eq!(Text::new(b"a\n\n".to_vec()).len(), 2);
    }

    proptest! {
        #[test]
        fn lines_and_endings_make_the_text_again(bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..64)) {
            let text = Text::new(bytes.clone());
            let mut joined = bytes[..text.start(0).min(bytes.len())].to_vec();
            for line in 0..text.len() {
                let (body, ending) = text.line(line);
                joined.extend_from_slice(body);
                joined.extend_from_slice(ending.as_bytes());
            }
            prop_assert_eq!(joined, bytes);
        }
    }
}
