//! Tags that name a file, around its text or around a patch or a diff for it.

use bstr::{BString, ByteSlice as _};

use super::{
    super::{inner, whole},
    texts::{below_tag, is_fenced, without_frame},
};
use crate::core::{
    fence::is_fence,
    reply::{
        file_tag::FileTag,
        malformed::Malformed,
        markers,
        rows::{Row, Rows},
        types::{Block, Fault, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, bodies, is_blank},
};

/// First signs of a patch or a diff.
const CHANGES: [&str; 4] = ["*** ", "--- ", "@@", "diff --git "];

/// Returns whether a line is such a tag with text below it, as far as the first line tells.
pub(in crate::core::reply) fn is_text(line: &[u8], below: &[u8]) -> bool {
    begins(line, below).is_some()
}

/// The tag that a line is, unless blocks or a fence are below it, to which it gives the path, or elements
/// that a tool takes.
pub(super) fn begins<'a>(line: &'a [u8], below: &[u8]) -> Option<FileTag<'a>> {
    let tag = FileTag::read(line).filter(FileTag::is_edit)?;
    // The reply may be cut off there.
    let Some(first) = bodies(below).find(|line| !is_blank(line)) else { return Some(tag) };
    let is_other = is_fence(first) || markers::is_marker(first) || FileTag::is_element(first);
    (!is_other).then_some(tag)
}

/// A tag whose text was read up to the first line that closes it.
pub(super) struct Framed<'a> {
    /// Its line.
    pub(super) first: usize,
    pub(super) tag: FileTag<'a>,
    /// Tags of its name that are open behind it.
    pub(super) open: usize,
}

impl Framed<'_> {
    /// Takes in a line behind it; returns whether that closes a tag of its name where none is open.
    pub(super) fn ends_again(&mut self, line: &[u8]) -> bool {
        let inner = line.trim_ascii().strip_prefix(b"<").and_then(|inner| inner.strip_suffix(b">"));
        let is_name = |rest: &[u8]| {
            rest.strip_prefix(self.tag.name).is_some_and(|rest| rest.is_empty() || rest[0] == b' ')
        };
        match inner.map(|inner| (is_name(inner), inner.strip_prefix(b"/").is_some_and(is_name))) {
            Some((true, _)) => self.open += 1,
            Some((_, true)) if self.open == 0 => return true,
            Some((_, true)) => self.open -= 1,
            _ => {}
        }
        false
    }

    /// The fault that its end is not clear.
    pub(super) fn fault(&self) -> Fault {
        let end = [b"</", self.tag.name, b">"].concat().into();
        let path = Some([PathCandidate::bare(self.tag.path)].into());
        Fault { line: self.first, kind: Malformed::EndWithin { end }.into(), path }
    }
}

/// Reads what a tag encloses; returns whether that is an edit, or is to be one.
pub(super) fn read<'a>(rows: &mut Rows<'a>, first: Row<'a>, tag: FileTag<'a>, options: &Options) -> bool {
    let end = [b"</", tag.name, b">"].concat();
    let start = rows.at();
    let last = loop {
        match rows.inside() {
            Some(row) if row.text.trim_ascii() == end => break row,
            Some(_) => {}
            None => {
                rows.fault(first.number, Malformed::CutOff);
                return true;
            }
        }
    };
    let text = Span { start, end: last.start };
    let faults = rows.found.faults.len();
    match edits(rows, first, text, tag, options) {
        Ok(Some(found)) => rows.found.add(found),
        Ok(None) => return false,
        Err(kind) => rows.fault(first.number, kind),
    }
    rows.envelope(Span { start: first.start, end: last.end() }, faults);
    true
}

/// The edits in a text; none if they are blocks, which other readers read.
fn edits<'a>(
    rows: &Rows<'a>,
    first: Row<'a>,
    span: Span,
    tag: FileTag<'a>,
    options: &Options,
) -> Result<Option<Reply<'a>>, FaultKind> {
    let path = BString::from(tag.path);
    let marked = without_frame(rows.text(span))?;
    let inner = Span { start: span.start + marked.start, end: span.start + marked.end };
    let inner = if inner == span { inner } else { below_tag(rows.text(inner), inner) };
    let text = rows.text(inner);
    let above = rows.text(Span { start: span.start, end: inner.start });
    let line = first.number + 1 + memchr::memchr_iter(b'\n', above).count();
    let begins = bodies(text).find(|line| !is_blank(line)).unwrap_or_default();
    if CHANGES.iter().any(|sign| begins.starts_with_str(sign)) {
        let place = inner::Place::At { offset: inner.start, line };
        return inner::read(text, Some(&path), options, place).map(Some);
    }
    if bodies(text).any(markers::is_marker) {
        return Ok(None);
    }
    if tag.says_more {
        return Err(Malformed::Call.into());
    }
    let edit = whole::whole(text, b"", false);
    if edit.cleared.is_empty() && is_fenced(text, &path) {
        return Err(Malformed::FenceWithin.into());
    }
    // Nothing says that it is text of the file.
    let end = [b"</", tag.name, b">"].concat();
    if inner == span && text.contains_str(&end) {
        return Err(Malformed::EndWithin { end: end.into() }.into());
    }
    let operation = Operation::Edit(edit);
    let part = Span { start: first.start, end: span.end.max(first.end()) };
    let block = Block::new(first.number, part, first.start, [PathCandidate::bare(path)].into(), operation);
    Ok(Some(Reply { blocks: vec![block], ..Reply::default() }))
}
