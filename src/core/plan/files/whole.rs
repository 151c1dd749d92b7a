//! All that the blocks so far make of a file, for rules that ask about more than a part of it.

use std::{cell::OnceCell, ops::Range};

use crate::core::{
    edits::Edits,
    locate::{Budget, Lines, Places},
    text::Text,
};

/// The lines of the result. Few blocks ask for them, so that they are put together only then.
pub(super) struct Whole<'e, 'r> {
    edits: &'e Edits<'r>,
    text: &'e Text,
    lines: OnceCell<Vec<&'e [u8]>>,
}

impl<'e, 'r> Whole<'e, 'r> {
    pub(crate) fn new(edits: &'e Edits<'r>, text: &'e Text) -> Self {
        Self { edits, text, lines: OnceCell::new() }
    }

    fn lines(&self) -> &Vec<&'e [u8]> {
        self.lines.get_or_init(|| self.edits.result(self.text, &self.edits.whole(self.text)))
    }
}

impl Lines for Whole<'_, '_> {
    fn count(&self) -> usize {
        self.lines().len()
    }

    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]> {
        self.lines()[range].to_vec()
    }

    fn places(&self, needle: &[&[u8]], budget: &mut Budget) -> Places {
        self.lines().places(needle, budget)
    }
}
