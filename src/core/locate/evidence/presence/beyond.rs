//! The lines that a change makes of its place, compared with those that precede it and follow it.

use std::{collections::HashSet, ops::Range};

use super::{
    balance::opens_as_much,
    beside::Beside,
    known::{acts, is_begun, is_comment, is_once, is_opener},
    twice::{comes_twice, is_value},
};
use crate::core::{
    locate::line::Lines,
    script,
    splice::Hunk,
    text::{TELLING, filled, has_letter, indentation, is_blank, letters, letters_of},
};

/// The lines of a place that a part of a change takes out or brings in, without those that stay as they are.
pub(super) struct Effect<'l> {
    /// Lines of the place, from its first.
    pub(super) old: Range<usize>,
    pub(super) new: Vec<&'l [u8]>,
}

impl<'l> Effect<'l> {
    /// The effect of a hunk on a place that begins at this line of the file; none if all stays.
    pub(super) fn of(hunk: &'l Hunk<'_>, start: usize, within: &[&[u8]]) -> Option<Self> {
        let (old, new) = (hunk.old.start - start..hunk.old.end - start, hunk.bodies());
        let (front, back) = script::common_edges(&within[old.clone()], &new);
        let (old, new) = (old.start + front..old.end - back, new[front..new.len() - back].to_vec());
        (!old.is_empty() || !new.is_empty()).then_some(Self { old, new })
    }
}

/// The lines that a change makes of its place.
struct Made<'l> {
    lines: Vec<&'l [u8]>,
    /// Those that count as new at the upper edge, and at the lower one.
    is_new: [Vec<bool>; 2],
}

impl<'l> Made<'l> {
    fn of(parts: &[Effect<'l>], within: &[&'l [u8]]) -> Self {
        let (mut lines, mut is_new): (Vec<&[u8]>, Vec<bool>) = (Vec::new(), Vec::new());
        let mut keep = |kept: &[&'l [u8]], new: &[&'l [u8]]| {
            lines.extend(kept.iter().chain(new));
            is_new.extend([false].repeat(kept.len()).into_iter().chain([true].repeat(new.len())));
        };
        let mut from = 0;
        for part in parts {
            keep(&within[from..part.old.start], &part.new);
            from = part.old.end;
        }
        keep(&within[from..], &[]);
        if !moves(parts, within) {
            return Self { lines, is_new: [is_new.clone(), is_new] };
        }
        // Of lines that change places, either may be those that move.
        let upper = lines.iter().zip(within).take_while(|(made, there)| made == there).count();
        let lower = lines.iter().rev().zip(within.iter().rev()).take_while(|(made, there)| made == there);
        let lower = lines.len() - lower.count();
        let all = |is_new: &dyn Fn(usize) -> bool| (0..lines.len()).map(is_new).collect();
        let is_new = [all(&|line| line >= upper), all(&|line| line < lower)];
        Self { lines, is_new }
    }
}

/// Returns whether a change takes out a line that it brings in elsewhere.
fn moves(parts: &[Effect<'_>], within: &[&[u8]]) -> bool {
    let gone: HashSet<&[u8]> = parts.iter().flat_map(|part| &within[part.old.clone()]).copied().collect();
    parts.iter().flat_map(|part| &part.new).any(|line| has_letter(line) && gone.contains(line))
}

/// Returns whether lines that a change brings in would be in the file twice: they are beyond an edge of its place, as they
/// are written or in another version, because SEARCH ends too early or begins too late, or the change is half made.
pub(super) fn goes_on_beyond(
    parts: &[Effect<'_>],
    within: &[&[u8]],
    beside: &Beside<'_>,
    whole: &dyn Lines,
) -> bool {
    let made = Made::of(parts, within);
    [false, true].into_iter().any(|is_upper| {
        Side::of(&made, beside, is_upper)
            .is_some_and(|side| side.goes_on(within, whole) || side.is_version(within, whole))
    })
}

/// The lines that a change makes of its place, read towards an edge of it, and those beyond that edge, read away from
/// it; without blank ones.
pub(super) struct Side<'l> {
    pub(super) lines: Vec<&'l [u8]>,
    /// For each of them, true if it counts as new here.
    pub(super) is_new: Vec<bool>,
    pub(super) beyond: Vec<&'l [u8]>,
    pub(super) is_upper: bool,
}

impl<'l> Side<'l> {
    /// None where the lines have nothing to do with those beyond the edge.
    fn of(made: &Made<'l>, beside: &Beside<'l>, is_upper: bool) -> Option<Self> {
        let beyond = if is_upper { &beside.above } else { &beside.below };
        let mut beyond = filled(beyond.iter().map(|line| line.trim_ascii_end())).peekable();
        let next = *beyond.peek()?;
        let lines = made.lines.iter().zip(&made.is_new[usize::from(!is_upper)]);
        let lines = lines.filter(|(line, _)| !is_blank(line));
        let lines = lines.map(|(line, is_new)| (line.trim_ascii_end(), *is_new));
        let last = if is_upper { lines.clone().next() } else { lines.clone().next_back() };
        let may_be_version = last?.1 && lines.clone().any(|(_, is_new)| !is_new);
        if !may_be_version && !lines.clone().any(|(line, _)| line == next) {
            return None;
        }
        let (lines, is_new) = if is_upper { lines.rev().unzip() } else { lines.unzip() };
        Some(Self { lines, is_new, beyond: beyond.collect(), is_upper })
    }

    /// Returns whether the lines from one of them on are beyond the edge: all of them, or new ones that go on otherwise
    /// in the same block.
    fn goes_on(&self, within: &[&[u8]], whole: &dyn Lines) -> bool {
        /// Lines that say nothing may go on as long as they like.
        const MOST: usize = 200;
        // All of it may be there where it has nothing of SEARCH; a single line is there twice by chance.
        let is_fresh = self.lines.len() > 1 && !self.is_new.contains(&false);
        let begins = |from: &usize| self.lines[*from] == self.beyond[0];
        (0..self.lines.len()).rev().filter(begins).take(MOST).any(|from| {
            let (rest, edge) = self.lines.split_at(from);
            let (same, after) = edge.split_at(script::common_edges(edge, &self.beyond).0);
            let is_new = &self.is_new[from..];
            match after {
                [] => (from > 0 || is_fresh) && self.tells(same, is_new, rest, within, whole),
                _ => !is_new.contains(&false) && self.is_amid(same, after, whole),
            }
        })
    }

    /// Returns whether lines at the end that are beyond the edge too prove something. Some of them must be new, and say
    /// something, or do something that the file does once, or be nothing that comes twice in succession: but for what
    /// closes, or opens again, what REPLACE has more than SEARCH.
    fn tells(
        &self,
        edge: &[&[u8]],
        is_new: &[bool],
        rest: &[&[u8]],
        within: &[&[u8]],
        whole: &dyn Lines,
    ) -> bool {
        /// Values with fewer letters and digits may well be there twice: `0`, `""`, `nil`.
        const LITTLE: usize = 4;
        let mut new = edge.iter().zip(is_new).filter(|(_, is_new)| **is_new).map(|(line, _)| *line);
        let said = new.clone().map(letters).sum::<usize>();
        let is_once_as_written = |line: &[u8]| {
            let lines = whole.bodies(0..whole.count());
            lines.iter().filter(|other| other.trim_ascii_end() == line).take(2).count() == 1
        };
        // An entry at the end of new lines says enough by its place.
        let is_entry = |line: &[u8]| said >= LITTLE && is_value(line.trim_ascii()) && is_once(line, whole);
        said >= TELLING
            || new.clone().any(|line| acts(line) && is_once_as_written(line))
            || rest.len().checked_sub(1).is_some_and(|last| self.is_new[last]) && is_entry(edge[0])
            || self.is_upper && rest.len() + 1 == self.lines.len() && is_new[0] && is_opener(edge[0])
            || new.any(|line| !comes_twice(line, whole) && opens_as_much(line, rest, within))
    }

    /// Returns whether lines amid new ones that are beyond the edge too are in the same block, say enough and are in the
    /// file once; a line that opens something may open it again.
    fn is_amid(&self, same: &[&[u8]], after: &[&[u8]], whole: &dyn Lines) -> bool {
        let depth = |line: &[u8]| indentation(line).len();
        let only_begins = |line: &[u8]| !self.is_upper && is_begun(line);
        let says: Vec<&[u8]> =
            same.iter().filter(|line| !is_comment(line) && !only_begins(line)).copied().collect();
        after.iter().all(|line| depth(line) >= depth(same[0]))
            && depth(after[0]) <= depth(same[0])
            && letters_of(&says) >= TELLING
            && says.iter().max_by_key(|line| letters(line)).is_some_and(|most| is_once(most, whole))
    }
}
