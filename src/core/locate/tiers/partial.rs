//! Tier `partial`: SEARCH is one line that is a part of one line of the file, at one place in it.
//!
//! A cut through a line changes its meaning wherever something on the other side of it binds more tightly: an
//! operator, a sigil, an accessor, the next digits of a number. So both cuts must be at an edge (`edge.rs`),
//! and the part must not be in a comment or a string (`inside.rs`). An attribute of a tag is whole (`attribute.rs`).

mod attribute;
mod edge;
mod inside;

use std::borrow::Cow;

use crate::core::{
    language::lexer::{Spot, is_word, words},
    locate::{
        found::{Found, Place},
        line::{Budget, OverBudget},
        rung::{Hay, Rung},
        unlaid::{PartOf, Unlaid},
    },
    splice::Hunk,
    text::indentation,
};
pub use edge::repeats_rest;

/// The places of one line in lines that are longer.
pub(in crate::core::locate) fn find<'r>(_: &Rung, hay: &Hay<'_, 'r>) -> Result<Found<'r>, OverBudget> {
    let Hay { search, budget, .. } = *hay;
    let mut found = Found::default();
    let ([wanted], [new]) = (search.search.as_slice(), search.replace.as_slice()) else { return Ok(found) };
    let Some((wanted, new)) = inner(wanted, new) else { return Ok(found) };
    if words(wanted).count() < 2 {
        return Ok(found);
    }
    let lines = hay.lines.bodies(0..hay.lines.count());
    let hits = hits(&lines, wanted, budget)?;
    if hits.is_empty() {
        return Ok(found);
    }
    // A place of the text that may not be changed is a place all the same: it is not the only one.
    if let [(number, at)] = hits[..]
        && is_made(lines[number], at, wanted, new)
    {
        found.places.push(Place::new(number..number + 1, Vec::new()));
        return Ok(found);
    }
    let unfit = match hay.whole {
        None => unfit(&lines, &hits, wanted, new, budget)?,
        Some(whole) => {
            let lines = whole.bodies(0..whole.count());
            let hits = self::hits(&lines, wanted, budget)?;
            unfit(&lines, &hits, wanted, new, budget)?
        }
    };
    if let Some((line, why)) = unfit {
        let unlaid = |(at, _): &Spot| (*at..at + 1, Unlaid::Part { line: line + 1, why });
        found.unlaid = hits.iter().map(unlaid).collect();
        return Ok(found);
    }
    for (number, at) in hits {
        let line = lines[number];
        budget.spend(line.len())?;
        let made = [&line[..at], new, &line[at + wanted.len()..]].concat();
        let hunk = Hunk { old: number..number + 1, new: vec![Cow::Owned(made)] };
        found.places.push(Place::new(number..number + 1, vec![hunk]));
    }
    Ok(found)
}

/// Returns whether the new part, of which the wanted one is a part, is around a hit already.
fn is_made(line: &[u8], at: usize, wanted: &[u8], new: &[u8]) -> bool {
    let around = |offset: usize| {
        let (start, end) = (at.checked_sub(offset)?, at + new.len() - offset);
        let is_cut =
            |at: usize| at > 0 && line[at - 1..].iter().take(2).filter(|byte| is_word(**byte)).count() == 2;
        (line.get(start..end)? == new && !is_cut(start) && !is_cut(end)).then_some(())
    };
    memchr::memmem::find_iter(new, wanted).any(|offset| around(offset).is_some())
}

/// The first line of a file with a hit that cannot be changed, and why not.
fn unfit(
    lines: &[&[u8]],
    hits: &[Spot],
    wanted: &[u8],
    new: &[u8],
    budget: &Budget,
) -> Result<Option<(usize, PartOf)>, OverBudget> {
    budget.spend(lines.iter().map(|line| line.len() / 4 + 1).sum())?;
    let tag = |(number, at): Spot| attribute::tag_of(lines[number], &(at..at + wanted.len()), new);
    let tags: Option<Vec<Spot>> = hits.iter().map(|hit| Some((hit.0, tag(*hit)?))).collect();
    if let Some(line) = inside::first(lines, hits, tags.as_deref().unwrap_or(hits), wanted.len()) {
        return Ok(Some((line, PartOf::Text)));
    }
    if tags.is_some() {
        return Ok(None);
    }
    Ok(hits.iter().find_map(|&(number, from)| {
        let (line, to) = (lines[number], from + wanted.len());
        let why = match edge::is_whole(line, from, to) {
            false => Some(PartOf::Expression),
            true => (!edge::stays_whole(line, from, to, new)).then_some(PartOf::Rest),
        };
        why.map(|why| (number, why))
    }))
}

fn hits(lines: &[&[u8]], wanted: &[u8], budget: &Budget) -> Result<Vec<Spot>, OverBudget> {
    let finder = memchr::memmem::Finder::new(wanted);
    let mut hits = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        budget.spend(line.len() / 8 + 1)?;
        let mut from = 0;
        while let Some(at) = finder.find(&line[from..]).map(|at| from + at) {
            hits.push((number, at));
            // Hits may overlap.
            from = at + 1;
            budget.spend(wanted.len())?;
        }
    }
    Ok(hits)
}

/// Both lines without the white space at the edges that they have in common; none if that differs.
fn inner<'l, 'r>(wanted: &'l [u8], new: &'r [u8]) -> Option<(&'l [u8], &'r [u8])> {
    let trail = |line: &[u8]| line.len() - line.trim_ascii_end().len();
    let same = indentation(wanted) == indentation(new) && trail(wanted) == trail(new);
    (same && !wanted.trim_ascii().is_empty()).then(|| (wanted.trim_ascii(), new.trim_ascii()))
}

#[cfg(test)]
mod tests;
