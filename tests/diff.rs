//! Diffs and counts of lines, held to what git makes of the same files.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod sandbox;

use std::collections::BTreeMap;

use git_sr::core::diff::{Diff, counts};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use sandbox::{Sandbox, sandboxed};

/// Lines of a file, some of them common, and what becomes of each: it stays, goes, is replaced, or others come before it.
fn pair(lines: std::ops::Range<usize>) -> impl Strategy<Value = (String, String)> {
    let line = prop_oneof![
        6 => "[a-z]{0,3}".prop_map(|word| format!("  {word}\n")),
        3 => prop::sample::select(vec!["\n", "}\n", "    }\n", "\t\n", "  return;\n", "{\r\n"]).prop_map(str::to_owned),
        1 => "[ \t]{0,9}[a-z]{8}".prop_map(|word| format!("{word}\n")),
    ];
    let fate = prop_oneof![30 => Just(0_u8), 2 => Just(1), 2 => Just(2), 2 => Just(3), 1 => Just(4)];
    let row = (line.clone(), fate, prop::collection::vec(line, 1..4));
    let open_ends = (any::<bool>(), any::<bool>());
    (prop::collection::vec(row, lines), open_ends).prop_map(|(rows, (old_open, new_open))| {
        let (mut old, mut new) = (String::new(), String::new());
        for (line, fate, others) in rows {
            old += &line;
            let written = match fate {
                0 => line,
                1 => String::new(),
                2 => others.concat(),
                3 => others.concat() + &line,
                // Twice the same.
                _ => line.repeat(2),
            };
            new += &written;
        }
        let ended = |text: String, open: bool| {
            if open { text.trim_end_matches('\n').to_owned() } else { text }
        };
        (ended(old, old_open), ended(new, new_open))
    })
}

/// What git prints of all pairs at once, by their numbers.
fn by_git(sandbox: &Sandbox, pairs: &[(String, String)], arguments: &[&str]) -> String {
    for (number, (old, new)) in pairs.iter().enumerate() {
        sandbox.write(format!("old/{number}.txt"), old);
        sandbox.write(format!("new/{number}.txt"), new);
    }
    let root = sandbox.path("");
    let arguments = [&["diff", "--no-index"], arguments, &["old", "new"]].concat();
    String::from_utf8(sandbox.try_git(&root, &arguments).stdout).expect("UTF-8")
}

/// Many pairs, the same each time unless all is to be tried.
fn pairs() -> Vec<(String, String)> {
    let mut runner = if full::full() { TestRunner::default() } else { TestRunner::deterministic() };
    let many = if full::full() { 20 } else { 1 };
    let mut some = |lines, count: usize| {
        let strategy = pair(lines);
        let mut made = Vec::new();
        made.extend((0..count * many).map(|_| strategy.new_tree(&mut runner).expect("a pair").current()));
        made
    };
    [some(0..12, 200), some(0..60, 200), some(200..600, 40)].concat()
}

#[test]
fn lines_are_counted_as_git_counts_them() {
    sandboxed("lines_are_counted_as_git_counts_them", |sandbox| {
        let pairs = pairs();
        let printed = by_git(sandbox, &pairs, &["--numstat"]);
        let row = |line: &str| {
            let [added, removed, path] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let number = path.trim_end_matches(".txt}").rsplit('/').next().expect("a name");
            let number = number.trim_end_matches(".txt").parse::<usize>().expect("a number");
            (number, (added.parse().expect("lines"), removed.parse().expect("lines")))
        };
        let wanted: BTreeMap<usize, (usize, usize)> = printed.lines().map(row).collect();
        assert!(wanted.len() > 300, "{printed}");
        for (number, (old, new)) in pairs.iter().enumerate() {
            let counted = counts(old.as_bytes(), new.as_bytes());
            let wanted = wanted.get(&number).copied().unwrap_or_default();
            assert_eq!((counted.added, counted.removed), wanted, "{old}\n===\n{new}");
        }
    });
}

/// A line of a diff without what stands behind the numbers of a hunk.
fn without_function(line: &str) -> String {
    match line.strip_prefix("@@ ").and_then(|rest| rest.split_once(" @@")) {
        Some((numbers, _)) => format!("@@ {numbers} @@\n"),
        None => line.to_owned(),
    }
}

#[test]
fn a_diff_is_the_one_that_git_prints() {
    sandboxed("a_diff_is_the_one_that_git_prints", |sandbox| {
        let pairs = pairs();
        let printed = by_git(sandbox, &pairs, &[]);
        let files = printed.split("diff --git ").skip(1).map(|file| {
            let (head, rest) = file.split_once('\n').expect("a line");
            let name = head.rsplit('/').next().expect("a name").trim_end_matches(".txt");
            let hunks = rest.find("@@ ").map_or("", |at| &rest[at..]);
            (name.parse().expect("a number"), hunks.split_inclusive('\n').map(without_function).collect())
        });
        let wanted: BTreeMap<usize, String> = files.collect();
        assert!(wanted.len() > 300, "{printed}");
        for (number, (old, new)) in pairs.iter().enumerate() {
            let hunks = Diff::new(old.clone().into(), new.clone().into()).hunks();
            let wanted = wanted.get(&number).map_or("", String::as_str);
            assert_eq!(String::from_utf8(hunks).expect("UTF-8"), wanted);
        }
    });
}
