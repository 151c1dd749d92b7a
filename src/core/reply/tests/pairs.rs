//! Pairs of fences.

use bstr::ByteSlice as _;

use super::*;

fn pair(old_label: &str, new_label: &str) -> String {
    format!("{old_label}\n\n```js\nold_call();\n```\n\n{new_label}\n\n```js\nnew_call();\n```\n")
}

#[test]
fn labels_tell_the_text_to_find_from_the_new_one() {
    for (old, new) in [
        ("In `src/a.js`, replace:", "with:"),
        ("Replace this in `src/a.js`", "with this"),
        ("1. Find the line in `src/a.js` where it is called:", "Replace it with:"),
        ("Then, in src/a.js, change", "to"),
        ("**Before (`src/a.js`):**", "**After:**"),
        ("### Current code in `src/a.js`", "### Updated code"),
        ("Now locate this block in `src/a.js`:", "and replace it with the following code:"),
    ] {
        let reply = pair(old, new);
        assert_eq!(edits(&reply), [edit("src/a.js", "old_call();\n", "new_call();\n")], "{old} {new}");
        assert_eq!(read(&reply).format, named("pairs"), "{old} {new}");
    }
}

#[test]
fn other_lines_are_no_labels() {
    for (old, new) in [
        ("Do not replace this in `src/a.js`:", "with:"),
        ("You could change this in `src/a.js`:", "to:"),
        ("For example, replace this in `src/a.js`:", "with:"),
        ("To undo it, replace this in `src/a.js`:", "with:"),
        ("If you use Windows, change this in `src/a.js`:", "to:"),
        ("Later, replace this in `src/a.js`:", "with:"),
        ("Should I replace this in `src/a.js`?", "with:"),
        ("The old call in `src/a.js` was:", "with:"),
        ("In `src/a.js`, replace:", "After running it, the output is:"),
        ("In `src/a.js`, replace:", "To test it:"),
        ("Replace the call in `src/a.js` with:", "Call it so:"),
    ] {
        assert_ne!(read(&pair(old, new)).format, named("pairs"), "{old} {new}");
    }
    let reply = pair("In `src/a.js`, replace:", "with:");
    for between in ["It is slow.\n\n", "```js\nother();\n```\n\n"] {
        let apart = reply.replace("with:", &format!("{between}with:"));
        assert_ne!(read(&apart).format, named("pairs"), "{between}");
    }
    let commands = reply.replace("```js", "```sh");
    assert_eq!(edits(&commands), []);
}

#[test]
fn the_file_is_named_by_a_line_above_or_in_the_fences() {
    let other = "And `src/b.js` calls it.\n\n";
    for reply in [
        format!("src/a.js\n\n{}", pair("Replace:", "with:")),
        format!("### `src/a.js`\n\nIt is slow.\n\n{}", pair("Replace:", "with:")),
        pair("Before:", "After:").replace("```js", "```js src/a.js"),
        pair("Before:", "After:").replace("```js\n", "```js\n// src/a.js\n"),
        format!("{other}src/a.js\n\n{}", pair("Replace:", "with:")),
    ] {
        assert_eq!(edits(&reply), [edit("src/a.js", "old_call();\n", "new_call();\n")], "{reply}");
        assert_eq!(read(&reply).blocks[0].around, None, "{reply}");
    }
    let reply = format!("In `src/a.js`:\n\n{0}\n{other}{0}\n{0}", pair("Replace:", "with:"));
    let around: Vec<Option<Box<Around>>> =
        read(&reply).blocks.into_iter().map(|block| block.around).collect();
    let near = |at: usize| around[at].as_ref().map(|around| around.near.clone());
    assert_eq!(
        [near(0), near(1), near(2)],
        [Some(vec!["src/a.js".into()]), Some(vec!["src/b.js".into()]), Some(vec![])]
    );
    let unknown = FaultKind::NoPath { above: Some("Replace:".into()) };
    assert_eq!(faults(&pair("Replace:", "with:")), [(3, unknown)]);
}

#[test]
fn a_fence_in_a_list_loses_the_indentation_of_its_lines() {
    let text = "1. In `a.py`, replace:\n\n   ```\n     old\n\n   more\n   ```\n\n   with:\n\n   ```\n     new\n   ```\n";
    assert_eq!(edits(text), [edit("a.py", "  old\n\nmore\n", "  new\n")]);
    let Operation::Edit(edit) = &read(text).blocks[0].operation else { panic!("not an edit") };
    assert_eq!(edit.lines, Some(Box::new(ReplyLines { search: vec![4, 5, 6], replace: vec![12] })));
}

#[test]
fn a_whole_file_beside_a_pair_is_looked_at_as_beside_blocks() {
    let reply =
        format!("{}\nNew file:\n\nsrc/b.js\n\n```js\nx();\n```\n", pair("In `src/a.js`, replace:", "with:"));
    let found = read(&reply);
    assert_eq!((found.format, found.faults, found.blocks.len()), (named("pairs"), vec![], 1));
    let asides: Vec<(&str, Wish)> =
        found.asides.iter().map(|aside| (aside.text.to_str().expect("UTF-8"), aside.wish)).collect();
    assert_eq!(asides, [("src/b.js", Wish::File)]);
}

#[test]
fn a_pair_beside_blocks_is_no_edit() {
    let reply =
        format!("a.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n\n{}", pair("Replace:", "with:"));
    assert_eq!(edits(&reply), [edit("a.py", "x\n", "y\n")]);
}
