//! From marker lines to blocks and faults.

use std::borrow::Cow;
use std::sync::Arc;

use bstr::ByteSlice;

use super::close::{Search, behind_unterminated};
use super::clutter;
use super::edit::{Edit, Hints};
use super::gap::{Gap, Reader, Unnamed};
use super::header::{self, Header};
use super::markers::{self, Marker, Role, Signs};
use super::outside::{Nobody, Watch};
use super::path_line;
use super::reasoning::{Tag, Tags};
use super::source::{Foreign, Source};
use super::types::{Block, Draft, Fault, FaultKind, Operation, Options, PathCandidate, Reply};
use super::words::Word;
use crate::core::text::{BOM, Span, bodies, is_blank, split_ending};

/// The most lines of a block that may be its divider.
const MOST_DIVIDERS: usize = 64;

/// Form of blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// The signs of their markers.
    pub(super) signs: Signs,
    /// True if they have paths; if not, only the options name their file.
    pub(super) has_paths: bool,
}

impl Form {
    /// The form of SEARCH/REPLACE blocks.
    pub(super) const BLOCKS: Self = Self { signs: Signs::ANGLES, has_paths: true };
    const PATHLESS: Self = Self { signs: Signs::ANGLES, has_paths: false };
    const LINES: Self = Self { signs: Signs::LINES, has_paths: true };

    /// The form of the SEARCH/REPLACE blocks that are read as the format of this name.
    pub(super) fn of(format: &str) -> Option<Self> {
        match format {
            "diff" => Some(Self::BLOCKS),
            "pathless" => Some(Self::PATHLESS),
            _ => None,
        }
    }
}

/// Reads SEARCH/REPLACE blocks.
pub(super) fn blocks<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    read(source, options, Form::BLOCKS, &mut Nobody)
}

/// Reads SEARCH/REPLACE blocks that have no paths of their own.
pub(super) fn pathless<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    read(source, options, Form::PATHLESS, &mut Nobody)
}

/// Reads blocks whose markers are made of `-` and `+`, and that have no paths of their own.
pub(super) fn pathless_lines<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    read(source, options, Form { has_paths: false, ..Form::LINES }, &mut Nobody)
}

/// Reads blocks whose markers are made of `-` and `+`.
pub(super) fn lines<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    let found = read(source, options, Form::LINES, &mut Nobody);
    Reply { envelopes: found.owned.clone(), ..found }
}

/// Reads all blocks of a reply.
pub(super) fn read<'a>(
    source: &Source<'a, '_>,
    options: &Options,
    form: Form,
    watch: &mut dyn Watch,
) -> Reply<'a> {
    let (reply, foreign) = (source.text, source.foreign());
    let mut markers = markers::scan(reply, form.signs, &options.words);
    markers.retain(|marker| foreign.at(marker.span.start).is_none());
    let start = if reply.starts_with(BOM) { BOM.len() } else { 0 };
    let mut parser = Parser {
        reply,
        options,
        form,
        markers: &markers,
        reader: Reader::new(reply, start, options.fence.as_ref(), watch),
        tags: Tags::scan(source),
        foreign,
        has_reasoning: false,
        previous: Arc::default(),
        previous_base: None,
        had_path_inside: false,
        given: options.path.clone().map(|text| [PathCandidate::new(text, true)].into()),
        found: Reply::default(),
    };
    let mut index = 0;
    loop {
        let marker = markers.get(index);
        let marked = marker.map_or(reply.len(), |marker| marker.span.start);
        let part = parser.foreign.next(parser.reader.at()).filter(|part| part.start < marked);
        let start = part.map_or(marked, |part| part.start);
        if let Some(tag) = parser.tags.next_between(parser.reader.at(), start) {
            index = parser.reasoning(tag, index);
            continue;
        }
        if let Some(part) = part {
            parser.reader.read_to(part.start);
            parser.reader.skip_edits(part.end);
            parser.previous = Arc::default();
            continue;
        }
        let Some(marker) = marker else { break };
        index = match marker.role {
            Role::Opener(word) => parser.block(index, word),
            Role::Closer(_) => parser.stray(index),
            Role::Divider | Role::BareCloser => index + 1,
        };
    }
    parser.found.suggestions = parser.reader.finish();
    parser.found
}

struct Parser<'a, 'p> {
    reply: &'a [u8],
    options: &'p Options,
    form: Form,
    markers: &'p [Marker],
    reader: Reader<'a, 'p>,
    tags: Tags,
    foreign: Foreign,
    /// True if there was reasoning that the reply itself opens.
    has_reasoning: bool,
    /// The path that the next block has if it is directly below and names none; empty if it cannot.
    previous: Arc<[PathCandidate]>,
    /// The version that the block before is based on.
    previous_base: Option<&'a [u8]>,
    /// True if the block before had its path below its opener.
    had_path_inside: bool,
    /// The path from outside.
    given: Option<Arc<[PathCandidate]>>,
    found: Reply<'a>,
}

impl<'a> Parser<'a, '_> {
    /// Reads the block that this marker opens; returns the index behind it.
    fn block(&mut self, open: usize, word: Word) -> usize {
        let marker = &self.markers[open];
        let gap = self.reader.read_to(marker.span.start);
        let search = Search {
            reply: self.reply,
            markers: self.markers,
            open,
            word,
            fenced: gap.fenced,
            custom: self.options.fence.as_ref(),
        };
        let Some(close) = search.closer() else {
            let path = self.path(&gap, marker, None).ok();
            return self.unterminated(open, path);
        };
        let inside = self.path_inside(&gap, marker, close, word);
        let mut operation = self.operation(&search, close, inside);
        let last = &self.markers[close];
        self.reader.skip_block(last.span.end, last.line - marker.line + 1);
        let path = match inside.and_then(|header| header.path) {
            Some(path) => utf8(path_line::candidates(path).into()),
            None => self.path(&gap, marker, operation.as_ref().ok()),
        };
        self.had_path_inside = inside.is_some();
        if let (Ok(Operation::Edit(edit)), Ok(path), None) = (&mut operation, &path, inside) {
            let cleared = header::without_path(edit, &path[0].text);
            edit.cleared.splice(0..0, cleared);
        }
        let base = gap.base.or_else(|| self.previous_base.filter(|_| gap.is_empty()));
        self.previous_base = base;
        self.previous = Arc::default();
        match (operation, path) {
            (Ok(operation), Ok(path)) => {
                self.previous = lent(match &operation {
                    Operation::Rename(new) => new,
                    _ => &path,
                });
                let closing = split_ending(&self.reply[last.span.start..last.span.end]).0.len();
                let span = Span { start: marker.span.start, end: last.span.start + closing };
                self.found.owned.push(span);
                self.found.blocks.push(Block {
                    line: marker.line,
                    span,
                    head: gap.head(),
                    path,
                    is_settled: false,
                    base,
                    operation,
                });
            }
            (operation, path) => {
                let named = path.as_ref().ok().cloned();
                for kind in [operation.err(), path.err()].into_iter().flatten() {
                    self.found.faults.push(Fault { line: marker.line, kind, path: named.clone() });
                }
            }
        }
        close + 1
    }

    /// Passes over a block that is not closed, with all that begins inside it.
    fn unterminated(&mut self, open: usize, path: Option<Arc<[PathCandidate]>>) -> usize {
        let outer = self.markers[open].line;
        let behind = behind_unterminated(self.markers, open);
        let end = behind.unwrap_or(self.markers.len());
        self.found.faults.push(Fault { line: outer, kind: FaultKind::Unterminated, path });
        for marker in self.markers[open + 1..end].iter().filter(|marker| marker.is_opener()) {
            let kind = FaultKind::Nested { outer };
            self.found.faults.push(Fault { line: marker.line, kind, path: None });
        }
        let last = &self.markers[end - 1];
        let reach = if behind.is_some() { last.span.end } else { self.reply.len() };
        self.reader.skip_block(reach, last.line - outer + 1);
        self.previous = Arc::default();
        end
    }

    /// Notes a closing marker outside of any block.
    fn stray(&mut self, index: usize) -> usize {
        let marker = &self.markers[index];
        self.reader.read_to(marker.span.end);
        self.previous = Arc::default();
        self.found.faults.push(Fault { line: marker.line, kind: FaultKind::StrayCloser, path: None });
        index + 1
    }

    /// Passes over the reasoning that this tag opens, or that it closes at last; returns the index behind it.
    fn reasoning(&mut self, tag: Tag, index: usize) -> usize {
        let line_start = self.reply[..tag.start].rfind_byte(b'\n').map_or(0, |end| end + 1);
        self.reader.read_to(line_start.max(self.reader.at()));
        let line = self.reader.line();
        let text = tag.text();
        let close = if tag.closes { Some(tag) } else { self.tags.closing(tag) };
        if close.is_none() {
            self.fault(line, FaultKind::OpenReasoning { tag: text });
        } else if tag.closes {
            self.end_reasoning(line, text);
        }
        let end = close.map_or(self.reply.len(), |close| close.end);
        self.reader.skip_text(end, close.map_or(text, Tag::text));
        let held = self.markers[index..].iter().take_while(|marker| marker.span.start < end);
        let (count, blocks) =
            held.fold((0, 0), |(all, open), marker| (all + 1, open + usize::from(marker.is_opener())));
        if close.is_some() && blocks > 0 {
            self.found.drafts.push(Draft { line, tag: text, blocks });
        }
        self.has_reasoning = true;
        index + count
    }

    /// Takes all read so far for reasoning that began before the reply, unless something else is as likely.
    fn end_reasoning(&mut self, line: usize, tag: &'static str) {
        let blocks = self.found.blocks.len();
        if self.has_reasoning || self.reader.is_fenced() {
            if blocks > 0 || !self.found.faults.is_empty() {
                self.fault(line, FaultKind::StrayReasoningEnd { tag });
            }
            return;
        }
        self.found = Reply::default();
        self.reader.forget();
        if blocks > 0 {
            self.found.drafts.push(Draft { line, tag, blocks });
        }
    }

    fn fault(&mut self, line: usize, kind: FaultKind) {
        self.found.faults.push(Fault { line, kind, path: None });
    }

    /// The path below the opener, of a block that has none in front of it.
    fn path_inside(&self, gap: &Gap<'a>, opener: &Marker, close: usize, word: Word) -> Option<Header<'a>> {
        if word != Word::Edit || !self.form.has_paths {
            return None;
        }
        let body = &self.reply[opener.span.end..self.markers[close].span.start];
        let header = Header::with_path(body).filter(|header| header.path.is_some_and(path_line::is_plain))?;
        let follows = self.had_path_inside && gap.is_empty();
        let is_named = || self.path(gap, opener, None).is_ok();
        (follows || !is_named()).then_some(header)
    }

    fn operation(
        &self,
        search: &Search<'a, '_>,
        close: usize,
        inside: Option<Header<'a>>,
    ) -> Result<Operation<'a>, FaultKind> {
        let (opener, closer) = (&self.markers[search.open], &self.markers[close]);
        let start = opener.span.end;
        let body = &self.reply[start..closer.span.start];
        match search.word {
            Word::Rename => rename(body),
            Word::Delete if body.iter().all(u8::is_ascii_whitespace) => Ok(Operation::Delete),
            Word::Delete => Err(FaultKind::BadDelete),
            Word::Edit => {
                let header = inside.or_else(|| Header::with_line(body));
                let length = header.map_or(0, |header| header.bytes);
                let (start, body) = (start + length, &body[length..]);
                let mut dividers = search.dividers(close);
                match dividers.len() {
                    0 => return Err(FaultKind::NoDivider),
                    1..=MOST_DIVIDERS => {}
                    found => return Err(FaultKind::TooManyDividers { found }),
                }
                for divider in &mut dividers {
                    *divider = Span { start: divider.start - start, end: divider.end - start };
                }
                let mut edit = unindented(body, dividers, opener.indentation(self.reply));
                if let Some(Header { line, lines, .. }) = header {
                    (edit.header, edit.hints.line) = (lines, line);
                    edit = if line.is_some() { header::unescaped(edit) } else { edit };
                }
                let cleared = clutter::cleared(&edit);
                Ok(Operation::Edit(Edit { cleared, ..edit }))
            }
        }
    }

    fn path(
        &self,
        gap: &Gap<'a>,
        opener: &Marker,
        operation: Option<&Operation<'a>>,
    ) -> Result<Arc<[PathCandidate]>, FaultKind> {
        let given = |above| self.given.clone().ok_or(FaultKind::NoPath { above }).and_then(utf8);
        if !self.form.has_paths {
            return given(None);
        }
        if let Some(own) =
            markers::own_path(&self.reply[opener.span.start..opener.span.end], &self.options.words)
        {
            return if own.is_utf8() {
                Ok(path_line::candidates(own).into())
            } else {
                Err(FaultKind::BadPath { text: own.into() })
            };
        }
        match gap.path() {
            Ok(path) => Ok(path.into()),
            Err(Unnamed::NotUtf8(text)) => Err(FaultKind::BadPath { text }),
            Err(Unnamed::Prose(above)) => given(Some(above)),
            Err(Unnamed::Empty) if self.previous.is_empty() || operation.is_some_and(|it| !inherits(it)) => {
                given(None)
            }
            Err(Unnamed::Empty) => Ok(self.previous.clone()),
        }
    }
}

fn utf8(path: Arc<[PathCandidate]>) -> Result<Arc<[PathCandidate]>, FaultKind> {
    match path.iter().find(|path| !path.text.is_utf8()) {
        Some(path) => Err(FaultKind::BadPath { text: path.text.clone() }),
        None => Ok(path),
    }
}

/// A path as another block inherits it: no file is made from it.
fn lent(path: &Arc<[PathCandidate]>) -> Arc<[PathCandidate]> {
    if path.iter().all(|path| !path.creates) {
        return path.clone();
    }
    path.iter().map(|path| PathCandidate { creates: false, ..path.clone() }).collect()
}

/// Returns whether a block may have the path of the one before: not if that would make, move or remove a
/// file.
fn inherits(operation: &Operation<'_>) -> bool {
    match operation {
        Operation::Edit(edit) => {
            edit.readings().next().is_some_and(|first| !first.search.iter().all(u8::is_ascii_whitespace))
        }
        Operation::Rename(_) | Operation::Copy(_) | Operation::Mode(_) | Operation::Delete => false,
    }
}

fn rename(body: &[u8]) -> Result<Operation<'_>, FaultKind> {
    let mut lines = bodies(body).filter(|line| !is_blank(line));
    let (Some(line), None) = (lines.next(), lines.next()) else { return Err(FaultKind::BadRename) };
    if !line.is_utf8() {
        return Err(FaultKind::BadPath { text: line.into() });
    }
    let path = path_line::candidates(line);
    match path.iter().find(|path| !path.text.is_utf8()) {
        _ if path.is_empty() => Err(FaultKind::BadRename),
        Some(bad) => Err(FaultKind::BadPath { text: bad.text.clone() }),
        None => Ok(Operation::Rename(path.into())),
    }
}

/// The body of an edit without the indentation of its markers, where all its lines have it.
fn unindented<'a>(body: &'a [u8], dividers: Vec<Span>, indentation: &'a [u8]) -> Edit<'a> {
    let edit = Edit {
        body: Cow::Borrowed(body),
        dividers: Vec::new(),
        indentation: Cow::Borrowed(b""),
        cleared: Vec::new(),
        hints: Hints::default(),
        header: 0,
        lines: None,
    };
    let has_it = |line: &[u8]| is_blank(line) || line.starts_with(indentation);
    if indentation.is_empty() || !body.lines_with_terminator().all(has_it) {
        return Edit { dividers, ..edit };
    }
    let mut text = Vec::with_capacity(body.len());
    let mut moved = Vec::with_capacity(dividers.len());
    let mut at = 0;
    for line in body.lines_with_terminator() {
        let blanks = split_ending(line).0;
        let common = indentation.iter().zip(blanks).take_while(|(one, other)| one == other).count();
        let start = text.len();
        text.extend_from_slice(&line[common..]);
        if dividers.get(moved.len()).is_some_and(|divider| divider.start == at) {
            moved.push(Span { start, end: text.len() });
        }
        at += line.len();
    }
    Edit { body: Cow::Owned(text), dividers: moved, indentation: Cow::Borrowed(indentation), ..edit }
}
