//! Ends of blocks, and the lines that divide them.

use super::*;

#[test]
fn a_divider_keeps_its_rivals() {
    let reply = "a.md\n<<<<<<< SEARCH\nTitle\n=======\nx\n=======\nTitle\n=======\ny\n>>>>>>> REPLACE\n";
    let found = read(reply);
    let Operation::Edit(edit) = &found.blocks[0].operation else { panic!("not an edit") };
    let searches: Vec<_> = edit.readings().map(|reading| text(reading.search)).collect();
    assert_eq!(searches, ["Title\n", "Title\n=======\nx\n", "Title\n=======\nx\n=======\nTitle\n"]);
}

#[test]
fn more_than_64_dividers_are_a_fault() {
    let reply = |count| format!("a\n<<<<<<< SEARCH\n{}>>>>>>> REPLACE\n", "=======\n".repeat(count));
    assert_eq!(faults(&reply(64)), []);
    assert_eq!(faults(&reply(65)), [(2, FaultKind::TooManyDividers { found: 65 })]);
}

#[test]
fn longer_markers_carry_shorter_ones() {
    let reply = format!("a.md\n<<<<<<<<< SEARCH\n{BLOCK}=========\nx\n>>>>>>>>> REPLACE\n");
    assert_eq!(edits(&reply), [edit("a.md", BLOCK, "x\n")]);
}

#[test]
fn another_width_closes_where_the_right_one_is_missing() {
    let reply = format!("a.rs\n<<<<<<< SEARCH\nold\n========\nnew\n>>>>>> REPLACE\nb.rs\n{BLOCK}");
    assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n"), edit("b.rs", "old\n", "new\n")]);
}

#[test]
fn a_bare_closer_ends_a_block_where_nothing_else_can() {
    for behind in ["", "```\n", "\nText.\n", "b.rs\n```\n", "\nb.rs\n"] {
        let next = if behind.contains("b.rs") { BLOCK } else { "" };
        let reply = format!("a.rs\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>>\n{behind}{next}");
        assert_eq!(edits(&reply)[0], edit("a.rs", "old\n", "new\n"), "{reply}");
    }
}

#[test]
fn a_second_divider_ends_a_block_where_nothing_else_can() {
    for reply in [
        "a.rs\n```\n<<<<<<< SEARCH\nold\n=======\nnew\n=======\n```\n",
        "a.rs\n<<<<<<< SEARCH\nold\n=======\nnew\n=======\n\nText.\n",
        "a.rs\n<<<<<<< SEARCH\nold\n=======\nnew\n=======",
    ] {
        assert_eq!(edits(reply), [edit("a.rs", "old\n", "new\n")], "{reply}");
    }
}

#[test]
fn a_heading_in_a_reply_that_was_cut_off_closes_nothing() {
    for reply in [
        "a.md\n```\n<<<<<<< SEARCH\nold\n=======\nInstall\n=======\n\ntext",
        "a.md\n<<<<<<< SEARCH\nold\n=======\nInstall\n=======\n\ntext",
        "a.md\n```\n<<<<<<< SEARCH\nold\n=======\nIntroduction\n=======\n\ntext",
        "a.md\n```\n<<<<<<< SEARCH\nold\n=======\nnew\n=======\n",
    ] {
        assert_eq!(faults(reply).last().map(|fault| &fault.1), Some(&FaultKind::Unterminated), "{reply}");
    }
}

#[test]
fn nothing_in_an_unterminated_block_is_an_edit() {
    let open = "<<<<<<< SEARCH\nold\n=======\nnew\n";
    let reply = format!("a.rs\n{open}\nb.rs\n{BLOCK}\nc.rs\n{BLOCK}");
    assert_eq!(read(&reply).blocks, []);
    let nested = |line| (line, FaultKind::Nested { outer: 2 });
    assert_eq!(faults(&reply), [(2, FaultKind::Unterminated), nested(8), nested(15)]);
}

#[test]
fn a_block_nested_in_a_replace_section_is_never_an_edit() {
    let reply = format!("a.rs\n<<<<<<< SEARCH\nold\n=======\nb.rs\n{BLOCK}>>>>>>> REPLACE\nc.rs\n{BLOCK}");
    let found = read(&reply);
    assert_eq!(found.blocks.iter().map(|block| block.path[0].text.as_slice()).collect::<Vec<_>>(), [b"c.rs"]);
    assert_eq!(found.faults.len(), 2);
}

#[test]
fn a_closer_behind_content_closes_nothing() {
    let reply = "a.rs\n<<<<<<< SEARCH\nold\n=======\nnew >>>>>>> REPLACE\n";
    assert_eq!(faults(reply), [(2, FaultKind::Unterminated)]);
}

#[test]
fn markers_with_another_indentation_are_content() {
    let block =
        "a.md\n<<<<<<< SEARCH\n  <<<<<<< SEARCH\n  =======\n  >>>>>>> REPLACE\n=======\n>>>>>>> REPLACE\n";
    assert_eq!(edits(block), [edit("a.md", "  <<<<<<< SEARCH\n  =======\n  >>>>>>> REPLACE\n", "")]);
}

#[test]
fn a_reply_that_ends_within_its_last_marker_is_cut_off() {
    let block = "a.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    for end in ["<<<<<", "<<<<<<<", "<<<<<<< SEA", "  <<<<<<< SEA", "\t<<<<<", "<<<<<<<SEA", "<<<<<<<  REN\r"]
    {
        let reply = format!("{block}b.txt\n{end}");
        let read = parse(reply.as_bytes(), &Options::default());
        let last = read.faults.last().map(|fault| (fault.line, &fault.kind));
        assert_eq!(last, Some((8, &FaultKind::Unterminated)), "{end}");
    }
    let bare = "a.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>>";
    assert!(parse(bare.as_bytes(), &Options::default()).blocks.is_empty());
    assert_eq!(parse(format!("{bare}\n").as_bytes(), &Options::default()).blocks.len(), 1);
}
