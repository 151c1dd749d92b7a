//! Writer of patches for `apply_patch`.

use super::signed::signed;
use crate::core::{
    reply::writer::{FileText, TextChange, Unwritten, Writer},
    text::Text,
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "apply-patch",
    help: "A patch between `*** Begin Patch` and `*** End Patch`",
    context: 0,
    says_modes: false,
    by_numbers: false,
    frame: ["*** Begin Patch\n", "", "*** End Patch\n"],
    write,
};

fn write(file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
    let mut out = Vec::new();
    match file.change {
        TextChange::Create(text) => {
            head(&mut out, "Add File", file.path.as_bstr());
            (0..text.len()).for_each(|line| signed_line(&mut out, b'+', text, line));
        }
        TextChange::Delete(_) => head(&mut out, "Delete File", file.path.as_bstr()),
        TextChange::Edit { old, new, windows } => {
            head(&mut out, "Update File", file.from.unwrap_or(file.path).as_bstr());
            if file.from.is_some() {
                head(&mut out, "Move to", file.path.as_bstr());
            }
            for window in windows {
                out.extend_from_slice(b"@@\n");
                for (sign, text, line) in signed(old, new, window) {
                    signed_line(&mut out, sign, text, line);
                }
            }
        }
    }
    Ok(out)
}

fn head(out: &mut Vec<u8>, name: &str, path: &[u8]) {
    out.extend_from_slice(&[b"*** ", name.as_bytes(), b": ", path, b"\n"].concat());
}

fn signed_line(out: &mut Vec<u8>, sign: u8, text: &Text, line: usize) {
    out.push(sign);
    out.extend_from_slice(text.body(line));
    out.push(b'\n');
}
