//! The edits of a file against a naive account of them: a list of lines for each gap, and for each run of lines
//! that is replaced.

use std::{borrow::Cow, ops::Range};

use proptest::prelude::*;

use super::*;
use crate::core::{splice::Hunk, text::Text};

/// Lines of the source that a hunk replaces, and the lines that come there.
type Change = (Range<usize>, Vec<&'static str>);

/// A line of the result, and its number in the source if it comes from there.
type Shown = (Vec<u8>, Option<usize>);

fn change() -> impl Strategy<Value = Change> {
    let lines = proptest::collection::vec(prop_oneof![Just("x"), Just("y")], 0..3);
    (0usize..7, 0usize..3, lines).prop_map(|(start, len, new)| (start..start + len, new))
}

fn hunk((old, new): &Change) -> Hunk<'static> {
    Hunk { old: old.clone(), new: new.iter().map(|line| Cow::Borrowed(line.as_bytes())).collect() }
}

/// Returns whether two changes leave each other alone.
fn apart((a, _): &Change, (b, _): &Change) -> bool {
    a.end <= b.start || b.end <= a.start
}

/// Returns whether two changes put one line in the place of each, and the same one wherever they meet.
fn agree((a, new_a): &Change, (b, new_b): &Change) -> bool {
    let by_line = a.len() == new_a.len() && b.len() == new_b.len();
    by_line
        && (a.start.max(b.start)..a.end.min(b.end)).all(|line| new_a[line - a.start] == new_b[line - b.start])
}

/// The parts of a change that none of these changes makes.
fn without(made: &[Change], (old, new): &Change) -> Vec<Change> {
    let is_open = |line: &usize| !made.iter().any(|(other, _)| other.contains(line));
    let open: Vec<usize> = old.clone().filter(is_open).collect();
    let parts = open.chunk_by(|above, line| above + 1 == *line);
    parts
        .map(|part| {
            let lines = part[0]..part[part.len() - 1] + 1;
            (lines.clone(), new[lines.start - old.start..lines.end - old.start].to_vec())
        })
        .collect()
}

/// The result of changes that leave each other alone: what is inserted before a line comes before what replaces it.
fn naive(text: &Text, changes: &[Change]) -> Vec<Shown> {
    let (mut shown, mut line) = (Vec::new(), 0);
    let new = |lines: &[&str]| lines.iter().map(|line| (line.as_bytes().to_vec(), None)).collect::<Vec<_>>();
    while line <= text.len() {
        let here = changes.iter().filter(|(old, _)| old.start == line);
        for (_, lines) in here.clone().filter(|(old, _)| old.is_empty()) {
            shown.extend(new(lines));
        }
        match here.clone().find(|(old, _)| !old.is_empty()) {
            Some((old, lines)) => {
                shown.extend(new(lines));
                line = old.end;
            }
            None => {
                if line < text.len() {
                    shown.push((text.body(line).to_vec(), Some(line)));
                }
                line += 1;
            }
        }
    }
    shown
}

fn bodies<'s>(shown: impl IntoIterator<Item = &'s Shown>, at_most: usize) -> Vec<&'s [u8]> {
    shown.into_iter().take(at_most).map(|(body, _)| &**body).collect()
}

proptest! {
    #[test]
    fn what_edits_tell_of_the_result_is_there(
        lines in 0usize..7,
        changes in proptest::collection::vec(change(), 0..5),
        reach in 0usize..4,
        (from, len) in (0usize..6, 1usize..3),
    ) {
        let text = Text::new((0..lines).flat_map(|line| [b'a' + line as u8, b'\n']).collect::<Vec<u8>>());
        let (mut edits, mut made) = (Edits::default(), Vec::<Change>::new());
        // Those that a second block makes too.
        let mut shared = Vec::<Change>::new();
        for (block, change) in changes.into_iter().enumerate() {
            let is_nothing = change.0.is_empty() && change.1.is_empty();
            if change.0.end > text.len() || is_nothing || made.contains(&change) {
                continue;
            }
            prop_assert!(!edits.has_all(&[hunk(&change)]) && !edits.has_block(block));
            let fits = made.iter().all(|other| apart(other, &change));
            let may_agree = |other: &Change| {
                apart(other, &change) || agree(other, &change) && !shared.contains(other)
            };
            let agrees = !fits && made.iter().all(may_agree);
            let met = edits.add(&text, vec![hunk(&change)], None, block);
            prop_assert_eq!(met.is_ok(), fits || agrees, "{:?} with {:?}", change, made);
            if agrees {
                let parts = without(&made, &change);
                prop_assert_eq!(met, Ok(Met { collapsed: parts.is_empty(), same_point: false }));
                prop_assert!(edits.has_block(block));
                if parts.is_empty() {
                    let meets = |other: &&Change| !apart(other, &change);
                    shared.extend(made.iter().filter(meets).cloned().collect::<Vec<_>>());
                }
                made.extend(parts);
            } else if let Ok(met) = met {
                let shares = change.0.is_empty() && made.iter().any(|(old, _)| *old == change.0);
                prop_assert_eq!(met, Met { collapsed: false, same_point: shares });
                prop_assert!(edits.has_all(&[hunk(&change)]) && edits.has_block(block));
                made.push(change);
            }
        }
        let shown = naive(&text, &made);
        prop_assert_eq!(edits.result(&text, &edits.whole(&text)), bodies(&shown, usize::MAX));
        prop_assert_eq!(edits.is_empty(), made.is_empty());

        let quoted = from.min(text.len())..(from + len).min(text.len());
        let changes_it = |(old, _): &Change| old.start < quoted.end && old.end > quoted.start;
        prop_assert_eq!(edits.touches(&quoted), made.iter().any(changes_it));
        if !quoted.is_empty() && !edits.touches(&quoted) {
            let at = |line: usize| shown.iter().position(|(_, from)| *from == Some(line)).expect("it is kept");
            let (above, below) = (&shown[..at(quoted.start)], &shown[at(quoted.end - 1) + 1..]);
            let wanted = (bodies(above.iter().rev(), reach), bodies(below, reach));
            prop_assert_eq!(edits.beside(&text, &quoted, reach), wanted);
        }

        let parts = edits.parts(&text, reach);
        prop_assert_eq!(parts.iter().map(|part| part.runs.len()).sum::<usize>(), made.len());
        for part in &parts {
            prop_assert_eq!(part.first_line(), part.source.start);
            let (whole, window) = (bodies(&shown, usize::MAX), edits.result(&text, part));
            prop_assert!(window.is_empty() || whole.windows(window.len()).any(|lines| lines == window));
        }
        for (before, after) in parts.iter().zip(parts.iter().skip(1)) {
            prop_assert!(before.source.end < after.source.start);
        }
        for (old, _) in &made {
            let around = old.start.saturating_sub(reach)..(old.end + reach).min(text.len());
            let holds = |part: &&Part| part.source.start <= around.start && around.end <= part.source.end;
            prop_assert_eq!(parts.iter().filter(holds).count(), 1);
        }
    }
}
