//! The question that is asked of every place before a change is laid there: are the lines that it adds there
//! already?
//!
//! A change that is made has its lines directly beside its place, and so has one whose SEARCH section ends
//! too early or begins too late. Lines are compared without white space and by folded characters, as a
//! formatter may have been there since; comments and blank lines that only one side has are passed over.

mod balance;
mod beside;
mod beyond;
mod edge;
mod known;
mod twice;
mod version;

use std::{
    collections::{HashSet, VecDeque},
    ops::Range,
};

use crate::core::{
    locate::{
        found::Place,
        line::{Budget, Edges, Lines, Looks, OverBudget, are_equal_but_for_ends},
        search::Search,
    },
    splice::Hunk,
    text::{TELLING, Text, has_letter, is_blank, letters_of},
};
pub use beside::Beside;
use beyond::{Effect, goes_on_beyond};
use edge::{Edge, Part};
pub(in crate::core::locate) use known::brackets;
pub use known::is_comment;
use known::{is_begun, key};

/// Answer to the question whether the lines that a change adds are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// They are not.
    Absent,
    /// All of them are, and they prove that the change is made.
    Made,
    /// A part of them is, or they do not prove that the change is made.
    Unclear,
}

impl Presence {
    /// The answer for a change of which the parts have these; nothing is there of one without parts.
    pub fn together(parts: impl IntoIterator<Item = Self>) -> Self {
        let both = |one, other| if one == other { one } else { Self::Unclear };
        parts.into_iter().reduce(both).unwrap_or(Self::Absent)
    }
}

/// Answers the question for a change at a place. `within` are the lines of the place, and `whole` those of
/// the file.
pub fn presence(
    hunks: &[Hunk<'_>],
    place: &Range<usize>,
    within: &[&[u8]],
    beside: &Beside<'_>,
    whole: &dyn Lines,
) -> Presence {
    let parts: Vec<Effect<'_>> =
        hunks.iter().filter_map(|hunk| Effect::of(hunk, place.start, within)).collect();
    let answers: Vec<Part> =
        parts.iter().map(|part| of_part(part, parts.len() == 1, within, beside, whole)).collect();
    // Lines that say little may be there by chance, where other parts of the change are not made.
    let is_open = answers.contains(&Part::Absent);
    let is_absent = |part: &Part| *part == Part::Absent || is_open && *part == Part::Weak;
    if answers.iter().all(is_absent) {
        if goes_on_beyond(&parts, within, beside, whole) { Presence::Unclear } else { Presence::Absent }
    } else if answers.iter().all(|part| *part == Part::Made) {
        Presence::Made
    } else {
        Presence::Unclear
    }
}

/// Answers the question for a change at a place among lines that are as they will be but for it.
pub fn presence_among(place: &Place<'_>, lines: &dyn Lines, whole: &dyn Lines) -> Presence {
    let beside = Beside::of(lines, &place.lines, &place.hunks);
    presence(&place.hunks, &place.lines, &lines.bodies(place.lines.clone()), &beside, whole)
}

fn of_part(
    part: &Effect<'_>,
    is_alone: bool,
    within: &[&[u8]],
    beside: &Beside<'_>,
    whole: &dyn Lines,
) -> Part {
    let Effect { old, new } = part;
    let inserts = old.is_empty();
    let (above, below) = (&within[..old.start], &within[old.end..]);
    let edge = |is_upper, passed| Edge { inserts, is_alone, is_upper, passed, whole };
    let lower = to_edge(new.iter(), below.iter(), inserts);
    let upper = to_edge(new.iter().rev(), above.iter().rev(), inserts);
    let below = lower.map(|(new, passed)| edge(false, passed).compare(&new, &beside.below, is_begun));
    // What begins above goes on with the place, so that its beginning is no other item's.
    let above = upper.map(|(new, passed)| edge(true, passed).compare(&new, &beside.above, |_| false));
    below.max(above).unwrap_or(Part::Absent)
}

/// The lines that a change adds at an edge of its place, both from the other edge on; none if a quoted line with content is
/// between them and the edge. An insertion may be written in several ways, of which the one nearest to the edge is taken:
/// in front of a bracket, or behind the same bracket. With them comes how many of the last ones are quoted lines that were
/// passed.
fn to_edge<'s, 'l: 's>(
    new: impl Iterator<Item = &'s &'l [u8]>,
    kept: impl Iterator<Item = &'s &'l [u8]>,
    inserts: bool,
) -> Option<(Vec<&'l [u8]>, usize)> {
    let mut new: VecDeque<&[u8]> = new.copied().collect();
    let mut passed = 0;
    for kept in kept {
        if inserts && new.front().is_some_and(|next| next == kept || key(next) == key(kept)) {
            new.rotate_left(1);
            passed += 1;
        } else if !is_blank(kept) {
            return None;
        }
    }
    let passed = passed.min(new.len());
    Some((new.into(), passed))
}

/// The lines where REPLACE is, though a tolerant rung finds SEARCH at a place: elsewhere as it is written, or
/// around the place but for white space in front of lines. It must say enough, and twice as much where SEARCH has
/// all of its lines too.
pub fn made_beside(
    text: &Text,
    search: &Search<'_>,
    place: &Range<usize>,
    looks: &mut Looks,
    budget: &Budget,
) -> Result<Option<Range<usize>>, OverBudget> {
    let (old, new) = search.sections(Edges::Dropped);
    let known: HashSet<Vec<u8>> = old.iter().map(|line| key(line)).collect();
    let is_fresh = |line: &&[u8]| has_letter(line) && !known.contains(&key(line));
    let said = letters_of(new);
    let needed = if new.iter().any(is_fresh) { TELLING } else { 2 * TELLING };
    if said < needed || new == old {
        return Ok(None);
    }
    let is_made = |lines: &Range<usize>| match lines.start < place.end && place.start < lines.end {
        true => lines.start <= place.start && place.end <= lines.end && lines != place,
        false => are_equal_but_for_ends(&text.window(lines.clone()), new),
    };
    let places = looks.places(text, new, budget)?.into_iter().map(|first| first..first + new.len());
    Ok({ places }.find(is_made))
}

#[cfg(test)]
mod tests;
