//! Reader of edits by line numbers, against a version.
//!
//! ```text
//! reply   = { prose | [ "*** Begin Patch" ], file, { file }, [ "*** End Patch" ] } ;
//! file    = "[", path, "#", id, "]", { edit } ;
//! edit    = "PUT ", place, ":", row, { row } | "CUT ", range, [ ":" ] | "REM" | "MV ", path ;
//! place   = range | "<", number | ">", number | ">$" ;
//! range   = number, [ ( ".=" | "-" | ".." | "…" ), number ] ;
//! row     = "+", text | text ;
//! ```
//!
//! The id is that of the blob or the commit whose lines the numbers count, from 1; the last one of a range
//! belongs to it. `<` is above a line, `>` below it, `>$` at the end. Rows lack the sign only if all of an
//! edit's do, within a patch or a fence; `12:` in front of them is left out if all have it and it counts on
//! from the place. An edit ends with the next one, the next file, the end of the patch or the fence, and
//! elsewhere with the rows.

mod edits;

use std::sync::Arc;

use bstr::ByteSlice as _;

use self::edits::{Edits, Rest};
use crate::core::{
    fence::is_fence,
    reply::{
        malformed::Malformed,
        numbered::{BEGIN, Change, END, Header},
        rows::{Row, Rows, shown},
        source::Source,
        types::{Block, Fault, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, bodies, is_blank},
};

/// Paths of a block.
type Paths = Arc<[PathCandidate]>;

/// Reads all edits of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, _: &Options) -> Reply<'a> {
    let mut rows = Rows::new(source, |text| bodies(text).filter(|line| Header::read(line).is_some()).count());
    let mut fence = None;
    while let Some(row) = rows.outside() {
        if is_fence(row.text) {
            fence = if fence.is_some() { None } else { Some(row) };
        } else if let Some(frame) = Frame::of(&rows, row, fence) {
            Files { rows: &mut rows, frame }.all(row);
            fence = fence.filter(|_| frame != Frame::Fence);
        } else if let Some(text) = misread(row, rows.rest()) {
            rows.fault(row.number, Malformed::Line { text: shown(text) });
        }
    }
    rows.found
}

/// The line that seems to be meant for an edit, and is not read as one: this one, or the one below a header.
/// Other edits may be around it, which must not be made alone.
fn misread<'a>(row: Row<'a>, rest: &'a [u8]) -> Option<&'a [u8]> {
    if Header::read(row.text).is_none() {
        return Some(row.text).filter(|line| Change::resembles(line));
    }
    let next = bodies(rest).next().filter(|line| !is_blank(line));
    // SEARCH/REPLACE blocks may be below a header, as may the numbered lines of the file.
    let is_apart = |line: &[u8]| {
        let line = line.trim_ascii();
        is_fence(line)
            || Header::read(line).is_some()
            || line == END.as_bytes()
            || line.first().is_some_and(|first| first.is_ascii_digit() || b"<-".contains(first))
    };
    next.filter(|line| !is_apart(line))
        .or_else(|| bodies(rest).find(|line| !is_blank(line)).filter(|line| Change::resembles(line)))
}

/// The end of the edits of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    /// `*** End Patch`.
    Patch,
    /// The end of a fence.
    Fence,
    /// Any other line.
    Bare,
}

impl Frame {
    /// The frame of the edits that begin with this line, which was the last to be read.
    fn of(rows: &Rows<'_>, row: Row<'_>, fence: Option<Row<'_>>) -> Option<Self> {
        let next = bodies(rows.rest()).find(|line| !is_blank(line));
        if row.text.trim_ascii() == BEGIN {
            return next.and_then(Header::read).map(|_| Self::Patch);
        }
        Header::read(row.text)?;
        next.filter(|line| Change::begins(line.trim_ascii()))?;
        Some(if fence.is_some() { Self::Fence } else { Self::Bare })
    }
}

/// The files of a patch or a fence, or one alone.
struct Files<'a, 'r> {
    rows: &'r mut Rows<'a>,
    frame: Frame,
}

/// A file whose edits are read.
struct File<'a> {
    /// Its header.
    head: Row<'a>,
    /// The id of the version whose lines are counted.
    id: &'a [u8],
    /// Its paths, as the edits so far leave them.
    path: Paths,
    /// The offset behind what was read of it.
    end: usize,
}

impl<'a> Files<'a, '_> {
    /// Reads all files, of which the first begins with this line or below it.
    fn all(&mut self, first: Row<'a>) {
        let mut header = Some(first).filter(|_| self.frame != Frame::Patch);
        let faults = self.rows.found.faults.len();
        let mut end = first.end();
        loop {
            if let Some(row) = header.take() {
                end = self.file(row);
            }
            let Some(row) = self.rows.peek() else { break };
            let is_header = Header::read(row.text).is_some();
            match self.frame {
                _ if is_header => header = Some(row),
                Frame::Bare if !Change::resembles(row.text) => break,
                Frame::Fence if is_fence(row.text) => break,
                Frame::Patch if row.text.trim_ascii() == END.as_bytes() => {
                    self.rows.inside();
                    self.rows.envelope(Span { start: first.start, end: row.end() }, faults);
                    return;
                }
                _ if is_blank(row.text) => {}
                _ => {
                    self.rows.fault(row.number, Malformed::Line { text: shown(row.text) });
                    // It may be a line at which skipping ends, such as the end of another frame.
                    self.rows.inside();
                    self.skip();
                    continue;
                }
            }
            self.rows.inside();
            end = row.end();
        }
        match self.frame {
            Frame::Patch => self.rows.fault(first.number, Malformed::Open { end: END }),
            // It may be cut off.
            Frame::Fence if self.rows.peek().is_none() => {
                self.rows.fault(first.number, Malformed::Open { end: "```" });
            }
            Frame::Bare if self.is_cut_off(first) => self.rows.fault(first.number, Malformed::CutOff),
            _ => {}
        }
        self.rows.envelope(Span { start: first.start, end }, faults);
    }

    /// Returns whether the reply ends in the sign of a row, in a line without an ending.
    fn is_cut_off(&self, first: Row<'a>) -> bool {
        self.rows.text(Span { start: first.start, end: self.rows.at() }).ends_with(b"\n+")
    }

    /// Passes over lines that cannot be read, up to the next file.
    fn skip(&mut self) {
        let is_end = |line: &[u8]| line.trim_ascii() == END.as_bytes() || is_fence(line);
        while self.rows.peek().is_some_and(|row| Header::read(row.text).is_none() && !is_end(row.text)) {
            self.rows.inside();
        }
    }

    /// Reads the edits below this header; returns the offset behind them.
    fn file(&mut self, head: Row<'a>) -> usize {
        let Some(header) = Header::read(head.text) else { return head.end() };
        if !header.path.is_utf8() {
            self.rows.fault(head.number, FaultKind::BadPath { text: shown(header.path) });
            self.skip();
            return head.end();
        }
        let mut file = File { head, id: header.id, path: candidates(header.path), end: head.end() };
        let mut count = 0;
        while let Some(row) = self.next_edit() {
            count += 1;
            file.end = row.end();
            match Change::read(row.text) {
                Some(change) => self.edit(&mut file, row, change),
                None => {
                    self.fault(row, Malformed::Numbers { text: shown(row.text) }, &file.path);
                    self.skip_rows();
                }
            }
        }
        if count == 0 {
            self.fault(head, Malformed::Empty, &file.path);
        }
        file.end
    }

    /// The line that begins the next edit of a file. Blank lines may be between edits.
    fn next_edit(&mut self) -> Option<Row<'a>> {
        let begins = |line: &[u8]| Change::begins(line.trim_ascii());
        let next = bodies(self.rows.rest()).find(|line| !is_blank(line));
        if !next.is_some_and(begins) {
            return None;
        }
        while self.rows.peek().is_some_and(|row| !begins(row.text)) {
            self.rows.inside();
        }
        self.rows.inside()
    }

    /// Reads the rows of an edit, and notes it.
    fn edit(&mut self, file: &mut File<'a>, row: Row<'a>, change: Change<'a>) {
        let mut path = file.path.clone();
        let operation = match change {
            Change::Remove => Operation::Delete,
            Change::Move(to) => {
                path = candidates(to);
                Operation::Rename(path.clone())
            }
            Change::Cut(lines) => Operation::Edit(Edits::default().edit(lines, row.text, file.id)),
            Change::Put(lines) => {
                let edits = Edits::read(self.rows, self.frame != Frame::Bare);
                file.end = edits.end.unwrap_or(file.end);
                if let Rest::Mixed(stray) = edits.rest {
                    self.fault(stray, Malformed::NoSign { text: shown(stray.text) }, &file.path);
                    return self.skip_rows();
                }
                if edits.is_empty() {
                    return self.fault(row, Malformed::Empty, &file.path);
                }
                Operation::Edit(edits.without_numbers(&lines).edit(lines, row.text, file.id))
            }
        };
        let span = Span { start: row.start, end: file.end };
        let named = std::mem::replace(&mut file.path, path);
        let block = Block::new(row.number, span, file.head.start, named, operation);
        self.rows.found.blocks.push(Block { base: Some(file.id), ..block });
    }

    /// Passes over the rows of an edit that cannot be read.
    fn skip_rows(&mut self) {
        let is_end = |line: &[u8]| {
            let line = line.trim_ascii();
            Header::read(line).is_some() || Change::begins(line) || line == END.as_bytes() || is_fence(line)
        };
        while self.rows.peek().is_some_and(|row| !is_end(row.text)) {
            self.rows.inside();
        }
    }

    fn fault(&mut self, row: Row<'a>, kind: Malformed, path: &Paths) {
        let path = Some(path.clone());
        self.rows.found.faults.push(Fault { line: row.number, kind: kind.into(), path });
    }
}

fn candidates(path: &[u8]) -> Paths {
    [PathCandidate::new(path, true)].into()
}
