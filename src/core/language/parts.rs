//! Words and signs of a line, in whatever language.

use std::ops::Range;

use bstr::ByteSlice as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::lexer::is_word;
use crate::core::typeset::{fold, fold_text};

/// A word or a sign of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::core) struct Part<'l> {
    /// The blanks in front of it.
    pub(in crate::core) gap: &'l str,
    /// Itself.
    pub(in crate::core) text: &'l str,
    /// The same with plain characters, and with one kind of quotes.
    pub(in crate::core) folded: String,
    /// The text that it belongs to: the numbers of the quotes around that.
    pub(in crate::core) quotes: Option<(usize, usize)>,
}

impl Part<'_> {
    /// Returns whether it is a quote.
    pub(in crate::core) fn is_quote(&self) -> bool {
        matches!(&*self.folded, "\"" | "`")
    }

    fn is_closed_by(&self, other: &Self) -> bool {
        let are_special = !self.text.is_ascii() && !other.text.is_ascii();
        self.folded == other.folded && (self.text == other.text || are_special)
    }

    /// Returns whether what follows it directly is a part of it: the next letter, or the same sign once more.
    fn goes_on(&self, next: &str) -> bool {
        let is_word = |text: &str| text.starts_with(|first: char| first.is_alphanumeric() || first == '_');
        let is_single = next.starts_with(|first: char| "()[]{},;\"`\\".contains(first));
        match (is_word(&self.folded), is_word(next)) {
            (false, false) => !is_single && self.folded.chars().next() == next.chars().next(),
            (is_word, goes_on) => is_word && goes_on,
        }
    }
}

/// Returns whether a part is a sign within a word, as the apostrophe of `it's` is.
pub(in crate::core) fn is_within_word(parts: &[Part<'_>], at: usize) -> bool {
    let is_word = |part: &Part<'_>| part.folded.starts_with(char::is_alphanumeric);
    let [Some(before), Some(next)] = [at.checked_sub(1), Some(at + 1)].map(|at| parts.get(at?)) else {
        return false;
    };
    parts[at].gap.is_empty() && next.gap.is_empty() && is_word(before) && is_word(next)
}

/// The parts of a text on one line.
pub(in crate::core) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut found: Vec<Part<'_>> = Vec::new();
    let (mut start, mut end) = (0, 0);
    for (at, grapheme) in text.grapheme_indices(true) {
        let folded = fold(fold_text(grapheme).as_bytes()).to_str_lossy().into_owned();
        if folded.trim().is_empty() {
            continue;
        }
        match found.last_mut().filter(|last| end == at && last.goes_on(&folded)) {
            Some(last) => {
                last.text = &text[start..at + grapheme.len()];
                last.folded.push_str(&folded);
            }
            None => {
                start = at;
                found.push(Part { gap: &text[end..at], text: grapheme, folded, quotes: None });
            }
        }
        end = at + grapheme.len();
    }
    let all = 0..found.len();
    find_texts(&mut found, all);
    found
}

/// Returns whether parts are the same, and so are the blanks in texts.
pub(in crate::core) fn are_alike(some: &[Part<'_>], others: &[Part<'_>]) -> bool {
    let is_same = |(at, (part, other)): (usize, (&Part<'_>, &Part<'_>))| {
        let is_in_text = other.quotes.is_some_and(|(open, _)| open < at);
        part.folded == other.folded && (!is_in_text || fold_text(part.gap) == fold_text(other.gap))
    };
    some.len() == others.len() && some.iter().zip(others).enumerate().all(is_same)
}

/// Finds the texts between quotes, and those within them. A quote that nothing closes opens none, nor does a typeset
/// apostrophe.
fn find_texts(parts: &mut [Part<'_>], within: Range<usize>) {
    let mut open = within.start;
    while open < within.end {
        let is_apostrophe = |at: usize| parts[at].text == "’" && is_within_word(parts, at);
        let is_sign = |at: usize| !is_escaped(parts, at) && !is_apostrophe(at);
        let opens = parts[open].is_quote() && is_sign(open);
        let mut below = open + 1..if opens { within.end } else { open };
        let closes = |at: &usize| parts[open].is_closed_by(&parts[*at]) && is_sign(*at);
        if let Some(close) = below.find(closes) {
            parts[open..=close].iter_mut().for_each(|part| part.quotes = Some((open, close)));
            find_texts(parts, open + 1..close);
            open = close;
        }
        open += 1;
    }
}

fn is_escaped(parts: &[Part<'_>], at: usize) -> bool {
    let before = parts[..at].iter().rev().take_while(|part| part.text == "\\").count();
    parts[at].gap.is_empty() && before % 2 == 1
}

/// The characters of a line, folded, with one blank where white space keeps two words apart.
pub(in crate::core) fn unspaced(line: &[u8]) -> Vec<u8> {
    let mut key: Vec<u8> = Vec::with_capacity(line.len());
    for part in fold(line).split(u8::is_ascii_whitespace).filter(|part| !part.is_empty()) {
        if key.last().is_some_and(|last| is_word(*last)) && is_word(part[0]) {
            key.push(b' ');
        }
        key.extend(part);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_signs_and_texts_are_parts() {
        let texts = |line: &'static str| parts(line).iter().map(|part| part.text).collect::<Vec<_>>();
        assert_eq!(
            texts("a_1 == f(“x y”, …);"),
            ["a_1", "==", "f", "(", "“", "x", "y", "”", ",", "…", ")", ";"]
        );
        let quotes = |line: &'static str| parts(line).iter().map(|part| part.quotes).collect::<Vec<_>>();
        assert_eq!(quotes("'a' + b"), [Some((0, 2)), Some((0, 2)), Some((0, 2)), None, None]);
        assert_eq!(quotes("it's"), [None; 3]);
        assert_eq!(quotes("it’s, isn’t"), [None; 7]);
        assert_eq!(quotes("b'a'"), [None, Some((1, 3)), Some((1, 3)), Some((1, 3))]);
        assert_eq!(quotes(r#""\"""#), [Some((0, 3)); 4]);
        assert_eq!(quotes("\"'a'\"")[1..4], [Some((1, 3)); 3]);
    }

    #[test]
    fn blanks_in_texts_are_a_part_of_them() {
        let alike = |some, others| are_alike(&parts(some), &parts(others));
        assert!(alike("say( \"a b\" )", "say('a b')"));
        assert!(!alike("say(\"a  b\")", "say(\"a b\")"));
        assert!(!alike("ab", "a b"));
    }
}
