//! The lines that show why a SEARCH section is not found.

use bstr::ByteSlice as _;

use super::scene::Scene;
use crate::core::{
    escape::{Tabs, escape},
    outcome::Region,
};

/// The first difference between SEARCH and the nearest region: `-` what the reply has, `+` what the file has, each with
/// its line number.
pub(super) fn first_difference(region: &Region, scene: Scene<'_>) -> Vec<String> {
    let at = region.first_difference;
    let first = region.lines.start;
    let (wanted, there) = (scene.search.get(at), region.text.get(at).map(|line| line.as_slice()));
    let blank = wanted.zip(there).is_some_and(|(wanted, there)| differs_in_blanks(wanted, there));
    let shown = |line: &[u8]| visible(line, blank);
    let mut lines = vec![format!("nearest: lines {}-{}", first + 1, region.lines.end)];
    let there = there.map_or_else(|| "(the file ends here)".to_owned(), shown);
    let (reply, file) = (scene.first_line + at, first + at + 1);
    let width = reply.max(file).to_string().len();
    lines.extend(wanted.map(|line| format!("- {reply:>width$} {}", shown(line))));
    lines.push(format!("+ {file:>width$} {there}"));
    lines
}

/// What a block is based on and what stands there now, from the first line that differs, with line numbers: `-` marks
/// lines that only stood there then, `+` those that only stand there now.
pub(super) fn both_sides(then: &Region, now: &Region) -> Vec<String> {
    /// More lines of a side are not read.
    const SHOWN: usize = 6;
    let from = then.first_difference.saturating_sub(1);
    let last = (then.lines.end.max(now.lines.end)).to_string().len();
    let side = |sign: char, region: &Region, other: &Region| -> Vec<String> {
        let lines = region.text.iter().enumerate().skip(from).take(SHOWN);
        let shown = |(at, line): (usize, &bstr::BString)| {
            let sign = if other.text.contains(line) { ' ' } else { sign };
            format!("{sign} {:>last$} {}", region.lines.start + at + 1, visible(line, false))
        };
        let mut shown: Vec<String> = lines.map(shown).collect();
        match region.text.len().saturating_sub(from + SHOWN) {
            0 => {}
            more => shown.push(format!("  ({})", super::count(more, "more line"))),
        }
        shown
    };
    let there = if now.text.is_empty() {
        vec![format!("now: nothing before line {}", now.lines.start + 1)]
    } else {
        [vec![format!("now: lines {}-{}", now.lines.start + 1, now.lines.end)], side('+', now, then)].concat()
    };
    let then_lines = format!("then: lines {}-{}", then.lines.start + 1, then.lines.end);
    [vec![then_lines], side('-', then, now), there].concat()
}

/// Returns whether two lines are equal but for blanks.
fn differs_in_blanks(a: &[u8], b: &[u8]) -> bool {
    let dark = |line: &[u8]| line.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    a != b && dark(a) == dark(b)
}

/// A line fit to print; with white space that can be seen where that is what differs.
pub(in crate::cli) fn visible(line: &[u8], white_space: bool) -> String {
    const SHOWN: usize = 160;
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
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_seen_where_it_is_the_difference() {
        assert!(differs_in_blanks(b"\tlet x;", b"    let x;"));
        assert!(differs_in_blanks("a\u{a0}b".as_bytes(), b"a b"));
        assert!(!differs_in_blanks(b"a", b"b"));
        assert_eq!(visible("\ta b\u{a0}".as_bytes(), true), "→a·b\\u{a0}");
        assert_eq!(visible(b"a b\x1b", false), r"a b\x1b");
    }

    #[test]
    fn the_first_difference_names_the_lines_of_the_reply_and_of_the_file() {
        let region = Region { lines: 8..10, first_difference: 1, text: vec!["a".into(), "  b".into()] };
        let search: [&[u8]; 2] = [b"a", b"\tb"];
        let scene = Scene { path: b"x", search: &search, first_line: 3, places: &[] };
        assert_eq!(first_difference(&region, scene), ["nearest: lines 9-10", "-  4 →b", "+ 10 ··b"]);
    }
}
