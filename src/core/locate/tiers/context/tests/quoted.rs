//! Claims about lines that are quoted otherwise than the file has them.

use super::{Answer, in_language, with};
use crate::core::language;

fn applied(file: &str, search: &str, replace: &str) -> Option<String> {
    applied_in("a.rs", file, search, replace)
}

pub(super) fn applied_in(name: &str, file: &str, search: &str, replace: &str) -> Option<String> {
    match in_language(language::of(name.as_bytes()), name, file, search, replace) {
        Answer::Laid { place, .. } => Some(with(file, place)),
        _ => None,
    }
}

const FILE: &str =
    "fn f(a: u8) {\n    // first\n    let b = a;\n    let c = \"x\";\n    let d = c;\n    go(d);\n}\n";

#[test]
fn a_comment_left_out_and_other_quotes_are_the_files() {
    let search = "fn f(a: u8) {\n    let b = a;\n    let c = 'x';\n    let d = c;\n    go(d);\n}\n";
    let replace = "fn f(a: u8) {\n    let b = a;\n    let c = 'x';\n    let d = c;\n    go(d, b);\n}\n";
    assert_eq!(applied(FILE, search, replace), Some(FILE.replace("go(d)", "go(d, b)")));
}

#[test]
fn a_line_next_to_a_change_must_be_there() {
    let search = "fn f(a: u8) {\n    // first\n    let b = a;\n    let d = c;\n    go(d);\n}\n";
    assert_eq!(applied(FILE, search, &search.replace("let d = c", "let d = b")), None);
}

#[test]
fn another_name_is_another_place() {
    let search =
        "fn g(a: u8) {\n    // first\n    let b = a;\n    let c = \"x\";\n    let d = c;\n    go(d);\n}\n";
    assert_eq!(applied(FILE, search, &search.replace("go(d)", "go(b)")), None);
}

#[test]
fn lines_that_open_another_scope_are_not_left_out() {
    let file = "def f():\n    a = 1\n    b = 2\ndef g():\n    c = 3\n    d = 4\n    e = 5\n";
    let search = "def f():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n";
    assert_eq!(applied_in("a.py", file, search, &search.replace("d = 4", "d = 5")), None);
}

#[test]
fn a_part_of_the_file_that_is_nearly_as_good_makes_the_place_doubtful() {
    let search =
        "fn f(a: u8) {\n    // none\n    let b = a;\n    let c = \"x\";\n    let d = c;\n    go(d);\n}\n";
    let replace = search.replace("go(d)", "go(b)");
    assert!(applied(FILE, search, &replace).is_some());
    let twice = [FILE, "fn g() {\n    let b = a;\n    let c = \"x\";\n    let d = c;\n}\n"].concat();
    assert_eq!(applied(&twice, search, &replace), None);
}

/// The file after a block that quotes a part of it otherwise, and changes another.
fn quoting(
    name: &str,
    file: &str,
    (there, quoted): (&str, &str),
    (old, new): (&str, &str),
) -> Option<String> {
    assert!(file.contains(there) && file.contains(old));
    let search = file.replace(there, quoted);
    let applied = applied_in(name, file, &search, &search.replace(old, new));
    if let Some(applied) = &applied {
        assert_eq!(*applied, file.replace(old, new), "{name}: {there:?} for {quoted:?}");
    }
    applied
}

fn python(line: &str) -> String {
    format!("def f(n):\n    a = 1\n    {line}\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n    return a\n")
}

#[test]
fn code_that_differs_says_another_thing() {
    for (there, quoted) in [
        ("if n // 2 == 0: a()", "if n // 10 > 7: a()"),
        ("x = f(1, 23)", "x = f(12, 3)"),
        ("x = not y", "x = noty"),
        ("run('rm -r f')", "run('rm', '-r f')"),
        ("x = y", "x = 'y'"),
        ("x = 'a # b'", "x = 'a # c'"),
        ("x = f'{y}'", "x = '{y}'"),
        ("x -= y", "x += y"),
    ] {
        assert_eq!(quoting("a.py", &python(there), (there, quoted), ("d = 4", "d = 5")), None, "{there}");
    }
    let of_c = "void g() {\n  a1();\n  * p = 3;\n  # undef X\n  b1();\n  c1();\n  d1();\n  e1();\n}\n";
    for (there, quoted) in [("* p = 3", "* p = 4"), ("# undef X", "# undef Y")] {
        assert_eq!(quoting("a.c", of_c, (there, quoted), ("d1()", "d2()")), None, "{there}");
    }
    let script = "function f(u) {\n  a();\n  if (x(\"//a\") && !u) {\n    b();\n    c();\n    d();\n    e();\n  }\n}\n";
    assert_eq!(quoting("a.js", script, ("\"//a\") && !u", "\"//b\") && u"), ("d()", "d2()")), None);
}

#[test]
fn comments_and_blanks_between_signs_say_nothing() {
    for (there, quoted) in [
        ("x = f(1, 23)", "x = f(1,23)  # both"),
        ("x = f(1, 23)  # one", "x = f(1, 23)  # two"),
        ("# one", "# two"),
    ] {
        assert!(quoting("a.py", &python(there), (there, quoted), ("d = 4", "d = 5")).is_some(), "{there}");
    }
}

#[test]
fn what_looks_like_a_comment_inside_of_a_text_is_text() {
    let yaml = "a:\n  b: |\n    # one\n    x\n    y\n    z\n    w\n    v\n";
    assert_eq!(quoting("a.yml", yaml, ("# one", "# two"), ("    z", "    Z")), None);
    let shell = "f() {\n  cat <<EOF\n  # one\n  x\n  y\n  z\n  w\nEOF\n}\n";
    assert_eq!(quoting("a.sh", shell, ("# one", "# two"), ("  z", "  Z")), None);
    let script = "f() {\n  echo '\n  # one\n  x\n  y\n  z\n  w'\n}\n";
    assert_eq!(quoting("a.sh", script, ("# one", "# two"), ("  z", "  Z")), None);
    // As a comment it may differ.
    assert!(quoting("a.yml", &yaml.replace(": |", ":"), ("# one", "# two"), ("    z", "    Z")).is_some());
}

#[test]
fn lines_that_went_into_a_comment_or_a_text_since_are_not_changed_there() {
    let lines = |begin: &str, end: &str| {
        format!("  a1();\n  b1();\n{begin}  c1();\n  d1();\n  e1();\n  g1();\n{end}  h1();\n")
    };
    let search = lines("", "");
    for (name, begin, end) in [
        ("a.js", "  /* off\n", "  */\n"),
        ("a.js", "  x = `\n", "  `;\n"),
        ("a.py", "  \"\"\"\n", "  \"\"\"\n"),
        ("a.py", "  '''off\n", "  '''\n"),
        ("a.c", "  #if 0\n", "  #endif\n"),
        ("a.html", "  <!--\n", "  -->\n"),
        ("a.lua", "  --[[\n", "  ]]\n"),
        ("a.sh", "  cat <<EOF\n", "EOF\n"),
        ("a.unknown", "  (* off\n", "  *)\n"),
    ] {
        let applied = applied_in(name, &lines(begin, end), &search, &search.replace("d1()", "d2()"));
        assert_eq!(applied, None, "{name}: {begin}");
    }
}

#[test]
fn lines_that_went_into_another_branch_since_are_not_changed_there() {
    let lines = |between: &str| format!("f\n  a1();\n  b1();\n{between}  c1();\n  d1();\n  e1();\n  g1();\n");
    let search = lines("");
    let changed =
        |between: &str| applied_in("a.js", &lines(between), &search, &search.replace("d1()", "d2()"));
    for between in ["  } else {\n", "  case 2:\n", "  label:\n", "  else\n", "  if (x) {\n"] {
        assert_eq!(changed(between), None, "{between}");
    }
    let why = "  // why\n";
    assert_eq!(changed(why), Some(lines(why).replace("d1()", "d2()")));
}

#[test]
fn of_an_unknown_language_only_blank_lines_may_differ() {
    let file = "f\n  a1\n\n  # one\n  b1\n  c1\n  d1\n  e1\n";
    assert_eq!(quoting("a.unknown", file, ("# one", "# two"), ("d1", "d2")), None);
    assert!(quoting("a.unknown", file, ("a1\n\n", "a1\n"), ("d1", "d2")).is_some());
}

#[test]
fn with_another_parameter_it_is_another_function() {
    let file = "fn a(\n    one: u8,\n    more: u8,\n    two: u8,\n) {\n    three();\n    four();\n}\n";
    let search = file.replace("    more: u8,\n", "");
    assert_eq!(applied(file, &search, &search.replace("three()", "five()")), None);
}

/// Lines of a script or of C with one in between.
fn among(line: &str, below: &str) -> String {
    format!("f\n  a1();\n  b1();\n  {line}\n  {below}\n  c1();\n  d1();\n  e1();\n  g1();\n")
}

#[test]
fn a_semicolon_counts_where_it_may_be_a_body_or_a_value() {
    for (name, there, quoted, below) in [
        ("a.c", "if (x);", "if (x)", "h1();"),
        ("a.c", "else;", "else", "h1();"),
        ("a.c", "} else;", "} else", "h1();"),
        ("a.c", "x = 1;;", "x = 1;", "h1();"),
        ("a.c", "struct a;", "struct a", "{ }"),
        ("a.c", "int f(int a);", "int f(int a)", "h1();"),
        ("a.js", "for (const a of b);", "for (const a of b)", "h1();"),
        ("a.js", "while (x);", "while (x)", "h1();"),
        ("a.js", "if (x) return;", "if (x) return", "h1();"),
        ("a.js", "let x = y;", "let x = y", "(z)();"),
        ("a.js", "let x = y;", "let x = y", "[z] = w;"),
        ("a.rs", "let x = y;", "let x = y", "h1();"),
        ("a.rs", "compute(x);", "compute(x)", "h1();"),
        ("a.sql", "select a from b;", "select a from b", "union select c;"),
        ("a.js", "let x = y,", "let x = y;", "h1();"),
    ] {
        for (there, quoted) in [(there, quoted), (quoted, there)] {
            let file = among(there, below);
            let search = among(quoted, below);
            let applied = applied_in(name, &file, &search, &search.replace("d1()", "d2()"));
            assert_eq!(applied, None, "{name}: {there} for {quoted}");
        }
    }
}

#[test]
fn a_line_that_changes_keeps_the_semicolon_that_search_leaves_out() {
    let file = among("item.style.width -= 0.1;", "if (x) {");
    let search = "item.style.width -= 0.1\n";
    for (new, ends) in [("item_two.style.width -= 0.1", ";"), ("item.style.width = 0", ";")] {
        let made = applied_in("a.js", &file, search, &format!("{new}\n"));
        assert_eq!(made, Some(file.replace("item.style.width -= 0.1;", &format!("{new}{ends}"))));
    }
    for new in [
        "item.style.width = 1 +\n3",
        "item.style.width -= 0.2 // less",
        "item.style.width = `a\nb`",
        "item.style.width = f(\n1)",
    ] {
        assert_eq!(applied_in("a.js", &file, search, &format!("{new}\n")), None, "{new}");
    }
    let file = among("count_of_active++;", "if (x) {");
    let made = applied_in("a.js", &file, "count_of_active++\n", "active_items++\n");
    assert_eq!(made, Some(file.replace("count_of_active", "active_items")));
}

#[test]
fn a_comment_that_a_program_reads_is_code() {
    for (name, there, quoted) in [
        ("a.go", "//go:build linux", "//go:build darwin"),
        ("a.go", "// why", "//go:embed a.txt"),
        ("a.go", "// +build linux", "// +build darwin"),
        ("a.go", "// no", "//nolint"),
        ("a.go", "//export One", "//export Two"),
        ("a.c", "#pragma once", "#pragma twice"),
        ("a.sh", "#!/bin/sh", "#!/bin/bash"),
        ("a.py", "x = y  # type: int", "x = y  # type: str"),
        ("a.py", "x = y", "x = y  # noqa"),
        ("a.rb", "# frozen_string_literal: true", "# frozen_string_literal: false"),
        ("a.ts", "// why", "// @ts-ignore"),
        ("a.js", "/* eslint-disable x */", "/* eslint-enable x */"),
        ("a.jsx", "{/* why */}", "{/* @ts-ignore */}"),
        ("a.sql", "-- +goose Up", "-- +goose Down"),
    ] {
        let (file, search) = (among(there, "h1()"), among(quoted, "h1()"));
        let applied = applied_in(name, &file, &search, &search.replace("d1()", "d2()"));
        assert_eq!(applied, None, "{name}: {there} for {quoted}");
    }
    for (there, quoted) in [
        ("// see: this", "// see: that"),
        ("// http://a.b", "// http://c.d"),
        ("/// one", "/* two */"),
        ("let x = y; // @ts-ignore", "let x = y;"),
    ] {
        let (file, search) = (among(there, "h1()"), among(quoted, "h1()"));
        let applied = applied_in("a.js", &file, &search, &search.replace("d1()", "d2()"));
        assert_eq!(applied, Some(file.replace("d1()", "d2()")), "{there} for {quoted}");
    }
}

#[test]
fn what_one_side_comments_out_and_the_other_runs_differs() {
    for (name, code, comment) in [
        ("a.js", "continue;", "// continue;"),
        ("a.js", "continue;", "//continue"),
        ("a.js", "continue;", "/* continue; */"),
        ("a.js", "continue;", "/*\n  continue;\n  */"),
        ("a.jsx", "go(x)", "{/* go(x) */}"),
        ("a.py", "x = y", "# x = y  # z"),
        ("a.html", "<b>x</b>", "<!-- <b>x</b> -->"),
    ] {
        for (there, quoted) in [(code, comment), (comment, code)] {
            let (file, search) = (among(there, "h1()"), among(quoted, "h1()"));
            let applied = applied_in(name, &file, &search, &search.replace("d1()", "d2()"));
            assert_eq!(applied, None, "{name}: {there} for {quoted}");
        }
    }
}

#[test]
fn nothing_is_changed_within_a_comment_that_search_does_not_open() {
    for (name, sign, begin, end) in [
        ("a.js", "//", "/* old\n", "*/\n"),
        ("a.rb", "#", "=begin\n", "=end\n"),
        ("a.lua", "--", "--[==[\n", "]==]\n"),
    ] {
        let (lines, search) = (among(&format!("x = y\n  {sign} why"), "h1()"), among("x = y", "h1()"));
        let change = |file: &str| applied_in(name, file, &search, &search.replace("d1()", "d2()"));
        assert_eq!(change(&format!("{begin}{lines}{end}z1()\n")), None, "{name}: {begin}");
        let behind = format!("{begin}{end}{lines}");
        assert_eq!(change(&behind), Some(behind.replace("d1()", "d2()")), "{name}: {begin}");
    }
}

/// Three functions, the last of which SEARCH has with a blank line more than the file.
const THREE: &str = "impl A {\n    fn id(&self) -> u8 {\n        self.id\n    }\n\n    fn parent(&self) -> u8 {\n        self.iter().next()\n    }\n\n    fn position(&self) -> u8 {\n        self.pos\n    }\n}\n\nimpl B {\n    fn go(&self) -> u8 {\n        self.go\n    }\n}\n";

#[test]
fn a_place_where_only_blank_lines_differ_is_one_too() {
    let below = &THREE[THREE.find("\n    fn position").expect("there")..];
    let search = ["    }\n", below].concat().replace("}\n\nimpl B", "}\n\n\nimpl B");
    let replace = ["    let more = 1;\n", &search].concat();
    let right = THREE.replace(".next()\n", ".next()\n    let more = 1;\n");
    assert_eq!(applied(THREE, &search, &replace), Some(right));
}

#[test]
fn changes_that_take_the_same_blank_lines_are_refused() {
    let file = "# <<\n- x\n- y0\n\nt# B\n\n- x\n\n";
    let search = "# <<\n- x\n- y0\n\n\n\nt# B\n\n- x\n\n";
    let replace = "#y%-%\n\nx %\n-a-t# B\n\n- x\n- y%-%\n\nx %\n-a.md\n%%%\n# <<\n7  %\n";
    assert_eq!(applied_in("f.txt", &file.replace("y0\n", "y0\n\n"), search, replace), None);
    // The file has as many as REPLACE there.
    assert_eq!(applied_in("f.txt", file, search, replace).as_deref(), Some(replace));
}

#[test]
fn a_comma_at_the_end_of_a_quoted_line_may_differ_in_front_of_a_line_that_stays() {
    let file = "[\n    one(1),\n    two(2),\n    three(3)\n]\n";
    let search = "[\n    one(1),\n    two(2)\n    three(3),\n]\n";
    let made = |search: &str, old: &str, new: &str| {
        let after = applied_in("a.txt", file, search, &search.replace(old, new))?;
        assert_eq!(after, file.replace(old, new));
        Some(after)
    };
    assert!(made(search, "one(1)", "one(11)").is_some());
    assert!(made(search, "[\n    one(1),\n", "[\n    zero(0),\n    one(1),\n").is_some());
    // It parts what it is behind from new lines, and a line that changes is there as it is quoted.
    assert_eq!(made(search, "    two(2)\n", "    two(2)\n    more(2),\n"), None);
    assert_eq!(made(search, "three(3)", "three(33)"), None);
    let reworded = made("[\n    one(1),\n    two(2)\n    three(3)\n]\n", "three(3)", "three(33)");
    assert!(reworded.is_some());
    assert_eq!(made(search, "]", ")"), None);
    assert_eq!(made(search, "    three(3),\n", ""), None);
}

#[test]
fn the_last_item_of_a_list_ends_as_replace_has_it_above_a_new_one() {
    let file = |comma: &str| format!("[\n    one(1),\n    two(2){comma}\n]\n");
    let search = |comma: &str| format!("    one(1),\n    two(2){comma}\n]\n");
    let new = |comma: &str| format!("    one(1),\n    two(2),\n    three(3){comma}\n]\n");
    for comma in ["", ","] {
        for (there, quoted) in [(",", ""), ("", ",")] {
            let made = applied_in("a.txt", &file(there), &search(quoted), &new(comma));
            assert_eq!(made, Some(format!("[\n{}", new(comma))), "{comma} {there} {quoted}");
        }
    }
    // A bracket may end something else than an item.
    let nested = |comma: &str| format!("[\n    one(\n    ){comma}\n]\n");
    let new = nested(",").replace("),\n", "),\n    two(2)\n");
    assert_eq!(applied_in("a.txt", &nested(""), &nested(","), &new), None);
    // Others follow.
    let more = file(",").replace("]", "    four(4)\n]");
    let begun = |text: String| text.replace("]\n", "");
    let new = "    one(1),\n    two(2),\n    three(3)\n]\n".to_owned();
    assert_eq!(applied_in("a.txt", &more, &begun(search("")), &begun(new)), None);
    // REPLACE has no comma either.
    let without = "    one(1),\n    two(2)\n    three(3)\n]\n";
    assert_eq!(applied_in("a.txt", &file(","), &search(""), without), None);
}
