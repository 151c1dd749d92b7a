//! Reader of anchored edits.
//!
//! ```text
//! edit = path, { fence | blank }, "««« EDIT", anchor, line, old, double, new, line, anchor, "»»»" ;
//! line = "───────" ; double = "═══════" ;
//! anchor, old, new = { text } ;
//! ```
//!
//! Markers are lines of their own, with white space around them; each ends the section above at its first
//! place, and is text in the others. Another `««« EDIT` is never text. The path is the whole line: it may
//! have blanks.
//!
//! SEARCH are the anchors and the old lines between them, which must be in the file exactly, REPLACE the
//! anchors and the new lines. Where only new lines are there, they are a new file.

use std::sync::Arc;

use bstr::ByteSlice as _;

use crate::core::{
    fence::is_fence,
    reply::{
        anchored::{CLOSER, DOUBLE, LINE, OPENER},
        edit::Hints,
        hunk::Hunk,
        malformed::Malformed,
        names, path_line,
        rows::{Row, Rows, shown},
        source::Source,
        types::{Block, Fault, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, is_blank},
};

/// Reads all anchored edits of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    let mut rows = Rows::new(source, |text| text.find_iter(OPENER).count());
    let mut above = None;
    while let Some(row) = rows.outside() {
        if is_marker(row.text, OPENER) {
            edit(&mut rows, row, above.take(), options);
        } else if is_marker(row.text, CLOSER) {
            rows.fault(row.number, FaultKind::StrayCloser);
        } else if !is_blank(row.text) && !is_fence(row.text) {
            above = Some(row);
        }
    }
    rows.found
}

fn is_marker(line: &[u8], marker: &str) -> bool {
    line.trim_ascii() == marker.as_bytes()
}

/// Reads the edit that begins with `first`, below a line that names its file.
fn edit<'a>(rows: &mut Rows<'a>, first: Row<'a>, above: Option<Row<'a>>, options: &Options) {
    let path = path(above, options);
    let faults = rows.found.faults.len();
    let named = path.as_ref().ok().cloned();
    match Sections::read(rows, first) {
        Ok(sections) => {
            let span = Span { start: first.start, end: sections.end };
            let head = above.map_or(first.start, |row| row.start);
            match (path, sections.operation()) {
                (Ok(path), Ok(operation)) => {
                    rows.found.blocks.push(Block::new(first.number, span, head, path, operation));
                }
                (path, operation) => {
                    let kinds = [path.err(), operation.err().map(FaultKind::from)];
                    for kind in kinds.into_iter().flatten() {
                        rows.found.faults.push(Fault { line: first.number, kind, path: named.clone() });
                    }
                }
            }
            rows.envelope(Span { start: head, end: span.end }, faults);
        }
        Err(end) => {
            let kind = Malformed::Open { end }.into();
            rows.found.faults.push(Fault { line: first.number, kind, path: named });
        }
    }
}

/// The candidates for the path that a line names.
fn path(above: Option<Row<'_>>, options: &Options) -> Result<Arc<[PathCandidate]>, FaultKind> {
    let given = |above| match &options.path {
        Some(text) => Ok([PathCandidate::new(text.clone(), true)].into()),
        None => Err(FaultKind::NoPath { above }),
    };
    let Some(row) = above else { return given(None) };
    let whole = row.text.trim_ascii();
    let mut found = path_line::candidates(whole);
    if names::is_strong(whole) && found.iter().all(|path| path.text != whole) {
        found.push(PathCandidate::new(whole, false));
    }
    match found.iter().all(|path| path.text.is_utf8()) {
        false => Err(FaultKind::BadPath { text: shown(whole) }),
        true if found.is_empty() => given(Some(shown(whole))),
        true => Ok(found.into()),
    }
}

/// The sections of an edit.
struct Sections {
    hunk: Hunk,
    /// The offset behind its last line.
    end: usize,
}

impl Sections {
    /// Reads the lines below `first`; the marker that is missing, if one is.
    fn read<'a>(rows: &mut Rows<'a>, first: Row<'a>) -> Result<Self, &'static str> {
        let mut sections = Self { hunk: Hunk::default(), end: first.end() };
        let keep: fn(&mut Hunk, &[u8], usize) = Hunk::keep;
        for (marker, take) in
            [(LINE, keep), (DOUBLE, Hunk::remove as _), (LINE, Hunk::add as _), (CLOSER, keep)]
        {
            loop {
                let row = rows.peek().filter(|row| !is_marker(row.text, OPENER)).ok_or(marker)?;
                rows.inside();
                sections.end = row.end();
                if is_marker(row.text, marker) {
                    break;
                }
                take(&mut sections.hunk, row.text, row.number);
            }
        }
        Ok(sections)
    }

    fn operation<'a>(self) -> Result<Operation<'a>, Malformed> {
        let Self { hunk, .. } = self;
        match (hunk.is_empty(), hunk.only_adds(), hunk.finds_nothing()) {
            (true, ..) => Err(Malformed::Empty),
            (_, false, true) => Err(Malformed::NoContext),
            (_, creates, _) => {
                let hints = Hints { exact: !creates, ..Hints::default() };
                Ok(Operation::Edit(hunk.edit(hints)))
            }
        }
    }
}
