//! Tier `elided`: a line that is only `...` in both sections stands for the lines in between, which are kept.
//!
//! The parts between such lines must stand in the file in their order, and there must be one way only to pair them with
//! places there.

use std::ops::Range;

use super::{Budget, Found, Hay, OverBudget, Place, Search, Tier, fits, lay};
use crate::core::{
    splice::difference,
    text::{indentation, is_blank},
};

/// The same number of lines left out in both sections, and the parts between them.
struct Parts<'s, 'r> {
    search: Vec<&'s [&'r [u8]]>,
    replace: Vec<&'s [&'r [u8]]>,
}

pub(super) fn find<'r>(
    hay: &Hay<'_>,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    let mut found = Found::default();
    let Some(parts) = parts(search) else { return Ok(found) };
    let places =
        parts.search.iter().map(|part| hay.lines.places(part, budget)).collect::<Result<Vec<_>, _>>()?;
    for pairing in pairings(&parts.search, &places) {
        let windows: Vec<Range<usize>> =
            pairing.iter().zip(&parts.search).map(|(&first, part)| first..first + part.len()).collect();
        let file: Vec<&[u8]> = windows.iter().flat_map(|window| hay.lines.bodies(window.clone())).collect();
        if windows.windows(2).any(|pair| leaves(hay, &pair[0], &pair[1])) {
            continue;
        }
        let wanted = parts.search.concat();
        budget.spend(file.iter().map(|line| line.len() + 1).sum())?;
        // One mapping of white space for all parts.
        let Some(fit) = fits(Tier::Unicode, &file, &wanted) else { continue };
        let mut hunks = Vec::new();
        let fit = fit.checked(search, hay.lines, budget)?;
        let laid = fit.and_then(|fit| {
            parts.search.iter().zip(&parts.replace).zip(&windows).try_for_each(
                |((search, replace), window)| {
                    let ops = difference(search, replace);
                    hunks.extend(lay::lay_ops(&ops, search, replace, hay.lines, window.start, &fit)?);
                    Ok(())
                },
            )
        });
        match laid {
            Ok(()) => {
                let lines = windows[0].start..windows[windows.len() - 1].end;
                found.places.push(Place { lines, hunks });
            }
            Err(unlaid) => found.unlaid = found.unlaid.or(Some(unlaid)),
        }
    }
    Ok(found)
}

fn parts<'s, 'r>(search: &'s Search<'r>) -> Option<Parts<'s, 'r>> {
    let split =
        |lines: &'s [&'r [u8]]| -> Vec<&'s [&'r [u8]]> { lines.split(|line| is_elision(line)).collect() };
    let parts = Parts { search: split(&search.search), replace: split(&search.replace) };
    let has_content = |part: &&[&[u8]]| part.iter().any(|line| !is_blank(line));
    let several = parts.search.len() > 1 && parts.search.len() == parts.replace.len();
    (several && parts.search.iter().all(has_content)).then_some(parts)
}

/// Whether the lines left out between two parts leave what the first of them begins: a line as far to the left as its
/// first one may well begin something else.
fn leaves(hay: &Hay<'_>, above: &Range<usize>, below: &Range<usize>) -> bool {
    let column = |line: &&[u8]| indentation(line).len();
    let begins = hay.lines.bodies(above.clone()).iter().find(|line| !is_blank(line)).map_or(0, column);
    hay.lines.bodies(above.end..below.start).iter().any(|line| !is_blank(line) && column(line) <= begins)
}

/// Whether a line is only dots, perhaps as a comment.
pub(super) fn is_elision(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let inner = [(&b"//"[..], &b""[..]), (b"#", b""), (b"--", b""), (b"/*", b"*/"), (b"<!--", b"-->")]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(line);
    matches!(inner.trim_ascii(), b"..." | b"\xe2\x80\xa6")
}

/// More ways than this to pair parts with places are as good as more than one.
const MOST: usize = 32;

/// The ways to give each part a place behind the one before; at most [`MOST`].
fn pairings(parts: &[&[&[u8]]], places: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut pairings: Vec<Vec<usize>> = vec![Vec::new()];
    for (number, places) in places.iter().enumerate() {
        let end = |pairing: &Vec<usize>| pairing.last().map_or(0, |last| last + parts[number - 1].len());
        pairings = pairings
            .iter()
            .flat_map(|pairing| {
                let behind = places.iter().filter(|&&place| place >= end(pairing));
                behind.map(|&place| [pairing.as_slice(), &[place]].concat())
            })
            .take(MOST)
            .collect();
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        splice,
        text::{Ending, Text},
    };

    fn applied(file: &str, search: &str, replace: &str) -> Vec<String> {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let hay = Hay { lines: &text, folded: None, candidates: &[] };
        let found = find(&hay, &search, &mut Budget::for_bytes(1000)).expect("budget");
        let result = |place: Place<'_>| {
            let mut edits = crate::core::edits::Edits::default();
            edits.add(&text, place.hunks, 0).expect("no overlap");
            String::from_utf8(splice::apply(text.bytes(), &splice::splices(&text, edits.runs(), Ending::Lf)))
                .expect("text")
        };
        found.places.into_iter().map(result).collect()
    }

    #[test]
    fn the_lines_left_out_are_kept() {
        let file = "def f():\n    a\n    b\n    return 1\n";
        assert_eq!(
            applied(file, "def f():\n    ...\n    return 1\n", "def f(x):\n    ...\n    return x\n"),
            ["def f(x):\n    a\n    b\n    return x\n"]
        );
    }

    #[test]
    fn two_ways_to_pair_the_parts_are_two_places() {
        let file = "begin\n x\n end\n y\n end\n";
        assert_eq!(applied(file, "begin\n# ...\n end\n", "start\n# ...\n end\n").len(), 2);
    }

    #[test]
    fn lines_left_out_do_not_lead_into_what_stands_beside() {
        let file = "def f():\n    return 1\ndef g():\n    return result\n";
        let (search, replace) =
            ("def f():\n    ...\n    return result\n", "def f():\n    ...\n    return result + 1\n");
        assert!(applied(file, search, replace).is_empty());
    }

    #[test]
    fn dots_in_one_section_only_stand_for_nothing() {
        let file = "a\nb\nc\n";
        assert!(applied(file, "a\n...\nc\n", "a\nc\n").is_empty());
        assert!(applied(file, "...\nc\n", "...\nd\n").is_empty());
    }

    #[test]
    fn one_mapping_of_indentation_holds_for_all_parts() {
        let file = "  a\n   x\n  b\n";
        assert_eq!(applied(file, "a\n...\nb\n", "a\n...\nc\n"), ["  a\n   x\n  c\n"]);
        assert!(applied("  a\n   x\n    b\n", "a\n...\nb\n", "a\n...\nc\n").is_empty());
    }
}
