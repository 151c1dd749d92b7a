//! Finds every place of needles' lines in a text, but for the white space at their edges.
//!
//! Every line tier's places are among these. Each needle is represented by one line, its anchor, which is looked up
//! in one pass over the lines where there are many needles.

use std::{cell::Cell, collections::HashSet};

use foldhash::quality::RandomState;

use super::keys::{KeyedLines, key};
use crate::core::text::{Text, is_blank};

/// Steps that comparing a batch may take before it is given up: about 50 for each byte of file and reply. All that share
/// it take from the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    left: Cell<u64>,
}

/// The budget was used up: the text and the needles are such that comparing them would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("comparing the block with the file would take too long")]
pub struct OverBudget;

impl Budget {
    /// The budget for a text and a reply of this many bytes together.
    pub fn for_bytes(bytes: usize) -> Self {
        const STEPS_PER_BYTE: u64 = 50;
        const FLOOR: u64 = 1 << 20;
        Self { left: Cell::new(FLOOR + (bytes as u64).saturating_mul(STEPS_PER_BYTE)) }
    }

    /// Takes `steps` from the budget.
    ///
    /// # Errors
    ///
    /// When less than that is left; the budget is empty from then on.
    pub fn spend(&self, steps: usize) -> Result<(), OverBudget> {
        let left = self.left.get().checked_sub(steps as u64);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(OverBudget)
    }
}

/// The places of one needle: first lines, ascending; or the news that finding them takes too long.
pub type Places = Result<Vec<usize>, OverBudget>;

/// So few needles are looked for one after another: looking for the bytes of an anchor takes a fraction of the
/// time of a pass over all lines.
const FEW: usize = 4;

/// Finds, for each needle, every line of the text at which all its lines begin, but for the white space at
/// their edges. A needle without a line that is not blank has no place.
pub fn scan(text: &Text, needles: &[&[&[u8]]], budget: &Budget) -> Vec<Places> {
    if needles.len() <= FEW {
        return needles.iter().map(|lines| places(text, lines, budget)).collect();
    }
    let anchors = needles.iter().filter_map(|lines| anchor(lines));
    let wanted: HashSet<u64, RandomState> = anchors.map(|(_, line)| key(line)).collect();
    let keyed = KeyedLines::new(text, |key| wanted.contains(&key));
    needles.iter().map(|lines| scan_keyed(text, &keyed, lines, budget)).collect()
}

/// The lines of the text at which all lines of one needle begin, but for the white space at their edges.
///
/// # Errors
///
/// When looking would take too long.
pub fn places(text: &Text, needle: &[&[u8]], budget: &Budget) -> Places {
    let Some((offset, anchor)) = anchor(needle) else { return Ok(Vec::new()) };
    let finder = memchr::memmem::Finder::new(anchor.trim_ascii());
    let mut from = 0;
    let lines = std::iter::from_fn(|| {
        let line = text.line_at(from + finder.find(&text.bytes()[from..])?);
        from = text.start(line + 1);
        Some(line)
    });
    around(text, lines, offset, needle, budget)
}

/// The same in a text whose lines have an index.
pub(super) fn scan_keyed(text: &Text, keyed: &KeyedLines, needle: &[&[u8]], budget: &Budget) -> Places {
    let Some((offset, anchor)) = anchor(needle) else { return Ok(Vec::new()) };
    around(text, keyed.lines(anchor), offset, needle, budget)
}

/// The places of a needle among those where its line at `offset` is one of these.
fn around(
    text: &Text,
    anchors: impl Iterator<Item = usize>,
    offset: usize,
    needle: &[&[u8]],
    budget: &Budget,
) -> Places {
    let mut places = Vec::new();
    for first in anchors.filter_map(|line| line.checked_sub(offset)) {
        if is_at(text, first, needle, budget)? {
            places.push(first);
        }
    }
    Ok(places)
}

fn is_at(text: &Text, first: usize, lines: &[&[u8]], budget: &Budget) -> Result<bool, OverBudget> {
    if first + lines.len() > text.len() {
        return Ok(false);
    }
    for (at, line) in lines.iter().enumerate() {
        let body = text.body(first + at);
        if body.trim_ascii() != line.trim_ascii() {
            budget.spend(1)?;
            return Ok(false);
        }
        budget.spend(line.len() + 1)?;
    }
    Ok(true)
}

/// The line by which a needle is looked up: the longest of its first 24 lines with content, as the rarest
/// guess.
fn anchor<'a>(lines: &[&'a [u8]]) -> Option<(usize, &'a [u8])> {
    let with_content = lines.iter().copied().enumerate().filter(|(_, line)| !is_blank(line));
    with_content.take(24).max_by_key(|(_, line)| line.trim_ascii().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(text: &str) -> Vec<&[u8]> {
        crate::core::text::bodies(text.as_bytes()).collect()
    }

    #[test]
    fn places_overlap_and_white_space_at_the_edges_does_not_count() {
        let text = Text::new(b"a\n  a \na\nb\n".to_vec());
        let (twice, none) = (lines("a\na"), lines("b\na"));
        let found = scan(&text, &[&twice, &none], &Budget::for_bytes(100));
        assert_eq!(found, [Ok(vec![0, 1]), Ok(vec![])]);
    }

    #[test]
    fn a_needle_that_nearly_matches_everywhere_is_given_up() {
        let text = Text::new(b"x\n".repeat(50_000));
        let mut needle = vec![&b"x"[..]; 20_000];
        needle.push(b"y");
        needle[0] = b"x ";
        assert_eq!(scan(&text, &[&needle], &Budget::for_bytes(140_000)), [Err(OverBudget)]);
    }

    proptest! {
        #[test]
        fn agrees_with_looking_everywhere(text in "[ab \\n]{0,40}", needle in "[ab \\n]{0,8}") {
            let (needle, whole) = (lines(&needle), Text::new(text.clone().into_bytes()));
            let trimmed: Vec<&[u8]> = lines(&text).iter().map(|line| line.trim_ascii()).collect();
            let wanted: Vec<&[u8]> = needle.iter().map(|line| line.trim_ascii()).collect();
            let blank = wanted.iter().all(|line| line.is_empty());
            let naive: Vec<usize> = (0..trimmed.len()).filter(|&at| !blank && trimmed[at..].starts_with(&wanted)).collect();
            let mut found = scan(&whole, &[&needle], &Budget::for_bytes(4096));
            let mut many: Vec<&[&[u8]]> = vec![&[]; FEW];
            many.push(&needle);
            found.extend(scan(&whole, &many, &Budget::for_bytes(4096)).pop());
            prop_assert_eq!(found, [Ok(naive.clone()), Ok(naive)]);
        }
    }
}
