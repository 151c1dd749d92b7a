//! Tier `elided`: a line that is only `...` in both sections is a placeholder for the lines in between, which
//! are kept.
//!
//! The parts between such lines must be in the file in their order, and there must be one way only to pair
//! them with places there. The lines in between must not lead out of the scope of the parts.

mod scope;

use std::ops::Range;

use scope::leaves;

use super::{fit::fits, lay, surplus::Surplus};
use crate::core::{
    locate::{
        found::{Found, Place},
        line::OverBudget,
        rung::{Hay, Rung},
        search::{self, Search},
        slips::{is_dots, is_elision, trimmed},
    },
    script::difference,
    text::is_blank,
};

/// The same number of lines left out in both sections, and the parts between them.
struct Parts<'s, 'r> {
    search: Vec<&'s [&'r [u8]]>,
    replace: Vec<&'s [&'r [u8]]>,
}

/// The places of a block that has placeholders for other lines.
pub(in crate::core::locate) fn find<'r>(rung: &Rung, hay: &Hay<'_, 'r>) -> Result<Found<'r>, OverBudget> {
    let Hay { search, budget, .. } = *hay;
    let mut found = Found::default();
    let Some(parts) = parts(search) else { return Ok(found) };
    let places =
        parts.search.iter().map(|part| hay.lines.places(part, budget)).collect::<Result<Vec<_>, _>>()?;
    // A placeholder says nothing about indentation.
    let quoted = Search::of_lines(parts.search.concat(), parts.replace.concat());
    let quoted = quoted.in_language(search.language);
    let wanted = &quoted.search;
    let pairings = pairings(&parts.search, &places);
    // Where a placeholder may stand for lines, one that stands for none tells nothing.
    let stands_for_none =
        |windows: &Vec<Range<usize>>| windows.windows(2).any(|two| two[0].end == two[1].start);
    if pairings.len() > 1 && pairings.iter().any(stands_for_none) {
        return Ok(found);
    }
    for windows in pairings {
        let (span, quoted_lines) = (windows[windows.len() - 1].end - windows[0].start, wanted.len());
        // Each line of a part is held against the others, and against those of the gaps.
        budget.spend(span.saturating_mul(1 + quoted_lines))?;
        if leaves(hay, &windows) {
            continue;
        }
        let file: Vec<&[u8]> = windows.iter().flat_map(|window| hay.lines.bodies(window.clone())).collect();
        budget.spend(file.iter().map(|line| line.len() + 1).sum())?;
        // One mapping of white space for all parts.
        let Some(fit) = fits(rung.tolerates, &file, wanted) else { continue };
        let lines = windows[0].start..windows[windows.len() - 1].end;
        let mut hunks = Vec::new();
        let fit = fit.checked(&quoted, hay.whole(), None, budget)?;
        let pairs = wanted.iter().copied().zip(file.iter().copied());
        let surplus = Surplus::learn(pairs, search.language);
        let laid = fit.and_then(|fit| {
            let way = lay::Way { fit: &fit, surplus };
            parts.search.iter().zip(&parts.replace).zip(&windows).try_for_each(
                |((search, replace), window)| {
                    let ops = difference(search, replace);
                    hunks.extend(lay::lay_ops(&ops, search, replace, hay.lines, window.start, &way)?);
                    Ok(())
                },
            )
        });
        match laid {
            Ok(()) => {
                let gaps = windows.windows(2).map(|pair| pair[0].end..pair[1].start).collect();
                found.places.push(Place { lines, gaps, hunks });
            }
            Err(unlaid) => found.unlaid.push((lines, unlaid)),
        }
    }
    Ok(found)
}

fn parts<'s, 'r>(search: &'s Search<'r>) -> Option<Parts<'s, 'r>> {
    let (mut wanted, wanted_out) = split(&search.search, &search.replace);
    let (mut new, new_out) = split(&search.replace, &search.search);
    let equal = |(a, b): (&&[u8], &&[u8])| a == b || is_dots(a) && is_dots(b);
    if wanted_out.is_empty()
        || wanted_out.len() != new_out.len()
        || !wanted_out.iter().zip(&new_out).all(equal)
    {
        return None;
    }
    // Lines left out above the first part and below the last one are not looked for.
    let is_empty = |part: &&[&[u8]]| part.iter().all(|line| is_blank(line));
    if is_empty(&wanted[0]) && is_empty(&new[0]) {
        wanted.remove(0);
        new.remove(0);
    }
    if wanted.last().is_some_and(is_empty) && new.last().is_some_and(is_empty) {
        wanted.pop();
        new.pop();
    }
    let whole = !wanted.is_empty() && !wanted.iter().any(is_empty);
    let telling = wanted.len() > 1 || wanted.first().is_some_and(|part| search::is_telling(part));
    (whole && telling).then_some(Parts { search: wanted, replace: new })
}

/// Splits a section at its placeholders: the parts, and those lines, trimmed; several in a row are one. Words
/// such as `// ... existing code ...` count where the other section has them too.
fn split<'s, 'r>(lines: &'s [&'r [u8]], other: &[&[u8]]) -> (Vec<&'s [&'r [u8]]>, Vec<&'r [u8]>) {
    let other = &trimmed(other);
    let (mut parts, mut out, mut start) = (Vec::new(), Vec::new(), 0);
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_elision(line, other)) {
        if start < at || at == 0 {
            parts.push(&lines[start..at]);
            out.push(line.trim_ascii());
        }
        start = at + 1;
    }
    parts.push(&lines[start..]);
    (parts, out)
}

/// More ways than this to pair parts with places are not looked through.
const MOST: usize = 32;

/// The ways to give each part a place behind the one before; none if there are too many to tell that one is
/// the only one.
fn pairings(parts: &[&[&[u8]]], places: &[Vec<usize>]) -> Vec<Vec<Range<usize>>> {
    let mut pairings: Vec<Vec<Range<usize>>> = vec![Vec::new()];
    for (part, places) in parts.iter().zip(places) {
        pairings = pairings
            .iter()
            .flat_map(|pairing| {
                let end = pairing.last().map_or(0, |last| last.end);
                let behind = places.iter().filter(move |&&place| place >= end);
                behind.map(|&place| {
                    let window = place..place + part.len();
                    pairing.iter().cloned().chain(std::iter::once(window)).collect::<Vec<_>>()
                })
            })
            .take(MOST + 1)
            .collect();
        if pairings.len() > MOST {
            return Vec::new();
        }
    }
    pairings
}

#[cfg(test)]
mod tests;
