//! The changed lines of one file, gathered block by block.
//!
//! Everything is kept in lines of the source, so that the order of blocks does not matter; a block that
//! changes what an earlier one wrote becomes one run with it.

use std::ops::Range;

use super::{
    splice::{Anchor, Hunk, NewLine, Run, with_endings},
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

/// The runs of one file, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits<'r> {
    runs: Vec<Run<'r>>,
    size: Size,
}

/// The size of the runs' changes, kept up to date: a batch may need it after each of very many blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    /// The bytes of the source that go.
    gone: usize,
    /// The bytes that come, but for the endings that only the surroundings can tell.
    come: usize,
    /// Number of lines that come with such an ending.
    open: usize,
}

impl Size {
    fn of(text: &Text, run: &Run<'_>) -> Self {
        Self {
            gone: text.start(run.old.end) - text.start(run.old.start),
            come: run.new.iter().map(|line| line.body.len() + line.ending.as_bytes().len()).sum(),
            open: run.new.iter().filter(|line| line.ending == Ending::None).count(),
        }
    }

    fn add(&mut self, run: Self) {
        self.gone += run.gone;
        self.come += run.come;
        self.open += run.open;
    }

    fn take(&mut self, run: Self) {
        self.gone -= run.gone;
        self.come -= run.come;
        self.open -= run.open;
    }
}

/// A part of the result: the runs in it, and the source lines around them that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    runs: Range<usize>,
    source: Range<usize>,
}

impl Part {
    /// The source line, from 0, that it begins with.
    pub fn first_line(&self) -> usize {
        self.source.start
    }
}

/// A line of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line<'r> {
    Kept(usize),
    New(NewLine<'r>),
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
        let mut met = Met { collapsed: !hunks.is_empty(), same_point: false };
        let mut runs: Vec<Run<'r>> = Vec::with_capacity(hunks.len());
        let mut same = Vec::new();
        for hunk in hunks {
            let old = hunk.old.clone();
            let new = with_endings(hunk, text.len(), |line| text.ending(line));
            let (first, mut near) = self.near_from(&old);
            if let Some(at) = near.position(|run| run.old == old && run.new == new) {
                same.push(first + at);
                continue;
            }
            met.collapsed = false;
            let anchor = place.map_or(Anchor::Both, |place| self.anchor(text, &old, place));
            let place = place.unwrap_or(&old).clone();
            let laid = vec![(block, old.clone())];
            let run = Run { old, new, blocks: vec![block], laid, anchor, place };
            let old = &run.old;
            let meets = |other: &&Run<'r>| {
                overlap(&other.old, old) || loses_anchor(other, &run) || loses_anchor(&run, other)
            };
            if let Some(other) = self.near(old).find(meets) {
                return Err(Overlap { block: other.blocks[0], line: other.old.start.max(old.start) });
            }
            met.same_point |= old.is_empty() && self.near(old).any(|other| other.old == *old);
            runs.push(run);
        }
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

    /// The parts of the result around each run, with `reach` source lines on both sides. A place in the
    /// result that is not one in the source lies in one of them if it has at most `reach` lines.
    pub fn parts(&self, text: &Text, reach: usize) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for (number, run) in self.runs.iter().enumerate() {
            let source = run.old.start.saturating_sub(reach)..(run.old.end + reach).min(text.len());
            match parts.last_mut() {
                Some(part) if part.source.end >= source.start => {
                    part.runs.end = number + 1;
                    part.source.end = source.end;
                }
                _ => parts.push(Part { runs: number..number + 1, source }),
            }
        }
        parts
    }

    /// The lines of the result next to lines of the source that no run changes: those above, the nearest
    /// first, and those below. At most `reach` on each side.
    pub fn beside<'e>(
        &'e self,
        text: &'e Text,
        lines: &Range<usize>,
        reach: usize,
    ) -> (Vec<&'e [u8]>, Vec<&'e [u8]>) {
        self.beside_of(text, lines, reach, |run| &run.new)
    }

    /// The same without the lines that runs bring in.
    pub fn kept_beside<'e>(
        &'e self,
        text: &'e Text,
        lines: &Range<usize>,
        reach: usize,
    ) -> (Vec<&'e [u8]>, Vec<&'e [u8]>) {
        self.beside_of(text, lines, reach, |_| &[])
    }

    fn beside_of<'e>(
        &'e self,
        text: &'e Text,
        lines: &Range<usize>,
        reach: usize,
        new: impl Fn(&'e Run<'r>) -> &'e [NewLine<'r>],
    ) -> (Vec<&'e [u8]>, Vec<&'e [u8]>) {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let mut next = lines.start;
        let before = self.runs.partition_point(|run| run.old.end <= lines.start && run.old.start < lines.end);
        for run in self.runs[..before].iter().rev() {
            above.extend((run.old.end..next).rev().take(reach).map(|line| text.body(line)));
            above.extend(new(run).iter().rev().map(|line| &*line.body));
            next = run.old.start;
            if above.len() >= reach {
                break;
            }
        }
        above.extend((0..next).rev().take(reach.saturating_sub(above.len())).map(|line| text.body(line)));
        above.truncate(reach);
        let mut next = lines.end;
        let after = self.runs.partition_point(|run| run.old.start < lines.end);
        for run in &self.runs[after..] {
            below.extend((next..run.old.start).take(reach).map(|line| text.body(line)));
            below.extend(new(run).iter().map(|line| &*line.body));
            next = run.old.end;
            if below.len() >= reach {
                break;
            }
        }
        below.extend((next..text.len()).take(reach.saturating_sub(below.len())).map(|line| text.body(line)));
        below.truncate(reach);
        (above, below)
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

    /// The runs in a part of the result.
    pub fn of_part(&self, part: &Part) -> &[Run<'r>] {
        &self.runs[part.runs.clone()]
    }

    /// All of the result.
    pub fn whole(&self, text: &Text) -> Part {
        Part { runs: 0..self.runs.len(), source: 0..text.len() }
    }

    /// The lines of a part of the result, without their endings.
    pub fn result<'e>(&'e self, text: &'e Text, part: &Part) -> Vec<&'e [u8]> {
        let mut lines = Vec::new();
        let mut next = part.source.start;
        for run in &self.runs[part.runs.clone()] {
            lines.extend((next..run.old.start).map(|line| text.body(line)));
            lines.extend(run.new.iter().map(|line| &*line.body));
            next = run.old.end;
        }
        lines.extend((next..part.source.end).map(|line| text.body(line)));
        lines
    }

    /// Adds a block's hunks, which are in lines of a part of the result.
    pub fn add_to_result(&mut self, text: &Text, part: &Part, hunks: Vec<Hunk<'r>>, block: usize) {
        let mut lines = self.lines(part);
        // From the last to the first, so that the lines that the others count in stay where they are.
        for hunk in hunks.into_iter().rev() {
            let old = hunk.old.clone();
            let ending = |line: usize| match &lines[line] {
                Line::Kept(source) => text.ending(*source),
                Line::New(line) => line.ending,
            };
            let new = with_endings(hunk, lines.len(), ending);
            lines.splice(old, new.into_iter().map(Line::New));
        }
        let made = self.runs_of(lines, part, block);
        for run in &made {
            self.size.add(Size::of(text, run));
        }
        for run in self.runs.splice(part.runs.clone(), made) {
            self.size.take(Size::of(text, &run));
        }
    }

    fn lines(&self, part: &Part) -> Vec<Line<'r>> {
        let mut lines = Vec::new();
        let mut next = part.source.start;
        for run in &self.runs[part.runs.clone()] {
            lines.extend((next..run.old.start).map(Line::Kept));
            lines.extend(run.new.iter().cloned().map(Line::New));
            next = run.old.end;
        }
        lines.extend((next..part.source.end).map(Line::Kept));
        lines
    }

    /// The runs between the lines that a part keeps.
    fn runs_of(&self, lines: Vec<Line<'r>>, part: &Part, block: usize) -> Vec<Run<'r>> {
        let mut made = Vec::new();
        let mut new = Vec::new();
        let mut next = part.source.start;
        let mut close = |old: Range<usize>, new: Vec<NewLine<'r>>| {
            if old.is_empty() && new.is_empty() {
                return;
            }
            let before = &self.runs[part.runs.clone()];
            if let Some(unchanged) = before.iter().find(|run| run.old == old && run.new == new) {
                made.push(unchanged.clone());
                return;
            }
            let (mut blocks, mut laid, mut place) = (Vec::new(), Vec::new(), old.clone());
            for run in before.iter().filter(|run| old.start <= run.old.start && run.old.end <= old.end) {
                blocks.extend_from_slice(&run.blocks);
                laid.extend_from_slice(&run.laid);
                place = place.start.min(run.place.start)..place.end.max(run.place.end);
            }
            blocks.push(block);
            made.push(Run { old, new, blocks, laid, anchor: Anchor::Both, place });
        };
        for line in lines {
            match line {
                Line::New(line) => new.push(line),
                Line::Kept(source) => {
                    close(next..source, std::mem::take(&mut new));
                    next = source + 1;
                }
            }
        }
        close(next..part.source.end, new);
        made
    }
}

/// The lines without blank ones at the edges, to which nothing is bound.
fn filled(text: &Text, lines: &Range<usize>) -> Range<usize> {
    let is_filled = |line: &usize| !is_blank(text.body(*line));
    let start = lines.clone().find(is_filled).unwrap_or(lines.start);
    start..lines.clone().rfind(is_filled).map_or(lines.end, |last| last + 1)
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
        Anchor::Both => false,
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => false,
        (true, false) => b.start < a.start && a.start < b.end,
        (false, true) => a.start < b.start && b.start < a.end,
        (false, false) => a.start < b.end && b.start < a.end,
    }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests;
