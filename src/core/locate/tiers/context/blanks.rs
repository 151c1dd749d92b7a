//! Blank lines beside lines that change, of which SEARCH and the file have other numbers.

use std::{borrow::Cow, ops::Range};

use super::quote::Quote;
use crate::core::{
    locate::{search::Search, unlaid::Unlaid},
    script::Op,
    splice::Hunk,
    text::is_blank,
};

/// Number of blank lines around a point between lines, if lines with content are on both sides.
fn gap(lines: &[&[u8]], point: usize) -> Option<usize> {
    let above = lines[..point].iter().rposition(|line| !is_blank(line))?;
    let below = point + lines[point..].iter().position(|line| !is_blank(line))?;
    Some(below - above - 1)
}

impl<'r> Quote<'_, 'r> {
    /// Returns whether only blank lines differ between the sections here, and the file has as many as REPLACE, other
    /// than SEARCH.
    pub(super) fn has_blanks_of_replace(&self, op: &Op) -> bool {
        let Search { search, replace, .. } = self.search;
        let are_blank = |lines: &[&[u8]]| lines.iter().all(|line| is_blank(line));
        if !are_blank(&search[op.old.clone()]) || !are_blank(&replace[op.new.clone()]) {
            return false;
        }
        let above = self.lines_of[..op.old.start].iter().rev().find_map(|there| *there);
        let there = above.and_then(|above| gap(self.file, above + 1));
        there != gap(search, op.old.end) && there.is_some() && there == gap(replace, op.new.end)
    }

    /// Keeps the blank lines of the file above and below lines in place of others, where it has as many as REPLACE,
    /// other than SEARCH. Where all three differ, nothing tells how many there are to be.
    pub(super) fn keep_blanks_of_replace(&self, op: &Op, hunk: &mut Hunk<'r>) -> Result<(), Unlaid> {
        let Search { search, replace, .. } = self.search;
        let has_text = |lines: &[&[u8]]| lines.iter().any(|line| !is_blank(line));
        if !has_text(&search[op.old.clone()]) || !has_text(&replace[op.new.clone()]) {
            return Ok(());
        }
        let is_there = |old: usize, new: usize, there: usize| {
            let gaps = [gap(search, old), gap(replace, new), gap(self.file, there)];
            let [Some(old), Some(new), Some(there)] = gaps else { return Ok(false) };
            match there != old && new != old {
                true if new != there => Err(Unlaid::Blanks),
                is_other => Ok(is_other),
            }
        };
        let is_filled = |line: &usize| !is_blank(self.file[*line]);
        if is_there(op.old.end, op.new.end, hunk.old.end)? {
            let last = hunk.old.clone().rfind(is_filled);
            hunk.old.end = last.map_or(hunk.old.end, |last| last + 1);
            let len = hunk.new.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
            hunk.new.truncate(len);
        }
        if is_there(op.old.start, op.new.start, hunk.old.start)? {
            hunk.old.start = hunk.old.clone().find(is_filled).unwrap_or(hunk.old.start);
            let first = hunk.new.iter().position(|line| !is_blank(line)).unwrap_or(0);
            hunk.new.drain(..first);
        }
        Ok(())
    }

    /// The blank lines of the file between the two lines around an insertion, if SEARCH has another number of them there, and
    /// nothing else: as many are to be above the new lines and below them, where REPLACE has as many as one of the two.
    pub(super) fn gap_of_file(&self, op: &Op) -> Option<Range<usize>> {
        let Search { search, replace, .. } = self.search;
        let is_filled = |line: &usize| self.lines_of[*line].is_some();
        let above = (0..op.old.start).rev().find(is_filled)?;
        let below = (op.old.end..search.len()).find(is_filled)?;
        let there = self.lines_of[above]? + 1..self.lines_of[below]?;
        let are_blank = |lines: &[&[u8]]| !lines.is_empty() && lines.iter().all(|line| is_blank(line));
        let new = &replace[op.new.clone()];
        let is_insertion = op.old.is_empty()
            && are_blank(&search[above + 1..below])
            && are_blank(self.file.get(there.clone())?)
            && !new.iter().all(|line| is_blank(line));
        let counts = [below - above - 1, there.len()];
        let is_told = || {
            [op.new.start, op.new.end]
                .iter()
                .all(|at| gap(replace, *at).is_some_and(|gap| counts.contains(&gap)))
        };
        (is_insertion && counts[0] != counts[1] && is_told()).then_some(there)
    }

    /// Puts as many blank lines below new ones as the file has above them.
    pub(super) fn keep_gap_of_file(&self, op: &Op, hunk: &mut Hunk<'r>) {
        let Some(gap) = self.gap_of_file(op) else { return };
        let is_filled = |line: &Cow<'_, [u8]>| !is_blank(line);
        let end = hunk.new.iter().rposition(is_filled).map_or(0, |last| last + 1);
        hunk.new.truncate(end);
        hunk.new.drain(..hunk.new.iter().position(is_filled).unwrap_or(0));
        hunk.new.extend(self.file[gap].iter().map(|line| Cow::Owned(line.to_vec())));
    }

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
