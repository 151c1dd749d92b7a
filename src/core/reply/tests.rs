mod anchored;
mod apply_patch;
mod asides;
mod closing;
mod formats;
mod json;
mod lined;
mod marked;
mod owned;
mod pairs;
mod paths;
mod properties;
mod reasoning;
mod two_files;
mod udiff;
mod unmeant;
mod variants;
mod whole;
mod xml;

use std::borrow::Cow;

use bstr::BString;

use super::*;

/// The format of this name, which is read.
fn named(id: &str) -> Option<&'static Format> {
    Some(Format::named(id).expect("a format that is read"))
}

/// Asserts that the blocks of a reply follow each other, each with a path and the number of its line.
fn assert_in_order(reply: &[u8], found: &Reply<'_>) {
    let mut end = 0;
    for block in &found.blocks {
        assert!(block.span.start >= end && block.span.end <= reply.len() && !block.path.is_empty());
        end = block.span.end;
        assert_eq!(block.line, memchr::memchr_iter(b'\n', &reply[..block.span.start]).count() + 1);
    }
}

fn read(reply: &str) -> Reply<'_> {
    parse(reply.as_bytes(), &Options::default())
}

/// Edits of a reply: the first path of each, and its sections by the first divider.
fn edits(reply: &str) -> Vec<(String, String, String)> {
    let reply = read(reply);
    assert_eq!(reply.faults, []);
    reply
        .blocks
        .iter()
        .map(|block| {
            let Operation::Edit(edit) = &block.operation else { panic!("not an edit: {block:?}") };
            let first = edit.readings().next().expect("a reading");
            (block.path[0].text.to_string(), text(first.search), text(first.replace))
        })
        .collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn edit(path: &str, search: &str, replace: &str) -> (String, String, String) {
    (path.into(), search.into(), replace.into())
}

fn faults(reply: &str) -> Vec<(usize, FaultKind)> {
    read(reply).faults.into_iter().map(|fault| (fault.line, fault.kind)).collect()
}

fn commands(reply: &str) -> Vec<(usize, String)> {
    read(reply).suggestions.into_iter().map(|found| (found.line, found.command.to_string())).collect()
}

const BLOCK: &str = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n";

#[test]
fn line_and_span_say_where_a_block_is() {
    let reply = format!("a.rs\n{BLOCK}\nb.rs\n```\n{BLOCK}```\n");
    let found = read(&reply);
    assert_eq!(found.blocks.iter().map(|block| block.line).collect::<Vec<_>>(), [2, 10]);
    for block in &found.blocks {
        assert_eq!(&reply[block.span.start..block.span.end], BLOCK.trim_end());
    }
}

#[test]
fn original_and_updated_are_the_same_words() {
    let reply = "a.rs\n<<<<< ORIGINAL> \nold\n===== \nnew\n>>>>> UPDATED\n";
    assert_eq!(edits(reply), [edit("a.rs", "old\n", "new\n")]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (reply, expected) in [
        ("a.rs\n<<<<<<< SEARCH\nold\n>>>>>>> REPLACE\n", (2, FaultKind::NoDivider)),
        ("a.rs\nx\n>>>>>>> REPLACE\n", (3, FaultKind::StrayCloser)),
        ("a.rs\n<<<<<<< RENAME\n\n>>>>>>> RENAME\n", (2, FaultKind::BadRename)),
        ("a.rs\n<<<<<<< RENAME\nb\nc\n>>>>>>> RENAME\n", (2, FaultKind::BadRename)),
        ("a.rs\n<<<<<<< DELETE\nx\n>>>>>>> DELETE\n", (2, FaultKind::BadDelete)),
        ("a.rs\n<<<<<<< DELETE\n>>>>>>> REPLACE\n", (2, FaultKind::Unterminated)),
    ] {
        assert_eq!(faults(reply), [expected], "{reply}");
    }
}

#[test]
fn a_block_without_its_opener_is_read_where_its_fence_frames_it() {
    let block = "a.rs\n```rust\nold\nmore\n=======\nnew\n>>>>>>> REPLACE\n```\n";
    for reply in [block.to_owned(), format!("b.rs\n{BLOCK}\nText.\n\n{block}\nc.rs\n{BLOCK}")] {
        let found = read(&reply);
        assert_eq!(found.faults, [], "{reply}");
        let made = found.blocks.iter().find(|block| block.path[0].text == "a.rs").expect("a block");
        let Operation::Edit(edit) = &made.operation else { panic!("{made:?}") };
        let lines = edit.readings().next().expect("a reading");
        assert_eq!((lines.search, lines.replace), (&b"old\nmore\n"[..], &b"new\n"[..]));
        assert!(edit.hints.exact);
    }
    for (from, to) in [
        ("a.rs\n", "Like so:\n"),
        ("a.rs\n", ""),
        ("```rust\n", ""),
        ("old\n", ""),
        ("new\n", "new\n=======\n"),
        ("REPLACE\n", "REPLACE\nmore\n"),
        (">>>>>>> REPLACE", ">>>>>> REPLACE"),
    ] {
        let reply = format!("b.rs\n{BLOCK}\nText.\n\n{}", block.replace(from, to));
        assert!(!faults(&reply).is_empty(), "{reply}");
    }
}

#[test]
fn sections_that_are_not_utf8_are_kept() {
    let reply = b"a\n<<<<<<< SEARCH\n\xff\n=======\n\0\n>>>>>>> REPLACE\n";
    let found = parse(reply, &Options::default());
    assert!(matches!(&found.blocks[0].operation, Operation::Edit(edit) if edit.body[..2] == *b"\xff\n"));
}

#[test]
fn rename_and_delete_are_read() {
    let reply = format!(
        "a.rs\n<<<<<<< RENAME\n`b.rs`\n>>>>>>> RENAME\n{BLOCK}c.rs\n<<<<<<< DELETE\n>>>>>>> DELETE\n"
    );
    let found = read(&reply);
    assert_eq!(found.faults, []);
    let new = [PathCandidate::new("b.rs", true)];
    assert!(matches!(&found.blocks[0].operation, Operation::Rename(path) if path[0] == new[0]));
    assert_eq!(found.blocks[1].path[0].text, "b.rs");
    assert_eq!(found.blocks[2].operation, Operation::Delete);
}

#[test]
fn an_indented_block_loses_the_indentation_of_its_markers() {
    let block = "a.rs\n   <<<<<<< SEARCH\n     old\n\n   =======\n   new\n   >>>>>>> REPLACE\n";
    assert_eq!(edits(block), [edit("a.rs", "  old\n\n", "new\n")]);
}

#[test]
fn an_indented_block_keeps_lines_that_do_not_all_have_the_indentation() {
    let block = "a.rs\n  <<<<<<< SEARCH\nold\n  =======\n  new\n  >>>>>>> REPLACE\n";
    assert_eq!(edits(block), [edit("a.rs", "old\n", "  new\n")]);
}

#[test]
fn shell_commands_are_suggestions() {
    let reply = format!(
        "Run `git rm old.rs` and `ls`.\n```bash\n# first\n$ mkdir -p x\nout\n```\n```sh\nmake\n```\n```sh\na.sh\n{BLOCK}rm y\n```\n"
    );
    let expected = [(1, "git rm old.rs".into()), (4, "mkdir -p x".into()), (8, "make".into())];
    assert_eq!(commands(&reply), expected);
}

#[test]
fn commands_beside_edits_in_other_formats_are_suggestions() {
    let run = "Run `git rm old.rs`.\n\n```bash\nmake\n```\n";
    for edits in [
        "```diff\n--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-x\n+y\n```\n",
        "{\"path\": \"a.rs\", \"old_string\": \"x\", \"new_string\": \"```bash\\nrm y\"}\n",
        "*** Begin Patch\n*** Add File: a.md\n+```bash\n+rm y\n+```\n*** End Patch\n",
        "a.sh\n\n```bash\nrm y\n```\n",
        "````md:a.md\n```bash\nrm y\n```\n````\n",
        "```bash\napply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a.md\n*** End Patch\nEOF\n```\n",
        "<write_to_file>\n<path>a.md</path>\n<content>\n```bash\nrm y\n```\nx\n</content>\n</write_to_file>\n",
    ] {
        let found: Vec<String> =
            commands(&format!("{edits}\n{run}")).into_iter().map(|(_, command)| command).collect();
        assert_eq!(found, ["git rm old.rs", "make"], "{edits}");
    }
}

#[test]
fn commands_in_sections_are_not_suggestions() {
    let reply = "a.md\n<<<<<<< SEARCH\n```bash\nmake\n```\n=======\n`rm x`\n>>>>>>> REPLACE\n";
    assert_eq!(commands(reply), []);
}

#[test]
fn a_reply_without_blocks_is_empty() {
    for reply in ["", " \n", "\u{feff}", "Nothing to do.\n", "\0\0\0", "=======\n"] {
        let is_blank = reply.trim_start_matches('\u{feff}').trim().is_empty();
        assert_eq!(read(reply), Reply { is_blank, ..Reply::default() }, "{reply:?}");
    }
    let wide: Vec<u8> = BLOCK.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(parse(&wide, &Options::default()), Reply::default());
}
