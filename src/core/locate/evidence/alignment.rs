//! Alignment of two texts: the lines that are the same.

use std::{collections::HashSet, ops::Range};

use crate::core::script::{self, Op};

/// The shortest way from some lines to others, for look-ups.
#[derive(Debug)]
pub(super) struct Alignment {
    /// The runs of lines that differ.
    pub(super) ops: Vec<Op>,
    /// Number of lines that the texts have.
    lengths: (usize, usize),
}

impl Alignment {
    /// None where finding it would take too long: long texts that have little in common.
    pub(super) fn between(old: &[&[u8]], new: &[&[u8]]) -> Option<Self> {
        const MOST_STEPS: usize = 100_000_000;
        let (front, back) = script::common_edges(old, new);
        let [inner_old, inner_new] = [old, new].map(|lines| &lines[front..lines.len() - back]);
        let lacking = |lines: &[&[u8]], other: &[&[u8]]| {
            let other: HashSet<&[u8]> = other.iter().copied().collect();
            lines.iter().filter(|line| !other.contains(**line)).count()
        };
        let differing = lacking(inner_old, inner_new) + lacking(inner_new, inner_old);
        if differing.saturating_mul(inner_old.len() + inner_new.len()) > MOST_STEPS {
            return None;
        }
        Some(Self { ops: script::difference(old, new), lengths: (old.len(), new.len()) })
    }

    /// The way from the old lines by way of the new ones to still later ones.
    pub(super) fn followed(&self, next: &Self) -> Self {
        let mut later = next.kept().peekable();
        let (mut ops, mut end) = (Vec::new(), (0, 0));
        let mut reach = |old: usize, new: usize, length: usize| {
            if end != (old, new) {
                ops.push(Op { old: end.0..old, new: end.1..new });
            }
            end = (old + length, new + length);
        };
        for (old, middle, length) in self.kept() {
            while let Some(&(from, new, more)) = later.peek() {
                let both = middle.max(from)..(middle + length).min(from + more);
                if !both.is_empty() {
                    reach(old + both.start - middle, new + both.start - from, both.len());
                }
                if from + more > middle + length {
                    break;
                }
                later.next();
            }
        }
        reach(self.lengths.0, next.lengths.1, 0);
        Self { ops, lengths: (self.lengths.0, next.lengths.1) }
    }

    /// The runs of lines that are in both texts: where they begin in each, and how many there are.
    fn kept(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let starts = [(0, 0)].into_iter().chain(self.ops.iter().map(|op| (op.old.end, op.new.end)));
        let ends = self.ops.iter().map(|op| op.old.start).chain([self.lengths.0]);
        starts.zip(ends).map(|((old, new), end)| (old, new, end - old))
    }

    /// Number of lines that only one of the texts has.
    pub(super) fn distance(&self) -> usize {
        script::distance(&self.ops)
    }

    /// The new line that an old one became; the end of the new text for that of the old one.
    pub(super) fn line(&self, line: usize) -> Option<usize> {
        let before = self.ops.partition_point(|op| op.old.end <= line);
        if self.ops.get(before).is_some_and(|op| op.old.start <= line) {
            return None;
        }
        Some(before.checked_sub(1).map_or(line, |at| line - self.ops[at].old.end + self.ops[at].new.end))
    }

    /// The new place of old lines, if they are adjacent and have the same neighbours. That of no lines is
    /// where their neighbours meet.
    pub(super) fn side_by_side(&self, old: &Range<usize>) -> Option<Range<usize>> {
        let start = match old.start.checked_sub(1) {
            Some(above) => self.line(above)? + 1,
            None => 0,
        };
        let end = start + old.len();
        let is_kept = old.clone().enumerate().all(|(at, line)| self.line(line) == Some(start + at));
        let below = self.line(old.end)?;
        (is_kept && below == end).then_some(start..end)
    }

    /// The new place of old lines, if they are adjacent and have one of their neighbours.
    pub(super) fn beside_one(&self, old: &Range<usize>) -> Option<Range<usize>> {
        let start = self.line(old.start)?;
        let end = start + old.len();
        let is_kept = old.clone().enumerate().all(|(at, line)| self.line(line) == Some(start + at));
        let above =
            old.start.checked_sub(1).and_then(|above| self.line(above)).is_some_and(|at| at + 1 == start);
        (is_kept && (above || self.line(old.end) == Some(end))).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines() -> impl Strategy<Value = Vec<&'static [u8]>> {
        let line = prop::sample::select(vec![b"".as_slice(), b"}", b"a", b"b"]);
        prop::collection::vec(line, 0..12)
    }

    /// The way between two texts, of which each sign is a line.
    fn between(old: &str, new: &str) -> Alignment {
        let [old, new] = [old, new].map(|text| text.as_bytes().chunks(1).collect::<Vec<_>>());
        Alignment::between(&old, &new).expect("short")
    }

    #[test]
    fn lines_are_side_by_side_where_they_have_both_neighbours() {
        let moved = between("abcd", "xabcd");
        assert_eq!(moved.side_by_side(&(1..3)), Some(2..4));
        assert_eq!(moved.side_by_side(&(3..4)), Some(4..5));
        assert_eq!(moved.side_by_side(&(2..2)), Some(3..3));
        // The file begins with another line.
        assert_eq!(moved.side_by_side(&(0..1)), None);
        let parted = between("abcd", "abxcd");
        for place in [1..2, 1..3, 2..3, 2..2] {
            assert_eq!(parted.side_by_side(&place), None, "{place:?}");
        }
        assert_eq!(between("abc", "abcx").side_by_side(&(2..3)), None);
    }

    #[test]
    fn lines_are_beside_one_where_they_have_a_neighbour() {
        assert_eq!(between("abcd", "axbcd").beside_one(&(1..2)), Some(2..3));
        assert_eq!(between("abcd", "abxcd").beside_one(&(1..2)), Some(1..2));
        assert_eq!(between("abcd", "abcx").beside_one(&(1..3)), Some(1..3));
        assert_eq!(between("abcd", "axbxcd").beside_one(&(1..2)), None);
        // They are not adjacent any longer, or one is gone.
        assert_eq!(between("abcd", "abxcd").beside_one(&(1..3)), None);
        assert_eq!(between("abcd", "abd").beside_one(&(1..3)), None);
    }

    proptest! {
        #[test]
        fn a_line_that_is_followed_is_where_each_step_leads(old in lines(), mid in lines(), new in lines()) {
            let steps = [(&old, &mid), (&mid, &new)];
            let [first, next] = steps.map(|(old, new)| Alignment::between(old, new).expect("short"));
            let both = first.followed(&next);
            for line in 0..old.len() {
                let wanted = first.line(line).and_then(|line| next.line(line));
                prop_assert_eq!(both.line(line), wanted, "{} of {:?}", line, both);
            }
            let (gone, came) = both.ops.iter().fold((0, 0), |(gone, came), op| {
                (gone + op.old.len(), came + op.new.len())
            });
            prop_assert_eq!(old.len() - gone, new.len() - came);
            prop_assert!(both.ops.iter().all(|op| !op.old.is_empty() || !op.new.is_empty()));
            prop_assert!(both.ops.is_sorted_by_key(|op| (op.old.start, op.new.start)));
        }
    }
}
