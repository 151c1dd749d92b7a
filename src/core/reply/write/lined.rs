//! Writer of edits by line numbers.

use std::ops::Range;

use crate::core::{
    path::RepoPath,
    reply::{
        numbered::{Change, Header},
        writer::{FileText, TextChange, Unwritten, Window, Writer},
    },
    text::Text,
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "lined",
    help: "Edits of lines by their numbers, below `[<path>#<id>]`; no file is made",
    context: 0,
    says_modes: false,
    by_numbers: true,
    frame: ["", "\n", ""],
    write,
};

/// Digits of the id.
const DIGITS: usize = 12;

fn write(file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
    let from = file.from.unwrap_or(file.path);
    let head = || header(from, file.id.and_then(|id| id.get(..DIGITS)).ok_or(Unwritten::Version)?);
    let mut out = if let TextChange::Create(_) = file.change { Vec::new() } else { head()? };
    let mut line = |text: &[u8]| out.extend_from_slice(&[text, b"\n"].concat());
    match file.change {
        TextChange::Create(_) => return Err(Unwritten::Creation),
        TextChange::Delete(_) => line(b"REM"),
        TextChange::Edit { old, new, windows } => {
            for window in windows {
                line(change(window, old).as_bytes());
                for row in window.new.clone() {
                    line(&[b"+", new.body(row)].concat());
                }
            }
            if file.from.is_some() {
                line(&moved(file.path)?);
            }
        }
    }
    Ok(out)
}

/// The line that names the file and its version, if it reads so.
fn header(path: &RepoPath, id: &str) -> Result<Vec<u8>, Unwritten> {
    let line = format!("[{path}#{id}]").into_bytes();
    let is_read = Header::read(&line).is_some_and(|header| *header.path == **path.as_bstr());
    if is_read { Ok([&line[..], b"\n"].concat()) } else { Err(Unwritten::Path) }
}

/// The line that gives the file another path, if it reads so.
fn moved(path: &RepoPath) -> Result<Vec<u8>, Unwritten> {
    let line = format!("MV {path}").into_bytes();
    let is_read = Change::read(&line) == Some(Change::Move(path.as_bstr()));
    if is_read { Ok(line) } else { Err(Unwritten::Path) }
}

/// The line that begins an edit.
fn change(window: &Window, old: &Text) -> String {
    let Range { start, end } = window.old;
    let lines = if end - start == 1 { format!("{end}") } else { format!("{}.={end}", start + 1) };
    match (start == end, window.new.is_empty()) {
        (true, _) if start == old.len() => "PUT >$:".to_owned(),
        (true, _) if start == 0 => "PUT <1:".to_owned(),
        (true, _) => format!("PUT >{start}:"),
        (false, true) => format!("CUT {lines}"),
        (false, false) => format!("PUT {lines}:"),
    }
}
