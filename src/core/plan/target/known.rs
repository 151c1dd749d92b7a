//! Lines among which those of a block are looked for before it is known which file it means.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    reply::Edit,
    text::{bodies, is_blank, letters},
};

/// Fewer letters and digits than this do not say which file is meant.
const LEAST: usize = 6;

/// Lines of text, each between two newlines, without blanks at their ends.
pub(super) struct Lines(BString);

impl Lines {
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut lines = BString::from("\n");
        for line in bodies(text) {
            lines.extend_from_slice(line.trim_ascii_end());
            lines.push(b'\n');
        }
        Self(lines)
    }

    /// The SEARCH of an edit, if it says enough.
    pub(super) fn of_search(edit: &Edit<'_>) -> Option<Self> {
        let search = edit.readings().next()?.search;
        let search: Vec<u8> =
            search.lines_with_terminator().skip_while(|line| is_blank(line)).flatten().copied().collect();
        let text = Self::of(search.trim_ascii_end());
        (letters(&search) >= LEAST).then_some(text)
    }

    /// Returns whether these lines are among them.
    pub(crate) fn has(&self, text: &Self) -> bool {
        self.0.contains_str(&text.0)
    }
}
