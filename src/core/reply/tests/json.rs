//! Edits in JSON.

use proptest::prelude::*;

use super::*;

/// The blocks of a reply, a line each: line, path, sections, and what is meant besides.
fn shown(reply: &str) -> Vec<String> {
    let found = read(reply);
    assert_eq!(found.faults, [], "{reply}");
    assert!(found.format.is_some_and(|format| format.id == "json"), "{reply}: {:?}", found.format);
    let blocks = found.blocks.iter().map(|block| {
        let Operation::Edit(edit) = &block.operation else { panic!("not an edit: {block:?}") };
        let first = edit.readings().next().expect("a reading");
        let extent = edit.hints.extent;
        format!(
            "{} {} {:?} {:?} {extent:?}",
            block.line,
            block.path[0].text,
            text(first.search),
            text(first.replace)
        )
    });
    blocks.collect()
}

const EDIT: &str = r#"{"path": "a.rs", "old_string": "x\ny", "new_string": "z"}"#;

/// The edit as it is read, on a line.
fn edit_at(line: usize) -> String {
    format!(r#"{line} a.rs "x\ny" "z" Text"#)
}

#[test]
fn names_of_many_tools_are_known() {
    for (path, old, new) in [
        ("path", "old_string", "new_string"),
        ("file_path", "old_str", "new_str"),
        ("filePath", "oldString", "newString"),
        ("target_file", "search", "replace"),
        ("path", "old_text", "new_text"),
        ("file", "find", "replace"),
    ] {
        let reply = format!(r#"{{"{path}": "a.rs", "{old}": "x\ny", "{new}": "z", "instruction": "do"}}"#);
        assert_eq!(shown(&reply), [edit_at(1)]);
    }
    let all = EDIT.replace('}', r#", "replaceAll": true}"#);
    assert_eq!(shown(&all), [edit_at(1).replace("Text", "EveryText")]);
}

#[test]
fn edits_are_alone_in_a_list_a_line_each_or_in_a_fence() {
    assert_eq!(shown(&format!("Here:\n\n```json\n{EDIT}\n```\n")), [edit_at(4)]);
    assert_eq!(shown(&format!("[\n{EDIT},\n{EDIT}\n]\n")), [edit_at(2), edit_at(3)]);
    assert_eq!(shown(&format!("{EDIT}\n{EDIT}\n")), [edit_at(1), edit_at(2)]);
    assert_eq!(shown(&format!("{EDIT}, {EDIT},\n{EDIT}")), [edit_at(1), edit_at(1), edit_at(2)]);
    let list = r#"{"path": "a.rs",
        "edits": [{"oldText": "x\ny", "newText": "z"},
        {"old_text": "x\ny", "new_text": "z", "all": true}]}"#;
    assert_eq!(shown(list), [edit_at(2), edit_at(3).replace("Text", "EveryText")]);
    assert_eq!(shown(&format!(r#"{{"changes": [{EDIT}]}}"#)), [edit_at(1)]);
    let held = EDIT.replace(r#""path": "a.rs", "#, "");
    assert_eq!(shown(&format!(r#"{{"file": "a.rs", "changes": [{held}]}}"#)), [edit_at(1)]);
    assert_eq!(shown(&format!(r#"{{"files": [{{"path": "a.rs", "edits": [{held}]}}]}}"#)), [edit_at(1)]);
}

#[test]
fn calls_of_tools_hold_edits() {
    let arguments = EDIT.replace('\\', "\\\\").replace('"', "\\\"");
    for reply in [
        format!(r#"{{"type": "tool_use", "id": "1", "name": "edit", "input": {EDIT}}}"#),
        format!(r#"{{"name": "edit", "arguments": "{arguments}"}}"#),
        format!(
            r#"{{"content": null, "tool_calls": [{{"function": {{"name": "e", "arguments": "{arguments}"}}}}]}}"#
        ),
        format!(
            r#"{{"role": "assistant", "content": [{{"type": "text", "text": "So:"}}, {{"name": "e", "input": {EDIT}}}]}}"#
        ),
    ] {
        assert_eq!(shown(&reply), [edit_at(1)], "{reply}");
    }
}

#[test]
fn the_editor_tool_creates_inserts_and_views() {
    let call = |rest: &str| format!(r#"{{"command": {rest}, "path": "a.rs"}}"#);
    assert_eq!(shown(&call(r#""create", "file_text": "x\n""#)), [r#"1 a.rs "" "x\n" Text"#]);
    assert_eq!(
        shown(&call(r#""insert", "insert_line": 3, "insert_text": "x""#)),
        [r#"1 a.rs "" "x" Below(3)"#]
    );
    let two = format!("{}\n{EDIT}\n", call(r#""view", "view_range": [1, 2]"#));
    assert_eq!(shown(&two), [edit_at(2)]);
    let created = read(r#"{"path": "a.rs", "old_string": "", "new_string": "x"}"#);
    assert!(matches!(&created.blocks[0].operation, Operation::Edit(edit) if edit.creates()));
}

#[test]
fn tools_that_write_files_give_whole_ones() {
    for name in ["write_file", "Write", "mcp__files__write_file", "functions.save_file", "write_to_file"] {
        let call = format!(r#"{{"name": "{name}", "input": {{"file_path": "a.rs", "content": "x\ny\n"}}}}"#);
        assert_eq!(shown(&call), [r#"1 a.rs "" "x\ny\n" File { is_sure: true }"#], "{name}");
    }
    let created = r#"{"tool": "create_file", "filePath": "a.rs", "content": "x"}"#;
    assert_eq!(shown(created), [r#"1 a.rs "" "x" Text"#]);
    let pretty =
        "{\n  \"name\": \"write_file\",\n  \"arguments\": {\"path\": \"a.rs\",\n  \"content\": \"x\"}\n}\n";
    assert_eq!(shown(pretty), [r#"3 a.rs "" "x" File { is_sure: true }"#]);
}

#[test]
fn texts_in_calls_are_read_in_their_formats() {
    let escaped = |text: &str| serde_json::to_string(text).expect("a text");
    let patch = escaped(
        "*** Begin Patch\n*** Update File: a.rs\n@@ fn a\n-x\n+y\n*** Delete File: b.rs\n*** End Patch",
    );
    let of_patch = |reply: &str| {
        let found = read(reply);
        let paths = found.blocks.iter().map(|block| (block.line, block.path[0].text.to_string()));
        assert_eq!(
            (paths.collect::<Vec<_>>(), found.faults),
            (vec![(1, "a.rs".into()), (1, "b.rs".into())], vec![]),
            "{reply}"
        );
        assert!(found.blocks[0].span.start < found.blocks[1].span.start);
        let Operation::Edit(edit) = &found.blocks[0].operation else { panic!("not an edit") };
        assert_eq!(edit.hints.anchors[..], [&b"fn a"[..]]);
    };
    of_patch(&format!(r#"{{"name": "apply_patch", "input": {patch}}}"#));
    of_patch(&format!(
        r#"{{"type": "function_call", "name": "apply_patch", "arguments": {}}}"#,
        escaped(&format!(r#"{{"input": {patch}}}"#))
    ));
    of_patch(&format!(r#"{{"name": "shell", "arguments": {{"command": ["apply_patch", {patch}]}}}}"#));
    of_patch(&format!(r#"{{"patch": {patch}}}"#));
    let script = escaped(
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.rs\n@@ fn a\n-x\n+y\n*** Delete File: b.rs\n\
        *** End Patch\nEOF\n",
    );
    of_patch(&format!(r#"{{"command": ["bash", "-lc", {script}]}}"#));
    of_patch(&format!(r#"{{"name": "shell", "arguments": {{"command": {script}}}}}"#));
    for text in [
        BLOCK,
        "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n",
        "@@ -1 +1 @@\n-old\n+new\n",
        "--- a/a.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-old\n+new\n",
    ] {
        let reply = format!("So:\n{{\"path\": \"a.rs\", \"diff\": {}}}\n", escaped(text));
        let found = shown(&reply);
        assert_eq!(found, [r#"2 a.rs "old\n" "new\n" Lines"#], "{reply}");
    }
}

#[test]
fn calls_are_read_with_the_frames_and_names_that_models_write() {
    let edit = r#""old_string": "a", "new_string": "b""#;
    for reply in [
        format!(r#"<tool_call>{{"name": "edit", "arguments": {{"path": "a.rs", {edit}}}}}</tool_call>"#),
        format!(r#"[TOOL_CALLS][{{"name": "edit", "arguments": {{"path": "a.rs", {edit}}}}}]"#),
        format!(r#"{{"functionCall": {{"name": "replace", "args": {{"file_path": "a.rs", {edit}}}}}}}"#),
        format!(r#"{{"file": "a.rs", {edit}}}"#),
        format!(r#"{{"filename": "a.rs", "edits": [{{{edit}}}]}}"#),
        r#"{"file_path": "a.rs", "old_code": "a", "new_code": "b"}"#.to_owned(),
    ] {
        assert_eq!(shown(&format!("{reply}\n")), [r#"1 a.rs "a" "b" Text"#], "{reply}");
    }
}

#[test]
fn a_call_may_be_an_item_of_a_list() {
    for sign in ["- ", "* ", "1. ", "2) ", "(1/2) ", "  - "] {
        assert_eq!(shown(&format!("{sign}{EDIT}\n{sign}{EDIT}\n")), [edit_at(1), edit_at(2)], "{sign}");
    }
    // The blanks in front of its other lines may be those of the list.
    let over_lines = format!("{EDIT}\n- {}\n", EDIT.replace(r"\n", "\n  "));
    assert!(matches!(faults(&over_lines)[..], [(2, FaultKind::Malformed(_))]), "{over_lines}");
}

#[test]
fn a_call_behind_other_text_is_a_fault_beside_edits() {
    let over_lines = EDIT.replace(", ", ",\n  ").replace('{', "{\n  ");
    for (apart, line) in [
        (format!("And then: {EDIT}"), 3),
        (format!("> {EDIT}"), 3),
        (format!("**{EDIT}**"), 3),
        (format!("`{EDIT}`"), 3),
        (format!("x = {EDIT}"), 3),
        (format!("And then: {over_lines}"), 5),
        ("x = {\n\"path\": \"a.rs\",\n\"find\": \"x\",\n\"replace\": \"y\"\n}".to_owned(), 5),
    ] {
        for (reply, line) in
            [(format!("{EDIT}\n\n{apart}\n"), line), (format!("{apart}\n{EDIT}\n"), line - 2)]
        {
            let found = faults(&reply);
            assert!(
                matches!(&found[..], [(at, FaultKind::Malformed(Malformed::Json { .. })), ..] if *at == line),
                "{reply}: {found:?}"
            );
        }
    }
    for prose in ["The `\"old_string\": \"x\"` is there once.", "It has `{x}` in it.", "- `old_string` is x"]
    {
        assert_eq!(shown(&format!("{EDIT}\n{prose}\n")), [edit_at(1)], "{prose}");
    }
}

#[test]
fn edits_below_a_second_key_are_not_passed_over() {
    let edit = r#"{"old_string": "a", "new_string": "b"}"#;
    let wrong: FaultKind = Malformed::Call.into();
    for other in ["changes", "files", "more_edits", "calls", "content"] {
        let reply = format!(r#"{{"path": "a.rs", "edits": [{edit}], "{other}": [{edit}]}}"#);
        assert_eq!(faults(&format!("{reply}\n")), [(1, wrong.clone())], "{other}");
        let beside = format!(
            r#"{{"path": "a.rs", "old_string": "a", "new_string": "b", "{other}": {{"x": {edit}}}}}"#
        );
        assert_eq!(faults(&format!("{beside}\n")), [(1, wrong.clone())], "{other}");
    }
    let unread = format!("{{\"calls\": [], \"items\": [{edit}]}}\n");
    assert_eq!(faults(&unread), [(1, wrong)]);
}

#[test]
fn single_quotes_are_refused_by_name() {
    for reply in [
        "{'path': 'a.rs', 'old_string': 'x', 'new_string': 'y'}\n",
        "```json\n[{'path': 'a.rs',\n  'old_string': 'x', 'new_string': 'y'}]\n```\n",
    ] {
        let message = |kind: &FaultKind| match kind {
            FaultKind::Malformed(Malformed::Json { message }) => message.contains("single quotes"),
            _ => false,
        };
        let found = faults(reply);
        assert!(matches!(&found[..], [(_, kind)] if message(kind)), "{found:?}");
    }
}

#[test]
fn a_text_in_a_call_that_is_in_doubt_is_a_fault() {
    let escaped = |text: &str| serde_json::to_string(text).expect("a text");
    let call = |text: &str| format!("\n{{\"path\": \"a.rs\", \"diff\": {}}}\n", escaped(text));
    let two = format!("{BLOCK}\n*** Begin Patch\n*** Delete File: a.rs\n*** End Patch\n");
    assert_eq!(faults(&call(&two)), [(2, Malformed::Call.into())]);
    assert_eq!(faults(&call("@@ -1 +1 @@\n")), [(2, Malformed::Empty.into())]);
    assert_eq!(
        faults(&call("--- a/b.rs\n+++ b/b.rs\n@@ -1 +1 @@\n-x\n+y\n")),
        [(2, Malformed::OtherFile.into())]
    );
    assert_eq!(faults(&call("<<<<<<< SEARCH\nx\n")), [(2, FaultKind::Unterminated)]);
    let cut = "{\"name\": \"apply_patch\", \"input\": \"*** Begin Patch\\n*** Update File: a.rs\\n-x\\n\"}";
    assert!(
        matches!(faults(cut)[..], [(1, FaultKind::Malformed(Malformed::Open { .. })), ..]),
        "{:?}",
        faults(cut)
    );
}

#[test]
fn what_is_not_understood_as_an_edit_is_a_fault() {
    for call in [
        r#"{"path": "a", "old_string": "x"}"#,
        r#"{"path": "a", "old_string": "x", "new_string": 1}"#,
        r#"{"path": "a", "old_string": "x", "old_str": "y", "new_string": "z"}"#,
        r#"{"path": "a", "old_string": "x", "new_string": "z", "replace_all": "yes"}"#,
        r#"{"path": "a", "code_edit": "// ... existing code ..."}"#,
        r#"{"command": "undo_edit", "path": "a"}"#,
        r#"{"name": "read_file", "input": {"path": "a", "content": "x"}}"#,
        r#"{"name": "write_file", "input": {"path": "a", "content": "x", "append": true}}"#,
        r#"{"name": "write_file", "input": {"path": "a", "content": ["x"]}}"#,
        r#"{"path": "a", "diff": "x", "old_string": "x", "new_string": "y"}"#,
        r#"{"path": "a", "diff": {"old": "x"}}"#,
        r#"{"path": "a", "diff": "prose"}"#,
        r#"{"name": "bash", "input": {"command": "rm a"}}"#,
        r#"{"path": "a", "content": "x"}"#,
    ] {
        let kinds = faults(&format!("{EDIT}\n{call}\n"));
        assert_eq!(kinds, [(2, Malformed::Call.into())], "{call}");
    }
    let json = faults(&format!("{EDIT}\n{{\"path\": \"a\", \"old_string\": \"x\\d\"}}\n"));
    assert!(matches!(json[..], [(2, FaultKind::Malformed(Malformed::Json { .. }))]), "{json:?}");
    assert!(matches!(faults(&format!("{EDIT} and"))[..], [(1, FaultKind::Malformed(_))]));
    let pathless = r#"{"old_string": "x", "new_string": "y"}"#;
    assert_eq!(faults(pathless), [(1, FaultKind::NoPath { above: None })]);
    let given = Options { path: Some("a.rs".into()), ..Options::default() };
    assert_eq!(parse(pathless.as_bytes(), &given).blocks.len(), 1);
}

#[test]
fn nothing_beside_an_edit_in_a_list_is_passed_over() {
    let list = |other: &str| format!("[{EDIT}, {other}]\n");
    let within = |other: &str| {
        format!(
            "{{\"path\": \"a\", \"edits\": [{{\"old_string\": \"b\", \"new_string\": \"c\"}}, {other}]}}\n"
        )
    };
    for other in [
        r#"{"file": "x", "old": "b", "new": "B"}"#,
        r#"{"insert_line": 2}"#,
        r#"{"find": "c", "replace_with": "d"}"#,
    ] {
        for reply in [list(other), within(other)] {
            assert_eq!(faults(&reply), [(1, Malformed::Call.into())], "{reply}");
        }
    }
    let none = r#"{"path": "a", "edits": [{"find": "c", "replace_with": "d"}]}"#;
    assert_eq!(faults(&format!("{EDIT}\n{none}\n")), [(2, Malformed::Call.into())]);
    for other in [r#"{"command": "view", "path": "a"}"#, "null"] {
        assert_eq!(faults(&list(other)), [], "{other}");
    }
}

/// The name of the field that refuses a reply.
fn refused(reply: &str) -> Option<String> {
    match &faults(reply)[..] {
        [(_, FaultKind::Malformed(Malformed::Field { name }))] => Some(name.to_string()),
        [] => None,
        others => Some(format!("{others:?}")),
    }
}

#[test]
fn a_field_that_asks_for_more_than_the_edits_refuses_the_reply() {
    let edit = r#"{"path": "a.rs", "old_string": "x", "new_string": "y"}"#;
    let beside = |text: &str, more: &str| format!("{}, {more}}}\n", &text[..text.len() - 1]);
    for (name, value) in [
        ("new_path", "\"c.rs\""),
        ("delete", "true"),
        ("insert_after", "\"two\""),
        ("content", "\"x\""),
        ("count", "2"),
        ("expectedReplacements", "2"),
        ("occurrence", "3"),
        ("regex", "true"),
        ("action", "\"delete\""),
        ("target", "\"c.rs\""),
        ("rest", "\"fn a() {\\n}\\n\""),
        ("other", "{\"at\": 2}"),
        ("executable", "true"),
    ] {
        let more = format!("\"{name}\": {value}");
        assert_eq!(refused(&beside(edit, &more)).as_deref(), Some(name), "{more}");
        assert_eq!(refused(&format!("[{}]", beside(edit, &more))).as_deref(), Some(name), "{more}");
    }
    let edits = format!(r#"{{"edits": [{edit}]}}"#);
    let files = r#"{"files": [{"path": "a.rs", "edits": [{"old_string": "x", "new_string": "y"}]}]}"#;
    for (name, value) in [
        ("new_files", r#"[{"path": "n.txt", "content": "x\n"}]"#),
        ("create", r#"[{"path": "n.txt", "content": "x\n"}]"#),
        ("deletes", r#"["b.txt"]"#),
        ("deleted_files", r#"["a.rs"]"#),
        ("renames", r#"[{"from": "b.rs", "to": "c.rs"}]"#),
        ("commands", r#"["rm c.yaml"]"#),
        ("others", r#"[{"path": "b.rs", "action": "delete"}]"#),
    ] {
        for text in [&edits, files] {
            let more = format!("\"{name}\": {value}");
            assert_eq!(refused(&beside(text, &more)).as_deref(), Some(name), "{text} {more}");
        }
    }
    let more = r#""files": [{"path": "n.txt", "content": "x\n"}]"#;
    assert_eq!(refused(&beside(&edits, more)).as_deref(), Some("files"));
    let call: FaultKind = Malformed::Call.into();
    for gone in [r#"{"path": "b.rs", "action": "delete"}"#, r#"{"path": "b.rs", "rename_to": "c.rs"}"#] {
        let list = files.replace("]}]}", &format!("]}}, {gone}]}}"));
        assert_eq!(faults(&list), [(1, call.clone())], "{list}");
        assert_eq!(faults(&format!("{edit}\n{gone}\n")), [(2, call.clone())], "{gone}");
    }
}

#[test]
fn a_field_that_asks_for_nothing_refuses_no_reply() {
    let edit = r#"{"path": "a.rs", "old_string": "x", "new_string": "y"}"#;
    let beside = |text: &str, more: &str| format!("{}, {more}}}\n", &text[..text.len() - 1]);
    let more = [
        r#""explanation": "Removes the old name from b.rs""#,
        r#""delete": false, "new_path": null, "insert_after": "", "renames": [], "regex": false"#,
        r#""expected_replacements": 1, "start_line": 12, "language": "rust", "confidence": 0.9"#,
        r#""type": "edit", "action": "modify", "status": "completed", "changeReason": "new name""#,
        r#""absolute_path": "/src/a.rs", "affected_files": ["a.rs"], "plan": [{"step": 1, "file": "b.rs"}]"#,
        r#""metadata": {"created": 1}, "id": "call_new_1", "signature": "AB/cd+==", "cwd": "/src/x""#,
    ];
    let edits = format!(r#"{{"edits": [{edit}]}}"#);
    let response = format!(
        r#"{{"choices": [{{"index": 0, "message": {{"tool_calls": [{{"name": "edit", "input": {edit}}}]}}, "logprobs": {{"a": 1}}}}]}}"#
    );
    for more in more {
        for text in [edit, &edits, &response] {
            let reply = beside(text, more);
            let found = read(&reply);
            assert_eq!((found.faults, found.unread, found.blocks.len()), (vec![], vec![], 1), "{reply}");
        }
    }
    let made = r#"{"path": "a.rs", "old_string": "", "new_string": "y", "action": "create"}"#;
    let written =
        r#"{"name": "write_file", "input": {"path": "a.rs", "content": "y", "create_directories": true}}"#;
    let prose = format!(r#"{{"content": "I edit a.rs.", "edits": [{edit}]}}"#);
    for reply in [made, written, &prose] {
        assert_eq!(faults(reply), [], "{reply}");
    }
}

#[test]
fn a_field_that_may_say_how_an_edit_is_meant_is_named() {
    let reply =
        r#"{"path": "a.rs", "old_string": "x", "new_string": "y", "encoding": "latin-1", "dry": true}"#;
    let found = read(reply);
    let unread: Vec<_> = found.unread.iter().map(|field| (field.line, field.text.to_string())).collect();
    assert_eq!((found.faults, unread), (vec![], vec![(1, "encoding".into()), (1, "dry".into())]));
}

#[test]
fn other_json_is_passed_over() {
    let reply = format!("{{\"name\": \"x\"}}\n[1, 2]\n[link]\n{{ prose\n{EDIT}\n");
    assert_eq!(shown(&reply), [edit_at(5)]);
}

proptest! {
    #[test]
    fn json_in_any_order_is_read_soundly(
        parts in prop::collection::vec(prop::sample::select(vec![
            EDIT, "{", "}", "[", "]", ",", "\n", "\"", "\\", "{\"edits\":", "\"path\":\"a\"", "\"old_str\":\"\"", "```", "null", "é",
        ]), 0..30),
        cut in any::<prop::sample::Index>(),
    ) {
        let reply = parts.concat();
        let bytes = &reply.as_bytes()[..cut.index(reply.len() + 1)];
        for reply in [reply.as_bytes(), bytes] {
            let found = parse(reply, &Options { format: named("json"), ..Options::default() });
            for block in &found.blocks {
                prop_assert!(block.span.start < block.span.end && block.span.end <= reply.len());
                let line = reply[..block.span.start].iter().filter(|byte| **byte == b'\n').count() + 1;
                prop_assert_eq!(block.line, line);
            }
        }
    }
}

#[test]
fn a_remark_among_values_is_a_fault() {
    let reply = format!("[{EDIT},\n// and the same in the other files\n]\n");
    assert!(matches!(faults(&reply)[..], [(_, FaultKind::Malformed(Malformed::Json { .. }))]));
}

#[test]
fn a_text_with_line_breaks_and_escapes_is_a_fault() {
    for text in ["a\nb\\n", "\tprint('\\t')", "a\n\\\\d", "a\n\\u0041"] {
        for call in [
            format!(r#"{{"path": "a.rs", "old_string": "x", "new_string": "{text}"}}"#),
            format!(r#"{{"path": "a.rs", "old_string": "{text}", "new_string": "x"}}"#),
            format!(r#"{{"name": "write_file", "input": {{"path": "a.rs", "content": "{text}"}}}}"#),
        ] {
            let found = faults(&call);
            let is_named = |kind: &FaultKind| match kind {
                FaultKind::Malformed(Malformed::Json { message }) => message.contains("beside escapes"),
                _ => false,
            };
            assert!(matches!(&found[..], [(_, kind)] if is_named(kind)), "{call}: {found:?}");
        }
    }
}

#[test]
fn a_text_may_have_control_characters_that_need_no_escape() {
    let call = r#"{"path": "a.rs", "old_string": "a\n", "new_string": "CUT\n"}"#;
    assert_eq!(faults(&call.replace("CUT", "\u{7f}\u{85}\u{2028}")), []);
}

proptest! {
    #[test]
    fn line_breaks_and_tabs_as_they_are_say_the_same_as_escaped_ones(
        texts in proptest::array::uniform2("[a-z{}\\[\\],:/ \"\t\n]{1,40}"),
        nested in any::<bool>(),
    ) {
        let raw = |text: &String| format!("\"{}\"", text.replace('"', "\\\""));
        let escaped = |text: &String| serde_json::to_string(text).expect("a text");
        let call = |write: &dyn Fn(&String) -> String| {
            let [old, new] = [&texts[0], &texts[1]].map(write);
            let edit = format!(r#"{{"path": "a.rs", "old_string": {old}, "new_string": {new}}}"#);
            if nested { format!(r#"{{"name": "edit", "input": {edit}}}"#) } else { edit }
        };
        prop_assert_eq!(shown(&call(&raw)), shown(&call(&escaped)));
    }
}

#[test]
fn json_is_read_in_linear_time() {
    for line in [
        "{\n",
        "[\n",
        "[",
        "{\"a\":",
        "[{\"path\": \"a\", \"old_str\": \"x\"\n",
        "{\"path\": \"a\", \"old_str\": \"\n",
        "{\"edits\": [\n",
        "[1, 2]\n",
    ] {
        for end in ["", "x\n"] {
            let reply = line.repeat((1 << 17) / line.len()) + end;
            let found = parse(reply.as_bytes(), &Options { format: named("json"), ..Options::default() });
            assert!(found.blocks.is_sorted_by_key(|block| block.line));
        }
    }
}
