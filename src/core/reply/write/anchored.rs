//! Writer of anchored edits.

use std::ops::Range;

use super::names::path_line;
use crate::core::{
    reply::{
        anchored::{CLOSER, DOUBLE, LINE, OPENER},
        writer::{FileText, TextChange, Unwritten, Window, Writer},
    },
    text::Text,
};

pub(in crate::core::reply) const WRITER: Writer = Writer {
    id: "anchored",
    help: "Edits between `««« EDIT` and `»»»`; no file is removed or renamed",
    context: 1,
    says_modes: false,
    by_numbers: false,
    frame: ["", "\n", ""],
    write,
};

/// The sections of an edit, in order: the anchor above, the old lines, the new lines, the anchor below.
type Sections<'t> = [Vec<&'t [u8]>; 4];

fn write(file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
    if file.from.is_some() {
        return Err(Unwritten::Rename);
    }
    let edits: Vec<Sections<'_>> = match file.change {
        TextChange::Delete(_) => return Err(Unwritten::Deletion),
        TextChange::Create(text) => {
            let with_mark = |line| {
                if line == 0 { &text.bytes()[..text.start(0) + text.body(0).len()] } else { text.body(line) }
            };
            vec![[Vec::new(), Vec::new(), (0..text.len()).map(with_mark).collect(), Vec::new()]]
        }
        TextChange::Edit { old, new, windows } => {
            windows.iter().map(|window| sections(old, new, window)).collect()
        }
    };
    let path = path_line(file.path).ok_or(Unwritten::Path)?;
    let mut out = Vec::new();
    for (number, edit) in edits.iter().enumerate() {
        if number > 0 {
            out.push(b'\n');
        }
        let mut line = |text: &[u8]| out.extend_from_slice(&[text, b"\n"].concat());
        line(&path);
        line(OPENER.as_bytes());
        for (section, end) in edit.iter().zip([LINE, DOUBLE, LINE, CLOSER]) {
            if section
                .iter()
                .any(|text| [end, OPENER].iter().any(|marker| text.trim_ascii() == marker.as_bytes()))
            {
                return Err(Unwritten::Markers);
            }
            section.iter().for_each(|text| line(text));
            line(end.as_bytes());
        }
    }
    Ok(out)
}

/// The lines around all changes of a window, and those between the first and the last, before and after.
fn sections<'t>(old: &'t Text, new: &'t Text, window: &Window) -> Sections<'t> {
    let lines = |text: &'t Text, range: Range<usize>| -> Vec<&'t [u8]> {
        range.map(|line| text.body(line)).collect()
    };
    let (Some(first), Some(last)) = (window.runs.first(), window.runs.last()) else {
        return [lines(old, window.old.clone()), Vec::new(), Vec::new(), Vec::new()];
    };
    [
        lines(old, window.old.start..first.old.start),
        lines(old, first.old.start..last.old.end),
        lines(new, first.new.start..last.new.end),
        lines(old, last.old.end..window.old.end),
    ]
}
