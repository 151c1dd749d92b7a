//! Here-documents, as in `cat <<EOF`, `<<~SQL`, `<< 'end of text'` and `<<<HTML`.

use bstr::ByteSlice as _;

use super::ahead::Ahead;
use super::word::{last_of_here, leading};

/// A here-document that begins below the line that names its word.
pub(super) struct Here<'l> {
    word: &'l [u8],
    /// True if code may follow the word on the last line.
    leads: bool,
}

impl<'l> Here<'l> {
    /// The here-document that `<<` at a byte of a line opens; none where it is a shift or a stream.
    pub(super) fn opened(line: &'l [u8], at: usize, number: usize, ahead: &Ahead<'l>) -> Option<Self> {
        let signs = line[at..].iter().take_while(|byte| **byte == b'<').count();
        let rest = &line[at + signs..];
        let rest = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"~")).unwrap_or(rest);
        let named = rest.trim_ascii_start();
        let (word, quoted) = word(named)?;
        let here = Self { word, leads: signs == 3 };
        let ends = ahead.last_word(word, here.leads).is_some_and(|last| last > number);
        let adjacent = named.len() == rest.len() && word.len() > 1;
        let shouted = !word.iter().any(u8::is_ascii_lowercase);
        // Where the word does not come again, the section may end before it.
        let likely = ahead.is_section() && signs == 2 && adjacent && (shouted || quoted == Some(b'\''));
        (ends || likely).then_some(here)
    }

    /// Returns whether a line is its last.
    pub(super) fn ends(&self, line: &[u8]) -> bool {
        if self.leads { leading(line) == self.word } else { last_of_here(line) == self.word }
    }
}

/// The word behind the signs, and the quotes around it.
fn word(named: &[u8]) -> Option<(&[u8], Option<u8>)> {
    let first = *named.first()?;
    if matches!(first, b'\'' | b'"' | b'`') {
        let end = named[1..].find_byte(first)?;
        return Some((named[1..=end].trim_ascii(), Some(first))).filter(|(word, _)| !word.is_empty());
    }
    let word = leading(named.strip_prefix(b"\\").unwrap_or(named));
    word.first().is_some_and(|byte| !byte.is_ascii_digit()).then_some((word, None))
}
