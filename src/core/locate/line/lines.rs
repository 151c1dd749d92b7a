//! Lines among which places are looked for.

use std::{cell::LazyCell, ops::Range};

use super::scan::{Budget, Places, places};
use crate::core::text::{Text, is_blank};

/// The lines among which a place is looked for: those of a file, or a part of what earlier blocks made of it.
pub trait Lines {
    /// Number of lines.
    fn count(&self) -> usize;
    /// The lines of a range without their endings.
    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]>;
    /// The first lines of all places of these lines, but for white space at the edges of lines.
    ///
    /// # Errors
    ///
    /// When looking would take too long.
    fn places(&self, needle: &[&[u8]], budget: &Budget) -> Places;
}

impl Lines for Text {
    fn count(&self) -> usize {
        self.len()
    }

    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]> {
        self.window(range)
    }

    fn places(&self, needle: &[&[u8]], budget: &Budget) -> Places {
        budget.spend(self.len())?;
        places(self, needle, budget)
    }
}

impl Lines for Vec<&[u8]> {
    fn count(&self) -> usize {
        self.len()
    }

    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]> {
        self[range].to_vec()
    }

    fn places(&self, needle: &[&[u8]], budget: &Budget) -> Places {
        let mut found = Vec::new();
        if needle.iter().all(|line| is_blank(line)) {
            return Ok(found);
        }
        for (first, window) in self.windows(needle.len()).enumerate() {
            let differs =
                window.iter().zip(needle).position(|(line, wanted)| line.trim_ascii() != wanted.trim_ascii());
            let equal = differs.unwrap_or(needle.len());
            budget.spend(1 + window[..equal].iter().map(|line| line.len() + 1).sum::<usize>())?;
            if differs.is_none() {
                found.push(first);
            }
        }
        Ok(found)
    }
}

/// Lines that are put together once somebody asks for them.
impl<'l, F: FnOnce() -> Vec<&'l [u8]>> Lines for LazyCell<Vec<&'l [u8]>, F> {
    fn count(&self) -> usize {
        self.len()
    }

    fn bodies(&self, range: Range<usize>) -> Vec<&[u8]> {
        self[range].to_vec()
    }

    fn places(&self, needle: &[&[u8]], budget: &Budget) -> Places {
        (**self).places(needle, budget)
    }
}
