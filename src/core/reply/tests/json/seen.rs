//! JSON that is a call, and JSON that is none, alone and beside edits of other formats.

use super::*;

/// A call of each kind that is one to its reader alone: it has no field that only edits have.
fn calls() -> Vec<String> {
    let text = |value: serde_json::Value| value.to_string();
    let patch =
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.rs\n@@\n-x\n+y\n*** End Patch\nEOF\n";
    let file = serde_json::json!({"file_path": "a.rs", "content": "y\n"});
    let shell = text(serde_json::json!({"command": ["bash", "-lc", patch]}));
    vec![
        text(serde_json::json!({"type": "function_call", "name": "shell", "arguments": shell})),
        text(serde_json::json!({"payload": {"type": "function_call", "name": "shell", "arguments": shell}})),
        text(serde_json::json!({"type": "tool_use", "tool_name": "write_file", "parameters": file})),
        text(
            serde_json::json!({"candidates": [{"content": {"parts": [{"functionCall": {"name": "WriteFile", "args": file}}]}}]}),
        ),
        text(serde_json::json!({"name": "replace_file_content", "arguments": {"TargetFile": "a.rs",
            "ReplacementChunks": [{"TargetContent": "x", "ReplacementContent": "y", "AllowMultiple": false}]}})),
        text(
            serde_json::json!({"name": "NotebookEdit", "input": {"notebook_path": "a.ipynb", "new_source": "x"}}),
        ),
        text(serde_json::json!({"name": "delete_file", "arguments": {"path": "a.rs"}})),
        format!("[TOOL_CALLS]write_file[ARGS]{file}"),
        format!("<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{file}<|call|>"),
        format!(
            "<|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>{file}<|tool_call_end|>"
        ),
        format!(
            "<\u{ff5c}tool\u{2581}call\u{2581}begin\u{ff5c}>write_file<\u{ff5c}tool\u{2581}sep\u{ff5c}>{file}"
        ),
        format!("Action: write_file\nAction Input: {file}"),
    ]
}

#[test]
fn a_call_is_read_or_refused_alone_and_beside_edits_of_any_format() {
    let diff = "b.rs\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n";
    let xml = format!("<apply_diff>\n<path>b.rs</path>\n<diff>\n{}</diff>\n</apply_diff>\n", &diff[5..]);
    let patch = "*** Begin Patch\n*** Update File: b.rs\n@@\n-x\n+y\n*** End Patch\n";
    for call in calls() {
        let alone = format!("{call}\n");
        let found = read(&alone);
        assert!(found.blocks.len() + found.faults.len() > 0, "{call}");
        assert!(found.format.is_some_and(|format| format.id == "json"), "{call}");
        for other in [diff, &xml, patch] {
            for reply in [format!("{call}\n\n{other}"), format!("{other}\n{call}\n")] {
                assert!(!faults(&reply).is_empty(), "{reply}");
            }
        }
    }
}

#[test]
fn other_json_beside_edits_of_any_format_is_none_of_them() {
    for data in [
        r#"{"name": "x", "version": "1.0", "files": ["dist"], "scripts": {"build": "tsc"}}"#,
        r#"{"name": "Launch", "type": "node", "program": "x.js", "args": ["x"]}"#,
        r#"{"name": "Alice", "input": {"x": 1}}"#,
        r#"{"mcpServers": {"x": {"command": "npx", "args": ["-y"]}}}"#,
        r#"{"path": "/users", "method": "POST", "content": "hi"}"#,
        r#"{"name": "get_time", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}"#,
        r#"{"type": "tool_result", "content": "one"}"#,
    ] {
        for other in [&format!("a.rs\n{BLOCK}"), EDIT] {
            let reply = format!("{other}\n\n```json\n{data}\n```\n");
            assert_eq!(faults(&reply), [], "{reply}");
        }
    }
}

#[test]
fn a_call_that_changes_no_file_refuses_nothing() {
    for call in [
        r#"{"type": "tool_use", "id": "1", "name": "TodoWrite", "input": {"todos": [{"content": "x"}]}}"#,
        r#"{"type": "tool_use", "id": "1", "name": "Read", "input": {"file_path": "a.rs"}}"#,
        r#"{"type": "tool_use", "id": "1", "name": "Grep", "input": {"pattern": "x", "path": "src"}}"#,
        r#"{"type": "function", "function": {"name": "think", "arguments": "{\"thought\": \"x\"}"}}"#,
        r#"{"name": "mcp__files__list_directory", "arguments": {"path": "src"}}"#,
        r#"{"name": "update_plan", "arguments": {"plan": [{"step": "x"}]}}"#,
        r#"{"name": "str_replace_editor", "arguments": {"command": "view", "path": "a.rs"}}"#,
    ] {
        for reply in [
            format!("{call}\n{EDIT}\n"),
            format!("[{call}, {EDIT}]\n"),
            format!("{{\"message\": {{\"content\": [{call}, {EDIT}]}}}}\n"),
            format!("{call}\n\na.rs\n{BLOCK}"),
        ] {
            let found = read(&reply);
            assert_eq!((found.faults, found.blocks.len()), (vec![], 1), "{reply}");
        }
    }
}
