//! Regions of a SEARCH section with `...` in place of lines.

use std::ops::Range;

use super::{region::Nearest, whole::nearest_to};
use crate::core::{
    locate::{line::are_equal_but_for_ends, search::Search},
    script::Op,
    text::{Text, is_blank},
};

/// The regions around the piece that says most and is there.
pub(super) fn nearest_to_pieces(text: &Text, search: &Search<'_>, pieces: &[Range<usize>]) -> Vec<Nearest> {
    let content =
        |piece: &Range<usize>| search.core()[piece.clone()].iter().filter(|line| !is_blank(line)).count();
    let mut by_content: Vec<usize> = (0..pieces.len()).collect();
    by_content.sort_by_key(|number| std::cmp::Reverse(content(&pieces[*number])));
    let regions = by_content.into_iter().map(|number| {
        let found = nearest_to(text, &search.core()[pieces[number].clone()]);
        found.into_iter().map(|near| spread(text, search, pieces, number, near)).collect::<Vec<_>>()
    });
    regions.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Extends the region of one piece of SEARCH, by its number, to the other pieces, in their order.
fn spread(
    text: &Text,
    search: &Search<'_>,
    pieces: &[Range<usize>],
    number: usize,
    near: Nearest,
) -> Nearest {
    /// Number of lines that may be left out between two pieces.
    const LEFT_OUT: usize = 400;
    let mut lines = near.lines.clone();
    let mut places: Vec<Option<Nearest>> = vec![None; pieces.len()];
    places[number] = Some(near);
    for at in number + 1..pieces.len() {
        let within = lines.end..(lines.end + LEFT_OUT).min(text.len());
        places[at] = place(text, &search.core()[pieces[at].clone()], within, Iterator::next);
        lines.end = places[at].as_ref().map_or(lines.end, |near| near.lines.end);
    }
    for at in (0..number).rev() {
        let within = lines.start.saturating_sub(LEFT_OUT)..lines.start;
        places[at] = place(text, &search.core()[pieces[at].clone()], within, DoubleEndedIterator::next_back);
        lines.start = places[at].as_ref().map_or(lines.start, |near| near.lines.start);
    }
    let mut differences = Vec::new();
    let (mut old, mut new) = (0, lines.start);
    let gap = |old: Range<usize>, new: Range<usize>| {
        let differs = !search.leaves_out(&search.core()[old.clone()])
            && search.core()[old.clone()] != text.window(new.clone());
        differs.then_some(Op { old, new })
    };
    for (piece, place) in pieces.iter().zip(places) {
        let missing =
            Nearest { lines: new..new, differences: vec![Op { old: 0..piece.len(), new: new..new }] };
        let near = place.unwrap_or(missing);
        differences.extend(gap(old..piece.start, new..near.lines.start));
        differences.extend(near.differences.into_iter().map(|op| op.shifted(piece.start, 0)));
        (old, new) = (piece.end, near.lines.end);
    }
    differences.extend(gap(old..search.core().len(), new..lines.end));
    Nearest { lines, differences }
}

/// The place of a piece within some lines: the next one where it is, or else the nearest.
fn place(
    text: &Text,
    piece: &[&[u8]],
    within: Range<usize>,
    next: fn(&mut std::vec::IntoIter<usize>) -> Option<usize>,
) -> Option<Nearest> {
    let is_at = |first: &usize| are_equal_but_for_ends(&text.window(*first..first + piece.len()), piece);
    let firsts = within.start..(within.end + 1).saturating_sub(piece.len());
    let exact: Vec<usize> = firsts.filter(is_at).collect();
    if let Some(first) = next(&mut exact.into_iter()) {
        return Some(Nearest { lines: first..first + piece.len(), differences: Vec::new() });
    }
    let near = nearest_to(&Text::new(text.window(within.clone()).join(&b'\n')), piece).into_iter().next()?;
    let lines = near.lines.start + within.start..near.lines.end + within.start;
    let differences = near.differences.into_iter().map(|op| op.shifted(0, within.start)).collect();
    Some(Nearest { lines, differences })
}
