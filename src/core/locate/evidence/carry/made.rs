//! Tells whether a change of an older version has been made since.

use std::{collections::HashSet, ops::Range};

use super::pairing::Pairing;
use crate::core::{
    locate::{evidence::alignment::Alignment, line::OverBudget},
    script::Op,
    splice::{Hunk, changed},
    text::{has_letter, is_blank, is_telling, without_blank_edges},
};

/// An older version with some hunks applied.
pub(super) struct Laid<'t> {
    lines: Vec<&'t [u8]>,
    /// With today's lines.
    alignment: Alignment,
}

/// Applies hunks to the older of two versions, if the result is on a shortest way to the newer one, as `way` is: else
/// other lines than theirs came and went.
pub(super) fn laid<'h>(
    then: &[&'h [u8]],
    hunks: &[&'h Hunk<'_>],
    now: &[&[u8]],
    way: &Alignment,
) -> Option<Laid<'h>> {
    let lines = changed(then, hunks.iter().copied());
    let alignment = Alignment::between(&lines, now)?;
    let made: usize = hunks.iter().map(|hunk| hunk.old.len() + hunk.new.len()).sum();
    (alignment.distance() + made == way.distance()).then_some(Laid { lines, alignment })
}

impl Pairing<'_> {
    /// Returns whether hunks have all been made since.
    pub(super) fn are_made(&self, hunks: &[&Hunk<'_>]) -> Result<bool, OverBudget> {
        let (then, now) = (&self.then.lines, &self.now.lines);
        let laid = if hunks.is_empty() { None } else { laid(then, hunks, now, &self.alignment) };
        let (mut went, mut came) = (0, 0);
        for hunk in hunks {
            let start = hunk.old.start + came - went;
            let is_there = laid.as_ref().is_some_and(|laid| self.is_as_laid(hunk, laid, start));
            if !is_there && !self.came_in_place(hunk)? {
                return Ok(false);
            }
            (went, came) = (went + hunk.old.len(), came + hunk.new.len());
        }
        Ok(true)
    }

    /// Returns whether the lines of a hunk are today as it would have left them, between the same neighbours,
    /// and those that it removes are nowhere else instead. The text is compared: a diff may place an equal
    /// change higher or lower.
    fn is_as_laid(&self, hunk: &Hunk<'_>, laid: &Laid<'_>, start: usize) -> bool {
        laid.alignment.side_by_side(&(start..start + hunk.new.len())).is_some()
            && (!hunk.new.is_empty() || self.went(hunk, laid))
    }

    /// Returns whether the lines of a removal, together, occur no more often than the change would have left
    /// them; and so does each of them that says something. Others may have come with something else.
    fn went(&self, hunk: &Hunk<'_>, laid: &Laid<'_>) -> bool {
        let gone: Vec<&[u8]> =
            self.then.lines[hunk.old.clone()].iter().map(|line| line.trim_ascii()).collect();
        let gone = without_blank_edges(&gone);
        let went = |run: &[&[u8]]| count(&self.now.lines, run) <= count(&laid.lines, run);
        went(gone) && gone.chunks(1).filter(|line| is_telling(line[0])).all(went)
    }

    /// Returns whether a hunk brings in lines that can be recognised, and they are where the hunk belongs,
    /// perhaps together with changes next to it.
    fn came_in_place(&self, hunk: &Hunk<'_>) -> Result<bool, OverBudget> {
        if self.fresh(hunk).next().is_none() {
            return Ok(false);
        }
        let new = hunk.bodies();
        let near = &self.ops()[self.ops().partition_point(|op| op.old.end < hunk.old.end)..];
        for op in near.iter().take_while(|op| op.old.start <= hunk.old.start) {
            let places = self.now.places_in(op.new.clone(), &new, self.budget)?;
            let is_there = |at: &usize| {
                let there = *at..at + new.len();
                self.now.lines[there.clone()] == new && self.is_beside(&hunk.old, &there)
            };
            if places.iter().any(is_there) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether lines of today are between the lines with content that were around some of then, or
    /// beside one of these that occurs once.
    fn is_beside(&self, then: &Range<usize>, now: &Range<usize>) -> bool {
        let [above, below] = self.then.around(then);
        let [is_above, is_below] = [self.now.around(now)[0] == above, self.now.around(now)[1] == below];
        let tells = |line: Option<&[u8]>| {
            line.is_some_and(|line| has_letter(line) && self.now.index.of(line).len() == 1)
        };
        match (is_above, is_below) {
            (true, true) => true,
            (true, false) => tells(above),
            (false, true) => tells(below),
            (false, false) => false,
        }
    }

    /// Returns whether a change whose old lines are still there may have been made all the same: its new
    /// lines came into the file by other means, next to it, or with its surroundings.
    pub(super) fn may_be_made(&self, hunk: &Hunk<'_>) -> Result<bool, OverBudget> {
        Ok(self.is_elsewhere(hunk)
            || self.came_in_beside(hunk)?
            || self.came_in_part(hunk)
            || self.is_made_elsewhere(hunk)?)
    }

    /// Returns whether all that is new in a change has come into the file by other means.
    fn is_elsewhere(&self, hunk: &Hunk<'_>) -> bool {
        self.fresh(hunk).next().is_some() && self.fresh(hunk).all(|line| self.now.known.contains(line))
    }

    /// Returns whether exactly the new lines of a change came in next to it since: it may be that very
    /// change, among lines that occur more than once.
    fn came_in_beside(&self, hunk: &Hunk<'_>) -> Result<bool, OverBudget> {
        let new = hunk.bodies();
        if new.iter().all(|line| is_blank(line)) {
            return Ok(false);
        }
        for op in self.ops_beside(hunk) {
            if !self.now.places_in(op.new.clone(), &new, self.budget)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a new line of a change that says something came in next to it since: a part of it is
    /// made.
    fn came_in_part(&self, hunk: &Hunk<'_>) -> bool {
        let fresh: HashSet<&[u8]> = self.fresh(hunk).filter(|line| is_telling(line)).collect();
        self.ops_beside(hunk)
            .flat_map(|op| &self.now.lines[op.new.clone()])
            .any(|line| fresh.contains(line.trim_ascii()))
    }

    /// The changes since that are next to those of a hunk.
    fn ops_beside(&self, hunk: &Hunk<'_>) -> impl Iterator<Item = &Op> {
        let near = &self.ops()[self.ops().partition_point(|op| op.old.end + 1 < hunk.old.start)..];
        let last = hunk.old.end + 1;
        near.iter().take_while(move |op| op.old.start <= last)
    }

    /// Returns whether a change and its surroundings occur, as they are after it, more often than they did:
    /// it may have been made on a copy.
    fn is_made_elsewhere(&self, hunk: &Hunk<'_>) -> Result<bool, OverBudget> {
        let then = &self.then;
        let start = then.above[hunk.old.start].unwrap_or(0);
        let end = then.below[hunk.old.end].map_or(then.lines.len(), |line| line + 1);
        let mut made: Vec<&[u8]> = then.lines[start..hunk.old.start].to_vec();
        made.extend(hunk.bodies());
        made.extend(&then.lines[hunk.old.end..end]);
        Ok(self.now.places(&made, self.budget)?.len() > then.places(&made, self.budget)?.len())
    }

    /// The lines of a change that the file did not have then.
    fn fresh<'h>(&self, hunk: &'h Hunk<'_>) -> impl Iterator<Item = &'h [u8]> {
        let new = hunk.new.iter().map(|line| line.trim_ascii());
        new.filter(|line| has_letter(line) && !self.then.known.contains(line))
    }
}

/// Number of times that lines are found side by side in others, but for white space at their edges. No lines
/// are found nowhere.
fn count(lines: &[&[u8]], run: &[&[u8]]) -> usize {
    let is_run = |there: &&[&[u8]]| there.iter().zip(run).all(|(there, line)| there.trim_ascii() == *line);
    if run.is_empty() { 0 } else { lines.windows(run.len()).filter(is_run).count() }
}
