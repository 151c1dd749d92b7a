//! Lines that change, and that the file has with other blanks, or with a comment behind them.

use std::collections::HashSet;

use super::quote::{Pair, Quote};
use crate::core::{
    language::{
        lexer::{self, Extent, State},
        unspaced,
    },
    locate::tiers::merge::{merge, read_alike},
};

impl Quote<'_, '_> {
    /// Returns whether a line reads as in the file but for blanks in it, quotes, and a comment that only the file has
    /// behind it.
    pub(super) fn reads_alike(&self, &(line, there): &Pair) -> bool {
        let (file, wanted) = (self.file[there], self.search.search[line]);
        let (code, wanted) = (self.code(file, wanted), wanted.trim_ascii_end());
        read_alike(code, wanted)
    }

    /// A line of REPLACE in place of one of SEARCH, as the file would have it: with the comment that it has behind
    /// that one, if nothing in it may speak of what goes.
    pub(super) fn merged(&self, &(line, there): &Pair, given: &[u8], laid: &[u8]) -> Option<Vec<u8>> {
        let (file, wanted) = (self.file[there], self.search.search[line]);
        let code = self.code(file, wanted);
        let behind = &file[code.len()..];
        let as_it_is = |part: &str| Ok(part.as_bytes().to_vec());
        let mut merged = merge(code, wanted, given, laid, &as_it_is)?.ok()?;
        if !behind.is_empty() {
            let is_own = self.code(given, wanted).len() == given.len();
            if !is_own || speaks_of(behind, wanted, given) {
                return None;
            }
            merged.truncate(merged.trim_ascii_end().len());
            merged.extend(behind);
        }
        Some(merged)
    }

    /// Returns whether the file has a comment behind a line that SEARCH does not have there.
    pub(super) fn has_comment(&self, &(line, there): &Pair) -> bool {
        self.code(self.file[there], self.search.search[line]).len() < self.file[there].trim_ascii_end().len()
    }

    /// Returns whether a line has a comment behind its code.
    pub(super) fn has_remark(&self, line: &[u8]) -> bool {
        self.search.language.is_some_and(|language| {
            let read = lexer::read(language, &[line], Extent::Section, State::default());
            read[0].code.1 < line.trim_ascii_end().len()
        })
    }

    /// A line without the comment that ends it, if it reads otherwise than another one.
    fn code<'l>(&self, line: &'l [u8], other: &[u8]) -> &'l [u8] {
        match self.search.language.filter(|_| unspaced(line) != unspaced(other)) {
            Some(language) => {
                let read = lexer::read(language, &[line], Extent::Section, State::default());
                &line[..read[0].code.1]
            }
            None => line,
        }
    }
}

/// Returns whether a comment may speak of what a change takes out of a line: it has a word or, like that, a number.
fn speaks_of(comment: &[u8], old: &[u8], new: &[u8]) -> bool {
    let words = |text: &[u8]| lexer::words(text).map(<[u8]>::to_ascii_lowercase).collect::<HashSet<_>>();
    let has_digit = |word: &Vec<u8>| word.iter().any(u8::is_ascii_digit);
    let (comment, new) = (words(comment), words(new));
    let is_numbered = comment.iter().any(has_digit);
    words(old)
        .iter()
        .filter(|word| !new.contains(*word))
        .any(|word| comment.contains(word) || is_numbered && has_digit(word))
}
