//! Lines that belong to an edit, whatever they look like.

use super::{formats::SAMPLES, *};

/// A text as lines behind a sign.
fn signed(text: &str, sign: &str) -> String {
    text.lines().map(|line| format!("{sign}{line}\n")).collect()
}

/// A reply in each format whose edits have all of their lines, around a text.
fn around(text: &str) -> Vec<(&'static str, String)> {
    let lines = signed(text, "");
    let patch = |sign| {
        let signed = signed(text, sign);
        format!(
            "*** Begin Patch\n*** Update File: a.md\n-x\n+y\n{signed}*** Add File: b.md\n+z\n*** End Patch\n"
        )
    };
    let hunk = |sign| format!("--- a/a.md\n+++ b/a.md\n@@ ... @@\n x\n{} y\n", signed(text, sign));
    vec![
        ("diff", format!("a.md\n<<<<<<< SEARCH\nx\n=======\nx\n{lines}>>>>>>> REPLACE\n")),
        ("cline", format!("a.md\n------- SEARCH\nx\n=======\nx\n{lines}+++++++ REPLACE\n")),
        ("anchored", format!("a.md\n««« EDIT\nx\n───────\n═══════\n{lines}───────\n»»»\n")),
        ("lined", format!("[src/a.md#cbf407fcc75f]\nPUT >55:\n{}", signed(text, "+"))),
        ("apply-patch", patch("+")),
        ("apply-patch", patch("-")),
        ("apply-patch", patch(" ")),
        ("udiff", hunk("+")),
        ("udiff", hunk("-")),
        ("udiff", hunk(" ")),
        (
            "xml",
            format!("<write_to_file>\n<path>a.md</path>\n<content>\n{lines}</content>\n</write_to_file>\n"),
        ),
        ("udiff", format!("Now:\n\n```diff\n{}```\n", hunk(" "))),
    ]
}

#[test]
fn what_looks_like_other_edits_in_an_edit_is_text() {
    let blocks = format!("src/b.rs\n{BLOCK}");
    let tags = "x\n</think>\ny\n<think>\n";
    let samples = SAMPLES.iter().map(|(id, _, text)| (*id, *text));
    for (held, text) in samples.chain([("diff", &*blocks), ("tags", tags)]) {
        for (id, reply) in around(text) {
            // A sign in a format that is read as edits of numbered lines is for a patch too.
            if held == id || (held, id) == ("lined", "apply-patch") {
                continue;
            }
            let alone = parse(reply.as_bytes(), &Options { format: named(id), ..Options::default() });
            let found = read(&reply);
            assert_eq!((found.faults, found.blocks), (vec![], alone.blocks), "{held} in {id}:\n{reply}");
            assert_eq!(found.format, named(id), "{held} in {id}:\n{reply}");
        }
    }
}

#[test]
fn edits_beside_an_example_that_holds_some_are_read() {
    let block = format!("src/b.rs\n{BLOCK}");
    let example =
        format!("```diff\n--- a/a.md\n+++ b/a.md\n@@ -1,9 +1,9 @@\n-x\n+y\n{}```\n", signed(&block, " "));
    let opener = "```diff\n--- a/a.md\n+++ b/a.md\n@@ -1,9 +1,9 @@\n-x\n+y\n <<<<<<< SEARCH\n```\n";
    for example in [&*example, opener] {
        let reply = format!("{example}\nThe edit:\n\nsrc/c.rs\n{BLOCK}");
        assert_eq!(edits(&reply), [edit("src/c.rs", "old\n", "new\n")], "{reply}");
        let reply = format!("src/c.rs\n{BLOCK}\nWhich is:\n\n{example}");
        assert_eq!(edits(&reply), [edit("src/c.rs", "old\n", "new\n")], "{reply}");
    }
}

#[test]
fn a_path_in_an_edit_is_not_that_of_a_block_below() {
    let reply = format!("--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-x\n+y\n src/b.rs\n\n{BLOCK}");
    let above = Some("src/b.rs".into());
    assert_eq!(faults(&reply), [(8, FaultKind::NoPath { above })]);
}

#[test]
fn the_end_of_reasoning_in_a_draft_is_text_of_it() {
    for (id, draft) in around("x\n</think>\ny\n") {
        for open in ["<think>\n", ""] {
            let answer = format!("src/b.rs\n{BLOCK}");
            let reply = format!("{open}{draft}\n</think>\n\n{answer}");
            assert_eq!(edits(&reply), [edit("src/b.rs", "old\n", "new\n")], "{id}: {reply}");
            let reply = format!("{open}{draft}\n</think>\n\n{draft}");
            let found = read(&reply);
            let alone = parse(draft.as_bytes(), &Options { format: named(id), ..Options::default() });
            assert_eq!((operations(&found), &found.faults), (operations(&alone), &vec![]), "{id}: {reply}");
            assert_eq!(found.drafts.len(), 1, "{id}: {reply}");
        }
    }
}

/// The operations of a reply without the lines that they are in.
fn operations<'a>(reply: &Reply<'a>) -> Vec<Operation<'a>> {
    let without_lines = |operation: Operation<'a>| match operation {
        Operation::Edit(edit) => Operation::Edit(Edit { lines: None, ..edit }),
        other => other,
    };
    reply.blocks.iter().map(|block| without_lines(block.operation.clone())).collect()
}

#[test]
fn edits_in_one_another_are_found_in_linear_time() {
    for line in [
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n <<<<<<< SEARCH\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n\n<<<<<<< SEARCH\n@@\n=======\n>>>>>>> REPLACE\n",
        "*** Begin Patch\n*** Add File: x\n+<<<<<<< SEARCH\n*** End Patch\na\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n",
        "a\n------- SEARCH\n*** Begin Patch\n=======\n+++++++ REPLACE\n",
    ] {
        for end in ["", "</think>\n"] {
            let reply = line.repeat((1 << 18) / line.len()) + end;
            let found = parse(reply.as_bytes(), &Options::default());
            assert!(found.blocks.is_sorted_by_key(|block| block.line));
        }
    }
}
