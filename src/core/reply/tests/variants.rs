//! Variants of SEARCH/REPLACE blocks.

use super::*;

/// The only edit of a reply.
fn only(reply: &str) -> (String, Edit<'_>) {
    let found = read(reply);
    assert_eq!((found.faults, found.blocks.len()), (vec![], 1), "{reply}");
    let Some(Block { path, operation: Operation::Edit(edit), .. }) = found.blocks.into_iter().next() else {
        panic!("not an edit: {reply}")
    };
    (path[0].text.to_string(), edit)
}

#[test]
fn a_line_of_the_file_is_a_hint_and_no_text() {
    for (header, lines) in [(":start_line:3\n-------\n", 2), (":start_line:3\n:end_line:4\n-------\n", 3)] {
        let reply = BLOCK.replace("old\n", &format!("{header}old\n"));
        assert_eq!(edits(&format!("a.rs\n{reply}")), [edit("a.rs", "old\n", "new\n")]);
        let reply = format!("a.rs\n{reply}");
        let (_, edit) = only(&reply);
        assert_eq!((edit.hints.line, edit.header), (Some(3), lines));
        let indented = reply.replace('\n', "\n  ").replace("a.rs\n  ", "a.rs\n\n  ");
        assert_eq!(edits(&indented), edits(&reply), "{indented}");
    }
}

#[test]
fn a_remark_on_a_marker_that_names_lines_is_a_hint() {
    let with = |opener: &str, closer: &str| {
        let block = BLOCK.replace("SEARCH", &format!("SEARCH {opener}"));
        format!("a.rs\n{}", block.replace("REPLACE", &format!("REPLACE {closer}")))
    };
    let given = with("(lines 3-3)", "(line 3)");
    let (path, found) = only(&given);
    assert_eq!((path.as_str(), found.hints.line), ("a.rs", Some(3)));
    assert_eq!(only(&with("(around line 3)", "")).1.hints.line, None);
    // As many lines as SEARCH has, and no other line.
    assert_eq!(only(&with("(lines 3-4)", "")).1.hints.line, None);
    let both = |opener: &str| with(opener, "").replace("old\n", ":start_line:5\n-------\nold\n");
    assert_eq!(only(&both("(lines 5-5)")).1.hints.line, Some(5));
    assert_eq!(only(&both("(line 3)")).1.hints.line, None);
    assert_eq!(edits(&given), [edit("a.rs", "old\n", "new\n")]);
    for other in [with("(first match)", ""), with("", "(do not apply)"), with("(lines 3, 9)", "")] {
        assert!(!faults(&other).is_empty(), "{other}");
    }
    let inner = BLOCK.replace("old\n", "<<<<<<< SEARCH (text to find)\nold\n");
    assert_eq!(
        edits(&format!("a.rs\n{inner}")),
        [edit("a.rs", "<<<<<<< SEARCH (text to find)\nold\n", "new\n")]
    );
}

#[test]
fn escaped_markers_are_text_below_a_line_of_the_file_only() {
    let text = "\\=======\n\\<<<<<<< SEARCH\n\\\\x\n";
    let with = |header: &str| BLOCK.replace("old\n", &format!("{header}{text}"));
    let unescaped = "=======\n<<<<<<< SEARCH\n\\\\x\n";
    assert_eq!(
        edits(&format!("a.rs\n{}", with(":start_line:3\n-------\n"))),
        [edit("a.rs", unescaped, "new\n")]
    );
    assert_eq!(edits(&format!("a.rs\n{}", with(""))), [edit("a.rs", text, "new\n")]);
}

#[test]
fn the_path_may_be_the_first_line_of_a_block_that_has_none_above() {
    let inside = |path: &str| BLOCK.replace("old\n", &format!("{path}\n-------\nold\n"));
    let reply = format!("I have done it.\n\n{}\n{}\n{BLOCK}", inside("src/a.rs"), inside("b.rs"));
    let expected = ["src/a.rs", "b.rs", "b.rs"].map(|path| edit(path, "old\n", "new\n"));
    assert_eq!(edits(&reply), expected);
    let heading = inside("README.md");
    assert_eq!(edits(&format!("a.md\n{heading}")), [edit("a.md", "README.md\n-------\nold\n", "new\n")]);
    assert!(matches!(faults(&inside("A heading"))[..], [(1, FaultKind::NoPath { .. })]));
}

#[test]
fn the_path_of_the_file_above_its_text_may_be_none_of_it() {
    let inside = BLOCK.replace("old\n", "a.md\n-------\nold\n");
    let reply = format!("a.md\n{inside}");
    let (_, edit) = only(&reply);
    assert_eq!(edit.cleared[0].clutter, Clutter::Path);
    let in_both = format!("a.md\n{}", inside.replace("new\n", "a.md\n-------\nnew\n"));
    assert!(only(&in_both).1.cleared.is_empty());
    let of_another = format!("b.md\n{inside}");
    assert!(only(&of_another).1.cleared.is_empty());
}

#[test]
fn markers_may_be_made_of_minus_and_plus() {
    let block = "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n";
    assert_eq!(edits(&format!("a.rs\n{block}\nb.rs\n```\n{block}```\n")).len(), 2);
    assert_eq!(read(&format!("a.rs\n{block}")).format, named("cline"));
    let open = faults("a.rs\n------- SEARCH\nold\n=======\nnew\n");
    assert_eq!(open, [(2, FaultKind::Unterminated)]);
    assert_eq!(faults(&format!("a.rs\n{block}b.rs\n------- SEA")), [(8, FaultKind::Unterminated)]);
}

#[test]
fn markers_of_minus_and_plus_are_text_in_other_blocks() {
    let text = "------- SEARCH\nold\n+++++++ REPLACE\n";
    let reply = format!("a.rs\n{}", BLOCK.replace("old\n", text));
    assert_eq!(edits(&reply), [edit("a.rs", text, "new\n")]);
}

#[test]
fn a_block_of_minus_may_end_with_the_other_closer() {
    let block = "a.rs\n------- SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n";
    assert_eq!(edits(block), [edit("a.rs", "old\n", "new\n")]);
    let text = "<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n";
    let with_text = format!("a.rs\n------- SEARCH\n{text}=======\nnew\n+++++++ REPLACE\n");
    assert_eq!(edits(&with_text), [edit("a.rs", text, "new\n")]);
    // The next block is none of its text.
    let crossed = format!("{block}\n{}", BLOCK.replace(">>>>>>> REPLACE", "+++++++ REPLACE"));
    assert_ne!(faults(&crossed), []);
}
