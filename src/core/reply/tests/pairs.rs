//! Pairs of fences, which are read where the user says so.

use super::*;

fn pair(old_label: &str, new_label: &str) -> String {
    format!("{old_label}\n\n```js\nold_call();\n```\n\n{new_label}\n\n```js\nnew_call();\n```\n")
}

fn read_pairs(reply: &str) -> Reply<'_> {
    parse(reply.as_bytes(), &Options { format: named("pairs"), ..Options::default() })
}

/// The paths of the edits, or the faults.
fn paths(reply: &str) -> Result<Vec<String>, Vec<(usize, FaultKind)>> {
    let found = read_pairs(reply);
    if found.faults.is_empty() {
        return Ok(found.blocks.iter().map(|block| block.path[0].text.to_string()).collect());
    }
    Err(found.faults.into_iter().map(|fault| (fault.line, fault.kind)).collect())
}

#[test]
fn labels_tell_the_text_to_find_from_the_new_one() {
    for (old, new) in [
        ("In `src/a.js`, replace:", "with:"),
        ("Replace this in `src/a.js`", "with this"),
        ("1. In `src/a.js`, find the line where it is called:", "Replace it with:"),
        ("Then, in src/a.js, change", "to"),
        ("**Before (`src/a.js`):**", "**After:**"),
        ("### Current code in `src/a.js`", "### Updated code"),
        ("Now locate this block in `src/a.js`:", "and replace it with the following code:"),
    ] {
        let reply = pair(old, new);
        let found = read_pairs(&reply).blocks;
        let [Block { path, operation: Operation::Edit(edit), .. }] = &found[..] else {
            panic!("{old} {new}")
        };
        let sections = edit.readings().next().expect("a reading");
        assert_eq!((&path[0].text[..], sections.search), (&b"src/a.js"[..], &b"old_call();\n"[..]), "{old}");
        assert_eq!(sections.replace, b"new_call();\n", "{old}");
    }
}

#[test]
fn a_pair_is_named_where_nothing_else_is_read() {
    let reply = pair("In `src/a.js`, replace:", "with:");
    let found = read(&reply);
    assert_eq!((found.format, found.blocks, found.faults), (None, vec![], vec![]));
    assert_eq!(found.surfaces[0].format, named("pairs").expect("the format"));
    for other in ["src/b.js\n\n```js\nx();\n```\n", "--- a/b.js\n+++ b/b.js\n@@ -1 +1 @@\n-x\n+y\n"] {
        let both = format!("{other}\n{reply}");
        let found = read(&both).blocks;
        assert!(found.iter().all(|block| block.path[0].text.ends_with(b"b.js")), "{other}");
    }
}

#[test]
fn what_looks_like_a_pair_is_not_left_out() {
    let no_pair = |line: usize, text: &str| {
        let kind = Malformed::NoPair { text: text.into() };
        Err(vec![(line, kind.into())])
    };
    for (old, new) in [
        ("Do not replace this in `src/a.js`:", "with:"),
        ("You could change this in `src/a.js`:", "to:"),
        ("For example, replace this in `src/a.js`:", "with:"),
        ("To undo it, replace this in `src/a.js`:", "with:"),
        ("If you use Windows, change this in `src/a.js`:", "to:"),
        ("Later, replace this in `src/a.js`:", "with:"),
        ("Should I replace this in `src/a.js`?", "with:"),
        ("Change this (not in `src/a.js`, where it is right):", "to this:"),
        ("Everywhere but in `src/a.js`, change this:", "to:"),
        ("In `src/a.js`, replace everything from", "to"),
        ("In `src/a.js`, find this line:", "After:"),
    ] {
        assert_eq!(paths(&pair(old, new)), no_pair(7, new), "{old} {new}");
    }
    let commands = pair("In `src/a.js`, replace:", "with:").replace("```js", "```sh");
    assert_eq!(paths(&commands), no_pair(7, "with:"));
    for (old, new) in [
        ("In `src/a.js`, replace:", "After running it, the output is:"),
        ("In `src/a.js`, replace:", "To test it:"),
        ("Replace the call in `src/a.js` with:", "Call it so:"),
    ] {
        assert_eq!(paths(&pair(old, new)), no_pair(1, old), "{old} {new}");
    }
    let whole = pair("In `src/a.js`, replace:", "with:");
    for (cut, line, label) in [
        ("```\n\nwith", 1, "In `src/a.js`, replace:"),
        ("with", 1, "In `src/a.js`, replace:"),
        ("```js\nnew_call", 1, "In `src/a.js`, replace:"),
        ("new_call", 7, "with:"),
    ] {
        let cut = &whole[..whole.find(cut).expect("a part")];
        assert_eq!(paths(cut), no_pair(line, label), "{cut}");
    }
    for (call, line) in [("old_call();", 8), ("new_call();", 7)] {
        let nested = whole.replace(call, &format!("{call}\n```x"));
        assert_eq!(paths(&nested), no_pair(line, "with:"), "{call}");
    }
    let empty = whole.replace("old_call();", "");
    assert_eq!(paths(&empty), no_pair(7, "with:"));
}

#[test]
fn the_file_is_one_that_a_line_says_and_none_denies() {
    let plain = pair("Replace:", "with:");
    for reply in [
        format!("src/a.js\n\n{plain}"),
        format!("### `src/a.js`\n\nIt is slow.\n\n{plain}"),
        format!("### 1. `src/a.js`: a fix\n\n{plain}"),
        pair("Before:", "After:").replace("```js", "```js src/a.js"),
        pair("Before:", "After:").replace("```js\n", "```js\n// src/a.js\n"),
        format!("And `src/b.js` calls it.\n\nsrc/a.js\n\n{plain}"),
        format!("src/a.js\n\n{}", pair("In `a.js`, replace:", "with:")),
    ] {
        let found = paths(&reply).expect("no faults");
        assert!(found.len() == 1 && found[0].ends_with("a.js"), "{reply}");
    }
    assert_eq!(paths(&format!("src/a.js\n\n{plain}\n{plain}")), Ok(vec!["src/a.js".into(); 2]));
    let unknown =
        |line: usize, above: &str| Err(vec![(line, FaultKind::NoPath { above: Some(above.into()) })]);
    assert_eq!(paths(&plain), unknown(3, "Replace:"));
    for above in [
        "`src/a.js` is fine. The bug is in the other module.",
        "src/a.js\n\n### Shop",
        "src/a.js\n\n`src/b.js` calls it.",
    ] {
        let line = above.lines().count() + 4;
        assert_eq!(paths(&format!("{above}\n\n{plain}")), unknown(line, "Replace:"), "{above}");
    }
    for label in ["Replace this copy of the code in `src/b.js`:", "Replace it, which `src/b.js` has too:"] {
        assert_eq!(
            paths(&format!("### `src/a.js`\n\n{}", pair(label, "with:"))),
            unknown(5, label),
            "{label}"
        );
    }
    for between in ["Now the shop.\n\n", "### Shop\n\n", "```\nx\n```\n\n"] {
        let found = paths(&format!("src/a.js\n\n{plain}\n{between}{plain}"));
        let line = 17 + between.lines().count();
        assert_eq!(found, unknown(line, "Replace:"), "{between}");
    }
    let open = pair("Now the shop module. Find:", "Replace with:");
    assert_eq!(paths(&format!("src/a.js\n\n{plain}\n{open}")), unknown(17, "Now the shop module. Find:"));
}

#[test]
fn a_fence_in_a_list_loses_the_indentation_of_its_lines() {
    let text = "1. In `a.py`, replace:\n\n   ```\n     old\n\n   more\n   ```\n\n   with:\n\n   ```\n     new\n   ```\n";
    let found = read_pairs(text).blocks;
    let Operation::Edit(edit) = &found[0].operation else { panic!("not an edit") };
    assert_eq!(edit.lines, Some(Box::new(ReplyLines { search: vec![4, 5, 6], replace: vec![12] })));
    assert!(edit.body.starts_with(b"  old\n\nmore\n") && edit.body.ends_with(b"  new\n"));
}
