//! The lines that are quoted with each change: as few as are at one place of the file.

use std::{collections::HashMap, ops::Range};

use crate::core::{
    diff::Headings,
    reply::Window,
    script::Op,
    text::{Text, is_blank},
};

/// Lines further away from a change are not compared.
const FARTHEST: usize = 256;
/// More places of a change's lines are not looked at.
const MOST_PLACES: usize = 4_000;

/// The changes of a file, and the lines around each that are quoted at least.
pub(super) struct Quoted<'t> {
    old: &'t Text,
    runs: &'t [Op],
    /// Number of lines above and below, for each run.
    least: Vec<(usize, usize)>,
    /// Lines that are equal have one number.
    numbers: Vec<u32>,
    /// The lines that have each number, in order.
    places: Vec<Vec<usize>>,
}

impl<'t> Quoted<'t> {
    pub(super) fn new(old: &'t Text, runs: &'t [Op], least: usize, headings: Option<&Headings>) -> Self {
        let mut known: HashMap<&[u8], u32> = HashMap::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let numbers = (0..old.len()).map(|line| {
            let number = *known.entry(old.body(line)).or_insert(places.len() as u32);
            if number as usize == places.len() {
                places.push(Vec::new());
            }
            places[number as usize].push(line);
            number
        });
        let numbers = numbers.collect();
        let least = match headings {
            Some(headings) => {
                let functions = Functions::of(old, headings);
                runs.iter().map(|run| functions.around(run, least)).collect()
            }
            None => vec![(least, least); runs.len()],
        };
        Self { old, runs, least, numbers, places }
    }

    /// Quotes at least so many lines around the runs of some windows.
    pub(super) fn widen(&mut self, windows: &[Window], failed: &[usize], least: usize) {
        for window in failed.iter().filter_map(|at| windows.get(*at)) {
            for (run, around) in self.runs.iter().zip(&mut self.least) {
                if window.runs.contains(run) {
                    *around = (around.0.max(least), around.1.max(least));
                }
            }
        }
    }

    /// The lines that are quoted, in order. Those of several runs that have lines in common are quoted
    /// together.
    pub(super) fn windows(&self) -> Vec<Window> {
        let mut windows: Vec<Window> = Vec::new();
        for (run, least) in self.runs.iter().zip(&self.least) {
            let lines = self.around(run, *least);
            match windows.last_mut().filter(|last| lines.start < last.old.end) {
                Some(last) => {
                    last.old = last.old.start.min(lines.start)..last.old.end.max(lines.end);
                    last.runs.push(run.clone());
                }
                None => windows.push(Window { old: lines, new: 0..0, runs: vec![run.clone()] }),
            }
            // The lines above may reach into windows before.
            while let [.., before, last] = &mut windows[..] {
                if before.old.end <= last.old.start {
                    break;
                }
                before.old = before.old.start.min(last.old.start)..before.old.end.max(last.old.end);
                before.runs.append(&mut last.runs);
                windows.pop();
            }
        }
        for window in &mut windows {
            if let (Some(first), Some(last)) = (window.runs.first(), window.runs.last()) {
                let start = first.new.start - (first.old.start - window.old.start);
                window.new = start..last.new.end + (window.old.end - last.old.end);
            }
        }
        windows
    }

    /// The fewest lines around a run that are at one place and not blank; all of them, if none are.
    fn around(&self, run: &Op, (above, below): (usize, usize)) -> Range<usize> {
        let Range { start, end } = run.old.clone();
        let (most_above, most_below) = (start, self.old.len() - end);
        let (above, below) = (above.min(most_above), below.min(most_below));
        let rivals = self.rivals(run);
        // For each number of lines above, the most lines below that another place has too, and one more.
        let mut needed = vec![0; FARTHEST + 2];
        for (up, down) in rivals {
            needed[up] = needed[up].max(down + 1);
        }
        for up in (0..=FARTHEST).rev() {
            needed[up] = needed[up].max(needed[up + 1]);
        }
        let mut best: Option<(usize, usize)> = None;
        for up in above..=most_above.min(above.max(FARTHEST) + 1) {
            let least = needed.get(up).copied().unwrap_or(0).max(below);
            if best.is_some_and(|(l, d)| l + d <= up) {
                break;
            }
            let Some(down) = (least..=most_below).find(|down| self.says_something(start - up..end + down))
            else {
                continue;
            };
            let cost = |(l, d): (usize, usize)| (l + d, l.abs_diff(d));
            if best.is_none_or(|best| cost((up, down)) < cost(best)) {
                best = Some((up, down));
            }
        }
        best.map_or(0..self.old.len(), |(up, down)| start - up..end + down)
    }

    fn says_something(&self, lines: Range<usize>) -> bool {
        lines.into_iter().any(|line| !is_blank(self.old.body(line)))
    }

    /// The other places of the lines that go: how many lines above and below are as those around the run.
    fn rivals(&self, run: &Op) -> Vec<(usize, usize)> {
        let Range { start, end } = run.old.clone();
        let numbers = &self.numbers;
        let at_line = |line: usize| self.places[numbers[line] as usize].iter().copied();
        let mut starts: Vec<usize> = if start < end {
            at_line(start).collect()
        } else {
            // An insertion: places between lines of which one is as here.
            let behind = start.checked_sub(1).map(at_line).into_iter().flatten().map(|line| line + 1);
            let before = Some(start).filter(|line| *line < numbers.len()).map(at_line).into_iter().flatten();
            behind.chain(before).collect()
        };
        starts.sort_unstable();
        starts.dedup();
        let len = end - start;
        let is_rival = |at: &usize| *at != start && numbers.get(*at..*at + len) == Some(&numbers[start..end]);
        let common = |at: usize| {
            let up = numbers[..at].iter().rev().zip(numbers[..start].iter().rev());
            let down = numbers[at + len..].iter().zip(&numbers[end..]);
            let equal = |pairs: &mut dyn Iterator<Item = (&u32, &u32)>| {
                pairs.take(FARTHEST).take_while(|(a, b)| a == b).count()
            };
            (equal(&mut up.into_iter()), equal(&mut down.into_iter()))
        };
        starts.into_iter().filter(is_rival).take(MOST_PLACES).map(common).collect()
    }
}

/// The functions of a file: where each begins, with the lines directly above its heading.
struct Functions {
    starts: Vec<usize>,
    /// The line behind the last one that is not blank, for each of them.
    ends: Vec<usize>,
    lines: usize,
}

impl Functions {
    fn of(text: &Text, headings: &Headings) -> Self {
        let is_filled = |line: usize| !is_blank(text.body(line));
        let is_heading = |line: usize| headings.shown(text.whole(line)).is_some();
        let mut starts: Vec<usize> = Vec::new();
        for heading in (0..text.len()).filter(|line| is_heading(*line)) {
            // Comments and attributes belong to what follows them.
            let own = (0..heading).rev().take_while(|line| is_filled(*line) && !is_heading(*line));
            let start = own.last().unwrap_or(heading);
            let is_within = starts.last().is_some_and(|last| start <= *last);
            // A heading directly below the lines of another function has none of its own.
            let touches = start > 0 && is_filled(start - 1);
            starts.push(if is_within || touches { heading } else { start });
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let ends = ends.map(|end| (0..end).rev().find(|line| is_filled(*line)).map_or(end, |line| line + 1));
        Self { ends: ends.collect(), starts, lines: text.len() }
    }

    /// Numbers of lines around a run, up to the edges of the functions that it touches.
    fn around(&self, run: &Op, least: usize) -> (usize, usize) {
        let first = self.starts.partition_point(|start| *start <= run.old.start);
        let last = self.starts.partition_point(|start| *start < run.old.end.max(run.old.start + 1));
        let above = first.checked_sub(1).map_or(0, |at| run.old.start - self.starts[at]);
        let end = last.checked_sub(1).map_or(run.old.end, |at| self.ends[at]).min(self.lines);
        (above.max(least), end.saturating_sub(run.old.end).max(least))
    }
}
