//! Writer of edits in JSON.

use bstr::ByteSlice as _;

use crate::core::{
    reply::writer::{FileText, TextChange, Unwritten, Writer},
    text::{Ending, Text},
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "json",
    help: "A list of objects with `path`, `old_string` and `new_string`, or with `path` and `edits`",
    context: 0,
    says_modes: false,
    by_numbers: false,
    frame: ["[\n", ",\n", "\n]\n"],
    write,
};

fn write(file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
    if file.from.is_some() {
        return Err(Unwritten::Rename);
    }
    let path = string(file.path.as_bstr())?;
    let edit = |old: &[u8], new: &[u8]| -> Result<String, Unwritten> {
        Ok(format!("\"old_string\": {}, \"new_string\": {}", string(old)?, string(new)?))
    };
    let edits = match file.change {
        TextChange::Create(text) => vec![edit(b"", text.bytes())?],
        TextChange::Delete(_) => return Err(Unwritten::Deletion),
        TextChange::Edit { old, new, windows } => windows
            .iter()
            .map(|window| edit(&lines(old, window.old.clone()), &lines(new, window.new.clone())))
            .collect::<Result<_, _>>()?,
    };
    let object = match &edits[..] {
        [only] => format!("  {{\"path\": {path}, {only}}}"),
        several => {
            let several: Vec<String> = several.iter().map(|edit| format!("    {{{edit}}}")).collect();
            format!("  {{\"path\": {path}, \"edits\": [\n{}\n  ]}}", several.join(",\n"))
        }
    };
    Ok(object.into_bytes())
}

fn string(text: &[u8]) -> Result<String, Unwritten> {
    let text = text.to_str().map_err(|_| Unwritten::NotUtf8)?;
    Ok(serde_json::Value::from(text).to_string())
}

/// Lines as one text. Which ending a line has belongs to the file.
fn lines(text: &Text, lines: std::ops::Range<usize>) -> Vec<u8> {
    let mut out = Vec::new();
    for (body, ending) in lines.map(|line| text.line(line)) {
        out.extend_from_slice(body);
        out.extend_from_slice(if ending == Ending::None { b"" } else { b"\n" });
    }
    out
}
