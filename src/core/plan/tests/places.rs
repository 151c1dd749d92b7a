//! Blocks among functions that are alike: they are made where they are meant, or not at all.

use proptest::prelude::*;

use super::*;

/// Functions in classes: whether each has the line, has the one that comes in its place, or neither.
type Classes = Vec<Vec<u8>>;

/// A way to write functions.
#[derive(Clone, Copy, Debug)]
enum Style {
    Indented,
    Braces,
    Flat,
}

const OLD: &str = "total = price * count;";
const NEW: &str = "total = price * count - discount;";

/// The file, with another line in the function that is `changed`.
fn file(classes: &Classes, style: Style, changed: Option<(usize, usize)>) -> String {
    let mut text = String::new();
    let (end, [one, two]) = match style {
        Style::Indented => (":", ["    ", "        "]),
        Style::Braces => (" {", ["    ", "        "]),
        Style::Flat => (" {", ["", ""]),
    };
    let close = |text: &mut String, depth: &str| match style {
        Style::Indented => {}
        _ => *text += &format!("{depth}}}\n"),
    };
    for (at, class) in classes.iter().enumerate() {
        text += &format!("class C{at}{end}\n");
        for (number, has) in class.iter().enumerate() {
            let line = match has {
                _ if changed == Some((at, number)) => NEW,
                0 => OLD,
                1 => NEW,
                _ => "total = 0;",
            };
            text += &format!("{one}m{number}(self){end}\n{two}begin();\n{two}{line}\n{two}end();\n");
            close(&mut text, one);
            text += "\n";
        }
        close(&mut text, "");
    }
    text
}

proptest! {
    #[test]
    fn an_anchor_leads_into_its_part_or_nowhere(
        classes in prop::collection::vec(prop::collection::vec(0_u8..3, 1..4), 1..4),
        style in prop::sample::select(vec![Style::Indented, Style::Braces, Style::Flat]),
        class in any::<prop::sample::Index>(),
        method in any::<prop::sample::Index>(),
        is_whole in any::<bool>(),
    ) {
        let class = class.index(classes.len());
        let method = method.index(classes[class].len());
        let path = if matches!(style, Style::Indented) { "a.py" } else { "a.java" };
        let old = file(&classes, style, None);
        let head = |line: &str| old.lines().find(|other| other.trim_start().starts_with(line)).expect("a line").to_owned();
        let mut anchors = vec![head(&format!("class C{class}")), head(&format!("m{method}"))];
        if !is_whole {
            anchors.truncate(1);
        }
        let depth = if matches!(style, Style::Flat) { "" } else { "        " };
        let reply = format!(
            "*** Begin Patch\n*** Update File: {path}\n{}\n {depth}begin();\n-{depth}{OLD}\n+{depth}{NEW}\n*** End Patch\n",
            anchors.iter().map(|anchor| format!("@@ {anchor}")).collect::<Vec<_>>().join("\n"),
        );
        let left = applied(&[(path, &old)], &reply);
        let holders: Vec<usize> = (0..classes[class].len()).filter(|&at| classes[class][at] == 0).collect();
        let meant = match (is_whole, &holders[..]) {
            (true, _) => Some(method).filter(|&method| classes[class][method] == 0),
            (false, [only]) => Some(*only),
            (false, _) => None,
        };
        match meant {
            Some(meant) => {
                prop_assert_eq!(left, Ok(tree(&[(path, &file(&classes, style, Some((class, meant))))])));
            }
            None => prop_assert!(left.is_err() || left == Ok(tree(&[(path, &old)])), "{left:?}"),
        }
    }
}

/// Classes that are alike but for their names, with a line each.
fn twins(lines: &[&str]) -> String {
    let class =
        |(number, line): (usize, &&str)| format!("class C{number}:\n    def run(self):\n        {line}\n\n");
    lines.iter().enumerate().map(class).collect()
}

#[test]
fn what_is_there_at_the_named_line_is_made_already() {
    let old = twins(&["x = 2", "x = 1"]);
    let hunk = |line: usize| {
        let lines = "     def run(self):\n-        x = 1\n+        x = 2\n \n";
        format!("```diff\n--- a/a.py\n+++ b/a.py\n@@ -{line},3 +{line},3 @@\n{lines}```\n")
    };
    assert_eq!(outcomes(&planned(&[("a.py", &old)], &hunk(2))), ["already-applied"]);
    for line in [1, 6, 9] {
        assert_eq!(outcomes(&planned(&[("a.py", &old)], &hunk(line))), ["applied"], "{line}");
    }
}

#[test]
fn a_line_is_as_far_from_its_number_as_other_hunks_prove() {
    let old = "import os\n".repeat(4) + &twins(&["x = 1"; 3]);
    let hunks = "@@ -1,2 +1,2 @@\n-class C0:\n+class D:\n     def run(self):\n\
                 @@ -6,3 +6,3 @@\n     def run(self):\n-        x = 1\n+        x = 2\n \n";
    let reply = format!("```diff\n--- a/a.py\n+++ b/a.py\n{hunks}```\n");
    let want = "import os\n".repeat(4) + &twins(&["x = 1", "x = 2", "x = 1"]).replace("class C0", "class D");
    assert_eq!(applied(&[("a.py", &old)], &reply), Ok(tree(&[("a.py", &want)])));
}

/// A hunk for one of the classes, with what is behind its signs.
fn hunk(behind: &str) -> String {
    let lines = "     def run(self):\n-        x = 1\n+        x = 2\n \n";
    format!("```diff\n--- a/a.py\n+++ b/a.py\n@@ {behind}\n{lines}```\n")
}

/// The classes that become those of `x = 2`; none where the reply is refused.
fn changed(old: &[&str], reply: &str) -> Option<Vec<usize>> {
    let tree = applied(&[("a.py", &twins(old))], reply).ok()?;
    let (_, text) = tree.into_iter().next()?;
    Some(
        (0..old.len())
            .filter(|class| {
                old[*class] != "x = 2"
                    && text.split("class ").nth(class + 1).is_some_and(|text| text.contains("x = 2"))
            })
            .collect(),
    )
}

#[test]
fn a_line_that_only_comes_near_chooses_no_place() {
    let old = ["x = 1"; 3];
    assert_eq!(changed(&old, &hunk("-6,3 +6,3 @@")), Some(vec![1]));
    for line in [0, 1, 3, 5, 7, 11, 100] {
        assert_eq!(changed(&old, &hunk(&format!("-{line},3 +{line},3 @@"))), None, "{line}");
    }
}

#[test]
fn hunks_that_differ_in_their_lines_take_as_many_places_in_the_order_of_these() {
    let hunks = |lines: &[usize]| {
        lines.iter().map(|line| hunk(&format!("-{line},3 +{line},3 @@"))).collect::<String>()
    };
    assert_eq!(changed(&["x = 1"; 3], &hunks(&[40, 20, 30])), Some(vec![0, 1, 2]));
    assert_eq!(changed(&["x = 1"; 3], &hunks(&[20, 30])), None);
    assert_eq!(changed(&["x = 1"; 2], &hunks(&[10, 10])), Some(vec![0, 1]));
}

#[test]
fn a_heading_chooses_the_only_place_below_it() {
    let old = ["x = 1"; 3];
    for ranges in ["", "... @@ ", "-0,0 +0,0 @@ ", "-3,3 +3,3 @@ ", "-6,3 +6,3 @@ "] {
        assert_eq!(changed(&old, &hunk(&format!("{ranges}class C1:"))), Some(vec![1]), "{ranges}");
    }
    // Its number is that of another class; it is not in the file; it is not above any.
    assert_eq!(changed(&old, &hunk("-2,3 +2,3 @@ class C1:")), None);
    assert_eq!(changed(&old, &hunk("-9,3 +9,3 @@ class D:")), None);
    assert_eq!(changed(&old, &hunk("-10,3 +10,3 @@ class D:")), Some(vec![2]));
    assert_eq!(changed(&["x = 1", "x = 1", "x = 3"], &hunk("-2,3 +2,3 @@ class C2:")), None);
}

#[test]
fn what_is_there_below_the_heading_alone_is_made_already() {
    let old = twins(&["x = 1", "x = 2", "x = 1"]);
    assert_eq!(outcomes(&planned(&[("a.py", &old)], &hunk("class C1:"))), ["already-applied"]);
    assert_eq!(outcomes(&planned(&[("a.py", &old)], &hunk("class C2:"))), ["applied"]);
}

#[test]
fn lines_of_which_an_earlier_block_puts_a_copy_there_are_not_changed() {
    let old = "jobs:\n  - cross\n  - tsan\n  - miri\n";
    let block = |search: &str, replace: &str| {
        format!("a.yml\n```\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n```\n\n")
    };
    let copy = block("  - cross\n", "  - cross\n  - cross\n");
    let reply = |search: &str, replace: &str| copy.clone() + &block(search, replace);
    let plan = planned(&[("a.yml", old)], &reply("  - cross\n  - tsan\n", "  - native\n  - tsan\n"));
    assert_eq!(outcomes(&plan), ["overlap", "overlap"]);
    // The other line is there once.
    let plan = planned(&[("a.yml", old)], &reply("  - cross\n  - tsan\n", "  - cross\n  - asan\n"));
    assert_eq!(outcomes(&plan), ["applied", "applied"]);
}

#[test]
fn a_change_of_a_patch_is_at_the_only_place_below_the_one_before_it() {
    let made = |file: &str, hunks: &str| {
        let reply = format!("*** Begin Patch\n*** Update File: a.py\n{hunks}*** End Patch\n");
        applied(&[("a.py", file)], &reply).map(|tree| tree["a.py"].clone())
    };
    let part = |name: &str, value: &str| format!("def {name}():\n    x = {value}\n    return {value}\n\n");
    let file = |values: [&str; 3]| {
        ["f", "g", "h"].iter().zip(values).map(|(name, x)| part(name, x)).collect::<String>()
    };
    let at = |name: &str| format!("@@ def {name}():\n-    x = 0\n+    x = 1\n");
    let other = "@@\n-    return 0\n+    return 2\n";
    let with =
        |name: &str| file(["0"; 3]).replace(&part(name, "0"), &part(name, "0").replace("x = 0", "x = 1"));
    let last = |text: &str| {
        let at = text.rfind("return 0").expect("a place");
        format!("{}return 2{}", &text[..at], &text[at + 8..])
    };
    assert_eq!(made(&file(["0"; 3]), &[&at("h"), other].concat()), Ok(last(&with("h"))));
    // Two are below it; nothing is above; what is above is not known.
    assert_eq!(made(&file(["0"; 3]), &[&at("g"), other].concat()), Err(vec!["applied", "ambiguous"]));
    assert_eq!(made(&file(["0"; 3]), other), Err(vec!["ambiguous"]));
    assert_eq!(made(&file(["0"; 3]), &[other, &at("h")].concat()), Err(vec!["ambiguous", "applied"]));
    // The change before it is in another section of the patch.
    let section = [&at("h"), "*** Update File: a.py\n", other].concat();
    assert_eq!(made(&file(["0"; 3]), &section), Err(vec!["applied", "ambiguous"]));
}

#[test]
fn a_line_of_a_hunk_that_lost_its_sign_as_the_ranges_say_refuses() {
    let text = "pub struct A {\n    pub storage: String,\n    pub total: u64,\n    pub other: u64,\n}\n";
    let settings = Settings { last_tier: Tier::Context, ..settings() };
    let hunk = |ranges: &str, lines: &str| {
        let reply = format!("```diff\n--- a/a.rs\n+++ b/a.rs\n@@ {ranges} @@\n{lines}```\n");
        outcomes(&planned_with(&Fake::new(&[("a.rs", text)]), &settings, &reply))
    };
    let beside = "     pub storage: String,\n+    pub used: u64,\n     // Requests of all users\n     pub total: u64,\n";
    assert_eq!(hunk("-2,2 +2,4", beside), ["not-found"]);
    // The ranges say nothing of it, or nothing right.
    for ranges in ["-2,3 +2,4", "-2,6 +2,7", "..."] {
        assert_eq!(hunk(ranges, beside), ["applied"], "{ranges}");
    }
    let exact = "     pub storage: String,\n+    pub used: u64,\n     pub total: u64,\n";
    assert_eq!(hunk("-2,1 +2,3", exact), ["applied"]);
    let none = "     pub storage: String,\n     pub used: u64,\n     pub total: u64,\n";
    assert_eq!(hunk("-2,2 +2,3", none), ["not-found"]);
    assert_eq!(hunk("-2,3 +2,3", none), ["no-op"]);
    let there = "     pub storage: String,\n     pub total: u64,\n";
    assert_eq!(hunk("-2,2 +2,1", there), ["not-found"]);
    assert_eq!(hunk("-2,1 +2,2", there), ["no-op"]);
}

#[test]
fn lines_that_are_partly_as_they_are_quoted_are_a_place_beside_those_of_one_shift() {
    let twins = "        } else {\n            go(one);\n        }\n\n    } else {\n\tgo(one);\n\t}\n";
    let block = |indent: &str| {
        let search = format!("{indent}}} else {{\n{indent}    go(one);\n{indent}}}\n");
        edit("f.rs", &search, &search.replace("one", "two"))
    };
    let plan = planned(&[("f.rs", twins)], &block("    "));
    let Failure::Ambiguous { lines, .. } = failure(&plan, 0) else { panic!("{:?}", plan.blocks[0].outcome) };
    assert_eq!(lines, &[0, 4]);
    let shifted = planned(&[("f.rs", twins)], &block("  "));
    assert!(matches!(shifted.blocks[0].outcome, Outcome::Applied(_)), "{:?}", shifted.blocks[0].outcome);
}
