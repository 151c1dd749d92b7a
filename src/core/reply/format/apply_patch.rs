//! Reader of patches for `apply_patch`.
//!
//! ```text
//! patch  = begin, [ "*** Environment ID: ", id ], { hunk }, [ end ] ;
//! begin  = "*** Begin Patch" ;
//! end    = "*** End Patch" ;
//! hunk   = "*** Add File: ", path, { "+", text }
//!        | "*** Delete File: ", path
//!        | "*** Update File: ", path, [ "*** Move to: ", path ], { change } ;
//! change = { "@@", [ " ", anchor ], [ " @@" ] }, { line }, [ "*** End of File" ] ;
//! line   = ( " " | "+" | "-" ), text | "" | text ;
//! ```
//!
//! Lines of the frame may have white space around them. All lines may have the indentation of the first one.
//! The last line may lack where a fence or the shell's text ends instead. An empty line without a sign is one
//! that stays, unless the change ends with it; in a new file it is one of its lines. Another one stays where the
//! file has the change exactly. Above the patch may be a shell command that gives it to `apply_patch`, and goes to
//! a folder before: `cd app && apply_patch <<'EOF'`.
//!
//! Each change is an edit: SEARCH are the lines that stay and go, REPLACE those that stay and come.

mod frame;

use std::{borrow::Cow, sync::Arc};

use bstr::ByteSlice as _;

use self::frame::{BEGIN, END, Frame, Header, folder, header};
use crate::core::{
    fence::is_fence,
    reply::{
        edit::Hints,
        format::range::{self, Ranges},
        hunk::Hunk,
        malformed::Malformed,
        rows::{Row, Rows, shown},
        source::Source,
        types::{Block, Fault, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, bodies, is_blank},
};

const END_OF_FILE: &[u8] = b"*** End of File";

/// Paths of a block.
type Paths = Arc<[PathCandidate]>;

/// Reads all patches of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, _: &Options) -> Reply<'a> {
    let mut rows = Rows::new(source, |text| text.find_iter(BEGIN).count());
    let (mut above, mut went): (&[u8], _) = (b"", None);
    while let Some(row) = rows.outside() {
        match header(row.text) {
            Some(Header::Begin) => match folder(above, went) {
                Ok(folder) => patch(&mut rows, row, above, folder),
                Err(text) => {
                    rows.fault(row.number, Malformed::Folder { text });
                    skip(&mut rows);
                }
            },
            Some(Header::Add(_) | Header::Delete(_) | Header::Update(_) | Header::End) => {
                stray(&mut rows, row)
            }
            _ => {}
        }
        if is_fence(row.text) {
            went = None;
        } else if row.text.trim_ascii_start().starts_with(b"cd ") {
            went = Some(row.text);
        }
        if !is_blank(row.text) {
            above = row.text;
        }
    }
    rows.found
}

fn stray(rows: &mut Rows<'_>, row: Row<'_>) {
    rows.fault(row.number, Malformed::Line { text: shown(row.text) });
}

/// Reads the patch that begins with `first`, below a line, for files in a folder.
fn patch<'a>(rows: &mut Rows<'a>, first: Row<'a>, above: &[u8], folder: Option<&[u8]>) {
    let Some(frame) = Frame::of(rows, first).or_else(|| Frame::in_fence(rows, above)) else {
        rows.fault(first.number, Malformed::Open { end: END });
        return skip(rows);
    };
    let before = rows.found.counts();
    Patch { rows, frame, folder }.hunks();
    if rows.found.counts() == before {
        rows.fault(first.number, Malformed::Empty);
    }
    rows.envelope(Span { start: first.start, end: frame.end }, before.1);
}

/// Passes over the rest of a patch that cannot be read, up to the next one.
fn skip(rows: &mut Rows<'_>) {
    while rows.peek().is_some_and(|row| header(row.text) != Some(Header::Begin)) {
        let end = rows.inside().and_then(|row| header(row.text));
        if end == Some(Header::End) {
            break;
        }
    }
}

/// A patch that is read.
struct Patch<'a, 'f, 'r> {
    rows: &'r mut Rows<'a>,
    frame: Frame<'a>,
    folder: Option<&'f [u8]>,
}

impl<'a> Patch<'a, '_, '_> {
    /// The next line, without the indentation of the patch; none for its last one.
    fn peek(&self) -> Option<Row<'a>> {
        let row = self.rows.peek().filter(|row| row.end() < self.frame.end)?;
        Some(Row { text: row.text.strip_prefix(self.frame.indentation).unwrap_or(b""), ..row })
    }

    fn hunks(&mut self) {
        let mut is_lost = false;
        while let Some(row) = self.peek() {
            self.rows.inside();
            let found = header(row.text);
            let line = match found {
                Some(Header::Add(path)) => self.path(path, row).map(|path| self.add(row, path)),
                Some(Header::Delete(path)) => self.path(path, row).map(|path| {
                    self.block(row, row.end(), row, path, Operation::Delete);
                }),
                Some(Header::Update(path)) => self.path(path, row).map(|path| self.update(row, path)),
                Some(Header::Environment) => Ok(()),
                _ if is_blank(row.text) || is_lost => continue,
                _ => Err(Malformed::Line { text: shown(row.text) }.into()),
            };
            // What follows a line that is not understood may belong to it.
            is_lost = line.is_err();
            if let Err(kind) = line {
                self.rows.fault(row.number, kind);
            }
        }
        if self.rows.peek().is_some_and(|row| row.end() == self.frame.end) {
            self.rows.inside();
        }
    }

    /// The candidates for a path, in the folder of the patch.
    fn path(&self, path: &[u8], row: Row<'a>) -> Result<Paths, FaultKind> {
        if path.is_empty() {
            return Err(FaultKind::NoPath { above: Some(shown(row.text)) });
        }
        let path = match self.folder {
            Some(folder) => [folder.strip_suffix(b"/").unwrap_or(folder), path].join(&b'/'),
            None => path.to_vec(),
        };
        if !path.is_utf8() {
            return Err(FaultKind::BadPath { text: shown(row.text) });
        }
        Ok([PathCandidate::bare(path)].into())
    }

    fn block(&mut self, first: Row<'a>, end: usize, head: Row<'a>, path: Paths, operation: Operation<'a>) {
        let span = Span { start: first.start, end };
        self.rows.found.blocks.push(Block::new(first.number, span, head.start, path, operation));
    }

    /// Reads the lines of a new file. Empty ones need no sign, if others follow.
    fn add(&mut self, head: Row<'a>, path: Paths) {
        let (mut hunk, mut last) = (Hunk::new(true), head);
        while let Some(row) = self.peek() {
            match row.text.strip_prefix(b"+") {
                Some(text) => {
                    hunk.add(text, row.number);
                    last = row;
                }
                None if is_blank(row.text) => hunk.blank(row.number),
                None => break,
            }
            self.rows.inside();
        }
        if let Some(stray) = self.peek().filter(|_| self.goes_on()) {
            self.skip();
            let kind = Malformed::Line { text: shown(stray.text) }.into();
            return self.rows.found.faults.push(Fault { line: stray.number, kind, path: Some(path) });
        }
        let edit = hunk.edit(Hints::default());
        self.block(head, last.end(), head, path, Operation::Edit(edit));
    }

    /// Returns whether text that is of no other change follows, below blank lines or directly. The last line ends the
    /// patch.
    fn goes_on(&self) -> bool {
        let rest = self.rows.text(Span { start: self.rows.at(), end: self.frame.end.max(self.rows.at()) });
        let mut lines = bodies(rest).filter(|line| !is_blank(line));
        let is_stray =
            |line: &[u8]| header(line.strip_prefix(self.frame.indentation).unwrap_or(line)).is_none();
        lines.next().is_some_and(is_stray) && lines.next().is_some()
    }

    /// Reads the changes of a file, and its new path.
    fn update(&mut self, head: Row<'a>, path: Paths) {
        let mut path = path;
        let moved =
            self.peek().and_then(|row| Some((row, row.text.trim_ascii().strip_prefix(b"*** Move to:")?)));
        if let Some((row, to)) = moved {
            self.rows.inside();
            match self.path(to.trim_ascii(), row) {
                Ok(to) if to == path => {}
                Ok(to) => {
                    self.block(head, row.end(), head, path, Operation::Rename(to.clone()));
                    path = to;
                }
                Err(kind) => self.rows.fault(row.number, kind),
            }
        }
        let mut is_empty = moved.is_none();
        let before = self.rows.found.blocks.len();
        while self.peek().is_some_and(|row| header(row.text).is_none_or(|_| row.text.starts_with(b" "))) {
            let follows = self.rows.found.blocks.len() > before;
            is_empty &= !self.change(head, &path, follows);
        }
        if is_empty {
            self.rows.fault(head.number, Malformed::Empty);
        }
    }

    /// Reads the next change, which may follow another one of the file; returns false where there are only blank
    /// lines.
    fn change(&mut self, head: Row<'a>, path: &Paths, follows: bool) -> bool {
        let Some(first) = self.peek() else { return false };
        let mut change = Change {
            hunk: Hunk::default(),
            hints: Hints { follows, keeps_emptied: true, ..Hints::default() },
            last: first,
        };
        let is_headed = self.heads(&mut change);
        while let Some(row) = self.peek() {
            if !change.take(row) {
                break;
            }
            self.rows.inside();
            if change.hints.at_end {
                break;
            }
        }
        let Change { hunk, mut hints, last } = change;
        // Changes of a file are in the order of their places.
        let is_last = |hints: &Hints<'_>, next: Option<Row<'_>>| {
            hints.anchors.is_empty()
                && (hints.at_end || next.is_none_or(|next| !next.text.starts_with(b"@@")))
        };
        let kind = match (hunk.is_empty(), self.peek()) {
            (false, next) if hunk.finds_nothing() && !(hunk.only_adds() && is_last(&hints, next)) => {
                Malformed::NoContext
            }
            (false, _) => {
                hints.at_end |= hunk.only_adds();
                let operation = Operation::Edit(hunk.edit(hints));
                self.block(first, last.end(), head, path.clone(), operation);
                return true;
            }
            (true, Some(row)) if header(row.text).is_none() && !row.text.starts_with(b"@@") => {
                self.skip();
                Malformed::Line { text: shown(row.text) }
            }
            (true, _) if is_headed => Malformed::Empty,
            // Empty lines in front of it.
            (true, _) => return false,
        };
        let path = Some(path.clone());
        self.rows.found.faults.push(Fault { line: first.number, kind: kind.into(), path });
        true
    }
}

impl<'a> Patch<'a, '_, '_> {
    /// Reads the lines that head a change: those that are above its place, or its ranges. Returns whether there are any.
    fn heads(&mut self, change: &mut Change<'a>) -> bool {
        let mut anchors = Vec::new();
        let mut is_headed = false;
        while let Some(row) = self.peek().filter(|row| row.text.starts_with(b"@@")) {
            is_headed = true;
            change.last = row;
            match range::heading(row.text) {
                // Ranges of a diff are none of the format.
                heading if Ranges::read(row.text).is_some() => {
                    change.hints.heading = heading.map(Cow::Borrowed);
                }
                anchor => anchors.extend(anchor.map(Cow::Borrowed)),
            }
            self.rows.inside();
        }
        change.hints.anchors = anchors.into();
        is_headed
    }

    /// Passes over lines that have no meaning, up to one of the frame.
    fn skip(&mut self) {
        while self.peek().is_some_and(|row| !row.text.starts_with(b"@@") && header(row.text).is_none()) {
            self.rows.inside();
        }
    }
}

/// A change so far.
struct Change<'a> {
    hunk: Hunk,
    hints: Hints<'a>,
    /// Its last line.
    last: Row<'a>,
}

impl<'a> Change<'a> {
    /// Takes in the next line, unless it is none of the change.
    fn take(&mut self, row: Row<'a>) -> bool {
        if row.text.trim_ascii_end() == END_OF_FILE {
            self.hunk.flush();
            self.hints.at_end = !self.hunk.is_empty();
            self.last = row;
            return self.hints.at_end;
        }
        let Some((sign, text)) = row.text.split_first() else {
            self.hunk.blank(row.number);
            return true;
        };
        match sign {
            b' ' => self.hunk.keep_signed(row.text, row.number),
            b'+' => self.hunk.add(text, row.number),
            b'-' => self.hunk.remove(text, row.number),
            // git's note on a missing newline: whether a file ends with one belongs to the file.
            b'\\' => return true,
            _ if row.text.starts_with(b"@@") || row.text.starts_with(b"*** ") => return false,
            // Without a sign it is a line that stays, if the file has the change exactly.
            _ => {
                self.hunk.keep(row.text, row.number);
                self.hints.exact = true;
            }
        }
        self.last = row;
        true
    }
}
