//! Edits in JSON.

use proptest::prelude::*;

use super::*;

mod refused;
mod seen;

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
    for (all, extent) in [("true", "EveryText"), (r#""true""#, "EveryText"), (r#""false""#, "Text")] {
        let edit = EDIT.replace('}', &format!(r#", "replaceAll": {all}}}"#));
        assert_eq!(shown(&edit), [edit_at(1).replace("Text", extent)]);
    }
    for (count, extent) in [("1", "Text"), ("2", "Texts(2)"), (r#""3""#, "Texts(3)")] {
        let edit = EDIT.replace('}', &format!(r#", "expected_replacements": {count}}}"#));
        assert_eq!(shown(&edit), [edit_at(1).replace("Text", extent)]);
    }
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
fn edits_are_read_in_forms_that_are_nearly_json() {
    let comma = "{\n\"path\": \"a.rs\",\n\"edits\": [\n{\"find\": \"x\\ny\", \"replace\": \"z\",},\n],\n}\n";
    assert_eq!(shown(comma), [edit_at(4)]);
    let python = r"{'path': 'a.rs', 'old_string': 'x\ny', 'new_string': 'z', 'replace_all': False}";
    assert_eq!(shown(&format!("So:\n\n{python}\n")), [edit_at(3)]);
    assert_eq!(shown(&format!("[{python},\n{python},]\n{python}\n")), [edit_at(1), edit_at(2), edit_at(3)]);
    assert_eq!(shown(&format!("{python}, {EDIT}\n")), [edit_at(1), edit_at(1)]);
    assert_eq!(shown(&format!("- {python}\n")), [edit_at(1)]);
    let call = format!("<tool_call>{{'name': 'edit', 'arguments': {python}}}</tool_call>\n");
    assert_eq!(shown(&call), [edit_at(1)]);
    let double = EDIT.replace('}', ", \"replace_all\": True}");
    assert_eq!(shown(&double), [edit_at(1).replace("Text", "EveryText")]);
    // A text behind it is no part of it, and the blanks in front of other lines of an item may be those of the list.
    for reply in [format!("{python} and\n"), format!("- {}\n", python.replace(", ", ",\n  "))] {
        assert!(matches!(faults(&reply)[..], [(_, FaultKind::Malformed(_)), ..]), "{reply}");
    }
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
    // A strict schema asks for the fields of all commands.
    for idle in [
        r#""insert_line": 0"#,
        r#""insert_line": 1, "view_range": [], "insert_text": null"#,
        r#""file_text": "", "view_range": [1, 2]"#,
    ] {
        let edit = call(&format!(r#""str_replace", "old_str": "x", "new_str": "y", {idle}"#));
        assert_eq!(shown(&edit), [r#"1 a.rs "x" "y" Text"#], "{idle}");
    }
    let create = call(r#""create", "file_text": "x", "old_str": "", "new_str": "", "insert_line": 0"#);
    assert_eq!(shown(&create), [r#"1 a.rs "" "x" Text"#]);
    for asks in [r#""file_text": "z""#, r#""insert_text": "z""#] {
        let edit = call(&format!(r#""str_replace", "old_str": "x", "new_str": "y", {asks}"#));
        assert!(!faults(&edit).is_empty() || !read(&edit).unread.is_empty(), "{asks}");
    }
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
                FaultKind::Malformed(Malformed::Json { message, .. }) => message.contains("beside escapes"),
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
