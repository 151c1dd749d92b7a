//! Tier `partial`: SEARCH is one line that is a part of one line of the file, at one place in it.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use super::{Budget, Found, Hay, OverBudget, Place, Search};
use crate::core::{splice::Hunk, text::indentation};

pub(super) fn find<'r>(
    hay: &Hay<'_>,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    let mut found = Found::default();
    let ([wanted], [new]) = (search.search.as_slice(), search.replace.as_slice()) else { return Ok(found) };
    let Some((wanted, new)) = inner(wanted, new) else { return Ok(found) };
    if tokens(wanted) < 2 {
        return Ok(found);
    }
    let finder = memchr::memmem::Finder::new(wanted);
    for number in 0..hay.lines.count() {
        let line = hay.lines.bodies(number..number + 1)[0];
        budget.spend(line.len() / 8 + 1)?;
        for at in finder.find_iter(line) {
            let (before, after) = (&line[..at], &line[at + wanted.len()..]);
            // A place where the text stands but may not be changed is a place all the same: it is not the only one.
            let whole = is_whole(before, wanted, after) && !in_long_comment(hay, number);
            let hunk = whole.then(|| Hunk {
                old: number..number + 1,
                new: vec![Cow::Owned([before, new, after].concat())],
            });
            found.places.push(Place { lines: number..number + 1, hunks: hunk.into_iter().collect() });
        }
    }
    if found.places.iter().any(|place| place.hunks.is_empty()) {
        found.places.clear();
    }
    Ok(found)
}

/// Both lines without the white space at the edges that they have in common; none if that differs.
fn inner<'l, 'r>(wanted: &'l [u8], new: &'r [u8]) -> Option<(&'l [u8], &'r [u8])> {
    let trail = |line: &[u8]| line.len() - line.trim_ascii_end().len();
    let same = indentation(wanted) == indentation(new) && trail(wanted) == trail(new);
    (same && !wanted.trim_ascii().is_empty()).then(|| (wanted.trim_ascii(), new.trim_ascii()))
}

fn tokens(text: &[u8]) -> usize {
    text.split(|&byte| !is_word(byte)).filter(|token| !token.is_empty()).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether the text is no part of a longer name or expression, and not inside a comment.
fn is_whole(before: &[u8], text: &[u8], after: &[u8]) -> bool {
    let cut = |byte: Option<&u8>, more: &[u8]| byte.is_some_and(|byte| is_word(*byte) || more.contains(byte));
    let starts_inside = text.first().is_some_and(|byte| is_word(*byte)) && cut(before.last(), b".$-");
    let comment = ["//", "#", "/*", "<!--", "--", ";", "%"].iter().any(|leader| before.contains_str(leader));
    let opening = before.trim_start();
    let line_comment =
        ["*", "\"", "REM ", "rem ", "dnl "].iter().any(|leader| opening.starts_with(leader.as_bytes()));
    !starts_inside && !cut(after.first(), b".$-") && !comment && !line_comment
}

/// Whether a comment, or a text in three quotes, that begins on an earlier line is still open.
fn in_long_comment(hay: &Hay<'_>, line: usize) -> bool {
    let above = hay.lines.bodies(0..line).join(&b'\n');
    let open = |begin: &str, end: &str| match above.rfind(begin) {
        Some(begin) => above.rfind(end).is_none_or(|end| end < begin),
        None => false,
    };
    let odd = |quotes: &str| above.find_iter(quotes).count() % 2 == 1;
    open("/*", "*/") || open("<!--", "-->") || odd("\"\"\"") || odd("'''")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::text::Text;

    fn applied(file: &str, search: &str, replace: &str) -> Vec<String> {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let hay = Hay { lines: &text, folded: None, candidates: &[] };
        let found = find(&hay, &search, &mut Budget::for_bytes(1000)).expect("budget");
        let hunks = found.places.into_iter().flat_map(|place| place.hunks);
        hunks.flat_map(|hunk| hunk.new).map(|line| String::from_utf8_lossy(&line).into_owned()).collect()
    }

    #[test]
    fn a_part_of_one_line_is_changed_there() {
        assert_eq!(applied("x = run(a, b)  # go\n", "run(a, b)", "run(b, a)"), ["x = run(b, a)  # go"]);
        assert_eq!(applied("    return total(a)\n", "  total(a)", "  sum(a)"), ["    return sum(a)"]);
    }

    #[test]
    fn a_part_that_stands_twice_is_two_places() {
        assert_eq!(applied("f(a, b) + f(a, b)\n", "f(a, b)", "g(a, b)").len(), 2);
        assert_eq!(applied("f(a, b);\ng(f(a, b));\n", "f(a, b)", "g(a, b)").len(), 2);
    }

    #[test]
    fn a_part_of_a_longer_expression_or_of_a_comment_is_left_alone() {
        assert!(applied("x = f(a, b).c\n", "f(a, b)", "g(a, b)").is_empty());
        assert!(applied("let a_bc = 1;\n", "let a_b", "let a_d").is_empty());
        assert!(applied("self_run(a, b)\n", "run(a, b)", "go(a, b)").is_empty());
        assert!(applied("self.run(a, b)\n", "run(a, b)", "go(a, b)").is_empty());
        assert!(applied("/* begins\nrun(a, b)\n*/\n", "run(a, b)", "go(a, b)").is_empty());
        assert!(applied("; run(a, b)\n", "run(a, b)", "go(a, b)").is_empty());
        assert!(applied("x // see run(a, b)\n", "run(a, b)", "go(a, b)").is_empty());
    }

    #[test]
    fn one_token_says_too_little() {
        assert!(applied("return total\n", "total", "sum").is_empty());
    }
}
