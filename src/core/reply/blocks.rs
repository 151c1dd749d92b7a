//! From marker lines to blocks and faults.

mod operation;
mod paths;

use std::sync::Arc;

use bstr::ByteSlice;

use self::operation::operation;
use self::paths::{Named, Paths, Place, utf8};
use super::around;
use super::close::{Search, behind_unterminated};
use super::gaps::Reader;
use super::header;
use super::markers::{Marker, Role, Signs};
use super::outside::{Nobody, Watch};
use super::path_line;
use super::reasoning::{Tag, Tags};
use super::source::{Foreign, Source};
use super::types::{Block, Draft, Fault, FaultKind, Operation, Options, PathCandidate, Reply};
use super::variants;
use super::words::Word;
use crate::core::text::{BOM, Span, split_ending};

/// Form of blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// The signs of their markers.
    pub(super) signs: Signs,
    /// The place of their paths.
    pub(super) paths: Place,
}

impl Form {
    /// The form of SEARCH/REPLACE blocks.
    pub(super) const BLOCKS: Self = Self { signs: Signs::ANGLES, paths: Place::Lines };
    const PATHLESS: Self = Self { signs: Signs::ANGLES, paths: Place::Options };
    const LINES: Self = Self { signs: Signs::LINES, paths: Place::Lines };

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

/// Reads SEARCH/REPLACE blocks in a call, which names their file.
pub(super) fn called<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    read(source, options, Form { paths: Place::Call, ..Form::BLOCKS }, &mut Nobody)
}

/// Reads blocks in a call whose markers are made of `-` and `+`.
pub(super) fn called_lines<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    read(source, options, Form { paths: Place::Call, ..Form::LINES }, &mut Nobody)
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
    let mut markers = variants::scan(reply, form.signs, &options.words);
    markers.retain(|marker| foreign.at(marker.span.start).is_none());
    let start = if reply.starts_with(BOM) { BOM.len() } else { 0 };
    let mut parser = Parser {
        reply,
        options,
        markers: &markers,
        reader: Reader::new(reply, start, options.fence.as_ref(), watch),
        tags: Tags::scan(source),
        foreign,
        has_reasoning: false,
        paths: Paths::new(options, form.paths),
        previous_base: None,
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
            parser.paths.forget();
            continue;
        }
        let Some(marker) = marker else { break };
        index = match marker.role {
            Role::Opener(word) => parser.block(index, word),
            Role::Closer(_) => parser.stray(index),
            Role::Divider | Role::BareCloser => index + 1,
        };
    }
    let (suggestions, cut) = parser.reader.finish();
    parser.found.suggestions = suggestions;
    let is_read = !parser.found.blocks.is_empty();
    if let Some((path, line)) = cut.filter(|_| is_read) {
        let fault = Fault { line, kind: FaultKind::Unterminated, path: Some(path.into()) };
        parser.found.faults.push(fault);
    }
    around::complete(reply, &mut parser.found.blocks);
    parser.found
}

struct Parser<'a, 'p> {
    reply: &'a [u8],
    options: &'p Options,
    markers: &'p [Marker],
    reader: Reader<'a, 'p>,
    tags: Tags,
    foreign: Foreign,
    /// True if there was reasoning that the reply itself opens.
    has_reasoning: bool,
    paths: Paths<'p>,
    /// The version that the block before is based on.
    previous_base: Option<&'a [u8]>,
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
        let opener = &self.reply[marker.span.start..marker.span.end];
        let Some(close) = search.closer() else {
            let path = self.paths.of(&gap, opener, None).ok().map(|named| named.path);
            return self.unterminated(open, path);
        };
        let last = &self.markers[close];
        let body = &self.reply[marker.span.end..last.span.start];
        let inside = self.paths.inside(&gap, opener, body, word);
        let mut operation = operation(&search, close, inside);
        self.reader.skip_block(last.span.end, last.line - marker.line + 1);
        let path = match inside.and_then(|header| header.path) {
            Some(path) => utf8(path_line::candidates(path).into()).map(Named::from),
            None => self.paths.of(&gap, opener, operation.as_ref().ok()),
        };
        if let (Ok(Operation::Edit(edit)), true) = (&mut operation, opener.is_empty()) {
            // Something may be missing with the opener.
            edit.hints.exact = true;
        }
        if let (Ok(Operation::Edit(edit)), Ok(path), None) = (&mut operation, &path, inside) {
            let cleared = header::without_path(edit, &path.path[0].text);
            edit.cleared.splice(0..0, cleared);
        }
        let base = gap.base.or_else(|| self.previous_base.filter(|_| gap.is_empty()));
        self.previous_base = base;
        self.paths.forget();
        match (operation, path) {
            (Ok(operation), Ok(path)) => {
                self.paths.lend(&operation, &path);
                let closing = split_ending(&self.reply[last.span.start..last.span.end]).0.len();
                let span = Span { start: marker.span.start, end: last.span.start + closing };
                self.found.owned.push(span);
                let block = Block::new(marker.line, span, gap.head(), path.path, operation);
                self.found.blocks.push(Block { around: path.around, base, ..block });
            }
            (operation, path) => {
                let named = path.as_ref().ok().map(|named| named.path.clone());
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
        self.paths.forget();
        end
    }

    /// Notes a closing marker outside of any block.
    fn stray(&mut self, index: usize) -> usize {
        let marker = &self.markers[index];
        self.reader.read_to(marker.span.end);
        self.paths.forget();
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
        let end = close.map_or(self.reply.len(), |close| close.end);
        if close.is_none() {
            self.fault(line, FaultKind::OpenReasoning { tag: text });
        }
        let is_answer = !tag.closes || self.end_reasoning(line, text);
        let start = if is_answer { tag.start } else { 0 };
        self.found.reasoning.push(Span { start, end });
        self.reader.skip_text(end, close.map_or(text, Tag::text));
        self.paths.forget();
        let held = self.markers[index..].iter().take_while(|marker| marker.span.start < end);
        let (count, blocks) =
            held.fold((0, 0), |(all, open), marker| (all + 1, open + usize::from(marker.is_opener())));
        if close.is_some() && blocks > 0 {
            self.found.drafts.push(Draft { line, tag: text, blocks });
        }
        self.has_reasoning = true;
        index + count
    }

    /// Takes all read so far for reasoning that began before the reply, unless something else is as likely;
    /// returns whether it may be of the answer.
    fn end_reasoning(&mut self, line: usize, tag: &'static str) -> bool {
        let blocks = self.found.blocks.len();
        if self.has_reasoning || self.reader.is_fenced() {
            if blocks > 0 || !self.found.faults.is_empty() {
                self.fault(line, FaultKind::StrayReasoningEnd { tag });
            }
            return true;
        }
        self.found = Reply::default();
        self.reader.forget();
        if blocks > 0 {
            self.found.drafts.push(Draft { line, tag, blocks });
        }
        false
    }

    fn fault(&mut self, line: usize, kind: FaultKind) {
        self.found.faults.push(Fault { line, kind, path: None });
    }
}
