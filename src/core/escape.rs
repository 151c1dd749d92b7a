//! Untrusted bytes made fit to print, and the characters in a text that deceive its reader.
//!
//! Replies, paths and file contents may hold escape sequences that drive a terminal, or characters that make
//! a text look different from its bytes (CVE-2021-42574). All text from outside is printed through
//! [`escape()`].

mod characters;
mod scan;

use std::fmt;

use bstr::ByteSlice as _;
use scan::Scan;

pub(crate) use characters::is_invisible;
pub use scan::Kind;

/// Bytes that print as visible text: control, bidi and invisible characters and bytes that are not UTF-8
/// become `\x1b`, `\u{202e}` or `\xff`; all else stays. A backslash stays single, so the form cannot be read
/// back.
///
/// # Examples
///
/// ```
/// use git_sr::core::escape::escape;
///
/// assert_eq!(escape(b"a\x1b[31m\xff").to_string(), r"a\x1b[31m\xff");
/// ```
pub fn escape(bytes: &[u8]) -> Escaped<'_> {
    Escaped { bytes, newlines: false, tabs: Tabs::Escaped }
}

/// Result of [`escape()`]: printed by `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escaped<'a> {
    bytes: &'a [u8],
    newlines: bool,
    tabs: Tabs,
}

/// Form in which a tab is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tabs {
    /// `\t`
    Escaped,
    /// `→`, where white space shall be seen.
    Arrow,
    /// The tab itself.
    Kept,
}

impl Escaped<'_> {
    /// Prints `\n` as a new line, for text of several lines.
    #[must_use]
    pub fn keep_newlines(self) -> Self {
        Self { newlines: true, ..self }
    }

    /// Prints tabs so.
    #[must_use]
    pub fn tabs(self, tabs: Tabs) -> Self {
        Self { tabs, ..self }
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        // As nearly all texts are.
        let is_plain = self.bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
        if let Some(text) = self.bytes.to_str().ok().filter(|_| is_plain) {
            return f.write_str(text);
        }
        for piece in Scan::new(self.bytes) {
            let Some(character) = piece.character else {
                for byte in piece.bytes {
                    write!(f, "\\x{byte:02x}")?;
                }
                continue;
            };
            match character {
                '\n' if self.newlines => f.write_char('\n')?,
                '\t' if self.tabs == Tabs::Kept => f.write_char('\t')?,
                '\t' if self.tabs == Tabs::Arrow => f.write_char('→')?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                _ if character.is_ascii_control() => write!(f, "\\x{:02x}", u32::from(character))?,
                _ if piece.kind.is_some() => write!(f, "\\u{{{:x}}}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// A character that makes a text look different from its bytes, or that drives a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suspicious {
    /// Its offset in bytes.
    pub offset: usize,
    /// The character.
    pub character: char,
    /// Its kind.
    pub kind: Kind,
}

impl Suspicious {
    /// Name of the character, in lower case.
    pub fn name(&self) -> &'static str {
        match (self.character, self.kind) {
            ('\u{61c}', _) => "arabic letter mark",
            ('\u{200e}', _) => "left-to-right mark",
            ('\u{200f}', _) => "right-to-left mark",
            ('\u{202a}', _) => "left-to-right embedding",
            ('\u{202b}', _) => "right-to-left embedding",
            ('\u{202c}', _) => "pop directional formatting",
            ('\u{202d}', _) => "left-to-right override",
            ('\u{202e}', _) => "right-to-left override",
            ('\u{2066}', _) => "left-to-right isolate",
            ('\u{2067}', _) => "right-to-left isolate",
            ('\u{2068}', _) => "first strong isolate",
            ('\u{2069}', _) => "pop directional isolate",
            ('\u{ad}', _) => "soft hyphen",
            ('\u{200b}', _) => "zero width space",
            ('\u{200c}', _) => "zero width non-joiner",
            ('\u{200d}', _) => "zero width joiner",
            ('\u{2028}', _) => "line separator",
            ('\u{2029}', _) => "paragraph separator",
            ('\u{2060}', _) => "word joiner",
            ('\u{feff}', _) => "zero width no-break space",
            ('\u{7f}', _) => "delete",
            ('\u{8}', _) => "backspace",
            (_, Kind::Bidi) => "bidi control",
            (_, Kind::Invisible) => "invisible character",
            (_, Kind::Tag) => "tag character",
            (_, Kind::VariationSelector) => "variation selector",
            (_, Kind::Escape) => "escape",
            (_, Kind::Nul) => "nul",
            (_, Kind::LoneCr) => "lone carriage return",
            (_, Kind::Control) => "control character",
        }
    }
}

/// The suspicious characters of a text, in order. Give it only what an edit adds.
///
/// Not suspicious: tab, line feed, CRLF and form feed; what builds one emoji (variation selectors behind it,
/// the joiners inside a sequence, the tags of the three flags that are spelt with them); a joiner behind an
/// Arabic or Indic letter, which spelling needs, and a mark of direction beside text that is written from
/// right to left; bytes that are not UTF-8. A byte order mark is: leave it off before asking about the start
/// of a file.
pub fn suspicious(text: &[u8]) -> impl Iterator<Item = Suspicious> {
    Scan::spelling(text).without_plain().filter_map(|piece| match (piece.character, piece.kind) {
        (Some('\u{c}'), _) => None,
        (Some(character), Some(kind)) => Some(Suspicious { offset: piece.offset, character, kind }),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
