//! Edits in JSON.

use git_sr::core::reply::{Format, Operation, Options, parse};
use serde_json::{Value, json};

use crate::parts::parts;

/// Reads calls of editing tools. The parts: a path, the old text, and the new one.
///
/// In whatever frame a call is, its texts come out as they went in.
pub fn json(input: &[u8]) {
    let [path, old, new] = parts::<3>(input).map(|part| String::from_utf8_lossy(part.unwrap_or_default()));
    let path = path.trim_end_matches('\n');
    let edit = json!({"path": path, "old_string": old, "new_string": new});
    let call = json!({"command": "str_replace", "path": path, "old_str": old, "new_str": new});
    let several = json!({"path": path, "edits": [{"oldText": old, "newText": new}]});
    let arguments = json!({"function": {"name": "edit", "arguments": edit.to_string()}, "type": "function"});
    let shapes = [
        edit.clone(),
        json!([edit]),
        call,
        several,
        arguments,
        json!({"tool_calls": [{"name": "edit", "input": edit}]}),
    ];
    for shape in shapes {
        let pretty = serde_json::to_string_pretty(&shape).expect("JSON");
        for text in [shape.to_string(), format!("Here:\n\n```json\n{pretty}\n```\n"), in_ascii(&shape)] {
            for format in [Format::named("json"), None] {
                assert_holds(&text, format, [path, &old, &new]);
            }
        }
    }
}

fn assert_holds(text: &str, format: Option<&'static Format>, [path, old, new]: [&str; 3]) {
    let found = parse(text.as_bytes(), &Options { format, ..Options::default() });
    assert!(found.faults.is_empty(), "{:?} in {text}", found.faults);
    let [block] = &found.blocks[..] else { panic!("{} blocks in {text}", found.blocks.len()) };
    assert_eq!(block.path[0].text, path, "in {text}");
    let Operation::Edit(edit) = &block.operation else { panic!("no edit in {text}") };
    let sections = edit.readings().next().expect("a reading");
    assert_eq!((sections.search, sections.replace), (old.as_bytes(), new.as_bytes()), "in {text}");
}

/// JSON without any character beyond ASCII, as some programs print it.
fn in_ascii(value: &Value) -> String {
    let mut out = String::new();
    for character in value.to_string().chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out += &format!("\\u{unit:04x}"));
        }
    }
    out
}
