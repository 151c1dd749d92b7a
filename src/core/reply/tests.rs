use proptest::prelude::*;

use super::*;

fn read(reply: &str) -> Reply<'_> {
    parse(reply.as_bytes(), &Options::default())
}

/// What a block asks for: its first path, and its sections by the first divider.
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
fn the_path_may_stand_above_or_inside_the_fence_or_without_one() {
    for reply in [
        format!("a.rs\n```rust\n{BLOCK}```\n"),
        format!("```rust\na.rs\n{BLOCK}```\n"),
        format!("a.rs\n{BLOCK}"),
        format!("a.rs\n\n~~~\n\n{BLOCK}~~~\n"),
        format!("Text.\n\na.rs\n<source>\n{BLOCK}</source>\n"),
        format!("```rust\na.rs\n```\n```rust\n{BLOCK}```\n"),
        format!("\u{feff}a.rs\n{BLOCK}"),
        format!("```sh\na.rs\n{BLOCK}```\n"),
        format!("a.rs\n<source>rust\n{BLOCK}</source>\n"),
    ] {
        assert_eq!(edits(&reply), [edit("a.rs", "old\n", "new\n")], "{reply}");
    }
}

#[test]
fn line_and_span_say_where_a_block_stands() {
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
fn a_reply_with_crlf_has_the_same_paths() {
    let reply = format!("**a.rs**\n```\n{BLOCK}```\n{BLOCK}").replace('\n', "\r\n");
    let expected = edit("a.rs", "old\r\n", "new\r\n");
    assert_eq!(edits(&reply), [expected.clone(), expected]);
}

#[test]
fn a_lone_carriage_return_stays_in_a_path() {
    let reply = format!(".git/config\r\r\n{BLOCK}");
    assert_eq!(read(&reply).blocks[0].path[0].text, ".git/config\r");
}

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
fn a_block_below_prose_has_no_path() {
    for above in ["Now the second part:", "", "```rust\n}\n```", "a.rs\n\nChange it so:"] {
        let found = faults(&format!("{above}\n{BLOCK}"));
        assert!(matches!(found[..], [(_, FaultKind::NoPath { .. })]), "{above}: {found:?}");
    }
}

#[test]
fn a_path_that_is_not_utf8_is_a_fault() {
    let reply = [b"src/\xff.rs\n", BLOCK.as_bytes()].concat();
    let found = parse(&reply, &Options::default());
    assert_eq!(found.faults[0].kind, FaultKind::BadPath { text: BString::from(b"src/\xff.rs") });
}

#[test]
fn sections_that_are_not_utf8_are_kept() {
    let reply = b"a\n<<<<<<< SEARCH\n\xff\n=======\n\0\n>>>>>>> REPLACE\n";
    let found = parse(reply, &Options::default());
    assert!(matches!(&found.blocks[0].operation, Operation::Edit(edit) if edit.body[..2] == *b"\xff\n"));
}

#[test]
fn a_path_is_inherited_across_blank_lines_and_fences() {
    let reply = format!("a.rs\n```\n{BLOCK}```\n\n```\n{BLOCK}{BLOCK}```\n");
    assert_eq!(edits(&reply).iter().filter(|edit| edit.0 == "a.rs").count(), 3);
}

#[test]
fn a_path_is_not_inherited_across_text_or_a_fault() {
    for between in ["...\n\n", "Then.\n", ">>>>>>> REPLACE\n", "<<<<<<< SEARCH\n>>>>>>> REPLACE\n"] {
        let reply = format!("a.rs\n{BLOCK}{between}<<<<<<< SEARCH\nold\n=======\n>>>>>>> REPLACE\n");
        assert!(
            read(&reply).blocks.iter().all(|block| !block.path[0].creates || block.line == 2),
            "{between}"
        );
    }
}

#[test]
fn a_path_is_not_inherited_to_make_move_or_remove_a_file() {
    for second in [
        "<<<<<<< SEARCH\n \n=======\nnew\n>>>>>>> REPLACE\n",
        "<<<<<<< RENAME\nb.rs\n>>>>>>> RENAME\n",
        "<<<<<<< DELETE\n>>>>>>> DELETE\n",
    ] {
        let reply = format!("a.rs\n{BLOCK}{second}");
        assert_eq!(faults(&reply), [(7, FaultKind::NoPath { above: None })], "{second}");
    }
}

#[test]
fn a_path_line_is_never_taken_from_a_block() {
    let reply = "a.rs\n<<<<<<< SEARCH\nx\n=======\nb.rs\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n=======\nc.rs\n>>>>>>> REPLACE\n";
    assert_eq!(faults(reply), [(7, FaultKind::NoPath { above: None })]);
}

#[test]
fn a_command_above_a_block_is_not_its_path() {
    let reply = format!("```bash\nmake\n```\n```rust\n{BLOCK}```\n");
    assert_eq!(faults(&reply), [(5, FaultKind::NoPath { above: Some("make".into()) })]);
}

#[test]
fn a_path_in_a_sentence_makes_no_file() {
    let reply = format!("Here is the change in `src/a.rs`:\n{BLOCK}");
    assert_eq!(*read(&reply).blocks[0].path, [PathCandidate { text: "src/a.rs".into(), creates: false }]);
}

#[test]
fn an_info_string_gives_the_path_where_no_line_does() {
    for info in ["python src/a.py", "python:src/a.py", "src/a.py", "python title=\"src/a.py\""] {
        for above in ["", "Change it:\n"] {
            let reply = format!("{above}```{info}\n{BLOCK}```\n");
            assert_eq!(edits(&reply), [edit("src/a.py", "old\n", "new\n")], "{reply}");
        }
        let reply = format!("b.py\n```{info}\n{BLOCK}```\n");
        assert_eq!(edits(&reply)[0].0, "b.py");
    }
}

#[test]
fn the_first_line_inside_the_fence_names_the_path_where_the_nearest_does_not() {
    let reply = format!("```rust\nsrc/a.rs\n// Change the loop.\n{BLOCK}```\n");
    assert_eq!(edits(&reply), [edit("src/a.rs", "old\n", "new\n")]);
}

#[test]
fn a_fence_from_outside_stands_between_path_and_block() {
    let options = Options { fence: Some(("@@@".into(), "@@@".into())), ..Options::default() };
    let reply = format!("a.rs\n@@@ rust\n{BLOCK}@@@\n{BLOCK}");
    let found = parse(reply.as_bytes(), &options);
    assert!(found.blocks.len() == 2 && found.blocks.iter().all(|block| block.path[0].text == "a.rs"));
}

#[test]
fn a_quoted_path_that_is_not_utf8_is_a_fault() {
    let found = faults(&format!("\"a\\377.rs\"\n{BLOCK}"));
    assert!(matches!(found[..], [(2, FaultKind::BadPath { .. })]), "{found:?}");
}

#[test]
fn the_opener_may_carry_the_path() {
    let reply = "x.rs\n<<<<<<< SEARCH src/a.rs\nold\n=======\nnew\n>>>>>>> REPLACE\n";
    assert_eq!(edits(reply), [edit("src/a.rs", "old\n", "new\n")]);
}

#[test]
fn rename_and_delete_are_read() {
    let reply = format!(
        "a.rs\n<<<<<<< RENAME\n`b.rs`\n>>>>>>> RENAME\n{BLOCK}c.rs\n<<<<<<< DELETE\n>>>>>>> DELETE\n"
    );
    let found = read(&reply);
    assert_eq!(found.faults, []);
    let new = [PathCandidate { text: "b.rs".into(), creates: true }];
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
fn markers_with_another_indentation_are_content() {
    let block =
        "a.md\n<<<<<<< SEARCH\n  <<<<<<< SEARCH\n  =======\n  >>>>>>> REPLACE\n=======\n>>>>>>> REPLACE\n";
    assert_eq!(edits(block), [edit("a.md", "  <<<<<<< SEARCH\n  =======\n  >>>>>>> REPLACE\n", "")]);
}

#[test]
fn a_path_from_outside_is_that_of_every_block() {
    let options = Options { pathless: true, path: Some("z.rs".into()), ..Options::default() };
    let reply = format!("a.rs\n{BLOCK}text\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n");
    let found = parse(reply.as_bytes(), &options);
    let path = [PathCandidate { text: "z.rs".into(), creates: true }];
    assert!(found.blocks.len() == 2 && found.blocks.iter().all(|block| *block.path == path));
}

#[test]
fn a_pathless_reply_without_a_path_is_a_fault() {
    let options = Options { pathless: true, ..Options::default() };
    let found = parse(BLOCK.as_bytes(), &options);
    assert_eq!(found.faults[0].kind, FaultKind::NoPath { above: None });
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
fn commands_in_sections_are_not_suggestions() {
    let reply = "a.md\n<<<<<<< SEARCH\n```bash\nmake\n```\n=======\n`rm x`\n>>>>>>> REPLACE\n";
    assert_eq!(commands(reply), []);
}

#[test]
fn a_reply_without_blocks_is_empty() {
    for reply in
        ["", "Nothing to do.\n", "\0\0\0", "\u{feff}", "=======\n", "a.rs\n```rust\nfn main() {}\n```\n"]
    {
        assert_eq!(read(reply), Reply::default(), "{reply:?}");
    }
    let wide: Vec<u8> = BLOCK.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(parse(&wide, &Options::default()), Reply::default());
}

/// Markers, paths, fences and text in any order.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("<<<<<<< SEARCH"),
        Just("<<<<< SEARCH"),
        Just("  <<<<<<< SEARCH"),
        Just("======="),
        Just("====="),
        Just("  ======="),
        Just(">>>>>>> REPLACE"),
        Just(">>>>> REPLACE"),
        Just("  >>>>>>> REPLACE"),
        Just(">>>>>>>"),
        Just("<<<<<<< DELETE"),
        Just(">>>>>>> DELETE"),
        Just("<<<<<<< RENAME"),
        Just(">>>>>>> RENAME"),
        Just("```"),
        Just("```bash"),
        Just("~~~~"),
        Just("</source>"),
        Just("src/a.rs"),
        Just("  x"),
        Just(""),
        Just("`rm x`:"),
        Just("<<<<<<< SEARCH a.rs\r"),
        Just("# \"\\056git\""),
        Just("é:"),
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

/// What must hold for whatever is read.
fn assert_sound(reply: &[u8]) {
    let found = parse(reply, &Options::default());
    let mut end = 0;
    for block in &found.blocks {
        assert!(block.span.start >= end && !block.path.is_empty());
        end = block.span.end;
        let line = reply[..block.span.start].iter().filter(|byte| **byte == b'\n').count() + 1;
        assert_eq!(block.line, line);
        assert!(block.path.iter().all(|path| std::str::from_utf8(&path.text).is_ok()));
        let Operation::Edit(edit) = &block.operation else { continue };
        assert!((1..=64).contains(&edit.dividers.len()));
        for divider in &edit.dividers {
            assert!(edit.body[divider.start..divider.end].trim_ascii().iter().all(|byte| *byte == b'='));
        }
        let whole = &reply[block.span.start..block.span.end];
        match &edit.body {
            Cow::Borrowed(body) => {
                let opener = memchr::memchr(b'\n', whole).expect("a line") + 1;
                assert_eq!(whole[opener..opener + body.len()], **body);
            }
            // Only indentation is taken off, so what is left stands there in order.
            Cow::Owned(body) => {
                let mut rest = whole.iter();
                assert!(body.iter().all(|byte| rest.any(|other| other == byte)));
            }
        }
    }
    assert!(found.faults.is_sorted_by_key(|fault| fault.line));
}

/// Section lines that are no markers of width 7 and no fence of the frame.
fn section() -> impl Strategy<Value = String> {
    prop::collection::vec("[ -;?-~\t]{0,12}|<<<<< SEARCH|=====|>>>>> REPLACE|```|  =======", 0..6)
        .prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

proptest! {
    #[test]
    fn random_bytes_are_read_soundly(reply: Vec<u8>) {
        assert_sound(&reply);
    }

    #[test]
    fn random_lines_are_read_soundly(reply in lines()) {
        assert_sound(reply.as_bytes());
        assert_sound(reply.replace('\n', "\r\n").as_bytes());
    }

    #[test]
    fn what_is_rendered_is_read_again(
        blocks in prop::collection::vec(("[a-z]{1,8}(/[a-z]{1,8}){0,2}\\.[a-z]{1,3}", section(), section()), 0..6),
        fenced: bool,
    ) {
        let fence = if fenced { "````\n" } else { "\n" };
        let reply: String = blocks
            .iter()
            .map(|(path, search, replace)| {
                format!("{path}\n{fence}<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n{fence}")
            })
            .collect();
        prop_assert_eq!(edits(&reply), blocks);
    }
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

#[test]
fn a_line_above_or_below_the_path_names_the_version_that_a_block_is_based_on() {
    let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    let base = |text: String| {
        let reply = parse(text.as_bytes(), &Options::default());
        assert_eq!(reply.faults, []);
        let base = |block: &Block<'_>| block.base.map(|base| String::from_utf8_lossy(base).into_owned());
        reply.blocks.iter().map(base).collect::<Vec<_>>()
    };
    let id = Some("1a2b3c4".to_owned());
    assert_eq!(base(format!("base: 1a2b3c4\na.rs\n```\n{block}```\n")), std::slice::from_ref(&id));
    assert_eq!(base(format!("a.rs\nbase: 1a2b3c4\n```\n{block}```\n")), std::slice::from_ref(&id));
    assert_eq!(base(format!("a.rs\nbase: 1a2b3c4\n{block}{block}b.rs\n{block}")), [id.clone(), id, None]);
    assert_eq!(base(format!("base: 1a2b3c4\nSome prose.\na.rs\n{block}")), [None]);
    assert_eq!(base(format!("base: nothing\na.rs\n{block}")), [None]);
}
