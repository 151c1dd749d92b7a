//! Carries a change from an older version of a file over to today's lines.
//!
//! A change is carried over only where the lines that it removes, and those next to it, are adjacent today as
//! they were then. The result of a merge is compared with this, so that two ways of pairing lines have to
//! agree.

mod made;

use std::{collections::HashSet, ops::Range};

use super::{Budget, OverBudget, Place, alignment::Alignment, index::Index};
use crate::core::{
    script::Op,
    splice::Hunk,
    text::{Text, is_blank},
};

/// Result of carrying over a change that was meant for an older version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carried<'r> {
    /// It can be made on these lines of today.
    Laid(Place<'r>),
    /// It has been made.
    Done,
    /// It cannot be made safely; the lines of today where it would have to be.
    Conflict(Range<usize>),
}

/// Carries the change at `place`, which counts in the lines of `then`, over to `now`.
///
/// # Errors
///
/// When looking would take too long.
pub fn carry<'r>(
    then: &Text,
    place: &Place<'r>,
    now: &Text,
    budget: &mut Budget,
) -> Result<Carried<'r>, OverBudget> {
    let Some(pairing) = Pairing::new(then, now) else { return Ok(Carried::Conflict(0..0)) };
    let region = pairing.region(&place.lines);
    let (hunks, gone) = pairing.sorted(&place.hunks);
    if !pairing.are_made(&gone, budget)? {
        return Ok(Carried::Conflict(region));
    }
    if hunks.is_empty() {
        return Ok(Carried::Done);
    }
    // A removal cannot be recognised: with the rest of the change it may have been made, and the lines have come back.
    let removes = |(hunk, _): &(&Hunk<'_>, Range<usize>)| hunk.new.is_empty();
    if !gone.is_empty() && hunks.iter().any(removes) || !pairing.keeps_most(&place.lines) {
        return Ok(Carried::Conflict(region));
    }
    for (hunk, old) in &hunks {
        let safe =
            pairing.tells(&hunk.old, old, &place.lines, budget)? && !pairing.may_be_made(hunk, budget)?;
        if !safe {
            return Ok(Carried::Conflict(region));
        }
    }
    let hunks: Vec<Hunk<'r>> =
        hunks.into_iter().map(|(hunk, old)| Hunk { old, new: hunk.new.clone() }).collect();
    let first = hunks.first().map_or(region.start, |hunk| hunk.old.start);
    let last = hunks.last().map_or(region.end, |hunk| hunk.old.end);
    Ok(Carried::Laid(Place { lines: region.start.min(first)..region.end.max(last), hunks }))
}

/// The lines of a text, each ended by a line feed: what merges compare, whatever endings the versions have.
pub fn plain(lines: &[&[u8]]) -> Vec<u8> {
    lines.iter().flat_map(|line| [*line, b"\n"]).collect::<Vec<_>>().concat()
}

/// The same after a change of some of its lines.
pub fn plain_with(lines: &[&[u8]], hunks: &[Hunk<'_>]) -> Vec<u8> {
    let mut changed: Vec<&[u8]> = Vec::with_capacity(lines.len());
    let mut next = 0;
    for hunk in hunks {
        changed.extend(&lines[next..hunk.old.start]);
        changed.extend(hunk.new.iter().map(|line| &**line));
        next = hunk.old.end;
    }
    changed.extend(&lines[next..]);
    plain(&changed)
}

/// A version of a file, with indexes of its lines.
struct Version<'t> {
    lines: Vec<&'t [u8]>,
    index: Index<'t>,
    /// Its lines without white space at their edges.
    known: HashSet<&'t [u8]>,
    /// Above each line and the end, the nearest line with content.
    above: Vec<Option<usize>>,
    /// From each line and the end on, the nearest line with content.
    below: Vec<Option<usize>>,
}

impl<'t> Version<'t> {
    fn new(lines: Vec<&'t [u8]>) -> Self {
        let (mut above, mut below) = (vec![None; lines.len() + 1], vec![None; lines.len() + 1]);
        for at in 0..lines.len() {
            above[at + 1] = if is_blank(lines[at]) { above[at] } else { Some(at) };
        }
        for at in (0..lines.len()).rev() {
            below[at] = if is_blank(lines[at]) { below[at + 1] } else { Some(at) };
        }
        let known = lines.iter().map(|line| line.trim_ascii()).collect();
        Self { index: Index::new(&lines), lines, known, above, below }
    }

    /// The nearest lines with content around some lines, without white space at their ends.
    fn around(&self, lines: &Range<usize>) -> [Option<&'t [u8]>; 2] {
        [self.above[lines.start], self.below[lines.end]].map(|line| Some(self.lines[line?].trim_ascii_end()))
    }

    /// Places of these lines, but for white space at their ends.
    fn places(&self, wanted: &[&[u8]], budget: &mut Budget) -> Result<Vec<usize>, OverBudget> {
        self.index.places(wanted, 0..self.lines.len(), budget)
    }
}

/// Pairs of lines of two versions that are the same.
struct Pairing<'t> {
    then: Version<'t>,
    now: Version<'t>,
    alignment: Alignment,
}

impl<'t> Pairing<'t> {
    /// None where aligning them takes too long.
    fn new(then: &'t Text, now: &'t Text) -> Option<Self> {
        let (then, now) = (then.window(0..then.len()), now.window(0..now.len()));
        let alignment = Alignment::between(&then, &now)?;
        Some(Self { then: Version::new(then), now: Version::new(now), alignment })
    }

    /// The hunks that can be laid today, each with the lines that it is for, and the others.
    fn sorted<'h, 'r>(
        &self,
        hunks: &'h [Hunk<'r>],
    ) -> (Vec<(&'h Hunk<'r>, Range<usize>)>, Vec<&'h Hunk<'r>>) {
        let (mut today, mut gone) = (Vec::new(), Vec::new());
        for hunk in hunks {
            match self.alignment.side_by_side(&hunk.old) {
                Some(old) => today.push((hunk, old)),
                None => gone.push(hunk),
            }
        }
        (today, gone)
    }

    /// The place now of a line of then.
    fn line(&self, line: usize) -> Option<usize> {
        self.alignment.line(line)
    }

    /// The runs of lines that differ.
    fn ops(&self) -> &[Op] {
        &self.alignment.ops
    }

    /// The lines of now between the nearest lines that both have.
    fn region(&self, lines: &Range<usize>) -> Range<usize> {
        let start = lines.clone().find_map(|line| self.line(line));
        let end = lines.clone().rev().find_map(|line| self.line(line)).map(|line| line + 1);
        let above = (0..lines.start).rev().find_map(|line| self.line(line)).map_or(0, |line| line + 1);
        let below = (lines.end..self.then.lines.len())
            .find_map(|line| self.line(line))
            .unwrap_or(self.now.lines.len());
        let start = if self.line(lines.start).is_some() { start.unwrap_or(above) } else { above };
        let last = lines.end.checked_sub(1).filter(|last| *last >= lines.start);
        let end =
            if last.is_some_and(|last| self.line(last).is_some()) { end.unwrap_or(below) } else { below };
        start..end.max(start)
    }

    /// Returns whether at least half of the lines that SEARCH names are there still.
    fn keeps_most(&self, lines: &Range<usize>) -> bool {
        let named = lines.clone().filter(|line| !is_blank(self.then.lines[*line]));
        let (mut all, mut kept) = (0, 0);
        for line in named {
            all += 1;
            kept += usize::from(self.line(line).is_some());
        }
        kept * 2 >= all
    }

    /// Returns whether the lines around a change tell its place from all others, then and now: a run that
    /// both have, no wider than what SEARCH names and a little more, occurs as often, and has the same rank,
    /// in both.
    fn tells(
        &self,
        then: &Range<usize>,
        now: &Range<usize>,
        named: &Range<usize>,
        budget: &mut Budget,
    ) -> Result<bool, OverBudget> {
        /// Number of lines beyond those that SEARCH names that may tell.
        const BEYOND: usize = 3;
        let end = self.then.lines.len();
        let most = named.start.saturating_sub(BEYOND)..(named.end + BEYOND).min(end);
        let (mut up, mut down) = (then.start.saturating_sub(1), (then.end + 1).min(end));
        if self.has_rival(up..down, now.start - (then.start - up), named, budget)? {
            return Ok(false);
        }
        loop {
            let core = &self.then.lines[up..down];
            let first = now.start - (then.start - up);
            if core.iter().any(|line| !is_blank(line)) {
                let (old, new) = (self.then.places(core, budget)?, self.now.places(core, budget)?);
                if old.len() == new.len() && old.binary_search(&up).ok() == new.binary_search(&first).ok() {
                    return Ok(true);
                }
            }
            let beside = |line: usize, place: Option<usize>| place.is_some() && self.line(line) == place;
            let wider_up = up > most.start && beside(up - 1, first.checked_sub(1));
            let wider_down = down < most.end && beside(down, Some(first + (down - up)));
            if !wider_up && !wider_down {
                return Ok(false);
            }
            up -= usize::from(wider_up);
            down += usize::from(wider_down);
        }
    }

    /// Returns whether a run of lines around a line of today also occurs where a line that SEARCH names is missing.
    fn has_rival(
        &self,
        core: Range<usize>,
        first: usize,
        named: &Range<usize>,
        budget: &mut Budget,
    ) -> Result<bool, OverBudget> {
        let mut others = self.now.places(&self.then.lines[core.clone()], budget)?;
        others.retain(|at| *at != first);
        if others.is_empty() {
            return Ok(false);
        }
        let stands = |line: usize, place: usize| {
            let place = (place + line).checked_sub(core.start).and_then(|at| self.now.lines.get(at));
            place.is_some_and(|there| there.trim_ascii_end() == self.then.lines[line].trim_ascii_end())
        };
        let lacks = |line: &usize| !is_blank(self.then.lines[*line]) && !stands(*line, first);
        budget.spend(named.len())?;
        let lacking: Vec<usize> = named.clone().filter(lacks).collect();
        budget.spend(lacking.len().saturating_mul(others.len()))?;
        Ok(others.into_iter().any(|other| lacking.iter().any(|line| stands(*line, other))))
    }
}

#[cfg(test)]
mod tests;
