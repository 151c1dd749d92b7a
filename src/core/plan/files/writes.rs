//! Summary of the lines that blocks wrote into a file.

use std::collections::HashSet;

use crate::core::{
    locate::{self, Rung, Search, Written},
    splice::Hunk,
    text::Ending,
    typeset,
};

/// Lines that blocks wrote into a file.
#[derive(Default)]
pub(crate) struct Writes {
    /// The keys of the lines.
    keys: HashSet<u64>,
    /// True if folding could change any of them.
    folds: bool,
    /// True if lines were removed and nothing written in their place.
    removes: bool,
    /// Upper bound of the bytes that are written.
    pub(crate) bytes: usize,
}

impl Writes {
    /// Records the lines that a block writes.
    pub(crate) fn note(&mut self, hunks: &[Hunk<'_>]) {
        for hunk in hunks {
            self.removes |= hunk.new.is_empty();
            for line in &hunk.new {
                self.folds |= !typeset::is_plain(line);
                self.bytes += line.len() + Ending::CrLf.as_bytes().len();
                self.keys.insert(locate::key(line));
            }
        }
    }

    /// Returns whether blocks have written this line, but for the white space at its edges.
    pub(crate) fn has(&self, line: &[u8]) -> bool {
        self.keys.contains(&locate::key(line))
    }

    /// Returns whether a block may match lines that earlier blocks wrote: a place that is not one in the
    /// source has a line that they wrote, or spans lines that they removed.
    pub(crate) fn may_match(&self, rung: &Rung, search: &Search<'_>) -> bool {
        let known = || self.removes || search.core().iter().any(|line| self.has(line));
        match rung.written {
            Written::Lines => known(),
            Written::Characters => !search.is_plain() || self.folds || known(),
            Written::Elisions => search.has_elision(),
            Written::Anything => true,
            Written::Nothing => false,
        }
    }
}
