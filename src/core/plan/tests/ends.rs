//! White space at the ends of lines, and breaks of Markdown.

use super::{ladder::by, *};

#[test]
fn a_new_line_that_repeats_a_quoted_one_ends_as_that_does_in_the_file() {
    let made = by("a = 1\nb = 2\n", "a = 1  \nb = 2  \n", "b = 2  \na = 1  \nb = 2  \n");
    assert_eq!(made, (Some(Tier::Trailing), "b = 2\na = 1\nb = 2\n".into()));
}

#[test]
fn a_new_line_that_repeats_one_of_those_quoted_otherwise_ends_as_that_does_in_the_file() {
    let file = "a = 1 \nb = 2\nc = 3\n";
    let made = by(file, "a = 1 \nb = 2  \nc = 3\n", "b = 2  \na = 1 \nb = 2  \nc = 3\n");
    assert_eq!(made, (Some(Tier::Trailing), format!("b = 2\n{file}")));
    // White space that a line that moves has in REPLACE alone is no change of it.
    let moved = by(file, "a = 1 \nb = 2  \nc = 3\n", "c = 3 \na = 1 \nb = 2  \n");
    assert_eq!(moved, (Some(Tier::Trailing), "c = 3\na = 1 \nb = 2\n".into()));
    let blank = by("a = 1\n\nc = 3 \n", "a = 1\n \nc = 3\n", "a = 1\n\nd = 4\n \nc = 3\n");
    assert_eq!(blank, (Some(Tier::Trailing), "a = 1\n\nd = 4\n\nc = 3 \n".into()));
    // Others end as the reply has them.
    let made = by(file, "a = 1 \nb = 2  \nc = 3\n", "d = 4  \na = 1 \nb = 2  \nc = 3\n");
    assert_eq!(made, (Some(Tier::Trailing), format!("d = 4  \n{file}")));
    let made = by(file, "a = 1\nb = 2\nc = 3\n", "a = 1\nb = 2\na = 1\nc = 3\n");
    assert_eq!(made, (Some(Tier::Trailing), "a = 1 \nb = 2\na = 1\nc = 3\n".into()));
}

#[test]
fn a_line_of_markdown_that_takes_the_place_of_one_keeps_its_break() {
    let made = |path: &str, end: &str, new: &str| {
        let file = format!("alpha, beta{end}\nthe next line\n");
        let block = edit(path, "alpha, beta\nthe next line\n", &format!("{new}\nthe next line\n"));
        applied(&[(path, &file)], &block).map(|files| files[path].clone())
    };
    assert_eq!(made("f.md", "  ", "gamma"), Ok("gamma  \nthe next line\n".into()));
    assert_eq!(made("f.md", " ", "gamma"), Ok("gamma\nthe next line\n".into()));
    assert_eq!(made("f.rs", "  ", "gamma"), Ok("gamma\nthe next line\n".into()));
    assert_eq!(made("f.md", "  ", "gamma\ndelta"), Ok("gamma\ndelta\nthe next line\n".into()));
}

#[test]
fn a_block_takes_blanks_away_where_it_quotes_them() {
    assert_eq!(changed("a \nb\n", &[("a \nb\n", "a\nb\n")]), Ok("a\nb\n".into()));
    assert_eq!(changed("a  \nb\n", &[("a \nb\n", "a\nx\n")]), Ok("a  \nx\n".into()));
}
