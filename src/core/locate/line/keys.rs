//! Keys of lines, by which equal ones are found.

use crate::core::text::Text;

/// A cheap key of a line without the white space at its edges. Equal lines have equal keys; every hit is
/// verified, so that lines with the same key by chance (or by malice) cost time only.
pub fn key(line: &[u8]) -> u64 {
    let line = line.trim_ascii();
    let word = |at: usize| {
        let rest = &line[at..];
        let short = || {
            let mut bytes = [0; 8];
            bytes[..rest.len()].copy_from_slice(rest);
            bytes
        };
        u64::from_le_bytes(rest.first_chunk().copied().unwrap_or_else(short))
    };
    let mixed = word(0)
        ^ word(line.len().saturating_sub(8)).rotate_left(23)
        ^ word(line.len() / 2).rotate_left(47)
        ^ (line.len() as u64).rotate_left(11);
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
