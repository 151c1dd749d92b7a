//! The lines that a change makes of its place, compared with those that precede it and follow it.

use std::{collections::HashSet, ops::Range};

use super::{
    balance::opens_as_much,
    beside::Beside,
    known::{acts, is_opener},
    twice::comes_twice,
    version::Changed,
};
use crate::core::{
    locate::line::Lines,
    script,
    splice::Hunk,
    text::{TELLING, filled, has_letter, is_blank, letters},
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

/// Returns whether a change ends with lines that follow its place anyway, or begins with lines that precede
/// it, because SEARCH ends too early or begins too late, or the change is half made. Some of them must be new,
/// and say something, or do something that the file does once, or be nothing that comes twice in succession:
/// but for what closes, or opens again, what REPLACE has more than SEARCH. Those at another depth are others.
pub(super) fn goes_on_beyond(
    parts: &[Effect<'_>],
    within: &[&[u8]],
    beside: &Beside<'_>,
    whole: &dyn Lines,
) -> bool {
    let Made { lines, is_new: [new_above, new_below] } = Made::of(parts, within);
    let is_beyond = |made: &[&[u8]], there: &mut dyn Iterator<Item = &&[u8]>| {
        made.iter()
            .all(|line| there.next().is_some_and(|there| there.trim_ascii_end() == line.trim_ascii_end()))
    };
    let is_once = |line: &[u8]| {
        let lines = whole.bodies(0..whole.count());
        lines.iter().filter(|other| other.trim_ascii_end() == line.trim_ascii_end()).take(2).count() == 1
    };
    let tells = |edge: &[&[u8]], is_new: &[bool], rest: &[&[u8]]| {
        let mut new = edge.iter().zip(is_new).filter(|(_, is_new)| **is_new).map(|(line, _)| *line);
        new.clone().map(letters).sum::<usize>() >= TELLING
            || new.clone().any(|line| acts(line) && is_once(line))
            || new.any(|line| !comes_twice(line, whole) && opens_as_much(line, rest, within))
    };
    // Lines that say nothing may go on as long as they like.
    const MOST: usize = 200;
    // All of it may be there where it has nothing of SEARCH; a single line is there twice by chance.
    let is_fresh =
        lines.len() > 1 && lines.iter().zip(&new_below).all(|(line, is_new)| *is_new || is_blank(line));
    let longest = if is_fresh { lines.len() } else { lines.len().saturating_sub(1) };
    let reach = |beyond: &[&[u8]]| beyond.len().min(longest).min(MOST);
    let ends_below = (1..=reach(&beside.below)).any(|count| {
        let (rest, tail) = lines.split_at(lines.len() - count);
        is_beyond(tail, &mut beside.below[..count].iter()) && tells(tail, &new_below[rest.len()..], rest)
    });
    ends_below
        || (1..=reach(&beside.above)).any(|count| {
            let (head, rest) = lines.split_at(count);
            is_beyond(head, &mut beside.above[..count].iter().rev())
                && (tells(head, &new_above[..count], rest)
                    || count == 1 && new_above[0] && is_opener(head[0]))
        })
        || versions(&lines, [&new_above, &new_below], beside)
            .iter()
            .flatten()
            .any(|one| one.is_version(within, whole))
}

/// The lines that a change makes of its place, read towards each edge at which some of them are new; most changes have
/// none there.
fn versions<'l>(
    lines: &[&'l [u8]],
    [new_above, new_below]: [&[bool]; 2],
    beside: &Beside<'l>,
) -> [Option<Changed<'l>>; 2] {
    let fill = |lines: &mut dyn Iterator<Item = &&'l [u8]>| filled(lines.copied()).collect::<Vec<_>>();
    let upper = new_above.iter().take_while(|is_new| **is_new).count();
    let lower = lines.len() - new_below.iter().rev().take_while(|is_new| **is_new).count();
    let is_amid = |at: usize| 0 < at && at < lines.len();
    let above = is_amid(upper).then(|| Changed {
        kept: fill(&mut lines[upper..].iter().rev()),
        new: fill(&mut lines[..upper].iter().rev()),
        beyond: fill(&mut beside.above.iter()),
        is_upper: true,
    });
    let below = is_amid(lower).then(|| Changed {
        kept: fill(&mut lines[..lower].iter()),
        new: fill(&mut lines[lower..].iter()),
        beyond: fill(&mut beside.below.iter()),
        is_upper: false,
    });
    [above, below]
}
