//! Lines of a file beside a place.

use std::ops::Range;

use crate::core::{locate::line::Lines, splice::Hunk};

/// Lines of a file beside a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside<'t> {
    /// Those above it, the nearest first.
    pub above: Vec<&'t [u8]>,
    /// Those below it, the nearest first.
    pub below: Vec<&'t [u8]>,
}

impl<'t> Beside<'t> {
    /// The same without some lines.
    #[must_use]
    pub fn without(&self, is_left_out: impl Fn(&[u8]) -> bool) -> Self {
        let mut rest = self.clone();
        rest.above.retain(|line| !is_left_out(line));
        rest.below.retain(|line| !is_left_out(line));
        rest
    }

    /// Those beside some lines, as far as they are looked at for a change.
    pub fn of(lines: &'t dyn Lines, place: &Range<usize>, hunks: &[Hunk<'_>]) -> Self {
        let reach = Self::reach(hunks);
        let mut above = lines.bodies(place.start.saturating_sub(reach)..place.start);
        above.reverse();
        Self { above, below: lines.bodies(place.end..(place.end + reach).min(lines.count())) }
    }

    /// Number of lines on each side that are looked at for a change.
    pub fn reach(hunks: &[Hunk<'_>]) -> usize {
        // Blank lines and comments may have come in between.
        const MORE: usize = 8;
        hunks.iter().map(|hunk| hunk.new.len()).max().map_or(0, |new| 2 * new + MORE)
    }
}
