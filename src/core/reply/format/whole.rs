//! Reader of whole files.
//!
//! ```text
//! file      = path line, { blank }, opener, { text }, closer | opener with a path, { text }, closer ;
//! path line = ( see `reply.rs` ) | "FILE: ", path ;
//! opener    = 3.. * ( "`" | "~" ), [ language ], [ ( ":" | " " ), path ] ;
//! ```
//!
//! The path is a line of its own, or in the line that opens the fence. A fence ends with the next one of as
//! many signs or more and the same indentation, which the text loses if all its lines have it. A fence
//! without a path is an example.
//!
//! Text that may be a part of a file is a fault: a fence below a sentence, or below prose under a heading, that
//! names a file, one whose path has a remark such as `(excerpt)`, one in a language of diffs, commands or output,
//! or one below a label which says that the text is not to be applied. So are a fence that may be text of the file
//! above it, and two texts for one file.

mod frames;
mod named;
mod opener;

use std::borrow::Cow;

use std::collections::HashMap;

use bstr::{BString, ByteSlice as _};

use self::named::{Named, Places};
pub(in crate::core::reply) use self::{
    frames::Frames,
    named::{file_above, file_in_info, is_no_code, is_of, is_of_changes, two_files},
    opener::Opener,
};
use crate::core::{
    fence::is_fence,
    language,
    reply::{
        clutter,
        edit::{Edit, Extent, Hints},
        info,
        introduction::Introduction,
        malformed::Malformed,
        names, path_line,
        rows::{Row, Rows, shown},
        source::Source,
        title,
        types::{Block, Fault, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, is_blank},
};

/// Reads all files of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    files(source, options, Places::All)
}

/// Reads the files whose fences have paths in their first lines.
pub(super) fn fenced<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    files(source, options, Places::Fence)
}

/// Reads the files below lines with `FILE:`.
pub(super) fn marked<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    files(source, options, Places::Label)
}

fn files<'a>(source: &Source<'a, '_>, options: &Options, places: Places) -> Reply<'a> {
    let mut files = Files {
        rows: Rows::new(source, |text| text.lines().filter(|line| is_fence(line)).count() / 2),
        places,
        is_sure: options.format.is_some(),
        above: None,
        heading: None,
        introduction: Introduction::default(),
        last: None,
        given: None,
        below: 0,
        texts: HashMap::new(),
    };
    while let Some(row) = files.rows.outside() {
        files.forget_drafts();
        if let Some(opener) = Opener::read(row) {
            files.fence(&opener);
        } else if !is_blank(row.text) && !files.is_underline(row) {
            files.above = Some(row);
            files.below += 1;
            files.introduction.read(row);
            if title::heading(row.text).is_some() {
                files.heading = Some(row);
            }
        }
    }
    files.caption();
    files.rows.found
}

/// The text of a fence.
struct Body<'a> {
    span: Span,
    /// The line that closes it.
    closer: Option<Row<'a>>,
    /// A line in it that opens a fence.
    nested: Option<Row<'a>>,
}

/// The file that was read last.
struct Last {
    path: BString,
    /// True if a line with text is directly below its fence.
    is_followed: bool,
}

/// The files of a reply.
struct Files<'a> {
    rows: Rows<'a>,
    places: Places,
    /// True if it is known that the texts are whole files.
    is_sure: bool,
    /// The last line with text outside of fences.
    above: Option<Row<'a>>,
    /// The last heading that names a file, since the last fence.
    heading: Option<Row<'a>>,
    /// The lines that introduce the next fence.
    introduction: Introduction<'a>,
    last: Option<Last>,
    /// The line and the path of the file that the last fence gives.
    given: Option<(usize, PathCandidate)>,
    /// The number of lines with text since the last fence.
    below: usize,
    /// The text of each path.
    texts: HashMap<BString, &'a [u8]>,
}

impl<'a> Files<'a> {
    /// Forgets the files that turn out to be of reasoning that began before the reply.
    fn forget_drafts(&mut self) {
        let found = &self.rows.found;
        if found.reasoning.last().is_some_and(|part| part.start == 0) && found.blocks.is_empty() {
            self.last = None;
            self.texts.clear();
        }
    }

    /// Returns whether a line underlines the one above it.
    fn is_underline(&self, row: Row<'_>) -> bool {
        names::is_underline(row.text) && self.above.is_some_and(|above| above.number + 1 == row.number)
    }

    /// Reads a fence, whether it holds a file or not.
    fn fence(&mut self, opener: &Opener<'a>) {
        let body = self.body(opener);
        (self.given, self.below) = (None, 0);
        let (above, heading) = (self.above.take(), self.heading.take());
        let named = Named::of(opener.fence.info, above.map(|row| row.text), self.places);
        let line = opener.row.number;
        let verdict = self.introduction.verdict();
        self.introduction.pass();
        match named {
            Named::File(_) | Named::Part { .. } if let Some((label, _)) = verdict => {
                self.rows.fault(line, Malformed::NotMeant { text: shown(label.text) });
            }
            Named::Two(two) => {
                let [one, other] = *two;
                self.rows.fault(line, Malformed::TwoFiles { one, other });
            }
            Named::File(path) => {
                let head = above.filter(|_| path.is_above).map_or(opener.row, |row| row);
                self.file(opener, head, path.candidate, &body);
            }
            Named::Part { is_above } => self.part(line, above.filter(|_| is_above).unwrap_or(opener.row)),
            Named::Nothing => match heading.filter(|_| self.places == Places::All) {
                Some(heading) if is_below(opener.fence.info, heading.text) => self.part(line, heading),
                _ => self.example(opener, &body),
            },
        }
    }

    /// The text below the line that opens a fence.
    fn body(&mut self, opener: &Opener<'a>) -> Body<'a> {
        let start = self.rows.at();
        let mut nested = None;
        while let Some(row) = self.rows.inside() {
            match opener.within(row.text) {
                Some(fence) if fence.closes(opener.fence) => {
                    return Body { span: Span { start, end: row.start }, closer: Some(row), nested };
                }
                Some(_) if is_fence(row.text) => nested = nested.or(Some(row)),
                _ => {}
            }
        }
        Body { span: Span { start, end: self.rows.at() }, closer: None, nested }
    }

    fn file(&mut self, opener: &Opener<'a>, head: Row<'a>, path: PathCandidate, body: &Body<'a>) {
        let Some(closer) = body.closer else {
            return self.fault(opener.row.number, Malformed::Open { end: "```" }, &path);
        };
        let envelope = Span { start: head.start, end: closer.end() };
        if let Some(nested) = body.nested {
            self.rows.found.envelopes.push(envelope);
            return self.fault(nested.number, Malformed::FenceWithin, &path);
        }
        let text = self.rows.text(body.span);
        match self.texts.insert(path.text.clone(), text) {
            Some(before) if before != text => {
                return self.fault(opener.row.number, Malformed::Twice, &path);
            }
            _ => {}
        }
        self.rows.found.envelopes.push(envelope);
        let next = self.rows.peek();
        let is_followed = next.is_some_and(|row| {
            !is_blank(row.text) && Opener::read(row).is_none_or(|it| is_blank(it.fence.info))
        });
        self.last = Some(Last { path: path.text.clone(), is_followed });
        let span = Span { start: opener.row.start, end: closer.end() };
        self.given = Some((opener.row.number, path.clone()));
        let operation = Operation::Edit(whole(text, opener.indentation, self.is_sure));
        let block = Block::new(opener.row.number, span, head.start, [path].into(), operation);
        self.rows.found.blocks.push(block);
    }

    /// Passes over a fence without a path, unless it may be text of the file above it.
    fn example(&mut self, opener: &Opener<'a>, body: &Body<'a>) {
        let Some(last) = &self.last else { return };
        let is_prose = language::may_be_prose(&last.path);
        let may_be_text = is_blank(opener.fence.info) && (is_prose || last.is_followed);
        if may_be_text || body.closer.is_none() {
            let path = PathCandidate::new(last.path.clone(), true);
            self.fault(opener.row.number, Malformed::FenceWithin, &path);
        }
    }

    /// Refuses the last file where the reply ends with the name of another one below it: either may be meant, also if
    /// that is the path of a text which is cut off.
    fn caption(&mut self) {
        let (Some((line, path)), Some(row), 1) = (self.given.take(), self.above, self.below) else { return };
        let Some(name) = named::captioned(row.text).filter(|name| !names::are_one(name, &path.text)) else {
            return;
        };
        self.rows.found.blocks.pop();
        let kind = Malformed::TwoFiles { one: path.text.clone(), other: name.into() };
        self.fault(line, kind, &path);
    }

    /// Notes a fence that may hold a part of the file that a line names.
    fn part(&mut self, line: usize, named: Row<'a>) {
        self.rows.fault(line, Malformed::MaybePart { text: shown(named.text) });
    }

    fn fault(&mut self, line: usize, kind: Malformed, path: &PathCandidate) {
        let path = Some([path.clone()].into());
        self.rows.found.faults.push(Fault { line, kind: FaultKind::Malformed(kind), path });
    }
}

/// Returns whether a fence may hold text of the file that the heading above it names, alone or not.
fn is_below(info: &[u8], heading: &[u8]) -> bool {
    let is_code = |path: PathCandidate| !named::is_no_code(info) && info::may_be_in(info, &path.text);
    match path_line::is_plain(heading) {
        true => !named::is_shell(info),
        false => title::heading(heading).is_some_and(is_code),
    }
}

/// The edit that gives a file this text.
pub(in crate::core::reply) fn whole<'a>(text: &'a [u8], indentation: &'a [u8], is_sure: bool) -> Edit<'a> {
    let has_it = |line: &[u8]| is_blank(line) || line.starts_with(indentation);
    // A blank line need not have it.
    let strip = |line: &'a [u8]| {
        line.strip_prefix(indentation).unwrap_or(line.trim_start_with(|sign| matches!(sign, ' ' | '\t')))
    };
    let body = match !indentation.is_empty() && text.lines_with_terminator().all(has_it) {
        true => text.lines_with_terminator().map(strip).collect::<Vec<_>>().concat().into(),
        false => text.into(),
    };
    let edit = Edit {
        body,
        dividers: vec![Span { start: 0, end: 0 }],
        indentation: Cow::Borrowed(b""),
        cleared: Vec::new(),
        hints: Hints { extent: Extent::File { is_sure }, ..Hints::default() },
        header: 0,
        lines: None,
    };
    Edit { cleared: clutter::cleared(&edit), ..edit }
}
