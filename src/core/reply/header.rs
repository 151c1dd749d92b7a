//! Lines between the opener of an edit and its SEARCH section, as some tools ask for.
//!
//! ```text
//! roo  = ":start_line:", number, [ ":end_line:", number ], [ "-------" ] ;
//! path = path, "-------" ;
//! ```
//!
//! In a section below the first kind, a backslash in front of a line like a marker is none of the text.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use super::edit::{Cleared, Clutter, Edit, Sections};
use crate::core::text::{Span, bodies, split_ending};

const RULE: &[u8] = b"-------";

/// Lines with such text are written with a backslash in front.
pub(super) const ESCAPED: [&str; 6] =
    ["<<<<<<<", "=======", ">>>>>>>", "-------", ":start_line:", ":end_line:"];

/// A header of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header<'a> {
    /// The line that the SEARCH section has in the file, from 1.
    pub(super) line: Option<usize>,
    /// The path of the file.
    pub(super) path: Option<&'a [u8]>,
    /// Number of its lines, and of their bytes.
    pub(super) lines: usize,
    pub(super) bytes: usize,
}

impl<'a> Header<'a> {
    /// The header with which a body begins that names a line of the file.
    pub(super) fn with_line(body: &'a [u8]) -> Option<Self> {
        let number = |line: &[u8], name: &str| -> Option<usize> {
            line.trim_ascii().strip_prefix(name.as_bytes())?.trim_ascii().to_str().ok()?.parse().ok()
        };
        let mut lines = bodies(body).take(3);
        let line = number(lines.next()?, ":start_line:")?;
        let mut count = 1;
        let mut next = lines.next();
        if next.is_some_and(|line| number(line, ":end_line:").is_some()) {
            count += 1;
            next = lines.next();
        }
        count += usize::from(next.is_some_and(|line| line.trim_ascii() == RULE));
        Some(Self { line: Some(line), path: None, lines: count, bytes: length(body, count) })
    }

    /// The first two lines of a body, if they may be a path and a rule below it.
    pub(super) fn with_path(body: &'a [u8]) -> Option<Self> {
        let mut lines = bodies(body);
        let path = lines.next()?.trim_ascii();
        let is_ruled = lines.next()?.trim_ascii() == RULE;
        is_ruled.then(|| Self { line: None, path: Some(path), lines: 2, bytes: length(body, 2) })
    }
}

/// The sections without this path and a rule at the top of SEARCH, if they are there.
pub(super) fn without_path(edit: &Edit<'_>, path: &[u8]) -> Option<Cleared> {
    let Sections { search, replace } = edit.readings().next()?;
    let header = Header::with_path(search).filter(|header| header.path == Some(path))?;
    // What both sections have is text.
    let is_text = replace.starts_with(&search[..header.bytes]);
    let search = search[header.bytes..].to_vec();
    (!is_text).then(|| Cleared { clutter: Clutter::Path, search, replace: replace.to_vec(), is_sure: true })
}

/// Number of bytes of the first lines of a text.
fn length(body: &[u8], lines: usize) -> usize {
    body.lines_with_terminator().take(lines).map(<[u8]>::len).sum()
}

/// Takes the backslashes off lines like markers.
pub(super) fn unescaped(edit: Edit<'_>) -> Edit<'_> {
    let is_escaped = |line: &[u8]| {
        let text = line.strip_prefix(b"\\");
        text.is_some_and(|text| ESCAPED.iter().any(|sign| text.starts_with(sign.as_bytes())))
    };
    if !edit.body.lines_with_terminator().any(is_escaped) {
        return edit;
    }
    let mut body = Vec::with_capacity(edit.body.len());
    let mut dividers = Vec::with_capacity(edit.dividers.len());
    let mut at = 0;
    for line in edit.body.lines_with_terminator() {
        let start = body.len();
        body.extend_from_slice(if is_escaped(split_ending(line).0) { &line[1..] } else { line });
        if edit.dividers.get(dividers.len()).is_some_and(|divider| divider.start == at) {
            dividers.push(Span { start, end: body.len() });
        }
        at += line.len();
    }
    Edit { body: Cow::Owned(body), dividers, ..edit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_a_line_and_may_end_with_a_rule() {
        for (body, lines) in [
            (":start_line:12\n-------\nx\n", 2),
            (":start_line: 12\n:end_line: 13\n-------\nx\n", 3),
            (":start_line:12\nx\n", 1),
        ] {
            let found = Header::with_line(body.as_bytes()).expect("a header");
            assert_eq!((found.line, found.lines, &body[found.bytes..]), (Some(12), lines, "x\n"));
        }
        assert_eq!(Header::with_line(b"-------\nx\n"), None);
        assert_eq!(Header::with_line(b":start_line:x\n"), None);
    }

    #[test]
    fn a_path_has_a_rule_directly_below() {
        let found = Header::with_path(b"src/a.rs\r\n-------\r\nx\r\n").expect("a header");
        assert_eq!((found.path, found.lines, found.bytes), (Some(&b"src/a.rs"[..]), 2, 19));
        assert_eq!(Header::with_path(b"src/a.rs\n--------\nx\n"), None);
    }
}
