//! A text character by character, and which of them are suspicious at their place.

use bstr::ByteSlice as _;

use super::characters::{is_bidi, is_emoji, is_invisible, is_keycap, is_rtl, takes_joiner};

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

/// A text taken apart into characters and runs of bytes that are none.
pub(super) struct Scan<'a> {
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
pub(super) struct Piece<'a> {
    pub(super) offset: usize,
    pub(super) bytes: &'a [u8],
    pub(super) character: Option<char>,
    pub(super) kind: Option<Kind>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let (plain_too, marks_spell) = (true, false);
        Self { bytes, at: 0, before: None, after_emoji: false, flag_end: 0, plain_too, marks_spell }
    }

    /// The same, as an edit is asked about.
    pub(super) fn spelling(bytes: &'a [u8]) -> Self {
        Self { marks_spell: true, ..Self::new(bytes) }
    }

    /// The same without runs of plain ASCII.
    pub(super) fn without_plain(self) -> Self {
        Self { plain_too: false, ..self }
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
