//! Claims about blocks that quote lines with other white space.

mod blanks;
mod brackets;
mod breaks;
mod comments;
mod quoted;

use std::borrow::Cow;

use super::*;
use crate::core::{
    language::Language,
    locate::{
        line::Budget,
        rung::{FileFind, MatchNote},
        search::Search,
        unlaid::Unlaid,
    },
    path::RepoPath,
    text::Text,
};

const FILE: &str = "\
fn f() {
    a();
    if x {
        b();
        c();
    }
    d();
    }
    e();
}
";

/// The same, but the lines from `}` on are four blanks further left.
const QUOTED: &str = "\
fn f() {
    a();
    if x {
        b();
        c();
    }
    d();
}
e();
";

fn found<'r>(name: &str, file: &str, search: &'r str, replace: &'r str) -> Answer<'r> {
    by(uneven, name, file, Search::new(search.as_bytes(), replace.as_bytes()))
}

fn by<'r>(rung: FileFind, name: &str, file: &str, search: Search<'r>) -> Answer<'r> {
    let text = Text::new(file.as_bytes().to_vec());
    let budget = Budget::for_bytes(10_000);
    let places = crate::core::locate::places(&text, search.core(), &budget);
    let (path, candidates) = (RepoPath::new(name.as_bytes()).expect("a path"), places.expect("budget"));
    let (candidates, budget) = (candidates.as_slice(), &budget);
    let site = Site { text: &text, path: &path, search: &search, candidates, budget };
    rung(&site).expect("budget")
}

fn in_language<'r>(
    language: Option<&'static Language>,
    name: &str,
    file: &str,
    search: &'r str,
    replace: &'r str,
) -> Answer<'r> {
    by(find, name, file, Search::new(search.as_bytes(), replace.as_bytes()).in_language(language))
}

/// The file with the change made; none where it is not.
fn made(name: &str, file: &str, search: &str, replace: &str) -> Option<String> {
    let Answer::Laid { place, .. } = found(name, file, search, replace) else { return None };
    Some(with(file, place))
}

fn with(file: &str, place: Place<'_>) -> String {
    let mut lines: Vec<Cow<'_, [u8]>> = file.lines().map(|line| Cow::Borrowed(line.as_bytes())).collect();
    for hunk in place.hunks.into_iter().rev() {
        lines.splice(hunk.old, hunk.new);
    }
    lines.iter().map(|line| String::from_utf8_lossy(line).into_owned() + "\n").collect()
}

/// [`FILE`] and [`QUOTED`], with a line put in front of one of SEARCH.
fn inserted(new: &str, before: &str) -> Option<String> {
    made("f.rs", FILE, QUOTED, &QUOTED.replacen(before, &format!("{new}\n{before}"), 1))
}

fn unlaid(file: &str, search: &str, replace: &str) -> Unlaid {
    match found("f.rs", file, search, replace) {
        Answer::Unlaid(unlaid) => unlaid,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hunk_takes_the_shift_of_its_neighbours_and_other_lines_keep_their_bytes() {
    let wanted = |new: &str, before: &str| Some(FILE.replacen(before, &format!("{new}\n{before}"), 1));
    assert_eq!(inserted("    new();", "    d();"), wanted("    new();", "    d();"));
    assert_eq!(inserted("new();", "e();"), wanted("    new();", "    e();"));
    assert_eq!(
        inserted("f(|| {\n  new();\n});", "e();"),
        wanted("    f(|| {\n      new();\n    });", "    e();")
    );
    let Answer::Laid { place, note } = found("f.rs", FILE, QUOTED, "") else { panic!() };
    assert_eq!((place.lines, note), (0..9, MatchNote::Uneven { steps: vec![7] }));
}

#[test]
fn a_line_that_search_lacks_at_its_edge_is_not_taken_for_the_next_one() {
    let file = "all {\n  first_one {\n    call_it(1);\n  }\n  other_one {\n    end_it(2);\n  }\n}\nrest();\n";
    let (search, replace) = ("  other_one {\n    end_it(2);\n}\n", "  other_one {\n    end_it(3);\n}\n");
    assert_eq!(made("f.rs", file, search, replace), None);
    let other = file.replace("}\nrest", "last();\n}\nrest");
    assert_eq!(made("f.rs", &other, search, replace), Some(other.replace("(2)", "(3)")));
    let (search, replace) = ("first_one {\n    call_it(1);\n  }\n", "first_one {\n    call_it(3);\n  }\n");
    assert_eq!(made("f.rs", &file.replace("all", "first_one"), search, replace), None);
    assert_eq!(made("f.rs", file, search, replace), Some(file.replace("(1)", "(3)")));
}

#[test]
fn a_hunk_at_the_step_is_not_guessed_at() {
    let replace = QUOTED.replacen("    d();", "    d(1);\n    d(2);", 1);
    assert_eq!(unlaid(FILE, QUOTED, &replace), Unlaid::Indentation { line: 7 });
    assert_eq!(inserted("new();", "}\ne();"), None);
    // A line in place of one that the file has with its indentation is no guess.
    let (old, new) = ("    d();", "    d(1);");
    assert_eq!(made("f.rs", FILE, QUOTED, &QUOTED.replacen(old, new, 1)), Some(FILE.replacen(old, new, 1)));
    let (old, new) = ("}\ne();", "}\ne(1);");
    assert_eq!(
        made("f.rs", FILE, QUOTED, &QUOTED.replacen(old, new, 1)),
        Some(FILE.replacen("e();", "e(1);", 1))
    );
    // Removed lines need no indentation.
    assert!(made("f.rs", FILE, QUOTED, &QUOTED.replacen("    d();\n}\n", "", 1)).is_some());
}

#[test]
fn of_equal_lines_at_the_step_none_is_chosen() {
    let file = "{\n  a();\n    b();\n    b();\n  c();\n  b();\n}\n";
    let search = "{\n  a();\n  b();\n  b();\n  c();\n  b();\n}\n";
    assert!(made("f.rs", file, search, &search.replacen("  b();\n", "", 1)).is_some());
    let file = file.replacen("    b();\n  c", "  b();\n  c", 1);
    assert_eq!(unlaid(&file, search, &search.replacen("  b();\n", "", 1)), Unlaid::Indentation { line: 4 });
    let more = search.replacen("  b();\n", "  b();\n  b();\n", 1);
    assert_eq!(unlaid(&file, search, &more), Unlaid::Indentation { line: 5 });
}

#[test]
fn at_the_edge_of_the_block_the_neighbours_of_one_side_tell() {
    let after = made("f.rs", FILE, QUOTED, &format!("{QUOTED}\nnew();\n"));
    assert_eq!(after, Some(FILE.replacen("    e();\n", "    e();\n\n    new();\n", 1)));
}

#[test]
fn new_lines_beside_no_line_that_stays_are_not_shifted() {
    let (file, search) = ("{\n  a\n  b\n\n  c\n\n  d\n", "{\n  a\nb\n\nc\n\nd\n");
    assert_eq!(unlaid(file, search, "{\n  a\n\ny\n\nz\n"), Unlaid::Indentation { line: 4 });
    assert!(made("f.rs", file, search, "{\n  a\n\ny\n\nd\n").is_some());
}

#[test]
fn a_line_that_comes_as_it_is_in_the_file_is_not_shifted_again() {
    let search = QUOTED.replace("e();", "e();\nf();");
    let file = FILE.replace("    e();\n", "    e();\n    f();\n");
    let refused = unlaid(&file, &search, &search.replace("\nf();", "\n    f();"));
    assert_eq!(refused, Unlaid::Indentation { line: 10 });
    let after = made("f.rs", &file, &search, &search.replace("\nf();", "\n  f();"));
    assert_eq!(after, Some(file.replace("    f();", "      f();")));
}

#[test]
fn a_line_that_moves_over_the_step_takes_the_shift_of_its_new_neighbours() {
    let (file, search) = ("{\n  a\n  b\n    c\n    d\n    e\n}\n", "{\n  a\n  b\n  c\n  d\n  e\n}\n");
    let moved = made("f.rs", file, search, "{\n  d\n  a\n  b\n  c\n  e\n}\n");
    assert_eq!(moved, Some("{\n  d\n  a\n  b\n    c\n    e\n}\n".into()));
    let after = made("f.rs", file, search, "{\n  a\n  b\n  c\n  e\n}\n");
    assert_eq!(after, Some("{\n  a\n  b\n    c\n    e\n}\n".into()));
}

#[test]
fn a_line_that_moves_as_the_file_has_it_is_not_shifted() {
    let file = "impl A {\n    fn a() {\n        one();\n    }\n\n    fn b() {\n        two();\n        three();\n    }\n}\n";
    let search = "      fn a() {\n          one();\n      }\n\n      fn b() {\n        two();\n        three();\n    }\n";
    let moved = "      fn a() {\n          one();\n        two();\n        more();\n\n\n";
    assert_eq!(made("f.rs", file, search, moved), None);
}

#[test]
fn any_stretches_may_be_indented_otherwise() {
    let file = "f {\n    a();\n        b();\n        c();\n    d();\n}\n";
    let search = "f {\n    a();\n    b();\n    c();\n    d();\n}\n";
    let after = made("f.rs", file, search, &search.replace("    c();", "    new();\n    c();"));
    assert_eq!(after, Some(file.replace("        c();", "        new();\n        c();")));
    let three = "f {\n    a();\n      b();\n        c();\n        d();\n}\n";
    let after = made("f.rs", three, search, &search.replace("    d();", "    new();\n    d();"));
    assert_eq!(after, Some(three.replace("        d();", "        new();\n        d();")));
}

#[test]
fn search_that_has_lost_its_indentation_is_taken_beside_lines_of_one_shift() {
    let flat: String = FILE.lines().map(|line| format!("{}\n", line.trim())).collect();
    let after = made("f.rs", FILE, &flat, &flat.replace("c();", "new();\nc();"));
    assert_eq!(after, Some(FILE.replace("        c();", "        new();\n        c();")));
    let refused = unlaid(FILE, &flat, &flat.replace("b();", "new();\nb();"));
    assert_eq!(refused, Unlaid::Indentation { line: 4 });
}

#[test]
fn the_first_line_may_have_lost_its_indentation() {
    let file = "f {\n    first();\n    second();\n    if x {\n        third();\n    }\n}\n";
    let search = "first();\n    second();\n    if x {\n        third();\n    }\n";
    let after = made("f.rs", file, search, &search.replace("third", "fourth"));
    assert_eq!(after, Some(file.replace("third", "fourth")));
    let after = made("f.rs", file, search, &search.replace("first", "other"));
    assert_eq!(after, Some(file.replace("first", "other")));
    // What comes to the margin below it may have lost its indentation too.
    let refused = unlaid(file, search, &search.replacen("    second", "new();\n    second", 1));
    assert_eq!(refused, Unlaid::Indentation { line: 2 });
    // So may what begins another part, and a bracket in place of the first line.
    let part = "first();\n    second();\n";
    assert_eq!(unlaid(file, part, &format!("{part}other();\n")), Unlaid::Indentation { line: 3 });
    assert_eq!(unlaid(file, part, "{\n    second();\n"), Unlaid::Indentation { line: 1 });
    // Where indentation has a meaning, all other lines are as they are quoted.
    assert!(made("f.py", file, search, &search.replace("third", "fourth")).is_some());
    assert!(made("f.py", &file.replace("        third", "      third"), search, "").is_none());
}

#[test]
fn the_first_line_of_replace_has_the_indentation_of_the_line_that_it_is() {
    let file = "f {\n    if a {\n        go();\n        if b {\n            go();\n            end();\n";
    let search = "if a {\n        go();\n        if b {\n            go();\n            end();\n";
    let after = "f {\n            go();\n            end();\n";
    assert_eq!(made("a.rs", file, search, "go();\n            end();\n").as_deref(), Some(after));
    // What follows is at none of them, or at all.
    assert_eq!(made("a.rs", file, search, "go();\n            other();\n"), None);
    let file = "f {\n    a {\n        b {\n            c();\n        }\n    }\n}\nend();\n";
    let search = "c();\n        }\n    }\n}\nend();\n";
    assert_eq!(made("a.rs", file, search, "}\n"), None);
    // A line that REPLACE has at its place besides is another one.
    let file = "f {\n        a();\n    b();\n    c();\n}\n";
    let after = made("a.rs", file, "a();\n    b();\n    c();\n", "b();\n    x();\n    b();\n    c();\n");
    assert_eq!(after.as_deref(), Some("f {\n        b();\n    x();\n    b();\n    c();\n}\n"));
}

#[test]
fn text_that_is_there_twice_is_several_places() {
    let file = format!("{FILE}\n{FILE}");
    assert_eq!(found("f.rs", &file, QUOTED, ""), Answer::Several(vec![0..9, 11..20]));
}

#[test]
fn where_indentation_may_be_meaning_nothing_is_taken() {
    let replace = QUOTED.replace("    d();", "    new();\n    d();");
    let names = ["f.rs", "f.tsx", "F.java", "f.c", "f.css", "f.html", "f.vue", "f.go", "f.sql", "f.sh"];
    for name in names {
        assert!(made(name, FILE, QUOTED, &replace).is_some(), "{name}");
    }
    let names = [
        "f.py", "f.yaml", "f.yml", "f.md", "f.txt", "Makefile", "f.mk", "f.ini", "f.hs", "f.scala", "f.nim",
        "f.pug", "f.haml", "f.sass", "f.coffee", "f.fs", "f.rst", "f.bzl", "f.styl", "f", "Dockerfile",
        "f.jade", "f.slim",
    ];
    for name in names {
        assert_eq!(found(name, FILE, QUOTED, &replace), Answer::None, "{name}");
    }
    for line in ["<template lang=\"pug\">", "<PRE>", "<style lang=\"sass\">", "<script type=\"text/python\">"]
    {
        let file = format!("{line}\n{FILE}");
        assert!(made("f.rs", &file, QUOTED, &replace).is_some());
        assert_eq!(found("f.vue", &file, QUOTED, &replace), Answer::None, "{line}");
    }
}

#[test]
fn a_line_that_the_shift_does_not_explain_is_not_guessed_at() {
    // Shallower in the file than in SEARCH.
    let (file, search) =
        ("f {\n    a();\n    b();\nc();\nd();\n", "f {\n    a();\n    b();\n    c();\n    d();\n");
    let replace = |new: &str| search.replacen("    d();", &format!("{new}\n    d();"), 1);
    assert_eq!(unlaid(file, search, &replace("  new();")), Unlaid::Indentation { line: 5 });
    assert_eq!(unlaid(file, search, &replace("\tnew();")), Unlaid::Indentation { line: 5 });
    let after = made("f.rs", file, search, &replace("     new();"));
    assert_eq!(after, Some(file.replacen("d();", " new();\nd();", 1)));
    // Deeper, without a line at the margin.
    let (file, search) = ("f {\n  a();\n      b();\n      c();\n", "f {\n  a();\n  b();\n  c();\n");
    assert_eq!(unlaid(file, search, &search.replacen("  c", "EOF\n  c", 1)), Unlaid::Indentation { line: 4 });
}

#[test]
fn blanks_and_tabs_are_not_mixed() {
    let tabs = |text: &str| text.replace("    ", "\t");
    let replace = QUOTED.replace("e();", "new();\ne();");
    assert!(made("f.rs", &tabs(FILE), &tabs(QUOTED), &tabs(&replace)).is_some());
    let inner = QUOTED.replace("        c();", "        new();\n        c();");
    assert_eq!(unlaid(&tabs(FILE), QUOTED, &inner), Unlaid::Indentation { line: 5 });
}

#[test]
fn new_lines_of_a_text_are_not_shifted() {
    let literal = |new: &str, line: usize| {
        let replace = QUOTED.replace("e();", &format!("{new}\ne();"));
        let refused = unlaid(FILE, QUOTED, &replace);
        assert_eq!(refused, Unlaid::Literal { line }, "{new}");
    };
    literal("x = \"\"\"\n  text\n\"\"\";", 10);
    literal("x = `\n  text\n`;", 10);
    literal("cat <<EOF\n  text\nEOF", 10);
    literal("#if X", 9);
    // Where nothing is shifted, they are as in the reply.
    let text = "    x = `\n  text\n`;\n    d();";
    assert_eq!(inserted_before_d(text), Some(FILE.replacen("    d();", text, 1)));
}

fn inserted_before_d(text: &str) -> Option<String> {
    made("f.ts", FILE, QUOTED, &QUOTED.replacen("    d();", text, 1))
}

#[test]
fn a_text_that_the_file_opens_above_is_seen() {
    let file = "const x = `\nf {\n    a();\n    b();\n    c();\n  d();\n  e();\n`;\n";
    let search = "f {\n    a();\n    b();\n    c();\nd();\ne();\n";
    let replace = search.replace("e();", "new();\ne();");
    let Answer::Unlaid(unlaid) = found("f.ts", file, search, &replace) else { panic!() };
    assert_eq!(unlaid, Unlaid::Literal { line: 6 });
    assert!(made("f.ts", &file.replace('`', ""), search, &replace).is_some());
}

#[test]
fn blank_lines_say_nothing_and_are_written_as_they_are() {
    let file = FILE.replacen("    }\n    d();", "    }\n  \t\n    d();", 1);
    let search = QUOTED.replacen("    }\n    d();", "    }\n\n    d();", 1);
    let after = made("f.rs", &file, &search, &search.replace("e();", "new();\n   \ne();"));
    assert_eq!(after, Some(file.replace("    e();", "    new();\n   \n    e();")));
}

#[test]
fn a_blank_line_beside_what_goes_says_nothing_of_its_indentation() {
    let file = "x {\n  a\n\n  b\n\n}\n";
    assert_eq!(made("f.rs", file, "   a\n\n  b\n\n", "\n").as_deref(), Some("x {\n\n}\n"));
}

#[test]
fn blank_lines_beside_a_place_stay() {
    let file = "x {\n\n  a();\n\n    b();\n    c();\n\n  d();\n\n}\n";
    let search = "a();\n\nb();\nc();\n\nd();\n";
    let after = |replace: &str| made("f.rs", file, search, replace);
    assert_eq!(after("\nb();\nc();\n\nd();\n"), Some(file.replace("  a();\n", "")));
    assert_eq!(after("a();\n\nb();\nc();\n\n"), Some(file.replace("  d();\n", "")));
}

#[test]
fn a_line_that_moves_gets_no_tab_where_the_file_has_blanks() {
    let file = "f() {\n  if x {\n    throw y;\n  }\n\n  call(z);\n}\n";
    let search = "  if x {\n\tthrow y;\n  }\n\n  call(z);\n";
    let replace = "\tthrow y;\n  if x {\n  }\n\n  call(z);\n";
    assert!(matches!(found("f.js", file, search, replace), Answer::Unlaid(Unlaid::Indentation { line: 1 })));
    let replace = search.replace("call", "run");
    let made = match found("f.js", file, search, &replace) {
        Answer::Laid { place, .. } => with(file, place),
        _ => String::new(),
    };
    assert_eq!(made, file.replace("call", "run"));
}
