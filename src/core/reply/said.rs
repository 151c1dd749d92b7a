//! Sentences beside the text of a file, and what they tell of it: that it is a part, and what of the file goes or stays.

use std::{borrow::Cow, collections::HashSet};

use bstr::ByteSlice as _;

use crate::core::language::lexer::words;

/// The sentences beside a text that may be that of a whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said<'a> {
    /// True if one says that the text is a part of its file.
    pub is_part: bool,
    /// True if one says that the rest of the file stays.
    pub rest_stays: bool,
    /// True if one says that something of what programs declare goes: `I removed the unused helpers.`
    pub declared_goes: bool,
    /// The lines that are not too long for sentences, and whether they say that something goes.
    pub lines: Vec<(Cow<'a, [u8]>, bool)>,
}

impl Said<'_> {
    /// Returns whether a sentence says that something goes.
    #[must_use]
    pub fn something_goes(&self) -> bool {
        self.gone().next().is_some()
    }

    /// The words of sentences that say that something goes, in lower case.
    #[must_use]
    pub fn gone_words(&self) -> HashSet<Vec<u8>> {
        self.gone().flat_map(words).map(<[u8]>::to_ascii_lowercase).collect()
    }

    /// The names that sentences have as code, between backticks or with arguments, where none of these says that
    /// something goes.
    #[must_use]
    pub fn staying_names(&self) -> HashSet<&[u8]> {
        let named = |goes: bool| {
            let lines = self.lines.iter().filter(move |(_, of_line)| *of_line == goes);
            lines.flat_map(|(line, _)| names_as_code(line)).collect::<HashSet<_>>()
        };
        let gone = named(true);
        named(false).into_iter().filter(|name| !gone.contains(name)).collect()
    }

    fn gone(&self) -> impl Iterator<Item = &[u8]> {
        self.lines.iter().filter(|(_, goes)| *goes).map(|(line, _)| &**line)
    }

    /// The same with text of its own.
    #[must_use]
    pub fn into_owned(self) -> Said<'static> {
        let Self { is_part, rest_stays, declared_goes, lines } = self;
        let lines = lines.into_iter().map(|(line, goes)| (line.into_owned().into(), goes)).collect();
        Said { is_part, rest_stays, declared_goes, lines }
    }
}

/// The names in a line that are between backticks, or have arguments. A command between backticks has other words:
/// `npm test`.
fn names_as_code(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.fields().flat_map(|field| {
        let quoted = field.find_byte(b'`').unwrap_or(field.len());
        words(field).filter(move |word| {
            let at = word.as_ptr().addr() - field.as_ptr().addr();
            match field.get(at + word.len()) {
                Some(b'(') => true,
                Some(b'`') => quoted < at,
                _ => false,
            }
        })
    })
}
