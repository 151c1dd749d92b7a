//! Lines that a change adds at an edge of its place, compared with those beyond it.

use super::known::{Known, decorates, is_comment, key, known, letters_of, stands_once};
use crate::core::{
    locate::line::{Lines, are_equal_but_for_ends, is_plain},
    script,
    text::{TELLING, indentation, is_blank, letters},
};

/// Answer to the question whether the lines that a part of a change adds are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Absent,
    Made,
    /// All of its lines are there, but say little.
    Weak,
    Unclear,
}

/// An edge of a place at which a change adds lines.
pub(super) struct Edge<'w> {
    /// The change replaces nothing there.
    pub(super) inserts: bool,
    /// The change has no other part.
    pub(super) is_alone: bool,
    /// It is the upper edge, at which lines end rather than begin.
    pub(super) is_upper: bool,
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
        only_begins: impl Fn(&Known<'_>) -> bool,
    ) -> Part {
        let blank = |lines: &[&[u8]]| lines.iter().take_while(|line| is_blank(line)).count();
        if blank(new) == new.len() {
            let stands = self.inserts && self.is_alone && !new.is_empty() && blank(beyond) >= new.len();
            return if stands { Part::Weak } else { Part::Absent };
        }
        let part_or_absent = |is_part: bool| {
            let is_there = is_part
                || has_first(new, beyond) && self.repeats(new, beyond, &only_begins)
                || self.inserts
                    && self.is_upper
                    && have_in_common(new, beyond)
                    && self.is_touched(&known(new), &known(beyond));
            if is_there { Part::Unclear } else { Part::Absent }
        };
        let first = |lines: &[&'_ [u8]]| lines.iter().position(|line| !is_blank(line));
        if let (Some(at), Some(there)) = (first(new), first(beyond))
            && part_ways(new[at], beyond[there], self.is_upper)
        {
            return part_or_absent(false);
        }
        let is_verbatim = beyond.get(..new.len()).is_some_and(|there| are_equal_but_for_ends(new, there));
        let (known_new, known_beyond) = (known(new), known(beyond));
        let head = shared(&known_new, &known_beyond);
        if head.is_all {
            let telling = letters_of(&known_new) >= TELLING;
            // With another indentation they may belong to something else, behind a blank line to something of
            // its own, and with other comments a part of them is not there.
            return match (self.inserts, telling) {
                (true, true) if is_verbatim && self.has_once(&head.same) => Part::Made,
                (true, false) => Part::Weak,
                (false, false) => Part::Absent,
                _ => Part::Unclear,
            };
        }
        let begun = proof(&head.same, &only_begins);
        part_or_absent(self.inserts && self.is_part(begun, &known_new, &known_beyond))
    }

    /// Returns whether lines among the new ones are those next to the edge, in the same block: with them it
    /// would have them twice. They must say enough, and be in the file once; a line that opens something may
    /// open it again.
    fn repeats(&self, new: &[&[u8]], beyond: &[&[u8]], only_begins: &impl Fn(&Known<'_>) -> bool) -> bool {
        let (new, beyond) = (known(new), known(beyond));
        let depth = |line: &Known<'_>| indentation(line.line).len();
        (0..new.len()).any(|from| {
            let rest = &new[from..];
            let (same, after) = rest.split_at(in_common(rest, &beyond));
            let says: Vec<_> = same.iter().filter(|line| !line.is_comment && !only_begins(line)).collect();
            let stays = |first: &Known<'_>| {
                after.iter().all(|line| depth(line) >= depth(first))
                    && after.first().is_none_or(|next| depth(next) <= depth(first))
            };
            letters_of(says.iter().copied()) >= TELLING && stays(&same[0]) && self.has_once(&says)
        })
    }

    /// Returns whether most of the new lines, up to their head, are as far above the edge as they are to be:
    /// somebody edited those next to it since. A like item below the edge has another head.
    fn is_touched(&self, new: &[Known<'_>], beyond: &[Known<'_>]) -> bool {
        let rest = |from: usize| new.get(from..).zip(beyond.get(from..));
        (1..new.len()).filter_map(rest).any(|(rest, there)| {
            let said = letters_of(rest);
            in_common(rest, there) == rest.len()
                && said >= TELLING
                && 3 * said >= 2 * letters_of(new)
                && self.has_once(&rest.iter().collect::<Vec<_>>())
        })
    }

    /// Returns whether a part of the change is made, of which `begun` is there as it is to be.
    fn is_part(&self, begun: &[&Known<'_>], new: &[Known<'_>], beyond: &[Known<'_>]) -> bool {
        let said = letters_of(begun.iter().copied());
        let is_much = said >= TELLING && 3 * said >= letters_of(new) || said >= 3 * TELLING;
        is_much && self.has_once(begun)
            || is_rewrapped(new, beyond, self.is_upper)
            || !begun.is_empty() && is_edited(new, beyond) && self.has_once(begun)
    }

    /// Returns whether the line of these that says most is in the file once.
    fn has_once(&self, lines: &[&Known<'_>]) -> bool {
        let most = lines.iter().max_by_key(|line| line.letters);
        most.is_some_and(|most| stands_once(most, self.whole))
    }
}

/// Returns whether the line with content next to an edge is one of the new ones.
fn has_first(new: &[&[u8]], beyond: &[&[u8]]) -> bool {
    let first = filled(beyond).next();
    first.is_some_and(|first| filled(new).any(|line| line == first))
}

/// Returns whether a line with content is as far from an edge as it is to be.
fn have_in_common(new: &[&[u8]], beyond: &[&[u8]]) -> bool {
    filled(new).zip(filled(beyond)).any(|(line, there)| line == there)
}

/// The lines with content, without white space at their ends.
fn filled<'l>(lines: &[&'l [u8]]) -> impl Iterator<Item = &'l [u8]> {
    lines.iter().map(|line| line.trim_ascii_end()).filter(|line| !is_blank(line))
}

/// Number of lines, as they are written, that two runs begin with in common.
fn in_common(run: &[Known<'_>], other: &[Known<'_>]) -> usize {
    run.iter().zip(other).take_while(|(line, other)| line.line == other.line).count()
}

/// Lines that two runs begin with in common.
struct Shared<'n, 'l> {
    /// Those of the first run that are the same, without the comments that one of them lacks.
    same: Vec<&'n Known<'l>>,
    /// They reach over all of it.
    is_all: bool,
}

fn shared<'n, 'l>(new: &'n [Known<'l>], file: &[Known<'_>]) -> Shared<'n, 'l> {
    let (mut at, mut there, mut same) = (0, 0, Vec::new());
    while let Some(line) = new.get(at) {
        match file.get(there) {
            Some(other) if line.key == other.key => {
                same.push(line);
                (at, there) = (at + 1, there + 1);
            }
            Some(other) if other.is_comment => there += 1,
            _ if line.is_comment => at += 1,
            _ => break,
        }
    }
    let is_all = at == new.len() && !same.is_empty();
    Shared { same, is_all }
}

/// The first of these lines that prove something: up to the last that does more than begin another item.
/// Where all of them only begin something, several that say enough do, up to the last that does not decorate
/// what follows it.
fn proof<'n, 'l>(same: &'n [&'l Known<'l>], only_begins: impl Fn(&Known<'_>) -> bool) -> &'n [&'l Known<'l>] {
    if let Some(last) = same.iter().rposition(|line| !only_begins(line)) {
        return &same[..=last];
    }
    let begun = &same[..same.iter().rposition(|line| !decorates(line)).map_or(0, |last| last + 1)];
    let is_enough = begun.len() > 1 && letters_of(begun.iter().copied()) >= 2 * TELLING;
    if is_enough { begun } else { &[] }
}

/// Returns whether the lines are there with line breaks at other places.
fn is_rewrapped(new: &[Known<'_>], file: &[Known<'_>], is_upper: bool) -> bool {
    // Both are read away from the edge.
    let text = |lines: &[Known<'_>]| -> Vec<u8> {
        let mut text = Vec::new();
        for line in lines.iter().filter(|line| !line.is_comment) {
            let mut key = key(line.line);
            // A line that is broken may get a comma more.
            key.retain(|byte| !b";,".contains(byte));
            if is_upper {
                key.reverse();
            }
            text.extend(key);
        }
        text
    };
    let (new, file) = (text(new), text(file));
    letters(&new) >= TELLING && file.starts_with(&new)
}

/// Returns whether two lines of plain code that are next to an edge go different ways from it on: then no line
/// break makes the one of the other. Most that is beyond an edge is so, and needs no further look.
fn part_ways(line: &[u8], other: &[u8], is_upper: bool) -> bool {
    fn said(line: &[u8]) -> impl DoubleEndedIterator<Item = &u8> {
        line.iter().filter(|byte| !byte.is_ascii_whitespace() && !b";,".contains(byte))
    }
    let differs = |(byte, other): (&u8, &u8)| byte != other;
    let is_code = |line: &[u8]| is_plain(line) && !is_comment(line);
    let part = if is_upper {
        said(line).rev().zip(said(other).rev()).any(differs)
    } else {
        said(line).zip(said(other)).any(differs)
    };
    part && is_code(line) && is_code(other)
}

/// Returns whether most of the new lines are there, with others between them: somebody edited them since.
fn is_edited(new: &[Known<'_>], beyond: &[Known<'_>]) -> bool {
    let keys = |lines: &[Known<'_>]| lines.iter().map(|line| line.key.clone()).collect::<Vec<_>>();
    let reach = beyond.len().min(2 * new.len());
    let missing = script::difference(&keys(new), &keys(&beyond[..reach]))
        .into_iter()
        .map(|op| letters_of(&new[op.old]));
    let (all, missing) = (letters_of(new), missing.sum::<usize>());
    all - missing >= TELLING && missing * 2 <= all
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn lines_that_part_ways_have_nothing_in_common(
            new in proptest::collection::vec("[ab;, '\"#]{1,4}", 1..3),
            file in proptest::collection::vec("[ab;, '\"#]{1,4}", 1..3),
            is_upper: bool,
        ) {
            let new: Vec<&[u8]> = new.iter().map(|line| line.as_bytes()).collect();
            let file: Vec<&[u8]> = file.iter().map(|line| line.as_bytes()).collect();
            if !is_blank(new[0]) && !is_blank(file[0]) && part_ways(new[0], file[0], is_upper) {
                let (new, file) = (known(&new), known(&file));
                proptest::prop_assert!(shared(&new, &file).same.is_empty());
                proptest::prop_assert!(!is_rewrapped(&new, &file, is_upper));
            }
        }
    }
}
