//! The runs of changed lines of one file, and how a block adds to them.

use std::ops::Range;

use super::size::Size;
use crate::core::{
    splice::{Anchor, Hunk, Run, with_endings},
    text::{Ending, Text, is_blank},
};

/// A block wants other text on lines that an earlier block changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is changed by block {block} already")]
pub struct Overlap {
    /// The earlier block.
    pub block: usize,
    /// The first source line, from 0, that both change.
    pub line: usize,
}

/// Relations of a block's hunks to earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// An equal block has made all of them already.
    pub collapsed: bool,
    /// One inserts at a point where an earlier block inserts too.
    pub same_point: bool,
}

/// Runs that a block adds.
#[derive(Default)]
struct Added<'r> {
    met: Met,
    runs: Vec<Run<'r>>,
    /// The numbers of runs that it repeats.
    same: Vec<usize>,
}

/// The runs of one file, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits<'r> {
    pub(super) runs: Vec<Run<'r>>,
    pub(super) size: Size,
}

impl<'r> Edits<'r> {
    /// Returns whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The runs, ascending.
    pub fn runs(&self) -> &[Run<'r>] {
        &self.runs
    }

    /// Number of bytes that the result has at most, with `default` at the end of lines that have no ending to
    /// go by: a missing newline at its end is not reckoned with.
    pub fn size(&self, text: &Text, default: Ending) -> usize {
        let Size { gone, come, open } = self.size;
        text.bytes().len() - gone + come + open * default.as_bytes().len()
    }

    /// Returns whether a block so far changes or removes any of these source lines.
    pub fn touches(&self, lines: &Range<usize>) -> bool {
        self.near(lines).any(|run| run.old.start < lines.end && run.old.end > lines.start)
    }

    /// The runs that overlap or touch these source lines.
    pub fn near(&self, lines: &Range<usize>) -> impl Iterator<Item = &Run<'r>> + use<'_, 'r> {
        self.near_from(lines).1
    }

    /// The same, and the number of the first of them.
    fn near_from(&self, lines: &Range<usize>) -> (usize, impl Iterator<Item = &Run<'r>> + use<'_, 'r>) {
        let (start, end) = (lines.start, lines.end);
        let first = self.runs.partition_point(move |run| run.old.end < start);
        (first, self.runs[first..].iter().take_while(move |run| run.old.start <= end))
    }

    /// Adds a block's hunks, which are in lines of the source, as is the place that it quotes.
    ///
    /// # Errors
    ///
    /// When an earlier block puts other text on one of the lines; nothing is added then.
    pub fn add(
        &mut self,
        text: &Text,
        hunks: Vec<Hunk<'r>>,
        place: Option<&Range<usize>>,
        block: usize,
    ) -> Result<Met, Overlap> {
        let mut added =
            Added { met: Met { collapsed: !hunks.is_empty(), same_point: false }, ..Added::default() };
        for hunk in hunks {
            let Err(met) = self.lay(text, hunk, place, block, &mut added) else { continue };
            let (overlap, run) = *met;
            let parts = self.unmade(&run).ok_or(overlap)?;
            if parts.is_empty() {
                added.same.extend(self.runs_on(&run.old));
            }
            for part in parts {
                self.lay(text, part, place, block, &mut added).map_err(|met| met.0)?;
            }
        }
        let Added { met, runs, same } = added;
        for at in same {
            self.runs[at].blocks.push(block);
        }
        for run in runs {
            self.size.add(Size::of(text, &run));
            // Insertions at one point that are bound to the same side keep the order of the reply.
            let order = |run: &Run<'_>| (run.old.start, run.old.end, run.anchor);
            let at = self.runs.partition_point(|other| order(other) <= order(&run));
            self.runs.insert(at, run);
        }
        Ok(met)
    }

    /// Adds a hunk to what a block makes; an error with its run if an earlier block puts other text on one of the lines.
    fn lay(
        &self,
        text: &Text,
        hunk: Hunk<'r>,
        place: Option<&Range<usize>>,
        block: usize,
        added: &mut Added<'r>,
    ) -> Result<(), Box<(Overlap, Run<'r>)>> {
        let old = hunk.old.clone();
        let new = with_endings(hunk, text.len(), |line| text.ending(line));
        let (first, mut near) = self.near_from(&old);
        let anchor = place.map_or(Anchor::Both, |place| self.anchor(text, &old, place));
        let is_apart = |run: &Run<'_>| old.is_empty() && are_apart(run.anchor, anchor);
        let is_same = |run: &Run<'_>| run.old == old && run.new == new && !is_apart(run);
        if let Some(at) = near.position(is_same) {
            added.same.push(first + at);
            return Ok(());
        }
        let place = place.unwrap_or(&old).clone();
        let laid = vec![(block, old.clone())];
        let run = Run { old, new, blocks: vec![block], laid, anchor, place };
        let old = &run.old;
        let meets = |other: &&Run<'r>| {
            overlap(&other.old, old) || loses_anchor(other, &run) || loses_anchor(&run, other)
        };
        let near = old.start.saturating_sub(WIDEST_GAP + 1)..old.end + WIDEST_GAP + 1;
        let shares = |other: &&Run<'r>| shares_gap(text, &run, other) || shares_gap(text, other, &run);
        if let Some(other) = self.near(old).find(meets).or_else(|| self.near(&near).find(shares)) {
            let overlap = Overlap { block: other.blocks[0], line: other.old.start.max(old.start) };
            return Err(Box::new((overlap, run)));
        }
        added.met.collapsed = false;
        added.met.same_point |= old.is_empty() && self.near(old).any(|other| other.old == *old);
        added.runs.push(run);
        Ok(())
    }

    /// The parts of a change that earlier blocks do not make, where it and theirs put one line in the place of each, and
    /// the same one wherever they meet; none where they differ.
    fn unmade(&self, run: &Run<'r>) -> Option<Vec<Hunk<'r>>> {
        let is_by_line = |run: &Run<'_>| run.new.len() == run.old.len();
        if !is_by_line(run) {
            return None;
        }
        let at = |run: &Run<'r>, line: usize| run.new[line - run.old.start].body.clone();
        let mut parts = Vec::new();
        let mut from = run.old.start;
        let part = |lines: Range<usize>| {
            let new = lines.clone().map(|line| at(run, line)).collect();
            (!lines.is_empty()).then_some(Hunk { old: lines, new })
        };
        for other in self.near(&run.old).filter(|other| overlap(&other.old, &run.old)) {
            let both = other.old.start.max(run.old.start)..other.old.end.min(run.old.end);
            // What a later block wrote there may be in another order.
            let is_one = is_by_line(other) && other.blocks.len() == 1;
            if !is_one || both.clone().any(|line| at(run, line) != at(other, line)) {
                return None;
            }
            parts.extend(part(from..both.start));
            from = both.end;
        }
        let is_met = from > run.old.start;
        parts.extend(part(from..run.old.end));
        is_met.then_some(parts)
    }

    /// The numbers of the runs that change some of these lines.
    fn runs_on(&self, lines: &Range<usize>) -> Vec<usize> {
        let (first, near) = self.near_from(lines);
        let found = near.enumerate().filter(|(_, run)| overlap(&run.old, lines));
        found.map(|(at, _)| first + at).collect()
    }

    /// The side on which a change of these lines is bound to its place. An insertion between two lines goes below
    /// an earlier one that ends with what is quoted above both.
    fn anchor(&self, text: &Text, old: &Range<usize>, place: &Range<usize>) -> Anchor {
        let place = filled(text, place);
        let anchor = Anchor::of(old, &place);
        if anchor != Anchor::Both || !old.is_empty() || place.start >= old.start {
            return anchor;
        }
        let above = text.window(place.start..old.start);
        let ends_with_it = |run: &Run<'_>| {
            let last = run.new.iter().rev().map(|line| &*line.body);
            run.new.len() > above.len() && last.zip(above.iter().rev()).all(|(new, above)| new == *above)
        };
        let is_above = |run: &&Run<'_>| run.old == *old && run.anchor == Anchor::Below;
        match self.near(old).filter(is_above).any(ends_with_it) {
            true => Anchor::Below,
            false => Anchor::Both,
        }
    }

    /// Returns whether a block has changed anything.
    pub fn has_block(&self, block: usize) -> bool {
        self.runs.iter().any(|run| run.blocks.contains(&block))
    }

    /// Returns whether an earlier block makes exactly these changes.
    pub fn has_all(&self, hunks: &[Hunk<'_>]) -> bool {
        let same = |run: &Run<'_>, hunk: &Hunk<'_>| {
            let bodies = run.new.iter().map(|line| &*line.body);
            run.old == hunk.old && bodies.eq(hunk.new.iter().map(|line| &**line))
        };
        !hunks.is_empty() && hunks.iter().all(|hunk| self.near(&hunk.old).any(|run| same(run, hunk)))
    }
}

/// The lines without blank ones at the edges, to which nothing is bound.
fn filled(text: &Text, lines: &Range<usize>) -> Range<usize> {
    let is_filled = |line: &usize| !is_blank(text.body(*line));
    let start = lines.clone().find(is_filled).unwrap_or(lines.start);
    start..lines.clone().rfind(is_filled).map_or(lines.end, |last| last + 1)
}

/// Returns whether two insertions at one point are bound to its two sides: lines may be meant on both.
fn are_apart(one: Anchor, other: Anchor) -> bool {
    matches!((one, other), (Anchor::Above, Anchor::Below) | (Anchor::Below, Anchor::Above))
}

/// Returns whether a run inserts lines next to a quoted line that the other one removes.
fn loses_anchor(insertion: &Run<'_>, removal: &Run<'_>) -> bool {
    if !insertion.old.is_empty() || !removal.new.is_empty() {
        return false;
    }
    let at = insertion.old.start;
    match insertion.anchor {
        Anchor::Above => removal.old.end == at,
        Anchor::Below => removal.old.start == at,
        // The block quotes lines on both sides, of which the removed one is one, or on none.
        Anchor::Both => !insertion.place.is_empty() && (removal.old.end == at || removal.old.start == at),
    }
}

/// Number of blank lines beside each other that are looked through at most: a file may have very many.
const WIDEST_GAP: usize = 16;

/// Lines with the blank ones around them.
fn around_gap(text: &Text, lines: &Range<usize>) -> Range<usize> {
    let blank = |line: &usize| is_blank(text.body(*line));
    let above = (0..lines.start).rev().take(WIDEST_GAP).take_while(blank).count();
    let below = (lines.end..text.len()).take(WIDEST_GAP).take_while(blank).count();
    lines.start - above..lines.end + below
}

/// Returns whether a run changes only blank lines at an edge of what its block quotes, and another one, whose block
/// quotes the line on this side of them, changes the line on the other: both say how far it is from one to the other.
fn shares_gap(text: &Text, blank: &Run<'_>, other: &Run<'_>) -> bool {
    let is_blank_run = blank.old.clone().all(|line| is_blank(text.body(line)))
        && blank.new.iter().all(|line| is_blank(&line.body));
    if !is_blank_run || blank.place.is_empty() || blank.old == other.old {
        return false;
    }
    let gap = around_gap(text, &blank.old);
    let (above, below) = (gap.start.checked_sub(1), gap.end);
    let is_at_end = blank.place.end <= below && other.old.contains(&below);
    let is_at_start = blank.place.start >= gap.start && above.is_some_and(|above| other.old.contains(&above));
    is_at_end && above.is_some_and(|above| other.place.contains(&above))
        || is_at_start && other.place.contains(&below)
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => false,
        (true, false) => b.start < a.start && a.start < b.end,
        (false, true) => a.start < b.start && b.start < a.end,
        (false, false) => a.start < b.end && b.start < a.end,
    }
}
