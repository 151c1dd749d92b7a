//! The grammar of sentences: their words, the names of files in them, and verbs that command or are denied.

use bstr::ByteSlice as _;

use super::{around, names};

/// A longer line is no sentence.
pub(super) const LONGEST: usize = 1_000;

/// Returns whether a line may be a sentence: it has several words, and is not too long.
pub(super) fn may_be(line: &[u8]) -> bool {
    line.len() <= LONGEST && line.trim_ascii().iter().any(u8::is_ascii_whitespace)
}

/// No more words of a sentence are looked at as names.
const MOST: usize = 8;

/// Words behind which a verb is no wish but a possibility.
const MAY: [&str; 8] = ["can", "could", "if", "may", "might", "optional", "optionally", "would"];

/// Words behind which a verb is one.
const MUST: [&str; 23] = [
    "also", "and", "finally", "first", "i", "i'll", "last", "lastly", "let's", "me", "must", "next", "now",
    "please", "should", "so", "step", "then", "to", "we", "we'll", "will", "you",
];

/// Words that deny the verb of their clause, or leave it to the reader.
const DENY: [&str; 9] = ["don't", "free", "never", "no", "not", "said", "want", "without", "wish"];

/// First words of sentences about another time.
const OTHER_TIME: [&str; 5] = ["earlier", "eventually", "later", "once", "previously"];

/// Verbs behind the first `to` of sentences about taking the change back.
const BACK: [&str; 3] = ["revert", "roll", "undo"];

/// Returns whether the word at a place is a verb that commands, at the head of its clause or behind a place
/// there: ``and in `a.py` replace ...``.
pub(super) fn is_command(line: &[u8], words: &[Vec<u8>], at: usize) -> bool {
    let is_place = |two: &[Vec<u8>]| two[0] == b"in" && names::is_likely_path(&two[1]);
    let at = if at > 1 && is_place(&words[at - 2..at]) { at - 2 } else { at };
    at == 0 || is_one(&words[at - 1], &MUST) || ends_clause(line, &words[at - 1])
}

/// Returns whether words say that something is only possible.
pub(super) fn says_may(words: &[Vec<u8>]) -> bool {
    has(words, &MAY)
}

/// Returns whether a comma or the like is behind this word in a line.
fn ends_clause(line: &[u8], word: &[u8]) -> bool {
    let lower = lower(line);
    lower.find_iter(word).any(|at| {
        let rest =
            lower[at + word.len()..].trim_start_with(|sign| matches!(sign, '`' | '*' | '"' | '\'' | ')'));
        matches!(rest.first(), Some(b',' | b';' | b'.' | b':')) || rest.starts_with(" \u{2014}".as_bytes())
    })
}

/// Returns whether the text in front of a name, of these words, makes no wish of what is said of the file.
pub(super) fn is_denied(text: &[u8], all: &[Vec<u8>]) -> bool {
    let clause = text.rsplit(|sign| b",;:.".contains(sign)).next().unwrap_or_default();
    let is_back = |two: &[Vec<u8>]| two[0] == b"to" && is_one(&two[1], &BACK);
    says_may(all)
        || has(&words(clause), &DENY)
        || all.first().is_some_and(|first| is_one(first, &OTHER_TIME))
        || all.get(..2).is_some_and(is_back)
}

/// The name of the only file that a sentence names.
pub(super) fn only_name(line: &[u8]) -> Option<&[u8]> {
    let mut names = names_in(line).filter(|_| line.len() <= LONGEST);
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// The names of files in a sentence, in order.
pub(super) fn names_in(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    names_with(line, None)
}

/// The same if one word is a name too.
pub(super) fn names_with<'l>(line: &'l [u8], word: Option<&[u8]>) -> impl Iterator<Item = &'l [u8]> {
    around::names(line).filter(move |name| is_sure(name) || word == Some(*name))
}

/// The words of a sentence that are names only if there are such files, each once, in order.
pub(super) fn possible_names(line: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = Vec::new();
    for word in around::names(line).filter(|name| line.len() <= LONGEST && !is_sure(name)) {
        if words.len() < MOST && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn is_sure(name: &[u8]) -> bool {
    names::is_plainly_file(name) || names::is_known(name)
}

/// A text in lower case, with plain apostrophes.
pub(super) fn lower(text: &[u8]) -> Vec<u8> {
    let mut text = text.replace("\u{2019}", "'");
    text.make_ascii_lowercase();
    text
}

/// The words of a text in lower case, without the signs around them; numbers are none.
pub(super) fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let words = lower(text);
    let words =
        words.split(u8::is_ascii_whitespace).map(|word| word.trim_with(|sign| !sign.is_alphanumeric()));
    words.filter(|word| !word.iter().all(u8::is_ascii_digit)).map(<[u8]>::to_vec).collect()
}

/// Returns whether there is one of the known words, or groups of words, among these.
pub(super) fn has(words: &[Vec<u8>], known: &[&str]) -> bool {
    (0..words.len()).any(|at| begins(&words[at..], known).is_some())
}

/// Returns whether a word is one of those that are known.
pub(super) fn is_one(word: &[u8], known: &[&str]) -> bool {
    known.iter().any(|known| known.as_bytes() == word)
}

/// The number of words with which one of these begins, if it does.
pub(super) fn begins(words: &[Vec<u8>], known: &[&str]) -> Option<usize> {
    let sign = words.first()?.first();
    let is_first = |known: &str| {
        let mut count = 0;
        let is_same = known.split(' ').all(|part| {
            count += 1;
            words.get(count - 1).is_some_and(|word| word == part.as_bytes())
        });
        is_same.then_some(count)
    };
    // The lists are long, and most words are in none.
    let known = known.iter().filter(|known| known.as_bytes().first() == sign);
    known.filter_map(|known| is_first(known)).max()
}
