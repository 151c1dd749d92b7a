//! Carries a change from an older version of a file over to today's lines.
//!
//! A change is carried over only where the lines that it removes, and those next to it, are adjacent today as
//! they were then; where it has others in their place, one of those next to it is enough. The result of a merge
//! is compared with this, so that two ways of pairing lines have to agree.

mod made;
mod pairing;

use std::ops::Range;

use crate::core::{
    locate::{
        evidence::alignment::Alignment,
        found::Place,
        line::{Budget, OverBudget},
    },
    splice::{Hunk, changed},
    text::Text,
};
use pairing::Pairing;

/// Result of carrying over a change that was meant for an older version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carried<'r> {
    /// It can be made on these lines of today; the gaps are those that came in since.
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
    budget: &Budget,
) -> Result<Carried<'r>, OverBudget> {
    let Some(pairing) = Pairing::new(then, now, budget) else { return Ok(Carried::Conflict(0..0)) };
    let region = pairing.region(&place.lines);
    let (hunks, gone) = pairing.sorted(&place.hunks);
    if !pairing.are_made(&gone)? {
        return Ok(Carried::Conflict(region));
    }
    if hunks.is_empty() {
        return Ok(Carried::Done);
    }
    // A removal cannot be recognised: with the rest of the change it may have been made, and the lines have
    // come back.
    let removes = |(hunk, _): &(&Hunk<'_>, Range<usize>)| hunk.new.is_empty();
    if !gone.is_empty() && hunks.iter().any(removes) || !pairing.keeps_most(&place.lines) {
        return Ok(Carried::Conflict(region));
    }
    for (hunk, old) in &hunks {
        if !pairing.tells(&hunk.old, old, &place.lines)? || pairing.may_be_made(hunk)? {
            return Ok(Carried::Conflict(region));
        }
    }
    let hunks: Vec<Hunk<'r>> =
        hunks.into_iter().map(|(hunk, old)| Hunk { old, new: hunk.new.clone() }).collect();
    let place = Place::new(region, hunks);
    let gaps = pairing.came_amid(&place);
    Ok(Carried::Laid(Place { gaps, ..place }))
}

/// Returns whether a change at `place`, which counts in the lines of `then`, is on a shortest way to `now`: then it
/// has been made. Of equal lines side by side, any may be those that went.
pub fn is_on_the_way(then: &Text, place: &Place<'_>, now: &Text) -> bool {
    let (then, now) = (then.all(), now.all());
    let hunks: Vec<&Hunk<'_>> = place.hunks.iter().collect();
    let is_on_it = |way: Alignment| made::laid(&then, &hunks, &now, &way).is_some();
    !hunks.is_empty() && Alignment::between(&then, &now).is_some_and(is_on_it)
}

/// The lines of a text, each ended by a line feed: what merges compare, whatever endings the versions have.
pub fn plain(lines: &[&[u8]]) -> Vec<u8> {
    lines.iter().flat_map(|line| [*line, b"\n"]).collect::<Vec<_>>().concat()
}

/// The same after a change of some of its lines.
pub fn plain_with(lines: &[&[u8]], hunks: &[Hunk<'_>]) -> Vec<u8> {
    plain(&changed(lines, hunks))
}

#[cfg(test)]
mod tests;
