//! Writer of whole files.

use super::names::{backticks, path_line};
use crate::core::{
    reply::writer::{FileText, TextChange, Unwritten, Writer},
    text::Text,
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "whole",
    help: "Whole files, each below its path; no file is removed or renamed",
    context: 0,
    frame: ["", "\n", ""],
    write,
};

fn write(file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
    if file.from.is_some() {
        return Err(Unwritten::Rename);
    }
    let text: &Text = match file.change {
        TextChange::Create(new) | TextChange::Edit { new, .. } => new,
        TextChange::Delete(_) => return Err(Unwritten::Deletion),
    };
    let path = path_line(file.path).ok_or(Unwritten::Path)?;
    let lines = || (0..text.len()).map(|line| text.body(line));
    let fence = vec![b'`'; lines().map(|line| backticks(line) + 1).max().unwrap_or(0).max(3)];
    let mut out = [&path[..], b"\n", &fence, b"\n"].concat();
    for line in lines() {
        out.extend_from_slice(&[line, b"\n"].concat());
    }
    out.extend_from_slice(&[&fence[..], b"\n"].concat());
    Ok(out)
}
