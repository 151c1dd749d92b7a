//! Keys of lines, by which equal ones are found.

use std::{hash::BuildHasher, sync::LazyLock};

use foldhash::quality::RandomState;

use crate::core::text::Text;

/// Returns the key of a line without the white space at its edges. Equal lines have equal keys, and others have
/// the same one only by a chance of one in 2^64, which a reply cannot bring about: the hash is seeded.
pub fn key(line: &[u8]) -> u64 {
    static SEEDED: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    SEEDED.hash_one(line.trim_ascii())
}

/// The lines of a text, by their [`key`].
#[derive(Clone, Debug)]
pub(super) struct KeyedLines {
    /// The upper half of a key, and the number of a line with it in the lower half; ascending.
    entries: Vec<u64>,
}

impl KeyedLines {
    /// Those lines whose key is wanted.
    pub(super) fn new(text: &Text, is_wanted: impl Fn(u64) -> bool) -> Self {
        let keys = (0..text.len()).map(|line| (line, key(text.body(line))));
        let wanted = keys.filter(|(_, key)| is_wanted(*key));
        let mut entries: Vec<u64> = wanted.map(|(line, key)| Self::upper(key) | line as u64).collect();
        entries.sort_unstable();
        Self { entries }
    }

    fn upper(key: u64) -> u64 {
        key & !u64::from(u32::MAX)
    }

    /// The lines with the key of this one, ascending.
    pub(super) fn lines(&self, line: &[u8]) -> impl Iterator<Item = usize> + '_ {
        let upper = Self::upper(key(line));
        let from = self.entries.partition_point(|entry| *entry < upper);
        let same = self.entries[from..].iter().map(move |entry| entry ^ upper);
        same.take_while(|line| *line <= u64::from(u32::MAX)).map(|line| line as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_line_with_one_letter_changed_has_another_key(line in "[a-c.( ]{0,40}", at in 0usize..40, letter in "[x-z]") {
            prop_assume!(at < line.len());
            let mut other = line.clone();
            other.replace_range(at..at + 1, &letter);
            prop_assert_ne!(key(line.as_bytes()), key(other.as_bytes()));
            prop_assert_eq!(key(line.as_bytes()), key(format!("\t{line} ").as_bytes()));
        }
    }
}
