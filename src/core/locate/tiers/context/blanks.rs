//! Blank lines on both sides of lines that go: with those of one side gone too, the lines around are as far apart as
//! others of the file.

use std::ops::Range;

use super::quote::Quote;
use crate::core::{script::Op, splice::Hunk, text::is_blank};

impl<'r> Quote<'_, 'r> {
    /// Lets blank lines that SEARCH does not quote go with the lines beside them, if as many or more stay on the
    /// other side, or REPLACE has others there.
    pub(super) fn join_sides(&self, op: &Op, hunk: &mut Hunk<'r>) {
        if hunk.old.is_empty() || !hunk.new.iter().all(|line| is_blank(line)) {
            return;
        }
        let (above, below) = self.blanks_beside(&hunk.old);
        // At an end of SEARCH the reply does not say that the lines are next to others.
        let is_filled = |line: &&[u8]| !is_blank(line);
        let joins_above = self.search.search[..op.old.start].last().is_some_and(is_filled);
        let joins_below = self.search.search[op.old.end..].first().is_some_and(is_filled);
        let has_own = !hunk.new.is_empty();
        let above_goes = joins_above && (has_own || above.len() <= below.len());
        let below_goes = joins_below && (has_own || !above_goes && below.len() <= above.len());
        if above_goes {
            hunk.old.start = above.start;
        }
        if below_goes {
            hunk.old.end = below.end;
        }
    }

    /// The blank lines of the file directly above and below some of its lines; none at its edges.
    fn blanks_beside(&self, lines: &Range<usize>) -> (Range<usize>, Range<usize>) {
        let is_filled = |line: &usize| !is_blank(self.file[*line]);
        let above = (0..lines.start).rev().find(is_filled).map_or(lines.start, |line| line + 1);
        let below = (lines.end..self.file.len()).find(is_filled).unwrap_or(lines.end);
        (above..lines.start, lines.end..below)
    }
}
