//! Untrusted bytes made fit to print, and the characters in a text that deceive its reader.
//!
//! Replies, paths and file contents may hold escape sequences that drive a terminal, or characters that make
//! a text look different from its bytes (CVE-2021-42574). All text from outside is printed through
//! [`escape()`].

use std::fmt;

use bstr::ByteSlice as _;

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

/// The sorts of suspicious characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Changes the direction in which text is shown.
    Bidi,
    /// Takes no room, or looks like a blank where none should be.
    Invisible,
    /// A tag character (U+E0000 to U+E007F), in which a hidden message can be written in ASCII.
    Tag,
    /// A variation selector that selects nothing.
    VariationSelector,
    /// ESC, which starts a terminal sequence.
    Escape,
    /// NUL.
    Nul,
    /// A carriage return without a line feed: the text behind it is shown over the text before it.
    LoneCr,
    /// Any other control character.
    Control,
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
    Scan { plain_too: false, ..Scan::spelling(text) }.filter_map(|piece| {
        match (piece.character, piece.kind) {
            (Some('\u{c}'), _) => None,
            (Some(character), Some(kind)) => Some(Suspicious { offset: piece.offset, character, kind }),
            _ => None,
        }
    })
}

/// Returns whether a character changes the direction of text.
pub(crate) fn is_bidi(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is shown as nothing at all: Unicode's `Default_Ignorable_Code_Point` (which
/// holds the bidi controls and what HFS+ ignores in names), the line separators and the interlinear
/// annotations.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A text taken apart into characters and runs of bytes that are none.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The character before `at`.
    before: Option<char>,
    /// True if `before` ends an emoji, its variation selector included.
    after_emoji: bool,
    /// End of the tags of a flag that began before `at`.
    flag_end: usize,
    /// True if runs of plain ASCII are wanted too, to be printed.
    plain_too: bool,
    /// True if a mark of direction is spelling beside text of that direction; printed text shows it.
    marks_spell: bool,
}

/// One character, or bytes that are none.
struct Piece<'a> {
    offset: usize,
    bytes: &'a [u8],
    character: Option<char>,
    kind: Option<Kind>,
}

impl<'a> Scan<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let (plain_too, marks_spell) = (true, false);
        Self { bytes, at: 0, before: None, after_emoji: false, flag_end: 0, plain_too, marks_spell }
    }

    /// The same, as an edit is asked about.
    fn spelling(bytes: &'a [u8]) -> Self {
        Self { marks_spell: true, ..Self::new(bytes) }
    }

    fn skip_plain(&mut self) {
        let rest = &self.bytes[self.at..];
        let plain = |byte: &u8| matches!(byte, b'\t' | b'\n' | b' '..=b'~');
        let length = rest.iter().position(|byte| !plain(byte)).unwrap_or(rest.len());
        if length > 0 {
            self.before = Some(char::from(rest[length - 1]));
            self.after_emoji = false;
            self.at += length;
        }
    }

    /// Returns the reason why this character is suspicious at its place, if it is.
    fn kind_of(&self, offset: usize, character: char, next: Option<char>) -> Option<Kind> {
        Some(match character {
            '\t' | '\n' => return None,
            '\r' if next == Some('\n') => return None,
            '\r' => Kind::LoneCr,
            '\0' => Kind::Nul,
            '\x1b' => Kind::Escape,
            _ if character.is_control() => Kind::Control,
            '\u{fe0e}' | '\u{fe0f}' if self.before.is_some_and(is_emoji) => return None,
            '\u{fe0f}' if next == Some('\u{20e3}') && self.before.is_some_and(is_keycap) => return None,
            '\u{200d}' if self.after_emoji && next.is_some_and(is_emoji) => return None,
            '\u{200c}' | '\u{200d}' if self.before.is_some_and(takes_joiner) => return None,
            '\u{200e}' | '\u{200f}' | '\u{61c}' if self.marks_spell && self.is_by_rtl(offset) => return None,
            '\u{e0000}'..='\u{e007f}' if offset < self.flag_end => return None,
            _ if is_bidi(character) => Kind::Bidi,
            '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => {
                Kind::VariationSelector
            }
            '\u{e0000}'..='\u{e007f}' => Kind::Tag,
            _ if is_invisible(character) => Kind::Invisible,
            _ => return None,
        })
    }
}

impl Scan<'_> {
    /// Returns whether the nearest letter before or behind the character that starts here is of a script from
    /// right to left.
    fn is_by_rtl(&self, offset: usize) -> bool {
        /// Number of characters around a mark that count as beside it.
        const NEAR: usize = 8;
        let (before, after) = (&self.bytes[..offset], &self.bytes[self.at..]);
        let near = |characters: &mut dyn Iterator<Item = char>| {
            characters.take(NEAR).find(|character| character.is_alphabetic()).is_some_and(is_rtl)
        };
        near(&mut before.chars().rev()) || near(&mut after.chars())
    }
}

/// The tags behind a black flag that make it the one of England, Scotland or Wales (Unicode's recommended set
/// has no others).
const FLAGS: &[&str] = &[
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// The blocks of Hebrew, Arabic and the scripts between them.
fn is_rtl(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

impl<'a> Iterator for Scan<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if !self.plain_too {
            self.skip_plain();
        }
        let offset = self.at;
        let (character, length) = bstr::decode_utf8(&self.bytes[offset..]);
        if length == 0 {
            return None;
        }
        self.at += length;
        let kind = character.and_then(|character| {
            let next = bstr::decode_utf8(&self.bytes[self.at..]).0;
            self.kind_of(offset, character, next)
        });
        if character == Some('\u{1f3f4}') {
            let tags = FLAGS.iter().find(|tags| self.bytes[self.at..].starts_with(tags.as_bytes()));
            self.flag_end = tags.map_or(0, |tags| self.at + tags.len());
        }
        self.after_emoji = match character {
            Some('\u{fe0f}') => kind.is_none(),
            Some(character) => is_emoji(character),
            None => false,
        };
        self.before = character;
        Some(Piece { offset, bytes: &self.bytes[offset..self.at], character, kind })
    }
}

/// Returns whether a character is in a block with emoji; other signs of these blocks do no harm.
fn is_emoji(character: char) -> bool {
    matches!(
        character,
        '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙' | 'Ⓜ'
            | '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

fn is_keycap(character: char) -> bool {
    matches!(character, '0'..='9' | '#' | '*')
}

/// Letters of the scripts from Arabic to Sinhala, whose spelling uses joiners.
fn takes_joiner(character: char) -> bool {
    matches!(character, '\u{620}'..='\u{dff}') && character.is_alphanumeric()
        || matches!(
            character,
            '\u{94d}' | '\u{9cd}' | '\u{a4d}' | '\u{acd}' | '\u{b4d}' | '\u{bcd}' | '\u{c4d}'
        )
        || matches!(character, '\u{ccd}' | '\u{d4d}' | '\u{dca}')
}

#[cfg(test)]
mod tests;
