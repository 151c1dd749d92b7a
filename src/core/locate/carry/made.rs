//! Whether a change of an older version has been made since.

use std::ops::Range;

use super::{Budget, OverBudget, Pairing};
use crate::core::{splice::Hunk, text::is_blank};

impl Pairing<'_> {
    /// Whether the very change has been made since, perhaps together with changes next to it: then it brings in something
    /// that can be told again.
    pub(super) fn is_made(&self, hunk: &Hunk<'_>, budget: &mut Budget) -> Result<bool, OverBudget> {
        let new = hunk.bodies();
        let fresh = self.fresh(hunk).next().is_some();
        let near = &self.ops[self.ops.partition_point(|op| op.old.end < hunk.old.end)..];
        for op in near.iter().take_while(|op| op.old.start <= hunk.old.start) {
            if op.old == hunk.old && self.now.lines[op.new.clone()] == new {
                return Ok(true);
            }
            if !fresh {
                continue;
            }
            let places = self.now.index.places(&new, op.new.clone(), budget)?;
            let stands = |at: &usize| {
                let there = *at..at + new.len();
                self.now.lines[there.clone()] == new && self.is_beside(&hunk.old, &there)
            };
            if places.iter().any(stands) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether lines of today stand between the lines with content that stood around some of then, or beside one of these
    /// that stands once.
    fn is_beside(&self, then: &Range<usize>, now: &Range<usize>) -> bool {
        let [above, below] = self.then.around(then);
        let [is_above, is_below] = [self.now.around(now)[0] == above, self.now.around(now)[1] == below];
        let tells = |line: Option<&[u8]>| {
            let line = line.filter(|line| line.iter().any(u8::is_ascii_alphanumeric));
            line.is_some_and(|line| self.now.index.of(line).len() == 1)
        };
        match (is_above, is_below) {
            (true, true) => true,
            (true, false) => tells(above),
            (false, true) => tells(below),
            (false, false) => false,
        }
    }

    /// Whether a change whose lines stand there still may have been made all the same: what it brings in came into the
    /// file by other means, next to it, or with its surroundings.
    pub(super) fn may_be_made(&self, hunk: &Hunk<'_>, budget: &mut Budget) -> Result<bool, OverBudget> {
        Ok(self.stands_elsewhere(hunk)
            || self.came_in_beside(hunk, budget)?
            || self.is_made_elsewhere(hunk, budget)?)
    }

    /// Whether all that is new in a change has come into the file by other means.
    fn stands_elsewhere(&self, hunk: &Hunk<'_>) -> bool {
        self.fresh(hunk).next().is_some() && self.fresh(hunk).all(|line| self.now.known.contains(line))
    }

    /// Whether just what a change brings in came in next to it since: it may be that very change, among lines that stand
    /// more than once.
    fn came_in_beside(&self, hunk: &Hunk<'_>, budget: &mut Budget) -> Result<bool, OverBudget> {
        let new = hunk.bodies();
        if new.iter().all(|line| is_blank(line)) {
            return Ok(false);
        }
        let near = &self.ops[self.ops.partition_point(|op| op.old.end + 1 < hunk.old.start)..];
        for op in near.iter().take_while(|op| op.old.start <= hunk.old.end + 1) {
            if !self.now.index.places(&new, op.new.clone(), budget)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what a change makes of its surroundings stands more often than it did: it may have been made on what was
    /// copied since.
    fn is_made_elsewhere(&self, hunk: &Hunk<'_>, budget: &mut Budget) -> Result<bool, OverBudget> {
        let then = &self.then;
        let start = then.above[hunk.old.start].unwrap_or(0);
        let end = then.below[hunk.old.end].map_or(then.lines.len(), |line| line + 1);
        let mut made: Vec<&[u8]> = then.lines[start..hunk.old.start].to_vec();
        made.extend(hunk.bodies());
        made.extend(&then.lines[hunk.old.end..end]);
        Ok(self.now.places(&made, budget)?.len() > then.places(&made, budget)?.len())
    }

    /// The lines of a change that the file did not have then.
    fn fresh<'h>(&self, hunk: &'h Hunk<'_>) -> impl Iterator<Item = &'h [u8]> {
        let telling = |line: &&[u8]| line.iter().any(u8::is_ascii_alphanumeric);
        let new = hunk.new.iter().map(|line| line.trim_ascii());
        new.filter(telling).filter(|line| !self.then.known.contains(line))
    }
}
