//! Refuses text that a block may not have, wherever it is applied.

use bstr::{BString, ByteSlice as _};

use super::edit::Job;
use crate::core::{
    language::{self, Language},
    locate::{self, Search},
    outcome::Failure,
    reply::{Extent, framed},
    text::is_blank,
};

impl Job<'_, '_> {
    /// Refuses placeholders for code left out; `known` are the lines of the file that REPLACE is the whole of.
    pub(super) fn refuse_placeholder(
        &self,
        known: &[&[u8]],
        language: Option<&Language>,
    ) -> Result<(), Failure> {
        if self.settings.allow_placeholder {
            return Ok(());
        }
        let search = if known.is_empty() { &self.search.search[..] } else { known };
        match locate::placeholder(search, &self.search.replace, language) {
            Some(line) => Err(Failure::Placeholder { line, text: BString::from(self.search.replace[line]) }),
            None => Ok(()),
        }
    }

    /// Refuses the text of a whole file that holds a block, unless the file does: it is an edit with other
    /// markers. `known` are the lines of the file.
    pub(super) fn refuse_markers(&self, known: &[&[u8]]) -> Result<(), Failure> {
        let is_whole = self.is_file() || self.creates && self.hints.extent == Extent::Text;
        let replace = &self.search.replace;
        match framed(replace).filter(|_| is_whole && framed(known).is_none()) {
            Some(line) => Err(Failure::Markers { line, text: replace[line].into() }),
            None => Ok(()),
        }
    }

    /// Refuses a line of REPLACE that is as long as the block's divider and is no underline of a heading, nor
    /// a part of a conflict: it would stay in the file.
    pub(super) fn refuse_divider(&self) -> Result<(), Failure> {
        let Some(divider) = self.divider else { return Ok(()) };
        let Search { search, replace, .. } = &self.search;
        let conflict = |line: &&[u8]| line.starts_with(b"<<<<<<<");
        if replace.iter().any(conflict) {
            return Ok(());
        }
        let prose = language::is_prose(self.path.file_name());
        // In prose a heading may be longer than its underline, but something follows it.
        let heads = |line: usize| prose && !replace[line + 1..].iter().all(|below| is_blank(below));
        let underlines = |line: usize| {
            line.checked_sub(1)
                .is_some_and(|above| replace[above].trim().chars().count() == divider.trim().len())
        };
        let doubtful = |line: &usize| {
            replace[*line].trim_end() == divider.trim_end()
                && !underlines(*line)
                && !heads(*line)
                && !search.iter().any(|known| known.trim_end() == divider.trim_end())
        };
        match (0..replace.len()).find(doubtful) {
            Some(line) => Err(Failure::Divider { line }),
            None => Ok(()),
        }
    }
}
