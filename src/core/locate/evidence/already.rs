//! Evidence that a block's change has been made before.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::core::{
    locate::{line::are_equal_but_for_ends, search::Search},
    script::Op,
    text::{Text, counts, has_letter, is_blank, is_telling},
};

/// The only lines that are the whole REPLACE section. `places` are those of REPLACE but for white space at
/// the edges of lines.
pub fn only_replace(text: &Text, places: &[usize], replace: &[&[u8]]) -> Option<Range<usize>> {
    let is_whole = |lines: &Range<usize>| are_equal_but_for_ends(&text.window(lines.clone()), replace);
    let mut all = places.iter().map(|first| *first..first + replace.len()).filter(is_whole);
    all.next().filter(|_| all.next().is_none())
}

/// Returns whether the REPLACE section, found at these lines only, shows that the change has been made, where
/// SEARCH is nowhere and no older version has it: it has a line that SEARCH lacks next to one with content
/// that SEARCH has too, and two such lines identify the place, or it is the whole file.
pub fn done_instead(text: &Text, only: &Range<usize>, search: &Search<'_>) -> bool {
    let counts = counts(text.lines().map(<[u8]>::trim_ascii_end));
    let count = |line: &[u8]| counts.get(line.trim_ascii_end()).copied().unwrap_or(0);
    let (old, new): (HashSet<&[u8]>, HashSet<&[u8]>) =
        (search.search.iter().copied().collect(), search.replace.iter().copied().collect());
    // A line that should go and is still somewhere may be the one that was meant.
    let undone = |line: &&[u8]| !is_blank(line) && !new.contains(line) && count(line) > 0;
    let done = search.ops().any(|op| adds_beside_known(search, &old, &op, count));
    let known = search.replace.iter().filter(|line| has_letter(line) && old.contains(**line));
    let told = *only == (0..text.len()) || known.filter(|line| count(line) == 1).count() >= 2;
    // What goes at an edge may still be there in another form, beyond the lines that are compared. Of equal
    // lines any may be those that go, and of lines that others take the place of, the last or the first.
    let bound = |op: Op| {
        let (old, lines) = (&op.old, &search.search);
        let surplus = old.len() - op.new.len();
        let is_slid_up = |by: &usize| lines[old.start - by] == lines[old.start + surplus - by];
        let is_slid_down = |by: &usize| lines[old.end - surplus + by] == lines[old.end + by];
        let up = (1..=op.new.start).take_while(|by| *by <= old.start && is_slid_up(by)).count();
        let down = (0..lines.len() - old.end).take_while(is_slid_down).count();
        let is_open = up == op.new.start || op.new.end + down == search.replace.len();
        op.new.start > 0 && op.new.end < search.replace.len() && !is_open
    };
    let is_bound = search.ops().all(|op| op.old.len() <= op.new.len() || bound(op));
    done && told && is_bound && !search.search.iter().any(undone)
}

/// Returns whether no line of letters or digits that only SEARCH has is in the file, and SEARCH has one, or
/// REPLACE has one that SEARCH lacks.
pub fn all_went(text: &Text, search: &Search<'_>) -> bool {
    let lines = |lines: &[&[u8]]| -> HashSet<Vec<u8>> {
        lines.iter().filter(|line| has_letter(line)).map(|line| line.trim_ascii().to_vec()).collect()
    };
    let (old, new) = (lines(&search.search), lines(&search.replace));
    let is_there = |line: usize| {
        let line = text.body(line).trim_ascii();
        old.contains(line) && !new.contains(line)
    };
    old != new && !(0..text.len()).any(is_there)
}

/// Returns whether each line with content that SEARCH has more often than REPLACE occurs less often than in an
/// older version, and those that change places not more often. If one does, REPLACE may be beside the lines that it was meant to
/// replace.
pub fn went(then: &Text, now: &Text, search: &Search<'_>) -> bool {
    let [goes, stays] = [&search.search, &search.replace]
        .map(|section| counts(section.iter().map(|line| line.trim_ascii_end())));
    let goes = goes.into_iter().filter(|(line, count)| !is_blank(line) && stays.get(line) < Some(count));
    let mut left: HashMap<&[u8], isize> = goes.map(|(line, _)| (line, 0)).collect();
    let moved = moved(search).into_iter().map(|line| line.trim_ascii_end());
    let mut moved: HashMap<&[u8], isize> =
        moved.filter(|line| stays.contains_key(line)).map(|line| (line, 0)).collect();
    for (text, by) in [(then, 1), (now, -1)] {
        for line in text.lines().map(|line| line.trim_ascii_end()) {
            for counts in [&mut left, &mut moved] {
                if let Some(count) = counts.get_mut(line) {
                    *count += by;
                }
            }
        }
    }
    left.values().all(|left| *left > 0) && moved.values().all(|left| *left >= 0)
}

/// The lines of SEARCH that may be those that change places with others: those that say something, from the first
/// change to the last. Which of them go and which come depends on the script alone.
fn moved<'r>(search: &Search<'r>) -> Vec<&'r [u8]> {
    let came: HashSet<&[u8]> = search.ops().flat_map(|op| &search.replace[op.new]).copied().collect();
    let is_moved = |line: &&[u8]| is_telling(line) && came.contains(line);
    if !search.ops().flat_map(|op| &search.search[op.old]).any(is_moved) {
        return Vec::new();
    }
    let first = search.ops().map(|op| op.old.start).min().unwrap_or(0);
    let last = search.ops().map(|op| op.old.end).max().unwrap_or(first);
    search.search[first..last].iter().copied().filter(|line| is_telling(line)).collect()
}

/// Returns whether a run adds a line that SEARCH (`old`) lacks next to one that SEARCH has too and that the
/// file has once, so that it tells this place from another like it.
fn adds_beside_known(
    search: &Search<'_>,
    old: &HashSet<&[u8]>,
    op: &Op,
    count: impl Fn(&[u8]) -> usize,
) -> bool {
    let lacks = |line: &&[u8]| !is_blank(line) && !old.contains(line);
    let known = |line: Option<&&[u8]>| line.is_some_and(|line| !is_blank(line) && count(line) == 1);
    let above = op.new.start.checked_sub(1).and_then(|line| search.replace.get(line));
    search.replace[op.new.clone()].iter().any(lacks)
        && (known(above) || known(search.replace.get(op.new.end)))
}

#[cfg(test)]
mod tests {
    use super::*;
    fn text(text: &str) -> Text {
        Text::new(text.as_bytes().to_vec())
    }

    fn done_at(text: &Text, places: &[usize], search: &Search<'_>) -> Option<usize> {
        let only = only_replace(text, places, &search.replace)?;
        done_instead(text, &only, search).then_some(only.start)
    }

    #[test]
    fn a_change_between_known_lines_is_seen_where_its_result_is_once() {
        let search = Search::new(b"a\nc\n", b"a\nb\nc\n");
        assert_eq!(done_at(&text("x\na\nb\nc\n"), &[1], &search), Some(1));
        assert_eq!(done_at(&text("a\nb\nc\na\nb\nc\n"), &[0, 3], &search), None);
    }

    #[test]
    fn a_change_that_is_at_another_place_is_not_done() {
        let twins = "class A:\n def f():\n  t = 10\nclass B:\n def f():\n  t = 20\n";
        let search = Search::new(b" def f():\n  t = 30\n", b" def f():\n  t = 10\n");
        assert_eq!(done_at(&text(twins), &[1], &search), None);
        let other = Search::new(b"x\ny = 1\n", b"x\ny = 2\n");
        assert_eq!(done_at(&text("x\ny = 2\ny = 1\n"), &[0], &other), None);
    }

    #[test]
    fn lines_that_go_at_an_edge_though_equal_ones_stay_there_may_be_there_still() {
        let search = Search::new(
            b"end()\ndef first():\n>>> one()\n\"\"\"\n\ndef second():\n\"\"\"\n",
            b"end()\ndef first_now():\n>>> one()\n\"\"\"\n",
        );
        let file = text("end()\ndef first_now():\n>>> one()\n\"\"\"\n\ndef second_of():\n");
        assert_eq!(done_at(&file, &[0], &search), None);
    }

    #[test]
    fn lines_that_go_with_one_that_changes_may_be_there_still_in_another_form() {
        let search =
            Search::new(b"first()\nsecond()\nthird(old)\n\n# Heading\n\n", b"first()\nsecond()\nthird()\n\n");
        let done = |file: &str| done_at(&text(file), &[0], &search);
        assert_eq!(done("first()\nsecond()\nthird()\n\n# Headings\n"), None);
        let inner = Search::new(b"first()\nsecond(old)\ngone()\nthird()\n", b"first()\nsecond()\nthird()\n");
        assert_eq!(done_at(&text("first()\nsecond()\nthird()\n\n# Headings\n"), &[0], &inner), Some(0));
    }

    #[test]
    fn of_lines_that_stay_elsewhere_as_many_went_as_the_change_takes() {
        let search = Search::new(b"}\n}\nlast()\n", b"first()\nlast()\n}\n");
        let then = text("}\n}\nlast()\n}\n");
        assert!(went(&then, &text("first()\nlast()\n}\n"), &search));
        assert!(!went(&then, &text("}\n}\nfirst()\nlast()\n}\n"), &search));
    }

    #[test]
    fn a_result_without_known_neighbours_proves_nothing() {
        let search = Search::new(b"old\n", b"new\n");
        assert_eq!(done_at(&text("new\n"), &[0], &search), None);
        let removal = Search::new(b"a\nb\n", b"a\n");
        assert_eq!(done_at(&text("a\n"), &[0], &removal), None);
    }

    #[test]
    fn lines_that_change_places_went_where_none_is_there_more_often_than_before() {
        let (first, second) = ("first_call()\n", "second_call()\n");
        let sections = (format!("{first}{second}end()\n"), format!("{second}{first}end()\n"));
        let search = Search::new(sections.0.as_bytes(), sections.1.as_bytes());
        let then = text(&sections.0);
        assert!(went(&then, &text(&sections.1), &search));
        assert!(!went(&then, &text(&format!("{first}{}", sections.1)), &search));
        assert!(went(&then, &text(&format!("other()\n{}other()\n", sections.1)), &search));
    }
}
