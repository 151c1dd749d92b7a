//! The lines of a reply for the readers of formats other than SEARCH/REPLACE, without the model's reasoning.

use bstr::BString;

use super::reasoning::Tags;
use super::source::{Foreign, Source};
use super::types::{Draft, Fault, FaultKind, Reply};
use crate::core::text::{BOM, Span, bodies, split_ending};

/// A message shows no more of a line than this, in bytes.
const SHOWN: usize = 200;

/// The beginning of a line, for a message.
pub(super) fn shown(line: &[u8]) -> BString {
    line[..line.len().min(SHOWN)].trim_ascii().into()
}

/// A line of a reply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// Its text without the ending.
    pub(super) text: &'a [u8],
    /// Its offset in the reply.
    pub(super) start: usize,
    /// Its number, from 1.
    pub(super) number: usize,
}

impl Row<'_> {
    /// The offset behind its text.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The lines of a reply, in order, and what was found in them.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    reply: &'a [u8],
    /// Offset and number of the next line.
    at: usize,
    number: usize,
    /// Blanks that are no part of the lines that have them in front.
    indentation: &'a [u8],
    tags: Tags,
    /// Reasoning that is known, in order.
    reasoning: Vec<Span>,
    foreign: Foreign,
    /// True if there was reasoning that the reply itself opens.
    has_reasoning: bool,
    /// Counts the edits in a text, for the note on those in reasoning.
    count: fn(&[u8]) -> usize,
    /// Blocks and faults found so far.
    pub(super) found: Reply<'a>,
}

impl<'a> Rows<'a> {
    /// All lines of a reply; `count` counts the edits in a part of it.
    pub(super) fn new(source: &Source<'a, '_>, count: fn(&[u8]) -> usize) -> Self {
        let reply = source.text;
        let at = if reply.starts_with(BOM) { BOM.len() } else { 0 };
        let (tags, found) = (Tags::scan(source), Reply::default());
        let (foreign, has_reasoning) = (source.foreign(), false);
        let reasoning = Vec::new();
        Self { reply, at, number: 1, indentation: b"", tags, reasoning, foreign, has_reasoning, count, found }
    }

    /// The lines of a reply around edits that were read, without the reasoning that was found then.
    pub(super) fn around(reply: &'a [u8], found: &Reply<'_>) -> Self {
        Self { reasoning: found.reasoning.clone(), ..Self::new(&Source::blind(reply), |_| 0) }
    }

    /// The next line outside of edits: reasoning is passed over, and so are edits in other formats.
    pub(super) fn outside(&mut self) -> Option<Row<'a>> {
        loop {
            let row = self.peek()?;
            if let Some(part) = self.foreign.at(row.start) {
                self.pass(part.end.max(row.end()));
                continue;
            }
            let next = self.reasoning.partition_point(|part| part.end <= self.at);
            if let Some(part) = self.reasoning.get(next).filter(|part| part.start < row.end()) {
                self.skip(part.end);
                continue;
            }
            match self.tags.next_between(self.at, row.end()) {
                Some(tag) => self.reasoning(tag, row.number),
                None => return self.inside(),
            }
        }
    }

    /// The next line, whatever it is.
    pub(super) fn inside(&mut self) -> Option<Row<'a>> {
        let row = self.peek()?;
        self.at =
            memchr::memchr(b'\n', &self.reply[row.end()..]).map_or(self.reply.len(), |at| row.end() + at + 1);
        self.number += 1;
        Some(row)
    }

    /// The next line, without passing over it.
    pub(super) fn peek(&self) -> Option<Row<'a>> {
        let rest = &self.reply[self.at..];
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let whole = split_ending(&rest[..end]).0;
        let text = self.outdented(whole);
        Some(Row { text, start: self.at + whole.len() - text.len(), number: self.number })
    }

    /// The offset of the next line.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes on below the line with this offset, which is not before the next one.
    pub(super) fn pass(&mut self, offset: usize) {
        let rest = &self.reply[offset.max(self.at)..];
        let end =
            memchr::memchr(b'\n', rest).map_or(self.reply.len(), |at| self.reply.len() - rest.len() + at + 1);
        // Within the last line that was read there is nothing to pass over.
        if offset > self.at {
            self.number += memchr::memchr_iter(b'\n', &self.reply[self.at..end]).count();
            self.at = end;
        }
    }

    /// A part of the reply.
    pub(super) fn text(&self, span: Span) -> &'a [u8] {
        &self.reply[span.start..span.end]
    }

    /// All that follows, from the next line on.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.reply[self.at..]
    }

    /// The texts of the lines that follow, from the next one on.
    pub(super) fn below(&self) -> impl Iterator<Item = &'a [u8]> + use<'a, '_> {
        bodies(self.rest()).map(|line| self.outdented(line))
    }

    /// Takes these blanks off the lines that follow, where they have them.
    pub(super) fn outdent(&mut self, indentation: &'a [u8]) {
        self.indentation = indentation;
    }

    fn outdented(&self, line: &'a [u8]) -> &'a [u8] {
        line.strip_prefix(self.indentation).unwrap_or(line)
    }

    /// Returns whether a line ends in CRLF.
    pub(super) fn ends_in_crlf(&self, row: Row<'_>) -> bool {
        self.reply[row.end()..].starts_with(b"\r\n")
    }

    /// Notes a part of the reply with edits and their frame. All of its lines are theirs if there were only
    /// so many faults before and are no more now.
    pub(super) fn envelope(&mut self, part: Span, faults: usize) {
        self.found.envelopes.push(part);
        if self.found.faults.len() == faults {
            self.found.owned.push(part);
        }
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, line: usize, kind: impl Into<FaultKind>) {
        self.found.faults.push(Fault { line, kind: kind.into(), path: None });
    }

    /// Passes over the reasoning that this tag opens, or that it closes at last.
    fn reasoning(&mut self, tag: super::reasoning::Tag, line: usize) {
        let text = tag.text();
        let close = if tag.closes { Some(tag) } else { self.tags.closing(tag) };
        let end = close.map_or(self.reply.len(), |close| close.end);
        let blocks = (self.count)(&self.reply[tag.start..end]);
        let mut start = tag.start;
        if close.is_none() {
            self.fault(line, FaultKind::OpenReasoning { tag: text });
        } else if !tag.closes {
            self.draft(line, text, blocks);
        } else if !self.end_reasoning(line, text) {
            start = 0;
        }
        self.found.reasoning.push(Span { start, end });
        self.has_reasoning = true;
        self.skip(end);
    }

    /// Goes on at an offset.
    fn skip(&mut self, end: usize) {
        self.number += memchr::memchr_iter(b'\n', &self.reply[self.at..end]).count();
        self.at = end;
    }

    /// Takes all that was found so far for reasoning that began before the reply, unless the reply has some
    /// of its own; returns whether it may be of the answer.
    fn end_reasoning(&mut self, line: usize, tag: &'static str) -> bool {
        let blocks = self.found.blocks.len();
        let is_empty = blocks == 0 && self.found.faults.is_empty();
        if !self.has_reasoning {
            self.found = Reply::default();
            self.draft(line, tag, blocks);
        } else if !is_empty {
            self.fault(line, FaultKind::StrayReasoningEnd { tag });
        }
        self.has_reasoning
    }

    fn draft(&mut self, line: usize, tag: &'static str, blocks: usize) {
        if blocks > 0 {
            self.found.drafts.push(Draft { line, tag, blocks });
        }
    }
}
