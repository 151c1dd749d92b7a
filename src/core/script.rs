//! The shortest way from some lines to others.

use std::{collections::HashMap, hash::Hash, ops::Range};

use similar::{Algorithm, DiffOp};

/// A run of old lines that goes, and the new lines that take their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Op {
    /// Old lines; empty for an insertion.
    pub old: Range<usize>,
    /// New lines; empty for a deletion.
    pub new: Range<usize>,
}

impl Op {
    /// The same, with `old` and `new` more lines above.
    pub(super) fn shifted(self, old: usize, new: usize) -> Self {
        let shift = |lines: Range<usize>, by: usize| lines.start + by..lines.end + by;
        Self { old: shift(self.old, old), new: shift(self.new, new) }
    }
}

/// Returns whether two ranges have a line in common, or one of them is a place in or at the other.
#[must_use]
pub fn meet(one: &Range<usize>, other: &Range<usize>) -> bool {
    match one.is_empty() || other.is_empty() {
        true => one.start <= other.end && other.start <= one.end,
        false => one.start < other.end && other.start < one.end,
    }
}

/// The difference between lines, in order; lines in none of the runs are in both texts. Common lines at the
/// edges are in none of the runs.
pub fn difference<T: Eq + Hash + Ord>(old: &[T], new: &[T]) -> Vec<Op> {
    // Among many equal lines finding the best script takes long.
    let (front, back) = common_edges(old, new);
    let (old, new) = (&old[front..old.len() - back], &new[front..new.len() - back]);
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    if old.is_empty() || new.is_empty() {
        return vec![Op { old: 0..old.len(), new: 0..new.len() }.shifted(front, front)];
    }
    script(old, new).into_iter().map(|op| op.shifted(front, front)).collect()
}

/// Number of lines that only one of two texts has.
pub(super) fn distance(ops: &[Op]) -> usize {
    ops.iter().map(|op| op.old.len() + op.new.len()).sum()
}

/// Numbers of lines, or other items, that two texts begin and end with in common. None of them is in both.
pub(super) fn common_edges<T: PartialEq>(old: &[T], new: &[T]) -> (usize, usize) {
    let front = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let back = old[front..].iter().rev().zip(new[front..].iter().rev()).take_while(|(a, b)| a == b).count();
    (front, back)
}

/// From so many lines on, of both texts, what only one of them has is taken out before.
const LARGE: usize = 10_000;

/// The difference between lines, in order; lines in none of the runs are in both texts.
pub fn script<T: Eq + Hash + Ord>(old: &[T], new: &[T]) -> Vec<Op> {
    if old.len() + new.len() >= LARGE {
        return script_of_large(old, new);
    }
    similar::capture_diff_slices(Algorithm::Myers, old, new)
        .into_iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .map(|op| Op { old: op.old_range(), new: op.new_range() })
        .collect()
}

/// The same in less time: a line that only one text has is in no way part of what both have in common, but
/// each makes the search for that longer; and numbers are compared faster than lines.
fn script_of_large<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<Op> {
    let mut numbers: HashMap<&T, (u32, bool)> = HashMap::new();
    for line in old {
        let next = numbers.len() as u32;
        numbers.entry(line).or_insert((next, false));
    }
    let (new_lines, new_numbers): (Vec<usize>, Vec<u32>) = (new.iter().enumerate())
        .filter_map(|(at, line)| {
            let (number, in_both) = numbers.get_mut(line)?;
            *in_both = true;
            Some((at, *number))
        })
        .unzip();
    let (old_lines, old_numbers): (Vec<usize>, Vec<u32>) = (old.iter().enumerate())
        .filter_map(|(at, line)| {
            numbers.get(line).filter(|(_, in_both)| *in_both).map(|(number, _)| (at, *number))
        })
        .unzip();
    let mut ops = Vec::new();
    let (mut a, mut b) = (0, 0);
    let mut pair = |at: usize, to: usize| {
        if (a, b) != (at, to) {
            ops.push(Op { old: a..at, new: b..to });
        }
        (a, b) = (at + 1, to + 1);
    };
    for (a, b) in pieces(&old_numbers, &new_numbers) {
        let (old_lines, new_lines) = (&old_lines[a.clone()], &new_lines[b.clone()]);
        for op in similar::capture_diff_slices(Algorithm::Myers, &old_numbers[a], &new_numbers[b]) {
            if let DiffOp::Equal { old_index, new_index, len } = op {
                let (from, to) = (&old_lines[old_index..], &new_lines[new_index..]);
                from.iter().zip(to).take(len).for_each(|(at, to)| pair(*at, *to));
            }
        }
    }
    pair(old.len(), new.len());
    ops
}

/// Texts of so many lines together may be too far from each other for the shortest script.
const VERY_LARGE: usize = 50_000;
/// About so many lines of each text are looked at together where they are.
const PIECE: usize = 1_000;

type Piece = (Range<usize>, Range<usize>);

/// Pieces that are compared by themselves: all, unless that takes too long. Then the texts are cut where both
/// have a line that occurs once in them, and evenly where they have none.
fn pieces(old: &[u32], new: &[u32]) -> Vec<Piece> {
    if old.len() + new.len() < VERY_LARGE || are_near(old, new) {
        return vec![(0..old.len(), 0..new.len())];
    }
    let mut pieces = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (at, to) in anchors(old, new).into_iter().chain([(old.len(), new.len())]) {
        if (at - a).max(to - b) < PIECE && at < old.len() {
            continue;
        }
        let longer = (at - a).max(to - b);
        let is_one = longer <= 4 * PIECE || are_near(&old[a..at], &new[b..to]);
        cut_evenly((a..at, b..to), if is_one { 1 } else { longer.div_ceil(PIECE) }, &mut pieces);
        (a, b) = (at, to);
    }
    pieces
}

fn cut_evenly((a, b): Piece, parts: usize, pieces: &mut Vec<Piece>) {
    let part = |range: &Range<usize>, part: usize| {
        let at = |part: usize| range.start + range.len() * part / parts;
        at(part)..at(part + 1)
    };
    pieces.extend((0..parts).map(|number| (part(&a, number), part(&b, number))));
}

/// Returns whether a short script leads from one text to the other: Myers' search, given up after some work.
fn are_near(old: &[u32], new: &[u32]) -> bool {
    const MOST_CHANGES: usize = 1_000;
    let mut steps = 40 * (old.len() + new.len());
    // Number of old lines that are read on each diagonal (old less new lines), in the middle that of none.
    let mut reached = vec![0_usize; 2 * MOST_CHANGES + 3];
    let middle = MOST_CHANGES + 1;
    for changes in 0..=MOST_CHANGES {
        for diagonal in (middle - changes..=middle + changes).step_by(2) {
            let (below, above) = (reached[diagonal + 1], reached[diagonal - 1] + 1);
            let is_down = diagonal == middle - changes || diagonal != middle + changes && above < below;
            let from = match changes {
                0 => 0,
                _ if is_down => below,
                _ => above,
            };
            let Some(to) = (from + middle).checked_sub(diagonal) else { continue };
            let (a, b) = (old.get(from..).unwrap_or_default(), new.get(to..).unwrap_or_default());
            let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count();
            reached[diagonal] = from + equal;
            if from + equal >= old.len() && to + equal >= new.len() {
                return true;
            }
            let Some(left) = steps.checked_sub(equal + 1) else { return false };
            steps = left;
        }
    }
    false
}

/// The most lines that occur once in either text and in the same order in both.
fn anchors(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let once = |text: &[u32]| {
        let mut places: HashMap<u32, Option<usize>> = HashMap::new();
        for (at, line) in text.iter().enumerate() {
            places.entry(*line).and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    };
    let (in_old, in_new) = (once(old), once(new));
    let pairs: Vec<(usize, usize)> = (old.iter().enumerate())
        .filter(|(_, line)| in_old[*line].is_some())
        .filter_map(|(at, line)| Some((at, (*in_new.get(line)?)?)))
        .collect();
    // The longest rising run: for every length the pair that ends such a run earliest, and for each pair the
    // one before.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (number, (_, to)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *to);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        if length == ends.len() { ends.push(number) } else { ends[length] = number }
    }
    let mut run: Vec<(usize, usize)> = std::iter::successors(ends.last().copied(), |last| before[*last])
        .map(|number| pairs[number])
        .collect();
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Number of lines that are in none of the runs; panics where these differ or the runs are not in order.
    fn kept(old: &[u8], new: &[u8], ops: &[Op]) -> usize {
        let (mut a, mut b, mut kept) = (0, 0, 0);
        for (to_a, to_b, next) in ops
            .iter()
            .map(|op| (op.old.start, op.new.start, (op.old.end, op.new.end)))
            .chain([(old.len(), new.len(), (0, 0))])
        {
            assert_eq!(old[a..to_a], new[b..to_b]);
            kept += to_a - a;
            (a, b) = next;
        }
        kept
    }

    proptest! {
        #[test]
        fn what_only_one_text_has_makes_no_difference_to_what_is_kept(old in "[abcd]{0,40}", new in "[abef]{0,40}") {
            let (old, new) = (old.as_bytes(), new.as_bytes());
            let (quick, plain) = (script_of_large(old, new), script(old, new));
            prop_assert_eq!(kept(old, new, &quick), kept(old, new, &plain));
            prop_assert!(quick.windows(2).all(|pair| pair[0].old.end < pair[1].old.start || pair[0].new.end < pair[1].new.start));
        }
    }

    /// Numbers below `kinds` in an order without a rule, the same each time.
    fn mixed(seed: u32, kinds: u32, count: usize) -> Vec<u8> {
        let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let states = std::iter::successors(Some(seed), next);
        states.skip(1).take(count).map(|state| ((state >> 16) % kinds) as u8).collect()
    }

    #[test]
    fn large_texts_that_share_little_more_than_their_lines_take_no_long() {
        let (old, new) = (mixed(1, 10, 100_000), mixed(2, 10, 110_000));
        let kept = kept(&old, &new, &script(&old, &new));
        // As many as the shortest script keeps, but for a tenth.
        assert!(kept > 40_000, "{kept}");
    }

    #[test]
    fn large_texts_with_few_changes_get_the_shortest_script() {
        let old = mixed(1, 3, 100_000);
        let mut new = old.clone();
        new.splice(50_000..50_000, [7, 7, 1]);
        new.remove(70_000);
        new.insert(0, 2);
        assert!(are_near(
            &old.iter().map(|line| u32::from(*line)).collect::<Vec<_>>(),
            &new.iter().map(|line| u32::from(*line)).collect::<Vec<_>>()
        ));
        assert_eq!(kept(&old, &new, &script(&old, &new)), 99_999);
    }

    #[test]
    fn large_texts_are_cut_at_lines_that_are_there_once() {
        let filler = |seed| mixed(seed, 7, 40_000).into_iter().map(u32::from);
        let (old, mut new): (Vec<u32>, Vec<u32>) =
            (filler(1).chain([100, 101, 102]).chain(filler(2)).collect(), filler(3).take(5_000).collect());
        new.extend([101, 100, 102].into_iter().chain(filler(2)));
        assert_eq!(anchors(&old, &new).len(), 2);
        let same = |ops: &[Op]| ops.last().map(|op| (op.old.end, op.new.end));
        assert!(same(&script(&old, &new)).is_some_and(|(a, b)| a <= 40_003 && b <= 5_003));
    }

    #[test]
    fn many_equal_lines_that_others_are_between_take_no_long() {
        let old = vec![b'x'; 500_000];
        let new: Vec<u8> = (0..500_000).map(|at| if at % 2 == 0 { b'y' } else { b'x' }).collect();
        let ops = script(&old, &new);
        assert_eq!(kept(&old, &new, &ops), 250_000);
    }
}
