//! Pairs of equal lines of two versions of a file, and how well they tell a place.

use std::{collections::HashSet, ops::Range};

use crate::core::{
    locate::{
        evidence::alignment::Alignment,
        found::Place,
        line::{Budget, Index, OverBudget, Places},
    },
    script::Op,
    splice::Hunk,
    text::{Text, is_blank},
};

/// A version of a file, with indexes of its lines.
pub(super) struct Version<'t> {
    pub(super) lines: Vec<&'t [u8]>,
    /// Where each is, without white space at its end.
    pub(super) index: Index<&'t [u8]>,
    /// Its lines without white space at their edges.
    pub(super) known: HashSet<&'t [u8]>,
    /// Above each line and the end, the nearest line with content.
    pub(super) above: Vec<Option<usize>>,
    /// From each line and the end on, the nearest line with content.
    pub(super) below: Vec<Option<usize>>,
}

impl<'t> Version<'t> {
    pub(super) fn new(lines: Vec<&'t [u8]>) -> Self {
        let (mut above, mut below) = (vec![None; lines.len() + 1], vec![None; lines.len() + 1]);
        for at in 0..lines.len() {
            above[at + 1] = if is_blank(lines[at]) { above[at] } else { Some(at) };
        }
        for at in (0..lines.len()).rev() {
            below[at] = if is_blank(lines[at]) { below[at + 1] } else { Some(at) };
        }
        let known = lines.iter().map(|line| line.trim_ascii()).collect();
        let index = Index::new(lines.iter().map(|line| line.trim_ascii_end()).collect());
        Self { index, lines, known, above, below }
    }

    /// The nearest lines with content around some lines, without white space at their ends.
    pub(super) fn around(&self, lines: &Range<usize>) -> [Option<&'t [u8]>; 2] {
        [self.above[lines.start], self.below[lines.end]].map(|line| Some(self.lines[line?].trim_ascii_end()))
    }

    /// Places of these lines, but for white space at their ends.
    pub(super) fn places(&self, wanted: &[&[u8]], budget: &Budget) -> Places {
        self.places_in(0..self.lines.len(), wanted, budget)
    }

    /// The same within some lines.
    pub(super) fn places_in(&self, within: Range<usize>, wanted: &[&[u8]], budget: &Budget) -> Places {
        let wanted: Vec<&[u8]> = wanted.iter().map(|line| line.trim_ascii_end()).collect();
        self.index.places(&wanted, within, budget)
    }
}

/// Pairs of lines of two versions that are the same.
pub(super) struct Pairing<'t> {
    pub(super) then: Version<'t>,
    pub(super) now: Version<'t>,
    pub(super) alignment: Alignment,
    /// Steps left for comparing.
    pub(super) budget: &'t Budget,
}

impl<'t> Pairing<'t> {
    /// None where aligning them takes too long.
    pub(super) fn new(then: &'t Text, now: &'t Text, budget: &'t Budget) -> Option<Self> {
        let (then, now) = (then.all(), now.all());
        let alignment = Alignment::between(&then, &now)?;
        Some(Self { then: Version::new(then), now: Version::new(now), alignment, budget })
    }

    /// The hunks that can be laid today, each with the lines that it is for, and the others. New lines and a removal
    /// need both of the lines next to them, and lines that become others one.
    pub(super) fn sorted<'h, 'r>(
        &self,
        hunks: &'h [Hunk<'r>],
    ) -> (Vec<(&'h Hunk<'r>, Range<usize>)>, Vec<&'h Hunk<'r>>) {
        let (mut today, mut gone) = (Vec::new(), Vec::new());
        for hunk in hunks {
            let replaces = !hunk.old.is_empty() && !hunk.new.is_empty();
            let one = || self.alignment.beside_one(&hunk.old).filter(|_| replaces);
            match self.alignment.side_by_side(&hunk.old).or_else(one) {
                Some(old) => today.push((hunk, old)),
                None => gone.push(hunk),
            }
        }
        (today, gone)
    }

    /// The place now of a line of then.
    pub(super) fn line(&self, line: usize) -> Option<usize> {
        self.alignment.line(line)
    }

    /// The runs of lines that differ.
    pub(super) fn ops(&self) -> &[Op] {
        &self.alignment.ops
    }

    /// The lines of now between the nearest lines that both have.
    pub(super) fn region(&self, lines: &Range<usize>) -> Range<usize> {
        let at = |line: usize| self.line(line);
        let behind = |line: usize| Some(self.line(line)? + 1);
        let start = lines
            .clone()
            .next()
            .and_then(at)
            .or_else(|| (0..lines.start).rev().find_map(behind))
            .unwrap_or(0);
        let below = || (lines.end..self.then.lines.len()).find_map(at);
        let end = lines.clone().last().and_then(behind).or_else(below).unwrap_or(self.now.lines.len());
        start..end.max(start)
    }

    /// The lines that came in within a place and that its change leaves alone.
    pub(super) fn came_amid(&self, place: &Place<'_>) -> Vec<Range<usize>> {
        let is_amid = |came: &Range<usize>| place.lines.start < came.start && came.end < place.lines.end;
        let meets =
            |came: &Range<usize>, hunk: &Hunk<'_>| hunk.old.start < came.end && came.start < hunk.old.end;
        let came =
            self.ops().iter().map(|op| op.new.clone()).filter(|came| !came.is_empty() && is_amid(came));
        came.filter(|came| !place.hunks.iter().any(|hunk| meets(came, hunk))).collect()
    }

    /// Returns whether at least half of the lines that SEARCH names are there still.
    pub(super) fn keeps_most(&self, lines: &Range<usize>) -> bool {
        let named = || lines.clone().filter(|line| !is_blank(self.then.lines[*line]));
        let kept = named().filter(|line| self.line(*line).is_some()).count();
        kept * 2 >= named().count()
    }

    /// Returns whether the lines around a change tell its place from all others, then and now: a run that
    /// both have, no wider than what SEARCH names and a little more, occurs as often, and has the same rank,
    /// in both.
    pub(super) fn tells(
        &self,
        then: &Range<usize>,
        now: &Range<usize>,
        named: &Range<usize>,
    ) -> Result<bool, OverBudget> {
        /// Number of lines beyond those that SEARCH names that may tell.
        const BEYOND: usize = 3;
        let end = self.then.lines.len();
        let most = named.start.saturating_sub(BEYOND)..(named.end + BEYOND).min(end);
        let beside = |line: usize, place: Option<usize>| place.is_some() && self.line(line) == place;
        let has_above = then.start > 0 && beside(then.start - 1, now.start.checked_sub(1));
        let (mut up, mut down) = (then.start, then.end);
        up -= usize::from(has_above);
        down += usize::from(down < end && beside(down, Some(now.end)));
        if self.has_rival(up..down, now.start - (then.start - up), named)? {
            return Ok(false);
        }
        loop {
            let core = &self.then.lines[up..down];
            let first = now.start - (then.start - up);
            if core.iter().any(|line| !is_blank(line)) {
                let (old, new) = (self.then.places(core, self.budget)?, self.now.places(core, self.budget)?);
                if old.len() == new.len() && old.binary_search(&up).ok() == new.binary_search(&first).ok() {
                    return Ok(true);
                }
            }
            let wider_up = up > most.start && beside(up - 1, first.checked_sub(1));
            let wider_down = down < most.end && beside(down, Some(first + (down - up)));
            if !wider_up && !wider_down {
                return Ok(false);
            }
            up -= usize::from(wider_up);
            down += usize::from(wider_down);
        }
    }

    /// Returns whether a run of lines around a line of today also occurs where a line that SEARCH names is
    /// missing.
    pub(super) fn has_rival(
        &self,
        core: Range<usize>,
        first: usize,
        named: &Range<usize>,
    ) -> Result<bool, OverBudget> {
        let mut others = self.now.places(&self.then.lines[core.clone()], self.budget)?;
        others.retain(|at| *at != first);
        if others.is_empty() {
            return Ok(false);
        }
        let is_at = |line: usize, place: usize| {
            let place = (place + line).checked_sub(core.start).and_then(|at| self.now.lines.get(at));
            place.is_some_and(|there| there.trim_ascii_end() == self.then.lines[line].trim_ascii_end())
        };
        let lacks = |line: &usize| !is_blank(self.then.lines[*line]) && !is_at(*line, first);
        self.budget.spend(named.len())?;
        let lacking: Vec<usize> = named.clone().filter(lacks).collect();
        self.budget.spend(lacking.len().saturating_mul(others.len()))?;
        Ok(others.into_iter().any(|other| lacking.iter().any(|line| is_at(*line, other))))
    }
}
