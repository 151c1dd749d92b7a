use super::*;
use crate::core::reply::{Options, parse};

const NONE: [usize; 0] = [];

fn lines(lines: &[&str]) -> Vec<Bytes> {
    lines.iter().map(|line| Bytes((*line).into())).collect()
}

/// A block for a file that added lines and quoted others, about lines of the file.
fn failed(path: &str, [adds, quoted, near]: [&[&str]; 3]) -> FailedPart {
    let path = Some(Bytes(path.into())).filter(|path| !path.0.is_empty());
    let [adds, quoted, near] = [adds, quoted, near].map(lines);
    let reply = Bytes("-".into());
    FailedPart {
        reply,
        line: 1,
        path,
        is_operation: false,
        is_final: false,
        adds,
        quoted,
        near,
        rivals: None,
    }
}

fn block(path: &str, search: &str, replace: &str) -> String {
    format!("{path}\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n\n")
}

/// The numbers of the parts that an answer leaves open.
fn left(failures: &[FailedPart], answer: &str) -> Vec<usize> {
    let read = parse(answer.as_bytes(), &Options::default());
    let left = uncorrected(failures, &[], &[(&read, answer.as_bytes())]);
    let number = |part: &&FailedPart| failures.iter().position(|other| std::ptr::eq(other, *part));
    left.iter().filter_map(number).collect()
}

#[test]
fn a_block_corrects_what_it_adds_wherever_it_is_found() {
    let part = failed("a.py", [&["x = open(path)", "return x"], &["nothing"], &["other = 1"]]);
    let answer = block("a.py", "def f(path):", "def f(path):\n    x = open(path)\n    return x");
    assert_eq!(left(&[part], &answer), NONE);
}

#[test]
fn a_block_at_the_place_of_a_part_corrects_it_whatever_it_adds() {
    let part = failed("a.py", [&["x = 1"], &["def g(path):"], &["def f(path):"]]);
    for quoted in ["def g(path):", "def f(path):"] {
        let answer = block("a.py", quoted, "def f(path, mode):");
        assert_eq!(left(std::slice::from_ref(&part), &answer), NONE, "{quoted}");
    }
}

#[test]
fn another_block_of_the_file_corrects_nothing() {
    let parts = [
        failed("a.py", [&["x = 1"], &["def g(path):"], &["def f(path):"]]),
        failed("a.py", [&[], &["def h(path):"], &[]]),
    ];
    let answer = block("a.py", "import os", "import re") + &block("a.py", "import sys", "x = 1");
    assert_eq!(left(&parts, &answer), [0, 1]);
}

#[test]
fn equal_lines_are_one_correction_for_each_time_that_they_are_there() {
    let part = |path| failed(path, [&["return None"], &["def g():"], &[]]);
    let answer = block("a.py", "def f():", "def f():\n    return None");
    assert_eq!(left(&[part("a.py"), part("b.py")], &answer), [1]);
    assert_eq!(left(&[part("b.py"), part("a.py")], &answer), [0]);
    assert_eq!(left(&[part("a.py"), part("a.py")], &answer), [1]);
    let twice = answer + &block("a.py", "def h():", "def h():\n    return None");
    assert_eq!(left(&[part("a.py"), part("a.py")], &twice), NONE);
}

#[test]
fn brackets_alone_are_no_text_that_a_part_adds() {
    let part = failed("a.rs", [&["if old {", "}", "}"], &["gone();"], &[]]);
    assert_eq!(left(&[part], &block("a.rs", "kept();", "if new {\n    kept();\n}\n}")), [0]);
}

#[test]
fn a_part_may_be_split_and_two_may_be_made_one() {
    let part = failed("a.py", [&["one()", "two()", "three()", "four()"], &["gone()"], &[]]);
    let split = ["one()", "two()", "three()"].map(|line| block("a.py", &format!("x_{line}"), line));
    assert_eq!(left(&[part], &split.concat()), NONE);
    let [first, second] = ["one()", "two()"].map(|line| failed("a.py", [&[line], &["gone()"], &[]]));
    assert_eq!(left(&[first, second], &block("a.py", "x()\ny()", "one()\ntwo()")), NONE);
}

#[test]
fn a_part_of_which_nothing_is_known_takes_a_block_that_corrects_no_other() {
    let parts = [failed("", [&[], &[], &[]]), failed("a.py", [&["x = 1"], &[], &[]])];
    let answer = block("a.py", "y = 1", "x = 1");
    assert_eq!(left(&parts, &answer), [0]);
    assert_eq!(left(&parts, &(answer + &block("b.py", "z = 1", "z = 2"))), NONE);
}

#[test]
fn a_part_that_is_no_edit_takes_none() {
    let parts = [FailedPart { is_operation: true, ..failed("a.py", [&[], &[], &[]]) }];
    assert_eq!(left(&parts, &block("a.py", "y = 1", "y = 2")), [0]);
    assert_eq!(left(&parts, &block("a.py", "", "y = 2")), [0]);
    assert_eq!(left(&parts, "a.py\n<<<<<<< RENAME\nb.py\n>>>>>>> RENAME\n"), NONE);
}

#[test]
fn a_part_of_an_answer_that_cannot_be_read_stands_for_what_it_quotes() {
    let part = failed("a.py", [&["x = 1"], &["def g(path):"], &[]]);
    let cut = "a.py\n<<<<<<< SEARCH\ndef g(path):\n=======\nx =";
    assert_eq!(left(&[part], cut), NONE);
}
