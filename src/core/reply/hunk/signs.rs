//! The lines of a hunk whose blank in front is text of the file, and no sign.

use crate::core::{
    reply::edit::{Cleared, Clutter},
    text::{indentation, is_blank},
};

/// Levels of a file are multiples of a step of at most so many blanks.
const MAX_STEP: usize = 8;

/// The lines of a hunk with content, by their signs.
#[derive(Debug, Default)]
pub(super) struct Signs {
    /// Offsets in SEARCH and in REPLACE of lines that stay, whose sign is a blank.
    kept: Vec<[usize; 2]>,
    /// Offsets in SEARCH of lines that go, and in REPLACE of those that come, which are indented: at the margin a sign is
    /// in place of no blank.
    removed: Vec<usize>,
    added: Vec<usize>,
    /// True if lines go.
    removes: bool,
    /// Indentations of lines that stay, with the blank in front, and of those that come.
    levels: [Vec<Level>; 2],
    /// True if the text of a line that stays begins without a blank: its sign is one.
    are_sure: bool,
}

/// Number of blanks in front of a line; none if there are tabs.
type Level = Option<usize>;

/// The place of `+` and `-` in a hunk whose other lines have no sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In front of the line.
    InFront,
    /// In place of its first blank.
    OverBlank,
}

impl Signs {
    /// Notes a line that stays: its text behind the sign, if it has one, and its offsets.
    pub(super) fn keep(&mut self, line: &[u8], is_signed: bool, offsets: [usize; 2]) {
        if is_blank(line) {
            return;
        }
        self.levels[0].push(level(line));
        if is_signed {
            self.kept.push(offsets);
            self.are_sure |= indentation(&line[1..]).is_empty();
        }
    }

    /// Notes a line that goes, by its text behind the sign.
    pub(super) fn remove(&mut self, text: &[u8], offset: usize) {
        self.removes |= !is_blank(text);
        self.removed.extend(is_indented(text).then_some(offset));
    }

    /// Notes a line that comes, by its text behind the sign.
    pub(super) fn add(&mut self, text: &[u8], offset: usize) {
        if !is_blank(text) {
            self.added.extend(is_indented(text).then_some(offset));
            self.levels[1].push(level(text));
        }
    }

    /// The sections of the hunk where the blanks in front of lines that stay are theirs; none if they are signs.
    ///
    /// Lines that go show where `+` and `-` are: the file has them at one indentation. Without any, the levels of
    /// all lines have a step in common at one of the two places, or nothing tells which is meant.
    pub(super) fn without(&self, search: &[u8], replace: &[u8]) -> Vec<Cleared> {
        if self.kept.is_empty() || self.are_sure {
            return Vec::new();
        }
        let cleared = |place: Place, is_sure: bool| {
            let kept = |side: usize| self.kept.iter().map(move |offsets| offsets[side]);
            let signed = |lines: &[usize]| if place == Place::InFront { Vec::new() } else { lines.to_vec() };
            Cleared {
                clutter: Clutter::Sign,
                search: with_blanks(search, kept(0).chain(signed(&self.removed))),
                replace: with_blanks(replace, kept(1).chain(signed(&self.added))),
                is_sure,
            }
        };
        match self.place() {
            _ if self.removes => {
                vec![cleared(Place::OverBlank, true), cleared(Place::InFront, true)]
            }
            Some(place) => vec![cleared(place, true)],
            None => vec![cleared(Place::InFront, false)],
        }
    }

    /// The place of `+` at which the levels of all lines are multiples of a step. Even steps are more likely than
    /// others.
    fn place(&self) -> Option<Place> {
        let [stay, come] = &self.levels;
        if come.is_empty() {
            return Some(Place::InFront);
        }
        // Nobody writes it over a tab.
        let (Some(stay), Some(come)) = (known(stay), known(come)) else { return Some(Place::InFront) };
        let is_level = |place: Place, first: usize| {
            let blank = usize::from(place == Place::OverBlank);
            let come = || come.iter().map(|level| if *level > 0 { level + blank } else { 0 });
            let levels = || stay.iter().copied().chain(come());
            (first..=MAX_STEP).step_by(2).any(|step| levels().all(|level| level % step == 0))
        };
        [2, 3].into_iter().find_map(|first| {
            match (is_level(Place::InFront, first), is_level(Place::OverBlank, first)) {
                (true, false) => Some(Place::InFront),
                (false, true) => Some(Place::OverBlank),
                _ => None,
            }
        })
    }
}

/// The levels, if all are known.
fn known(levels: &[Level]) -> Option<Vec<usize>> {
    levels.iter().copied().collect()
}

fn is_indented(text: &[u8]) -> bool {
    !is_blank(text) && text.starts_with(b" ")
}

fn level(line: &[u8]) -> Level {
    let white = indentation(line);
    (!white.contains(&b'\t')).then_some(white.len())
}

/// A section with a blank more in front of the lines at these offsets.
fn with_blanks(section: &[u8], lines: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut lines: Vec<usize> = lines.collect();
    lines.sort_unstable();
    let (mut text, mut from) = (Vec::with_capacity(section.len() + lines.len()), 0);
    for at in lines {
        text.extend_from_slice(&section[from..at]);
        text.push(b' ');
        from = at;
    }
    text.extend_from_slice(&section[from..]);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::reply::hunk::Hunk;

    /// A hunk whose lines that stay are at some levels, without signs, and whose new lines are at others.
    fn hunk(stay: &[usize], come: &[usize], place: Place) -> Hunk {
        let mut hunk = Hunk::default();
        for level in stay {
            hunk.keep_signed(format!("{}old()", " ".repeat(*level)).as_bytes(), 1);
        }
        for level in come {
            let level = level - usize::from(place == Place::OverBlank);
            hunk.add(format!("{}new()", " ".repeat(level)).as_bytes(), 1);
        }
        hunk
    }

    fn ways(hunk: &Hunk) -> Vec<(String, bool)> {
        let text = |text: Vec<u8>| String::from_utf8(text).expect("ASCII");
        let ways = hunk.signs.without(&hunk.search, &hunk.replace);
        ways.into_iter().map(|way| (text(way.replace), way.is_sure)).collect()
    }

    proptest! {
        #[test]
        fn new_lines_get_the_level_that_they_have_or_are_in_doubt(
            step in prop::sample::select(vec![2usize, 4]),
            stay in prop::collection::vec(1..5usize, 1..4),
            come in prop::collection::vec((1..5usize, prop_oneof![9 => Just(0usize), 1 => 0..4usize]), 1..4),
            is_over in any::<bool>(),
        ) {
            let stay = stay.iter().map(|level| level * step).collect::<Vec<_>>();
            let come: Vec<usize> = come.iter().map(|(level, more)| level * step + more).collect();
            let place = if is_over { Place::OverBlank } else { Place::InFront };
            let line = |(level, text)| format!("{}{text}()\n", " ".repeat(level));
            let meant: String =
                stay.iter().map(|level| (*level, "old")).chain(come.iter().map(|level| (*level, "new"))).map(line).collect();
            let is_even = come.iter().all(|level| level % step == 0);
            let ways = ways(&hunk(&stay, &come, place));
            prop_assert_eq!(ways.len(), 1);
            let (replace, is_sure) = &ways[0];
            prop_assert!(!is_even || *is_sure);
            prop_assert!(!is_even || *replace == meant);
        }
    }

    #[test]
    fn new_lines_of_no_level_are_in_doubt() {
        let in_doubt = |stay: &[usize], come: &[usize]| !ways(&hunk(stay, come, Place::InFront))[0].1;
        assert!(in_doubt(&[4], &[6, 9]));
        assert!(in_doubt(&[4, 5], &[4]));
        assert!(!in_doubt(&[4], &[6]));
        let mut tabs = Hunk::default();
        tabs.keep_signed(b"  \told()", 1);
        tabs.add(b"\tnew()", 2);
        assert_eq!(ways(&tabs), [("  \told()\n\tnew()\n".to_owned(), true)]);
    }

    #[test]
    fn a_sign_at_the_margin_is_in_front() {
        let mut hunk = Hunk::default();
        hunk.keep_signed(b"  old()", 1);
        hunk.remove(b" gone()", 2);
        hunk.add(b"new()", 3);
        assert_eq!(ways(&hunk)[0].0, "  old()\nnew()\n");
    }

    #[test]
    fn lines_that_go_show_both_places_to_the_file() {
        let mut hunk = hunk(&[4], &[], Place::InFront);
        hunk.remove(b"   gone()", 2);
        hunk.add(b"   new()", 3);
        let replaces: Vec<String> = ways(&hunk).into_iter().map(|(replace, _)| replace).collect();
        assert_eq!(replaces, ["    old()\n    new()\n", "    old()\n   new()\n"]);
        assert_eq!(self::hunk(&[0, 4], &[4], Place::InFront).signs.without(b"", b""), []);
    }
}
