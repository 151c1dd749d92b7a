//! Lines that a change adds at an edge of its place, compared with those beyond it.

use std::collections::HashSet;

use super::known::{are_alike_but_for_remark, decorates, is_comment, is_once, key, stem};
use crate::core::{
    locate::line::{Lines, are_equal_but_for_ends},
    script,
    text::{TELLING, filled, indentation, is_blank, letters, letters_of},
};

/// Answer to the question whether the lines that a part of a change adds are there already; of two, the later counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Absent,
    /// All of its lines are there, but say little.
    Weak,
    Unclear,
    Made,
}

/// An edge of a place at which a change adds lines.
pub(super) struct Edge<'w> {
    /// The change replaces nothing there.
    pub(super) inserts: bool,
    /// The change has no other part.
    pub(super) is_alone: bool,
    /// It is the upper edge, at which lines end rather than begin.
    pub(super) is_upper: bool,
    /// Number of the last new lines that are quoted ones of the place too, which an insertion of the same change further
    /// from the edge would keep.
    pub(super) passed: usize,
    /// The lines of the file.
    pub(super) whole: &'w dyn Lines,
}

impl Edge<'_> {
    /// Compares lines that are added with those beyond the edge; both begin at it. Lines that only begin
    /// another item prove nothing.
    pub(super) fn compare(
        &self,
        new: &[&[u8]],
        beyond: &[&[u8]],
        only_begins: impl Fn(&[u8]) -> bool,
    ) -> Part {
        let last = &new[new.len() - self.passed..];
        let blank = |lines: &[&[u8]]| lines.iter().take_while(|line| is_blank(line)).count();
        if blank(new) == new.len() {
            let is_there = self.inserts && self.is_alone && !new.is_empty() && blank(beyond) >= new.len();
            return if is_there { Part::Weak } else { Part::Absent };
        }
        let file = beyond;
        let is_verbatim = beyond.get(..new.len()).is_some_and(|there| are_equal_but_for_ends(new, there));
        let [new, beyond] = [new, beyond]
            .map(|lines| filled(lines.iter().map(|line| line.trim_ascii_end())).collect::<Vec<_>>());
        let shared = Shared::of(&new, &beyond);
        let same = &shared.same;
        if !same.is_empty() && shared.next.is_none() {
            // With another indentation they may belong to something else, behind a blank line to something of
            // its own, and with other comments a part of them is not there.
            return match (self.inserts, letters_of(&new) >= TELLING) {
                (true, true) if is_verbatim && self.has_once(same) => Part::Made,
                // What a file begins with it has once.
                (true, false) if is_verbatim && self.is_upper && beyond.len() == new.len() => Part::Unclear,
                (true, false) => Part::Weak,
                (false, false) => Part::Absent,
                _ => Part::Unclear,
            };
        }
        // What nothing follows belongs to no other item.
        let dangles = shared.is_followed_by_blank(file);
        let belongs_elsewhere = |line: &[u8]| !dangles && only_begins(line);
        let is_there = self.inserts
            && !shared.is_of_another(last, &beyond)
            && (self.is_part(proof(same, belongs_elsewhere), &new, &beyond)
                || self.is_upper && self.is_touched(&new, &beyond));
        if is_there { Part::Unclear } else { Part::Absent }
    }

    /// Returns whether most of the new lines, up to their head, are as far above the edge as they are to be:
    /// somebody edited those next to it since. A like item below the edge has another head.
    fn is_touched(&self, new: &[&[u8]], beyond: &[&[u8]]) -> bool {
        let rest = |from: usize| new.get(from..).zip(beyond.get(from..));
        (1..new.len()).filter_map(rest).any(|(rest, there)| {
            let said = letters_of(rest);
            there.starts_with(rest)
                && said >= TELLING
                && 3 * said >= 2 * letters_of(new)
                && self.has_once(rest)
        })
    }

    /// Returns whether a part of the change is made, of which `begun` is there as it is to be.
    fn is_part(&self, begun: &[&[u8]], new: &[&[u8]], beyond: &[&[u8]]) -> bool {
        let said = letters_of(begun);
        let is_much = said >= TELLING && 3 * said >= letters_of(new) || said >= 3 * TELLING;
        // Two items that resemble each other have other heads.
        let has_head = || begun.first().is_some_and(|head| self.has_once(&[head]));
        is_much && (self.has_once(begun) || has_head())
            || is_rewrapped(new, beyond, self.is_upper)
            || !begun.is_empty() && is_edited(new, beyond) && self.has_once(begun)
    }

    /// Returns whether the line of these that says most is in the file once.
    fn has_once(&self, lines: &[&[u8]]) -> bool {
        lines.iter().max_by_key(|line| letters(line)).is_some_and(|most| is_once(most, self.whole))
    }
}

/// The new lines that two runs begin with in common, without the comments that one of them lacks.
struct Shared<'l> {
    same: Vec<&'l [u8]>,
    /// Number of lines of the file, without blank ones, up to the last of them.
    reach: usize,
    /// The first new line that is not one of them, and the line of the file in its place.
    next: Option<(&'l [u8], Option<&'l [u8]>)>,
}

impl<'l> Shared<'l> {
    fn of(new: &[&'l [u8]], file: &[&'l [u8]]) -> Self {
        let (mut at, mut there, mut same, mut reach) = (0, 0, Vec::new(), 0);
        while let Some(line) = new.get(at) {
            match file.get(there) {
                Some(other) if are_alike_but_for_remark(line, other) => {
                    same.push(*line);
                    (at, there) = (at + 1, there + 1);
                    reach = there;
                }
                Some(other) if is_comment(other) => there += 1,
                _ if is_comment(line) => at += 1,
                _ => break,
            }
        }
        Self { same, reach, next: new.get(at).map(|line| (*line, file.get(there).copied())) }
    }

    /// Returns whether a blank line or the end of the file is directly behind them.
    fn is_followed_by_blank(&self, file: &[&[u8]]) -> bool {
        let mut filled = file.iter().enumerate().filter(|(_, line)| !is_blank(line));
        let last = self.reach.checked_sub(1).and_then(|last| filled.nth(last));
        last.is_some_and(|(last, _)| file.get(last + 1).is_none_or(|next| is_blank(next)))
    }

    /// Returns whether they belong to another item of the file: it has its own head, and the quoted lines, which a
    /// change that is made in part has on its other side too, are not there.
    fn is_of_another(&self, quoted: &[&[u8]], file: &[&[u8]]) -> bool {
        let depth = |line: &[u8]| indentation(line).len();
        let Some((head, Some(there))) = self.next else { return false };
        if depth(head) != depth(there) || self.same.iter().any(|line| depth(line) <= depth(head)) {
            return false;
        }
        let file: HashSet<&[u8]> = file.iter().copied().collect();
        filled(quoted.iter().copied()).any(|line| !file.contains(line.trim_ascii_end()))
    }
}

/// The first of these lines that prove something: up to the last that does more than begin another item.
/// Where all of them only begin something, several that say enough do, up to the last that does not decorate
/// what follows it.
fn proof<'n, 'l>(same: &'n [&'l [u8]], only_begins: impl Fn(&[u8]) -> bool) -> &'n [&'l [u8]] {
    if let Some(last) = same.iter().rposition(|line| !only_begins(line)) {
        return &same[..=last];
    }
    let begun = &same[..same.iter().rposition(|line| !decorates(line)).map_or(0, |last| last + 1)];
    if begun.len() > 1 && letters_of(begun) >= 2 * TELLING { begun } else { &[] }
}

/// Returns whether the lines are there with line breaks at other places.
fn is_rewrapped(new: &[&[u8]], file: &[&[u8]], is_upper: bool) -> bool {
    // Both are read away from the edge.
    let text = |line: &&[u8]| {
        let mut key = key(line);
        // A line that is broken may get a comma more.
        key.retain(|byte| !b";,".contains(byte));
        if is_upper {
            key.reverse();
        }
        key
    };
    let [new, file] =
        [new, file].map(|lines| lines.iter().copied().filter(|line| !is_comment(line)).collect::<Vec<_>>());
    let mut there = file.iter().flat_map(text);
    letters_of(&new) >= TELLING && new.iter().flat_map(text).all(|byte| there.next() == Some(byte))
}

/// Returns whether most of the new lines are there, with others between them: somebody edited them since.
fn is_edited(new: &[&[u8]], beyond: &[&[u8]]) -> bool {
    let stems = |lines: &[&[u8]]| lines.iter().map(|line| stem(line)).collect::<Vec<_>>();
    let reach = beyond.len().min(2 * new.len());
    let ops = script::difference(&stems(new), &stems(&beyond[..reach]));
    let missing = ops.into_iter().map(|op| letters_of(&new[op.old])).sum::<usize>();
    let all = letters_of(new);
    all - missing >= TELLING && missing * 2 <= all
}
