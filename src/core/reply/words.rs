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
