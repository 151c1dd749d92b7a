//! The words of markers.

use bstr::{BString, ByteSlice as _};

/// Operation that the words of a block's markers name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// SEARCH and REPLACE, or ORIGINAL and UPDATED.
    Edit,
    /// RENAME
    Rename,
    /// DELETE
    Delete,
}

/// Words that mark blocks besides the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkerWords {
    /// As `SEARCH`.
    search: Vec<BString>,
    /// As `REPLACE`.
    replace: Vec<BString>,
    /// As `RENAME`, in both markers.
    rename: Vec<BString>,
    /// As `DELETE`, in both markers.
    delete: Vec<BString>,
}

/// A word that cannot mark a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a marker has the name search, replace, rename or delete, and a word that no other has")]
pub struct NotAMarker;

const NAMES: [&str; 4] = ["search", "replace", "rename", "delete"];
const SEARCH: [&str; 2] = ["SEARCH", "ORIGINAL"];
const REPLACE: [&str; 2] = ["REPLACE", "UPDATED"];
const RENAME: [&str; 1] = ["RENAME"];
const DELETE: [&str; 1] = ["DELETE"];

/// Words in place of SEARCH, in any case.
const VARIANT_OPENERS: [&str; 6] = ["", "BEFORE", "FIND", "OLD", "ORIGINAL", "SEARCH"];

/// Words in place of REPLACE that no branch has for a name.
const VARIANT_CLOSERS: [&str; 4] = ["MODIFIED", "REPLACE", "REPLACEMENT", "UPDATED"];

/// Words that close a block whose opener is no marker of a conflict.
const ENDS: [&str; 5] = ["AFTER", "CHANGED", "END", "NEW", "SEARCH"];

/// Words of the opener of a conflict, which begins a block if it ends as one.
const OF_CONFLICTS: [&str; 2] = ["CURRENT", "HEAD"];

/// The part that a marker with another word may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    Opener,
    /// An opener that git writes too.
    ConflictOpener,
    Closer,
    /// A closer with a word that a branch may have for a name, or that says nothing.
    End,
}

impl Variant {
    /// The part of an opener with this word.
    pub(super) fn opener(word: &[u8]) -> Option<Self> {
        if is_variant(word, &VARIANT_OPENERS) {
            return Some(Self::Opener);
        }
        is_variant(word, &OF_CONFLICTS).then_some(Self::ConflictOpener)
    }

    /// The part of a closer with this word.
    pub(super) fn closer(word: &[u8]) -> Option<Self> {
        if is_variant(word, &VARIANT_CLOSERS) {
            return Some(Self::Closer);
        }
        is_variant(word, &ENDS).then_some(Self::End)
    }
}

fn is_variant(word: &[u8], known: &[&str]) -> bool {
    let word = word.strip_suffix(b":").unwrap_or(word).trim_ascii_end();
    known.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

impl MarkerWords {
    /// Adds a word to the marker of this name: `search`, `replace`, `rename` or `delete`.
    ///
    /// # Errors
    ///
    /// When there is no such marker, or another one has the word, or it is blank, has blanks at its edges, or
    /// has the signs of a marker in it.
    pub fn add(&mut self, name: &str, word: &[u8]) -> Result<(), NotAMarker> {
        let known = [&SEARCH[..], &REPLACE, &RENAME, &DELETE].concat();
        let sign = |byte: &u8| matches!(byte, b'<' | b'=' | b'>' | b'\n' | b'\r');
        let unfit = word.is_empty() || word.trim() != word || word.iter().any(sign);
        let mut of_name = None;
        let all = [&mut self.search, &mut self.replace, &mut self.rename, &mut self.delete];
        for (other, words) in NAMES.into_iter().zip(all) {
            if other == name {
                of_name = Some(words);
            } else if words.iter().any(|other| other == word) {
                return Err(NotAMarker);
            }
        }
        match of_name.filter(|_| !unfit && !known.iter().any(|known| known.as_bytes() == word)) {
            Some(words) => words.push(word.into()),
            None => return Err(NotAMarker),
        }
        Ok(())
    }

    /// The part that an opener or a closer with another word may play.
    pub(super) fn variant(&self, is_opener: bool, word: &[u8]) -> Option<Variant> {
        if is_opener {
            Variant::opener(word).filter(|_| self.opens(word).is_none())
        } else {
            Variant::closer(word).filter(|_| self.closes(word).is_none())
        }
    }

    /// The operation that the word of an opening marker begins.
    pub(super) fn opens(&self, word: &[u8]) -> Option<Word> {
        self.of_file(word).or_else(|| is_one(word, &SEARCH, &self.search).then_some(Word::Edit))
    }

    /// The operation that the word of a closing marker ends.
    pub(super) fn closes(&self, word: &[u8]) -> Option<Word> {
        self.of_file(word).or_else(|| is_one(word, &REPLACE, &self.replace).then_some(Word::Edit))
    }

    /// Every word that opens an edit.
    pub(super) fn searches(&self) -> impl Iterator<Item = &[u8]> {
        SEARCH.into_iter().map(str::as_bytes).chain(self.search.iter().map(|word| word.as_slice()))
    }

    /// Every word that opens a block.
    pub(super) fn openers(&self) -> impl Iterator<Item = &[u8]> {
        let of_file = RENAME.into_iter().chain(DELETE).map(str::as_bytes);
        self.searches()
            .chain(of_file)
            .chain(self.rename.iter().chain(&self.delete).map(|word| word.as_slice()))
    }

    fn of_file(&self, word: &[u8]) -> Option<Word> {
        if is_one(word, &RENAME, &self.rename) {
            return Some(Word::Rename);
        }
        is_one(word, &DELETE, &self.delete).then_some(Word::Delete)
    }
}

fn is_one(word: &[u8], known: &[&str], more: &[BString]) -> bool {
    known.iter().any(|known| known.as_bytes() == word) || more.iter().any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_for_one_marker_only() {
        let mut words = MarkerWords::default();
        assert_eq!(words.add("search", b"FIND"), Ok(()));
        for (name, word) in [
            ("replace", &b"FIND"[..]),
            ("replace", b"SEARCH"),
            ("divider", b"X"),
            ("search", b" X"),
            ("search", b""),
            ("search", b"X>"),
        ] {
            assert_eq!(words.add(name, word), Err(NotAMarker), "{name} {word:?}");
        }
        assert_eq!((words.opens(b"FIND"), words.closes(b"FIND")), (Some(Word::Edit), None));
    }
}
