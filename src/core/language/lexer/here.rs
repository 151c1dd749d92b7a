//! Here-documents, as in `cat <<EOF`, `<<~SQL`, `<< 'end of text'` and `<<<HTML`.

use bstr::ByteSlice as _;

use super::{
    ahead::Ahead,
    stretch::Extent,
    word::{is_word, last_of_here, leading},
};
use crate::core::language::{Feature, Language};

/// A here-document that begins below the line that names its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Here {
    word: Vec<u8>,
    /// True if code may follow the word on the last line.
    leads: bool,
}

impl Here {
    /// The here-document that `<<` at a byte of a line opens; none where it is a shift or a stream.
    pub(super) fn opened(
        language: Option<&Language>,
        line: &[u8],
        at: usize,
        number: usize,
        ahead: &Ahead<'_>,
    ) -> Option<Self> {
        let signs = line[at..].iter().take_while(|byte| **byte == b'<').count();
        let rest = &line[at + signs..];
        let rest = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"~")).unwrap_or(rest);
        let named = rest.trim_ascii_start();
        let (word, quoted) = word(named)?;
        let leads = signs == 3;
        let ends = ahead.last_word(word, leads).is_some_and(|last| last > number);
        let is_near = named.len() == rest.len();
        let shouted = !word.iter().any(u8::is_ascii_lowercase);
        let is_section = ahead.extent == Extent::Section;
        let opens = match language {
            Some(language) => {
                let apart = line[..at].last().is_none_or(|byte| !is_word(*byte));
                let says_so = shouted || is_near && apart || quoted.is_some() || named.starts_with(b"\\");
                signs <= if language.has(Feature::Tags) { 3 } else { 2 } && says_so && (ends || is_section)
            }
            // Where the word does not come again, the section may end before it.
            None => {
                let likely = signs == 2 && is_near && word.len() > 1 && (shouted || quoted == Some(b'\''));
                ends || is_section && likely
            }
        };
        opens.then(|| Self { word: word.to_vec(), leads })
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
