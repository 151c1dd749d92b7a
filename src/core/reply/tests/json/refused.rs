//! Calls that are no edits, that are in doubt, or that ask for more than their edits.

use super::*;

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
        (format!("- {over_lines}"), 3),
        (format!("- {}", over_lines.replace('"', "'")), 3),
        ("x = {\n\"path\": \"a.rs\",\n\"find\": \"x\",\n\"replace\": \"y\"\n}".to_owned(), 5),
    ] {
        for (reply, line) in
            [(format!("{EDIT}\n\n{apart}\n"), line), (format!("{apart}\n{EDIT}\n"), line - 2)]
        {
            let found = faults(&reply);
            assert!(
                matches!(&found[..], [(at, FaultKind::Malformed(Malformed::Json { message, .. })), ..]
                    if *at == line && message.contains("in front of the value")),
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
        "{'path': 'a.rs', 'old_string': 'it's', 'new_string': 'y'}\n",
        "{'path': 'a.rs', 'old_string': r'x', 'new_string': 'y'}\n",
        "{'path': 'a.rs', 'old_string': 'a\\/b', 'new_string': 'y'}\n",
        "```json\n[{'path': 'a.rs',\n  'old_string': 'x' 'y', 'new_string': 'y'}]\n```\n",
    ] {
        let message = |kind: &FaultKind| match kind {
            FaultKind::Malformed(Malformed::Json { message, .. }) => message.contains("single quotes"),
            _ => false,
        };
        let found = faults(reply);
        assert!(matches!(&found[..], [(_, kind)] if message(kind)), "{found:?}");
    }
}

#[test]
fn the_character_at_which_json_cannot_be_read_is_counted() {
    for (reply, at) in [
        ("{\"path\": \"é\", \"old_string\": x}\n", (1, 29)),
        ("{\"path\": \"a\",\n \"old_string\": \"b\" \"c\"}\n", (2, 20)),
        ("- {\"path\": \"a\", \"old_string\": \"b\\d\"}\n", (1, 34)),
        (&format!("{EDIT} and\n"), (1, EDIT.len() + 2)),
    ] {
        let found = faults(reply);
        let [(line, FaultKind::Malformed(Malformed::Json { column, .. }))] = &found[..] else {
            panic!("{reply}: {found:?}")
        };
        assert_eq!((*line, *column), (at.0, Some(at.1)), "{reply}");
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
        [(2, Malformed::TwoFiles { one: "a.rs".into(), other: "b.rs".into() }.into())]
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
        r#"{"path": "a", "code_edit": "// ... existing code ..."}"#,
        r#"{"notebook_path": "a.ipynb", "cell_id": "1", "new_source": "x"}"#,
        r#"{"command": "undo_edit", "path": "a"}"#,
        r#"{"path": "a", "diff": "x", "old_string": "x", "new_string": "y"}"#,
        r#"{"path": "a", "diff": "prose"}"#,
        r#"{"path": "a", "content": "x"}"#,
        r#"{"files": {"a.rs": "x"}}"#,
        r#"{"type": "apply_patch_call", "operation": {"type": "delete_file", "path": "a.rs"}}"#,
    ] {
        let kinds = faults(&format!("{EDIT}\n{call}\n"));
        assert_eq!(kinds, [(2, Malformed::Call.into())], "{call}");
    }
    for (name, call) in [
        ("read_file", r#"{"name": "read_file", "input": {"path": "a", "content": "x"}}"#),
        ("write_file", r#"{"name": "write_file", "input": {"path": "a", "content": "x", "append": true}}"#),
        ("bash", r#"{"name": "bash", "input": {"command": "rm a"}}"#),
        ("frob", r#"{"type": "tool_use", "name": "frob", "input": {"x": 1}}"#),
        ("delete_file", r#"{"name": "delete_file", "arguments": "{\"target\": \"a\"}"}"#),
        ("rm", r#"<|channel|>commentary to=functions.rm <|message|>{"target": "a"}<|call|>"#),
        (
            "shell",
            r#"{"name": "shell", "input": {"command": ["sh", "-c", "rm a && apply_patch <<E\n*** Begin Patch\n*** End Patch\nE\n"]}}"#,
        ),
        (
            "shell",
            r#"{"name": "shell", "input": {"command": "apply_patch <<E\n*** Begin Patch\n*** End Patch\nE\nrm a\n"}}"#,
        ),
    ] {
        let kinds = faults(&format!("{EDIT}\n{call}\n"));
        let named = |kind: &FaultKind| match kind {
            FaultKind::Malformed(Malformed::Tool { name: of }) => of.ends_with(name.as_bytes()),
            _ => false,
        };
        assert!(matches!(&kinds[..], [(2, kind)] if named(kind)), "{call}: {kinds:?}");
    }
    let json = faults(&format!("{EDIT}\n{{\"path\": \"a\", \"old_string\": \"x\\d\"}}\n"));
    assert!(matches!(json[..], [(2, FaultKind::Malformed(Malformed::Json { .. }))]), "{json:?}");
    assert!(matches!(faults(&format!("{EDIT} and"))[..], [(1, FaultKind::Malformed(_))]));
    let pathless = r#"{"old_string": "x", "new_string": "y"}"#;
    assert_eq!(faults(pathless), [(1, FaultKind::NoPathOfCall)]);
    let given = Options { path: Some("a.rs".into()), ..Options::default() };
    assert_eq!(parse(pathless.as_bytes(), &given).blocks.len(), 1);
}

#[test]
fn the_field_that_no_edit_can_be_made_from_is_named() {
    use ValueFault::{Kind, Twice};
    for (call, field, fault) in [
        (r#"{"path": "a", "old_string": "x", "new_string": 1}"#, "new_string", Kind),
        (r#"{"path": 1, "old_string": "x", "new_string": "y"}"#, "path", Kind),
        (r#"{"path": "a", "old_string": "x", "new_string": "z", "replace_all": "yes"}"#, "replace_all", Kind),
        (
            r#"{"path": "a", "old_string": "x", "new_string": "z", "expected_replacements": "two"}"#,
            "expected_replacements",
            Kind,
        ),
        (r#"{"path": "a", "diff": {"old": "x"}}"#, "diff", Kind),
        (r#"{"name": "write_file", "input": {"path": "a", "content": ["x"]}}"#, "content", Kind),
        (r#"{"path": "a", "old_string": "x", "new_string": "y", "new_string": "z"}"#, "new_string", Twice),
        (r#"{"path": "a", "old_string": "x", "old_str": "y", "new_string": "z"}"#, "old_str", Twice),
    ] {
        let wanted = Malformed::Value { name: field.into(), fault };
        assert_eq!(faults(&format!("{EDIT}\n{call}\n")), [(2, wanted.into())], "{call}");
    }
}

#[test]
fn a_text_without_the_other_one_is_named_with_the_field_that_may_be_it() {
    for (call, field, beside) in [
        (r#"{"path": "a", "old_string": "x"}"#, "old_string", None),
        (r#"{"path": "a", "old_string": "x", "new_string": null}"#, "old_string", None),
        (r#"{"path": "a", "old_string": "x", "explanation": "y", "line": 3}"#, "old_string", None),
        (r#"{"path": "a", "old_sting": "x", "new_string": "y"}"#, "new_string", Some("old_sting")),
        (r#"{"path": "a", "search": "x", "replace_with": "y"}"#, "search", Some("replace_with")),
    ] {
        let wanted = Malformed::Alone { name: field.into(), beside: beside.map(Into::into) };
        assert_eq!(faults(call), [(1, wanted.into())], "{call}");
    }
}

#[test]
fn nothing_beside_an_edit_in_a_list_is_passed_over() {
    let list = |other: &str| format!("[{EDIT}, {other}]\n");
    let within = |other: &str| {
        format!(
            "{{\"path\": \"a\", \"edits\": [{{\"old_string\": \"b\", \"new_string\": \"c\"}}, {other}]}}\n"
        )
    };
    let alone = Malformed::Alone { name: "find".into(), beside: Some("replace_with".into()) };
    for (other, fault) in [
        (r#"{"file": "x", "old": "b", "new": "B"}"#, Malformed::Call),
        (r#"{"insert_line": 2}"#, Malformed::Call),
        (r#"{"find": "c", "replace_with": "d"}"#, alone.clone()),
    ] {
        for reply in [list(other), within(other)] {
            assert_eq!(faults(&reply), [(1, fault.clone().into())], "{reply}");
        }
    }
    let none = r#"{"path": "a", "edits": [{"find": "c", "replace_with": "d"}]}"#;
    assert_eq!(faults(&format!("{EDIT}\n{none}\n")), [(2, alone.into())]);
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
        ("occurrence", "3"),
        ("regex", "true"),
        ("action", "\"delete\""),
        ("target", "\"c.rs\""),
        ("rest", "\"fn a() {\\n}\\n\""),
        ("other", "{\"at\": 2}"),
        ("executable", "true"),
        ("status", "\"rejected\""),
        ("status", "\"not applied\""),
        ("was_applied", "false"),
        ("success", "false"),
        ("is_error", "true"),
        ("isError", "true"),
        ("rejected", "true"),
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
fn of_several_answers_none_is_made() {
    let answer = |line: &str| format!(r#"{{"message": {{"content": [{line}]}}}}"#);
    let all = |answers: &str| format!("{{\"choices\": [{answers}]}}\n");
    let edit = r#"{"path": "a.rs", "old_string": "x", "new_string": "y"}"#;
    assert_eq!(faults(&all(&answer(edit))), []);
    let two = format!("{}, {}", answer(edit), answer(&edit.replace('y', "z")));
    assert_eq!(faults(&all(&two)), [(1, Malformed::Field { name: "choices".into() }.into())]);
    assert_eq!(faults(&all(&two.replace("old_string", "query").replace("new_string", "k"))), []);
}

#[test]
fn a_call_that_says_twice_what_it_edits_is_a_fault() {
    let input = |path: &str| format!(r#"{{"path": "{path}", "old_string": "x", "new_string": "y"}}"#);
    let two = FaultKind::from(Malformed::TwoFiles { one: "a.rs".into(), other: "b.rs".into() });
    for around in [
        format!(r#"{{"path": "a.rs", "edits": [{}]}}"#, input("b.rs")),
        format!(r#"{{"name": "Edit", "path": "a.rs", "input": {}}}"#, input("b.rs")),
    ] {
        assert_eq!(faults(&around), [(1, two.clone())], "{around}");
        let same = around.replace("b.rs", "src/a.rs");
        assert_eq!(
            (faults(&same), read(&same).blocks[0].path[0].text.as_slice()),
            (vec![], &b"src/a.rs"[..])
        );
    }
    let one = input("a.rs");
    let twice = format!(r#"{{"name": "Edit", "input": {one}, "arguments": {one}}}"#);
    let kind = Malformed::Value { name: "arguments".into(), fault: ValueFault::Twice };
    assert_eq!(faults(&twice), [(1, kind.into())]);
    let made = r#"{"command": "create", "path": "n.txt", "file_text": "a", "old_str": "5"}"#;
    assert_eq!(refused(made).as_deref(), Some("old_str"));
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
        r#""auto_approved": false, "change": "Return an error if not found""#,
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
