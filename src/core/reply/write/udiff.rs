//! Writer of unified diffs, as `git diff` makes them.

use std::{io::Write as _, ops::Range};

use super::signed::signed;
use crate::core::{
    change::FileMode,
    diff::quoted,
    reply::writer::{FileText, TextChange, Unwritten, Window, Writer},
    script::Op,
    text::{Ending, Text},
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "udiff",
    help: "A unified diff, which `git apply` reads too",
    context: 3,
    says_modes: true,
    by_numbers: false,
    frame: ["", "", ""],
    write,
};

fn write(file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
    let (from, path) = (file.from.unwrap_or(file.path).as_bstr(), file.path.as_bstr());
    let (a, b) = (quoted("a/", from), quoted("b/", path));
    let mut out = Vec::new();
    line(&mut out, &[b"diff --git ", &a, b" ", &b]);
    let [old_mode, new_mode] = file.modes.map(|mode| mode.map_or("100644", FileMode::as_str).as_bytes());
    let none = Text::default();
    let (old, new, windows) = match file.change {
        TextChange::Create(text) => {
            line(&mut out, &[b"new file mode ", new_mode]);
            (&none, text, whole(0, text.len()))
        }
        TextChange::Delete(text) => {
            line(&mut out, &[b"deleted file mode ", old_mode]);
            (text, &none, whole(text.len(), 0))
        }
        TextChange::Edit { old, new, windows } => {
            if old_mode != new_mode {
                line(&mut out, &[b"old mode ", old_mode]);
                line(&mut out, &[b"new mode ", new_mode]);
            }
            if file.from.is_some() {
                line(&mut out, &[b"rename from ", &quoted("", from)]);
                line(&mut out, &[b"rename to ", &quoted("", path)]);
            }
            (old, new, windows.to_vec())
        }
    };
    if windows.is_empty() {
        return Ok(out);
    }
    let absent = &b"/dev/null"[..];
    let (is_new, is_gone) =
        (matches!(file.change, TextChange::Create(_)), matches!(file.change, TextChange::Delete(_)));
    // git ends these lines with a tab where the path holds a blank, so that the path's end is seen.
    let tab: &[u8] = if a.contains(&b' ') || b.contains(&b' ') { b"\t" } else { b"" };
    line(&mut out, &[b"--- ", if is_new { absent } else { &a }, if is_new { b"" } else { tab }]);
    line(&mut out, &[b"+++ ", if is_gone { absent } else { &b }, if is_gone { b"" } else { tab }]);
    windows.iter().for_each(|window| hunk(&mut out, old, new, window));
    Ok(out)
}

/// The window of a file that comes or goes as a whole; none of an empty one.
fn whole(old: usize, new: usize) -> Vec<Window> {
    let window = Window { old: 0..old, new: 0..new, runs: vec![Op { old: 0..old, new: 0..new }] };
    Vec::from_iter((old + new > 0).then_some(window))
}

fn hunk(out: &mut Vec<u8>, old: &Text, new: &Text, window: &Window) {
    let side = |range: &Range<usize>| match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        lines => format!("{},{lines}", range.start + 1),
    };
    let _ = writeln!(out, "@@ -{} +{} @@", side(&window.old), side(&window.new));
    for (sign, text, number) in signed(old, new, window) {
        out.push(sign);
        if number == 0 {
            // A byte order mark is part of the first line to git.
            out.extend_from_slice(&text.bytes()[..text.start(0)]);
        }
        let (body, ending) = text.line(number);
        out.extend_from_slice(body);
        out.extend_from_slice(if ending == Ending::None {
            b"\n\\ No newline at end of file\n"
        } else {
            ending.as_bytes()
        });
    }
}

fn line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
    out.push(b'\n');
}
