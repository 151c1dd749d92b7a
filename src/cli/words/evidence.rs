//! The lines that show why a SEARCH section is not found.

use std::ops::Range;

use bstr::ByteSlice as _;

use super::{origin::as_of, scene::FailureScene};
use crate::core::{
    escape::{Tabs, escape},
    outcome::{Region, Stale},
    script::Op,
    text::is_blank,
};

/// Number of lines of a comparison that are shown.
const SHOWN: usize = 24;

/// Lines of one of two texts that are compared.
struct ComparedSide<'a> {
    sign: char,
    name: &'static str,
    lines: Vec<&'a [u8]>,
    /// The number of the first of the lines.
    first: usize,
    /// The numbers of all lines, where they do not follow each other.
    numbers: Option<&'a [usize]>,
    /// The number that runs have for the first of the lines.
    offset: usize,
}

impl ComparedSide<'_> {
    /// The number of a line.
    fn number(&self, at: usize) -> usize {
        self.numbers.and_then(|numbers| numbers.get(at).copied()).unwrap_or(self.first + at)
    }

    /// The lines of this side and of another that are in a run.
    fn and(&self, other: &Self, op: &Op) -> (Range<usize>, Range<usize>) {
        let lines = |side: &Self, run: &Range<usize>| {
            let at = |line: usize| line.saturating_sub(side.offset).min(side.lines.len());
            at(run.start)..at(run.end)
        };
        (lines(self, &op.old), lines(other, &op.new))
    }
}

/// All lines in which SEARCH and the nearest region differ, each with its number in the reply or in the file.
pub(super) fn differences(region: &Region, scene: FailureScene<'_>) -> Vec<String> {
    let reply = ComparedSide {
        sign: '-',
        name: "reply",
        lines: scene.search.to_vec(),
        first: scene.first_line,
        numbers: scene.lines,
        offset: 0,
    };
    let start = region.lines.start;
    let file = ComparedSide {
        sign: '+',
        name: "file",
        lines: bodies(&region.text),
        first: start + 1,
        numbers: None,
        offset: start,
    };
    let mut lines = vec![format!("nearest: {} of the file", range(&region.lines))];
    let are_blank = |lines: &[&[u8]]| lines.iter().all(|line| is_blank(line));
    let only_blank = region.differences.iter().all(|op| {
        let (old, new) = reply.and(&file, op);
        are_blank(&reply.lines[old]) && are_blank(&file.lines[new])
    });
    if only_blank && !region.differences.is_empty() {
        lines[0].push_str("; only blank lines differ");
    }
    lines.extend(compared(&region.differences, [reply, file]));
    lines
}

/// All lines in which the text that a block quotes and today's differ, each with its number in its version.
pub(super) fn both_sides(stale: &Stale) -> Vec<String> {
    let Stale { origin, then, now, .. } = stale;
    let [old, new] = [then, now].map(|region| (bodies(&region.text), region.lines.start));
    let old =
        ComparedSide { sign: '-', name: "then", lines: old.0, first: old.1 + 1, numbers: None, offset: 0 };
    let new =
        ComparedSide { sign: '+', name: "now", lines: new.0, first: new.1 + 1, numbers: None, offset: new.1 };
    let differing = compared(&now.differences, [old, new]);
    let mut lines = vec![format!("then: {} {}", range(&then.lines), as_of(origin))];
    if now.text.is_empty() {
        lines.extend(differing);
        lines.push("now: gone; around them the file has".to_owned());
        let first = now.lines.start + 1 - now.above.len();
        let around: Vec<&[u8]> = bodies(&now.above).into_iter().chain(bodies(&now.below)).collect();
        let width = (first + around.len()).to_string().len();
        let shown = around.into_iter().enumerate();
        lines
            .extend(shown.map(|(at, line)| format!("  now {:>width$}: {}", first + at, filled(line, false))));
    } else {
        let is_shorter = !now.differences.is_empty() && now.differences.iter().all(|op| op.new.is_empty());
        let without = if is_shorter { ", without these lines" } else { "" };
        lines.push(format!("now: {} of the file{without}", range(&now.lines)));
        lines.extend(differing);
    }
    lines
}

fn bodies(lines: &[bstr::BString]) -> Vec<&[u8]> {
    lines.iter().map(|line| line.as_slice()).collect()
}

/// The lines of both sides that differ. Where they are too many, each run shows the first of both its sides.
fn compared(differences: &[Op], [old, new]: [ComparedSide<'_>; 2]) -> Vec<String> {
    let runs: Vec<(Range<usize>, Range<usize>)> = differences.iter().map(|op| old.and(&new, op)).collect();
    let all: usize = runs.iter().map(|(a, b)| a.len() + b.len()).sum();
    let most = if all > SHOWN { SHOWN / 2 } else { SHOWN };
    let last =
        old.number(old.lines.len().saturating_sub(1)).max(new.number(new.lines.len().saturating_sub(1)));
    let (name, number) = (old.name.len().max(new.name.len()), last.to_string().len());
    let mut lines = Vec::new();
    for (a, b) in runs {
        let are_pairs = a.len() == b.len();
        for (side, run, other, across) in [(&old, &a, &new, &b), (&new, &b, &old, &a)] {
            lines.extend(run.clone().take(most).map(|at| {
                let pair = are_pairs.then(|| other.lines[across.start + at - run.start]);
                let label = format!("{} {:<name$} {:>number$}", side.sign, side.name, side.number(at));
                format!("{label}: {}", shown(side.lines[at], pair))
            }));
        }
    }
    lines.truncate(SHOWN);
    let more = all - lines.len();
    lines.extend((more > 0).then(|| format!("({} not shown)", super::count(more, "differing line"))));
    lines
}

/// A line that differs, so that the difference from its pair is seen.
fn shown(line: &[u8], pair: Option<&[u8]>) -> String {
    let from = pair.map_or(0, |pair| equal_ahead(line, pair));
    let white_space = pair.is_some_and(|pair| differs_in_blanks(line, pair));
    format!("{}{}", if from > 0 { "..." } else { "" }, filled(&line[from..], white_space))
}

/// Number of bytes in front of a difference that are left out, where it is beyond the shown part of a line.
fn equal_ahead(a: &[u8], b: &[u8]) -> usize {
    /// Number of bytes that are shown in front of a difference.
    const KEPT: usize = 40;
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    if same <= WIDTH - KEPT {
        return 0;
    }
    let is_start = |at: &usize| a.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    (0..=same - KEPT).rev().find(is_start).unwrap_or(0)
}

/// A line fit to print, which says so if it is blank.
fn filled(line: &[u8], white_space: bool) -> String {
    let is_seen = !is_blank(line) || white_space && !line.is_empty();
    if is_seen { visible(line, white_space) } else { "(blank)".to_owned() }
}

/// `line 3`, `lines 3-5`
fn range(lines: &Range<usize>) -> String {
    match lines.len() {
        0 | 1 => format!("line {}", lines.start + 1),
        _ => format!("lines {}-{}", lines.start + 1, lines.end),
    }
}

/// Returns whether two lines are equal but for blanks.
fn differs_in_blanks(a: &[u8], b: &[u8]) -> bool {
    let dark = |line: &[u8]| line.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    a != b && dark(a) == dark(b)
}

/// Number of characters of a line that are shown.
const WIDTH: usize = 160;

/// A line fit to print; with visible white space where only that differs.
pub(in crate::cli) fn visible(line: &[u8], white_space: bool) -> String {
    let tabs = if white_space { Tabs::Arrow } else { Tabs::Kept };
    let mut text = escape(line).tabs(tabs).to_string();
    if white_space {
        let seen = |character: char| match character {
            ' ' => "·".to_owned(),
            _ if character.is_whitespace() => format!("\\u{{{:x}}}", u32::from(character)),
            _ => character.to_string(),
        };
        text = text.chars().map(seen).collect();
    }
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::words::Terms;

    #[test]
    fn white_space_is_seen_where_it_is_the_difference() {
        assert!(differs_in_blanks(b"\tlet x;", b"    let x;"));
        assert!(differs_in_blanks("a\u{a0}b".as_bytes(), b"a b"));
        assert!(!differs_in_blanks(b"a", b"b"));
        assert_eq!(visible("\ta b\u{a0}".as_bytes(), true), "→a·b\\u{a0}");
        assert_eq!(visible(b"a b\x1b", false), r"a b\x1b");
    }

    fn of_lines(search: &[&str], text: &[&str]) -> Vec<String> {
        let search: Vec<&[u8]> = search.iter().map(|line| line.as_bytes()).collect();
        let differences = vec![Op { old: 0..search.len(), new: 0..text.len() }];
        let text: Vec<bstr::BString> = text.iter().map(|line| (*line).into()).collect();
        let region = Region { lines: 0..text.len(), differences, text, above: Vec::new(), below: Vec::new() };
        super::differences(&region, scene(&search))
    }

    /// A block for `x` in the work tree, whose SEARCH section begins in line 3.
    fn scene<'s>(search: &'s [&'s [u8]]) -> FailureScene<'s> {
        FailureScene {
            path: b"x",
            terms: Terms::OF_BLOCK,
            search,
            first_line: 3,
            lines: None,
            is_block: true,
            is_staged: false,
            places: &[],
        }
    }

    #[test]
    fn of_many_lines_some_of_both_sides_are_shown_and_the_rest_counted() {
        let lines = of_lines(&["a"; 40], &["b"; 30]);
        assert_eq!(lines.len(), 2 + SHOWN);
        assert_eq!(lines[1..3], ["- reply  3: a", "- reply  4: a"]);
        assert_eq!(lines[13..15], ["+ file   1: b", "+ file   2: b"]);
        assert_eq!(lines[1 + SHOWN], "(46 differing lines not shown)");
    }

    #[test]
    fn a_difference_is_seen_however_long_the_line() {
        let (old, new) = ("\u{e9}".repeat(150) + "old", "\u{e9}".repeat(150) + "new");
        let lines = of_lines(&[&old], &[&new]);
        assert_eq!(lines[1], format!("- reply 3: ...{}old", "\u{e9}".repeat(20)));
        assert_eq!(lines[2], format!("+ file  1: ...{}new", "\u{e9}".repeat(20)));
        let long = "x".repeat(1000);
        assert!(of_lines(&[&long], &["y"]).iter().all(|line| line.len() < 200));
    }

    #[test]
    fn a_blank_line_that_differs_is_named_so() {
        assert_eq!(of_lines(&["", "a"], &["b"])[1..], ["- reply 3: (blank)", "- reply 4: a", "+ file  1: b"]);
        let blank = of_lines(&[""], &["  "]);
        assert_eq!(blank[1..], ["- reply 3: (blank)", "+ file  1: \u{b7}\u{b7}"]);
        assert!(blank[0].ends_with("; only blank lines differ"), "{blank:?}");
    }

    #[test]
    fn all_differences_name_the_lines_of_the_reply_and_of_the_file() {
        let differences =
            vec![Op { old: 1..2, new: 9..10 }, Op { old: 2..3, new: 10..10 }, Op { old: 4..4, new: 11..12 }];
        let text = ["a", "  b", "d", "e"].map(Into::into).to_vec();
        let region = Region { lines: 8..12, differences, text, above: Vec::new(), below: Vec::new() };
        let search: [&[u8]; 4] = [b"a", b"\tb", b"c", b"d"];
        assert_eq!(
            super::differences(&region, scene(&search)),
            [
                "nearest: lines 9-12 of the file",
                "- reply  4: →b",
                "+ file  10: ··b",
                "- reply  5: c",
                "+ file  12: e"
            ]
        );
    }
}
