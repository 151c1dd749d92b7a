//! Reader of unified diffs.
//!
//! ```text
//! file     = ( [ "diff --git ", paths, { extended } ], [ "--- ", path, "+++ ", path ], { hunk } )
//!          | ( ( "--- " | "+++ " | "Index: " ), path, hunk, { hunk } ) ;
//! extended = "index " | "new file mode " | "deleted file mode " | "rename from " | "rename to " | ... ;
//! hunk     = [ "@@", [ " -", range, " +", range ], [ { any } ] ], { line } ;
//! line     = ( " " | "+" | "-" ), text | "" | "\ No newline at end of file" | text ;
//! ```
//!
//! In a fence a hunk ends with the fence, the next hunk or the next file, whatever its ranges say; elsewhere
//! also with a line that has no sign, once its ranges are filled. A line without a sign in a hunk is a line
//! that stays: an empty one unless the hunk ends with it, another one only where the file has the hunk
//! exactly. In a file that comes, an empty line comes too.
//!
//! Each hunk is an edit: SEARCH are the lines that stay and go, REPLACE those that stay and come. Its old
//! line number is a hint. Paths lose `a/` and `b/`.

mod ends;
mod files;
mod lines;

use std::sync::Arc;

use bstr::{BString, ByteSlice as _};

use self::{
    files::{FileChange, Files},
    lines::Lines,
};
use super::whole::{self, Opener};
use crate::core::{
    fence::{Fence, is_fence},
    reply::{
        info,
        malformed::Malformed,
        names,
        rows::{Row, Rows, shown},
        sentence,
        source::Source,
        title,
        types::{Block, Fault, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, is_blank},
};

/// Paths of a block.
type Paths = Arc<[PathCandidate]>;

/// Reads all diffs of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, _: &Options) -> Reply<'a> {
    let rows = Rows::new(source, |text| text.find_iter("\n@@").count());
    // The text of a call ends where the call says.
    let (fence, above, heading) = (None, None, None);
    let mut diffs = Diffs { rows, fence, above, heading, said: Vec::new(), may_be_cut: !source.is_blind };
    while let Some(row) = diffs.rows.outside() {
        // An info string may have several words; in a fence, such a line is text.
        if is_fence(row.text) || diffs.fence.is_none() && Opener::read(row).is_some() {
            let closes = diffs.fence.is_some_and(|open| open.is_closed_by(row.text));
            diffs.fence = (!closes).then(|| Opener::read(row)).flatten();
            diffs.outdent();
            let (above, heading) = (diffs.above.take(), diffs.heading);
            diffs.said = diffs.fence.map_or_else(Vec::new, |open| said(open.fence.info, above));
            if !closes && let Some(files) = diffs.below_path(row, above, heading) {
                diffs.file(row, &files);
            }
        } else if let Some(files) = Files::read(&mut diffs.rows, row) {
            diffs.file(row, &files);
        } else if files::is_hunk(row.text.trim_ascii_start()) {
            diffs.rows.fault(row.number, Malformed::NoFile);
            diffs.skip();
        } else if diffs.fence.is_none() && !is_blank(row.text) {
            diffs.above = Some(row);
            if row.text.starts_with(b"#") || title::heading(row.text).is_some() {
                diffs.heading = Some(row);
            }
        }
    }
    diffs.rows.found
}

/// The files that are plainly named by the line that opens a fence, and by the one above it.
fn said(info: &[u8], above: Option<Row<'_>>) -> Vec<BString> {
    let info = info::named(info).map(|named| named.path);
    let above = above.and_then(|row| whole::file_above(row.text));
    let names = info.into_iter().chain(above).map(|path| path.text);
    // A diff may be the text of a file.
    names.filter(|name| names::is_sure(name) && !whole::is_of(b"diff", name, true)).collect()
}

/// The diffs of a reply.
struct Diffs<'a> {
    rows: Rows<'a>,
    /// The line that opens the fence.
    fence: Option<Opener<'a>>,
    /// The last line with text outside of fences.
    above: Option<Row<'a>>,
    /// The last heading.
    heading: Option<Row<'a>>,
    /// The files that the line which opens the fence and the one above it name, up to the first diff.
    said: Vec<BString>,
    /// True if the end of the text may be that of a reply which is cut off.
    may_be_cut: bool,
}

/// A file whose header is read.
struct File<'a, 'f> {
    /// The line that the header begins with.
    first: Row<'a>,
    files: &'f Files<'a>,
    /// The paths that it has once it is renamed.
    path: Paths,
    creates: bool,
    removes: bool,
}

/// The hunks of a file that are read.
struct Hunks {
    count: usize,
    /// True if the last one has all lines that its ranges count.
    is_full: bool,
    /// True if the last one ends before its ranges do.
    is_short: bool,
    /// The number of blocks above the last one.
    blocks: usize,
}

impl<'a> Diffs<'a> {
    /// Takes the indentation of the fence off its lines, if all of them have it.
    fn outdent(&mut self) {
        self.rows.outdent(b"");
        let Some(open) = self.fence.filter(|open| !open.indentation.is_empty()) else { return };
        let mut text = self.rows.below().take_while(|line| !is_fence(line)).filter(|line| !is_blank(line));
        let is_indented = text.all(|line| line.starts_with(open.indentation));
        drop(text);
        self.rows.outdent(if is_indented { open.indentation } else { b"" });
    }

    /// The file of a fence of changes without a header, which its first line, its info string, the line above or the
    /// heading names.
    fn below_path(
        &mut self,
        opener: Row<'a>,
        above: Option<Row<'a>>,
        heading: Option<Row<'a>>,
    ) -> Option<Files<'a>> {
        let info = Fence::read(opener.text.trim_ascii())?.info;
        let is_of_changes = whole::is_of_changes(info);
        let has_sign = |line: &[u8]| matches!(line.first(), Some(b' ' | b'+' | b'-'));
        let row = self.rows.peek()?;
        let first = row.text;
        let below = self.rows.below().nth(1).unwrap_or_default();
        if is_of_changes
            && !has_sign(first)
            && (has_sign(below) || files::is_hunk(below))
            && let Some(path) = whole::file_above(first)
        {
            self.rows.inside();
            return Some(Files::of(PathCandidate { creates: false, ..path }, row.end()));
        }
        let is_change = is_of_changes && has_sign(first);
        let is_hunk = files::is_hunk(first) && (is_blank(info) || is_of_changes);
        if !is_hunk && !is_change || files::begins(first, below) {
            return None;
        }
        let only = |row: Row<'a>| sentence::only_name(row.text).map(|name| PathCandidate::new(name, false));
        let named = info::named(info).filter(|named| !named.is_remarked);
        let path = named
            .map(|named| named.path)
            .or_else(|| whole::file_above(above?.text))
            .or_else(|| only(above?))
            .or_else(|| title::heading(heading?.text))?;
        Some(Files::of(PathCandidate { creates: false, ..path }, opener.end()))
    }

    /// Reads the hunks of a file below its header, which begins with `first`.
    fn file(&mut self, first: Row<'a>, files: &Files<'a>) {
        let change = match files.change() {
            Ok(change) => change,
            Err(kind) => {
                self.rows.fault(first.number, kind);
                return self.skip();
            }
        };
        let opens = self.fence.map_or(first, |open| open.row).start;
        let start = opens.max(self.rows.found.envelopes.last().map_or(0, |it| it.end));
        if let Some(one) = self.other_file(&change) {
            let path: Paths = [change.path].into();
            self.fault(first.number, Malformed::TwoFiles { one, other: path[0].text.clone() }, &path);
            self.skip();
        } else {
            let (creates, removes) = (change.creates, change.removes);
            let path = self.renamed(first, files, change);
            let file = File { first, files, path, creates, removes };
            let hunks = self.hunks(&file);
            self.check_end(&file, &hunks);
            self.check_count(&file, hunks.count);
        }
        self.rows.found.envelopes.push(Span { start, end: self.rows.at() });
    }

    /// The file that the line which opens the fence or the one above it names, if that is another one.
    fn other_file(&mut self, change: &FileChange) -> Option<BString> {
        let own = [Some(&change.path), change.to.as_ref()];
        let is_own = |said: &BString| own.into_iter().flatten().any(|own| names::are_one(said, &own.text));
        std::mem::take(&mut self.said).into_iter().find(|said| !is_own(said))
    }

    /// Notes what the header itself does to a file; returns the paths that the file has then.
    fn renamed(&mut self, first: Row<'a>, files: &Files<'a>, change: FileChange) -> Paths {
        let named: Paths = [change.path].into();
        let mut path = named.clone();
        if let Some(to) = change.to {
            path = [to].into();
            let to = path.clone();
            let operation = if change.is_copy { Operation::Copy(to) } else { Operation::Rename(to) };
            let span = Span { start: first.start, end: files.end };
            self.block(first, span, first, named, operation);
        }
        if let Some((row, mode)) = files.new_mode() {
            let span = Span { start: row.start, end: row.end() };
            self.block(row, span, first, path.clone(), Operation::Mode(mode));
        }
        path
    }

    /// Reads all hunks of a file.
    fn hunks(&mut self, file: &File<'a, '_>) -> Hunks {
        let mut hunks = Hunks { count: 0, is_full: true, is_short: false, blocks: 0 };
        hunks.blocks = self.rows.found.blocks.len();
        let mut moved = 0;
        while let Some(lines) = self.hunk(hunks.count == 0, file.files.is_alone, file.creates) {
            hunks.count += 1;
            hunks.blocks = self.rows.found.blocks.len();
            (hunks.is_full, hunks.is_short) = (lines.is_full(), lines.is_short());
            let is_closed =
                |open: Opener<'_>| self.rows.peek().is_some_and(|row| open.is_closed_by(row.text));
            let is_slip = hunks.count > 1 && lines.stray.is_none() && lines.says_nothing();
            if is_slip && self.fence.is_some_and(is_closed) {
                continue;
            }
            let growth = lines.growth();
            self.edit(file, lines, moved);
            moved += growth;
        }
        hunks
    }

    /// Notes the edit that a hunk is, where those above it add so many lines.
    fn edit(&mut self, file: &File<'a, '_>, lines: Lines<'a>, moved: isize) {
        let (row, end, stray) = (lines.first, lines.end, lines.stray);
        match lines.edit(file.creates, file.removes, moved) {
            Ok(mut edit) => {
                edit.hints.mode = file.files.created_mode();
                let span = Span { start: row.start, end };
                self.block(row, span, file.first, file.path.clone(), Operation::Edit(edit));
                if let Some(block) = self.rows.found.blocks.last_mut() {
                    block.version = file.files.old;
                }
            }
            Err(kind) => self.fault(row.number, kind, &file.path),
        }
        if let Some(stray) = stray {
            self.fault(stray.number, Malformed::Line { text: shown(stray.text) }, &file.path);
        }
    }

    /// Notes that the last hunk may be cut off.
    fn check_end(&mut self, file: &File<'a, '_>, hunks: &Hunks) {
        let line = file.first.number;
        // In a fence that nothing closes, a hunk that lacks lines may be cut off.
        if self.fence.is_some() && !hunks.is_full && self.rows.peek().is_none() {
            self.fault(line, Malformed::Open { end: "```" }, &file.path);
        }
        // A bare one may be cut off where the reply ends before its counts do.
        if self.may_be_cut && self.fence.is_none() && hunks.is_short && is_blank(self.rows.rest()) {
            self.rows.found.blocks.truncate(hunks.blocks);
            self.fault(line, Malformed::CutOff, &file.path);
        }
    }

    /// Notes the change of a file that has no hunks, or the fault of one that has too few or too many.
    fn check_count(&mut self, file: &File<'a, '_>, hunks: usize) {
        let (first, files) = (file.first, file.files);
        let span = Span { start: first.start, end: files.end };
        match (hunks, file.creates, file.removes) {
            (0, true, _) => {
                let mut edit = lines::nothing();
                edit.hints.mode = files.created_mode();
                self.block(first, span, first, file.path.clone(), Operation::Edit(edit));
            }
            (0, _, true) => self.block(first, span, first, file.path.clone(), Operation::Delete),
            (0, ..) if files.makes_of_another() || files.new_mode().is_some() => {}
            (0, ..) => self.fault(first.number, Malformed::Empty, &file.path),
            (1, ..) => {}
            // A file that comes or goes does so in one hunk.
            (_, true, _) | (_, _, true) => self.fault(first.number, Malformed::WholeFile, &file.path),
            _ => {}
        }
    }

    /// Reads the next hunk of a file; blank lines may be above it.
    fn hunk(&mut self, is_first: bool, is_alone: bool, creates: bool) -> Option<Lines<'a>> {
        let next = self.rows.below().find(|line| !is_blank(line));
        while next.is_some_and(files::is_hunk) && self.rows.peek().is_some_and(|row| is_blank(row.text)) {
            self.rows.inside();
        }
        let lines = Lines::read(&mut self.rows, self.fence, is_first, is_alone, creates)?;
        self.rows.found.owned.extend(lines.owned());
        Some(lines)
    }

    /// Passes over the hunks of a file that cannot be read.
    fn skip(&mut self) {
        let mut is_first = true;
        while self.hunk(std::mem::take(&mut is_first), false, false).is_some() {}
    }

    fn fault(&mut self, line: usize, kind: impl Into<FaultKind>, path: &Paths) {
        let path = Some(path.clone());
        self.rows.found.faults.push(Fault { line, kind: kind.into(), path });
    }

    fn block(&mut self, first: Row<'a>, span: Span, head: Row<'a>, path: Paths, operation: Operation<'a>) {
        self.rows.found.blocks.push(Block::new(first.number, span, head.start, path, operation));
    }
}
