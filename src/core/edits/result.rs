//! The lines of a file as its runs leave them, in parts around the runs.

use std::ops::Range;

use super::{runs::Edits, size::Size};
use crate::core::{
    splice::{Anchor, Hunk, NewLine, Run, with_endings},
    text::Text,
};

/// A part of the result: the runs in it, and the source lines around them that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub(super) runs: Range<usize>,
    pub(super) source: Range<usize>,
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
