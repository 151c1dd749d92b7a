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
    pub(super) fn new(text: &Text) -> Self {
        let entry = |line: usize| Self::upper(text.body(line)) | line as u64;
        let mut entries: Vec<u64> = (0..text.len()).map(entry).collect();
        entries.sort_unstable();
        Self { entries }
    }

    fn upper(line: &[u8]) -> u64 {
        key(line) & !u64::from(u32::MAX)
    }

    /// The lines with the key of this one, ascending.
    pub(super) fn lines(&self, line: &[u8]) -> impl Iterator<Item = usize> + '_ {
        let upper = Self::upper(line);
        let from = self.entries.partition_point(|entry| *entry < upper);
        let same = self.entries[from..].iter().map(move |entry| entry ^ upper);
        same.take_while(|line| *line <= u64::from(u32::MAX)).map(|line| line as usize)
    }
}
