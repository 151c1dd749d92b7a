//! Characters that models write for one another: compatible ones (NFKC), smart quotes, dashes and special
//! spaces.

use std::borrow::Cow;

use bstr::ByteSlice as _;
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfkc_quick};

use super::text::Text;

/// Returns the ASCII form of a quote, dash or space.
pub(super) fn plain(character: char) -> char {
    match character {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{ff07}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ff02}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        other => other,
    }
}

/// A line with such characters made plain, and with one kind of quotes, as languages and models use either
/// for a text; the line itself where nothing changes, or where it is not UTF-8.
pub(super) fn fold(line: &[u8]) -> Cow<'_, [u8]> {
    let mut folded = characters(line);
    if folded.contains(&b'\'') {
        folded.to_mut().iter_mut().filter(|byte| **byte == b'\'').for_each(|byte| *byte = b'"');
    }
    folded
}

/// Returns whether a line has no character that folding could change.
pub(super) fn is_plain(line: &[u8]) -> bool {
    line.is_ascii() && !line.contains(&b'\'')
}

fn characters(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let Ok(text) = line.to_str() else { return Cow::Borrowed(line) };
    if text.chars().all(|character| plain(character) == character)
        && is_nfkc_quick(text.chars()) == IsNormalized::Yes
    {
        return Cow::Borrowed(line);
    }
    Cow::Owned(fold_text(text).into_bytes())
}

/// A text with such characters made plain.
pub(super) fn fold_text(text: &str) -> String {
    text.chars().map(plain).nfkc().map(plain).collect()
}

/// A text with each line folded; none where that changes nothing.
pub(super) fn folded(text: &Text) -> Option<Text> {
    if is_plain(text.bytes()) {
        return None;
    }
    let mut bytes = text.bytes()[..text.start(0)].to_vec();
    let mut changed = false;
    for line in 0..text.len() {
        let (body, ending) = text.line(line);
        let body = fold(body);
        changed |= matches!(body, Cow::Owned(_));
        bytes.extend_from_slice(&body);
        bytes.extend_from_slice(ending.as_bytes());
    }
    changed.then(|| Text::new(bytes))
}

/// Lines folded one by one.
pub(super) fn folded_lines<'l>(lines: &[&'l [u8]]) -> Vec<Cow<'l, [u8]>> {
    lines.iter().map(|line| fold(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_dashes_and_spaces_fold_to_plain_ones() {
        assert_eq!(&*fold("say “hi” — it’s\u{a0}ﬁne…".as_bytes()), b"say \"hi\" - it\"s fine...");
        assert_eq!(&*fold(b"m['k']"), b"m[\"k\"]");
        assert!(matches!(fold("größe".as_bytes()), Cow::Borrowed(_)));
        assert!(matches!(fold(b"\xff\xe2\x80\x9c"), Cow::Borrowed(_)));
    }
}
