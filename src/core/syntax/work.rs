//! Limits of the cost of parsing.

#[cfg(feature = "syntax-any")]
use crate::core::language::{Language, Scanner};

/// Budget of parsing, in turns of the parser. In sound text a turn takes it 30 to 200 bytes on and 15 to 50
/// µs; where it looks for a way out of an error, it takes up to ten times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    pub(super) left: usize,
}

/// The most that one text may take.
const OF_TEXT: usize = 5_000;

/// Size of the pieces in which a parser is given a text, in bytes, small so that few bytes are read again that
/// are not counted.
#[cfg(feature = "syntax-any")]
pub(super) const PIECE: usize = 128;

/// Number of pieces whose reading takes as long as a turn.
#[cfg(feature = "syntax-any")]
pub(super) const PIECES_OF_TURN: usize = 32;

impl Work {
    /// For the files of a batch together: half a second of sound text or so.
    pub fn of_batch() -> Self {
        Self { left: 20_000 }
    }

    /// For those files of a batch besides of which a warning is all that can come: some 50 ms, or 20 files of
    /// 300 lines.
    pub fn of_warnings() -> Self {
        Self { left: 3_000 }
    }

    /// Returns whether nothing is left.
    pub fn is_used_up(self) -> bool {
        self.left == 0
    }

    /// The rest of it after the work of a copy that had `before` and has `left`.
    #[must_use]
    pub(in crate::core) fn without(self, before: Self, left: Self) -> Self {
        Self { left: self.left.saturating_sub(before.left - left.left) }
    }

    /// For one file.
    pub fn of_file() -> Self {
        Self { left: 2 * OF_TEXT }
    }

    /// Number of turns that a text of so many bytes may take.
    #[cfg(feature = "syntax-any")]
    pub(super) fn for_text(self, bytes: usize) -> usize {
        self.left.min(OF_TEXT).min(200 + bytes / 20)
    }

    /// Takes the turns that a text took.
    #[cfg(feature = "syntax-any")]
    pub(super) fn spend(&mut self, turns: usize) {
        self.left = self.left.saturating_sub(turns);
    }
}

/// Returns whether a text nests so deeply that the number of turns does not bound its cost, or that its
/// scanner cannot hold it: those of Python and YAML keep open constructs in 1024 bytes, and end the process
/// where that is too little.
#[cfg(feature = "syntax-any")]
pub(super) fn is_too_deep(language: &Language, text: &[u8]) -> bool {
    match language.scanner {
        Scanner::Html => open_tags(text) > 2_000_000,
        Scanner::Python => text.split(|byte| *byte == b'\n' || *byte == b'\r').any(|line| {
            let white = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
            white.map(|byte| if *byte == b'\t' { 8 } else { 1 }).sum::<usize>() > 400
        }),
        Scanner::Yaml => text.split(|byte| *byte == b'\n').any(|line| {
            let far = line.get(100..).unwrap_or_default();
            let opens = |pair: &&[u8]| {
                matches!(pair[0], b'-' | b'?' | b':' | b'|' | b'>') && matches!(pair[1], b' ' | b'\t' | b'\r')
            };
            line.iter().take(101).filter(|byte| **byte == b' ').count() > 100
                || far.windows(2).filter(opens).count() > 20
        }),
        Scanner::Sound => false,
    }
}

/// For every tag of a text the number of those that are open there, together: the scanner passes all of them
/// at each.
#[cfg(feature = "syntax-any")]
fn open_tags(text: &[u8]) -> usize {
    const CLOSED_BY_THEMSELVES: &[&[u8]] = &[
        b"area", b"base", b"br", b"col", b"dd", b"dt", b"embed", b"hr", b"img", b"input", b"li", b"link",
        b"meta", b"option", b"p", b"param", b"source", b"td", b"th", b"tr", b"track", b"wbr",
    ];
    let (mut open, mut all) = (0_usize, 0_usize);
    for at in memchr::memchr_iter(b'<', text) {
        let after = &text[at + 1..];
        let closes = after.first() == Some(&b'/');
        let name = &after[usize::from(closes)..];
        let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).take(8).count();
        let name = name[..length].to_ascii_lowercase();
        if length == 0 || CLOSED_BY_THEMSELVES.contains(&name.as_slice()) {
            continue;
        }
        open = if closes { open.saturating_sub(1) } else { open + 1 };
        all = all.saturating_add(open);
    }
    all
}
