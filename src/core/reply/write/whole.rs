//! Writers of whole files.

use super::names::{backticks, info, path_line};
use crate::core::{
    path::RepoPath,
    reply::names::is_weak,
    reply::writer::{FileText, TextChange, Unwritten, Writer},
    text::Text,
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "whole",
    help: "Whole files, each below its path; no file is removed or renamed",
    context: 0,
    says_modes: false,
    by_numbers: false,
    frame: ["", "\n", ""],
    write: |file| {
        write(file, |path, fence| {
            let label: &[u8] = if is_weak(path.as_bstr()) { b"File: " } else { b"" };
            Some([label, &path_line(path)?, b"\n", fence].concat())
        })
    },
};

/// Whole files with their paths in the lines that open the fences.
pub(in crate::core::reply) const FENCED: Writer = Writer {
    id: "fenced-file",
    help: "Whole files in fences with their paths, as in ```` ```rust:src/a.rs ````; no file is removed or renamed",
    write: |file| {
        write(file, |path, fence| {
            // There are no quotes in this line.
            let is_plain =
                |line: &Vec<u8>| path.as_bstr() == line && !line.iter().any(u8::is_ascii_whitespace);
            let plain = path_line(path).filter(is_plain)?;
            Some([fence, info(path).as_bytes(), b":", &plain].concat())
        })
    },
    ..WRITER
};

/// Whole files below lines with their paths.
pub(in crate::core::reply) const MARKED: Writer = Writer {
    id: "file-marker",
    help: "Whole files below lines `FILE: <path>`; no file is removed or renamed",
    write: |file| write(file, |path, fence| Some([b"FILE: ", &path_line(path)?[..], b"\n", fence].concat())),
    ..WRITER
};

/// Writes the new text in a fence, below the lines that `head` makes of the path and the fence.
fn write(
    file: &FileText<'_>,
    head: impl FnOnce(&RepoPath, &[u8]) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, Unwritten> {
    if file.from.is_some() {
        return Err(Unwritten::Rename);
    }
    let text: &Text = match file.change {
        TextChange::Create(new) | TextChange::Edit { new, .. } => new,
        TextChange::Delete(_) => return Err(Unwritten::Deletion),
    };
    let lines = || (0..text.len()).map(|line| text.body(line));
    let fence = vec![b'`'; lines().map(|line| backticks(line) + 1).max().unwrap_or(0).max(3)];
    let mut out = head(file.path, &fence).ok_or(Unwritten::Path)?;
    out.push(b'\n');
    for line in lines() {
        out.extend_from_slice(&[line, b"\n"].concat());
    }
    out.extend_from_slice(&[&fence[..], b"\n"].concat());
    Ok(out)
}
