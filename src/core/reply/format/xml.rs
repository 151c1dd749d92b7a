//! Reader of edits in XML tags, as Cline and Roo write calls of their tools, and as models are taught to
//! (`invoke.rs`).
//!
//! ```text
//! call   = "<apply_diff>", ( file | "<args>", { "<file>", file, "</file>" }, "</args>" ), "</apply_diff>"
//!        | "<replace_in_file>", file, "</replace_in_file>"
//!        | "<write_to_file>", path, "<content>", text, "</content>", { other }, "</write_to_file>"
//!        | file tag, ( text | patch | diff ), "</", name, ">" ;
//! file   = path, { "<diff>", ( edits | "<content>", edits, "</content>" ), { other }, "</diff>" }, { other } ;
//! path   = "<path>", path, "</path>" ;
//! other  = "<", name, ">", text, "</", name, ">" ;
//! ```
//!
//! A call begins and ends with its tag on a line of its own. `edits` are SEARCH/REPLACE blocks, those of Cline,
//! a diff or a patch, and are for the file of the path. A text is that of the whole file; the first line break
//! in it is not. A file tag (`file_tag.rs`) around blocks or a fence is a path line, and no call.

mod framed;
mod invoke;
mod texts;

use std::cell::Cell;

use bstr::{BString, ByteSlice as _};

pub(in crate::core::reply) use framed::is_text as frames;
pub(in crate::core::reply) use invoke::{begins as invokes, is_part, is_strange};

use self::framed::Framed;
use self::texts::{below_tag, is_fenced, without_frame};
use super::{inner, whole};
use crate::core::{
    reply::{
        file_tag::FileTag,
        malformed::Malformed,
        rows::{Row, Rows},
        source::Source,
        types::{Block, FaultKind, Operation, Options, PathCandidate, Reply},
    },
    text::{Span, bodies},
};

/// The tags of calls that are read, and whether they give whole files.
const CALLS: [(&str, &str, bool); 3] = [
    ("<apply_diff>", "</apply_diff>", false),
    ("<replace_in_file>", "</replace_in_file>", false),
    ("<write_to_file>", "</write_to_file>", true),
];

/// Tags of calls that edit files, and are not read.
const OTHERS: [&str; 4] = ["<apply_patch>", "<edit_file>", "<insert_content>", "<search_and_replace>"];

/// Returns whether a line begins a call that is read.
pub(in crate::core::reply) fn begins(line: &[u8]) -> bool {
    CALLS.iter().any(|(open, ..)| line.trim_ascii() == open.as_bytes())
}

/// Returns whether a call, or the text of a file, begins behind other text of a line, so that it is not read.
pub(in crate::core::reply) fn begins_behind(line: &[u8], next: &[u8]) -> bool {
    const FIRST: [&str; 3] = ["<path>", "<args>", "<file>"];
    let Some(at) = line.rfind_byte(b'<').filter(|at| *at > 0 && line.ends_with(b">")) else { return false };
    let tag = &line[at..];
    let is_tag = || begins(tag) || OTHERS.iter().any(|other| tag == other.as_bytes());
    let has_field = || FIRST.iter().any(|field| next.trim_ascii().starts_with(field.as_bytes()));
    let ends_sentence = |text: &[u8]| text.trim_ascii().last().is_some_and(|end| b".:!".contains(end));
    let is_of_file = || FileTag::read(tag).is_some_and(|tag| tag.is_edit());
    if ends_sentence(&line[..at]) && is_of_file() {
        return true;
    }
    tag.starts_with(b"<boltAction ") && line[..at].trim_ascii().ends_with(b">") || is_tag() && has_field()
}

/// Reads all calls of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    let mut rows = Rows::new(source, |text| bodies(text).filter(|line| begins(line)).count());
    let (mut has_calls, mut is_in_part) = (false, false);
    let mut framed: Option<Framed<'_>> = None;
    let mut next = rows.outside();
    while let Some(row) = next {
        let line = row.text.trim_ascii();
        let is = |tag: &str| line == tag.as_bytes();
        if let Some((_, end, is_whole)) = CALLS.iter().find(|(open, ..)| is(open)) {
            has_calls = true;
            let following = call(&mut rows, row, end, *is_whole, options);
            next = following.or_else(|| rows.outside());
            continue;
        }
        if invokes(row.text) {
            has_calls = true;
            is_in_part = false;
            invoke::read(&mut rows, row, source.text, options);
            next = rows.outside();
            continue;
        }
        // A fault is about all lines of a call of which the first is not clear.
        if is_part(row.text) && !is_in_part {
            (has_calls, is_in_part) = (true, true);
            let line = begun_above(&rows, row);
            rows.fault(line, Malformed::Call);
        }
        if let Some(tag) = framed::begins(row.text, rows.rest()) {
            has_calls |= framed::read(&mut rows, row, tag, options);
            framed = Some(Framed { first: row.number, tag, open: 0 });
        } else if let Some(before) = framed.take_if(|before| before.ends_again(row.text)) {
            rows.found.faults.push(before.fault());
        }
        if CALLS.iter().any(|(_, end, _)| is(end)) {
            let line = begun_above(&rows, row);
            rows.fault(line, Malformed::Call);
        } else if OTHERS.iter().any(|tag| is(tag)) {
            rows.fault(row.number, Malformed::Call);
        }
        next = rows.outside();
    }
    if has_calls { rows.found } else { Reply::default() }
}

/// The line of the tag that begins the call of which this line is a part, where no call is read between them: behind
/// other text of its line, or damaged; else the line itself.
fn begun_above(rows: &Rows<'_>, row: Row<'_>) -> usize {
    let start = rows.found.envelopes.last().map_or(0, |part| part.end.min(row.start));
    let above = rows.text(Span { start, end: row.start });
    let tags = CALLS.iter().map(|(open, ..)| &open[..open.len() - 1]).chain(["<invoke", "<function"]);
    let at = tags.filter_map(|tag| above.rfind(tag)).max();
    at.map_or(row.number, |at| row.number - memchr::memchr_iter(b'\n', &above[at..]).count())
}

/// Reads the call that begins with this line; returns the line that begins another one before it ends.
fn call<'a>(
    rows: &mut Rows<'a>,
    first: Row<'a>,
    end: &'static str,
    is_whole: bool,
    options: &Options,
) -> Option<Row<'a>> {
    let start = rows.at();
    let mut is_clear = true;
    let (text_end, end) = loop {
        match rows.inside() {
            Some(row) if row.text.trim_ascii() == end.as_bytes() => break (row.start, row.end()),
            Some(row) if !begins(row.text) => match End::of(row.text, end) {
                End::Behind(at) => break (row.start + at, row.end()),
                End::Unclear => {
                    rows.fault(row.number, Malformed::EndWithin { end: end.into() });
                    is_clear = false;
                }
                End::None => {}
            },
            following => {
                rows.fault(first.number, Malformed::Open { end });
                return following;
            }
        }
    };
    let text = rows.text(Span { start, end: text_end });
    let call = Call { text, offset: start, line: first.number + 1, known: Cell::new((0, 0)) };
    match if is_whole { call.whole() } else { call.files(options) } {
        Ok(_) if !is_clear => {}
        Ok(found) => rows.found.add(found),
        Err(kind) => rows.fault(first.number, kind),
    }
    // Its tags tell its lines, whatever is in them.
    let faults = rows.found.faults.len();
    rows.envelope(Span { start: first.start, end }, faults);
    None
}

/// The end of a call on a line that has other text.
enum End {
    /// It ends the line, at this offset, behind the end of an element.
    Behind(usize),
    /// A tag is behind it, or other text.
    Unclear,
    None,
}

impl End {
    fn of(line: &[u8], end: &str) -> Self {
        let Some(at) = line.rfind(end) else { return Self::None };
        let (before, behind) = (line[..at].trim_ascii(), line[at + end.len()..].trim_ascii());
        match (before.ends_with(b">"), behind) {
            (true, b"") => Self::Behind(at),
            (_, [b'<', ..]) => Self::Unclear,
            (false, [_, ..]) if before.is_empty() => Self::Unclear,
            _ => Self::None,
        }
    }
}

/// The text between the tags of a call.
struct Call<'a> {
    text: &'a [u8],
    /// Its offset in the reply, and its line from 1.
    offset: usize,
    line: usize,
    /// An offset in it, and the number of lines above.
    known: Cell<(usize, usize)>,
}

/// A tag, by its name and the part of the text that it encloses.
struct Element<'a> {
    name: &'a [u8],
    inside: Span,
    /// The offset behind its end.
    end: usize,
}

impl<'a> Call<'a> {
    /// The whole file that it gives.
    fn whole(&self) -> Result<Reply<'a>, FaultKind> {
        let (mut path, mut content, mut said) = (None, None, None);
        let mut at = 0;
        while let Some(element) = self.next(at, |name| name == b"content")? {
            at = element.end;
            let given = match element.name {
                b"path" => path.replace(element),
                b"content" => content.replace(element),
                b"line_count" => {
                    said = parsed(&self.text[element.inside.range()]);
                    None
                }
                _ => None,
            };
            if given.is_some() {
                return Err(Malformed::Call.into());
            }
        }
        let (Some(path), Some(content)) = (path, content) else { return Err(Malformed::Call.into()) };
        let path = self.path(&path)?;
        let inside = self.below_tag(self.without_frame(content.inside)?);
        let text = &self.text[inside.range()];
        // One with fewer lines than the call says may be cut off; some count the empty one behind the last line break.
        let is_sure = said.is_none_or(|said| bodies(text).count() + 1 >= said);
        let edit = whole::whole(text, b"", is_sure);
        if edit.cleared.is_empty() && is_fenced(text, &path) {
            return Err(Malformed::FenceWithin.into());
        }
        let span = Span { start: self.offset + inside.start, end: self.offset + inside.end };
        let (line, path) = (self.line_of(inside.start), [PathCandidate::bare(path)].into());
        let block = Block::new(line, span, self.offset, path, Operation::Edit(edit));
        Ok(Reply { blocks: vec![block], ..Reply::default() })
    }

    /// The edits of its files.
    fn files(&self, options: &Options) -> Result<Reply<'a>, FaultKind> {
        let mut found = Reply::default();
        let (mut path, mut edits) = (None, 0);
        let mut at = 0;
        while let Some(element) = self.next(at, |_| false)? {
            match element.name {
                b"args" | b"file" => at = element.inside.start,
                b"path" => {
                    // Each path has edits.
                    if path.is_some() && edits == 0 {
                        return Err(Malformed::Call.into());
                    }
                    (path, edits, at) = (Some(self.path(&element)?), 0, element.end);
                }
                b"diff" => {
                    let path = path.as_ref().ok_or(Malformed::Call)?;
                    edits += 1;
                    at = element.end;
                    found.add(self.edits(element.inside, path, options)?);
                }
                _ => at = element.end,
            }
        }
        if edits == 0 { Err(Malformed::Call.into()) } else { Ok(found) }
    }

    /// The edits in an element, or in the content in it.
    fn edits(&self, inside: Span, path: &BString, options: &Options) -> Result<Reply<'a>, FaultKind> {
        let text = &self.text[inside.range()];
        let begin = text.len() - text.trim_ascii_start().len();
        let held = match text[begin..].strip_prefix(b"<content>") {
            Some(_) => {
                let end = text.rfind("</content>").ok_or(Malformed::Open { end: "</content>" })?;
                Span { start: inside.start + begin + b"<content>".len(), end: inside.start + end }
            }
            None => inside,
        };
        let held = self.below_tag(self.without_frame(held)?);
        let place = inner::Place::At { offset: self.offset + held.start, line: self.line_of(held.start) };
        let mut read = inner::read(&self.text[held.range()], Some(path), options, place)?;
        // A line that is named beside the edits is that of the only one.
        if let ([Block { operation: Operation::Edit(edit), .. }], Some(line)) =
            (&mut read.blocks[..], number(&text[held.end - inside.start..]))
        {
            edit.hints.line = edit.hints.line.or(Some(line));
        }
        Ok(read)
    }

    /// A part without the marks of unparsed text around it.
    fn without_frame(&self, part: Span) -> Result<Span, Malformed> {
        let inner = without_frame(&self.text[part.range()])?;
        Ok(Span { start: part.start + inner.start, end: part.start + inner.end })
    }

    /// A part without the line break at its start.
    fn below_tag(&self, part: Span) -> Span {
        below_tag(&self.text[part.range()], part)
    }

    /// The path in an element.
    fn path(&self, element: &Element<'_>) -> Result<BString, FaultKind> {
        let path = self.text[self.without_frame(element.inside)?.range()].trim_ascii();
        if !path.is_utf8() {
            return Err(FaultKind::BadPath { text: path.into() });
        }
        let is_one = !path.is_empty() && !path.contains(&b'\n');
        if is_one { Ok(path.into()) } else { Err(Malformed::Call.into()) }
    }

    /// The next element from an offset on; it ends with the last tag of its name if `is_greedy` says so of
    /// that. An error where there is other text.
    fn next(&self, at: usize, is_greedy: fn(&[u8]) -> bool) -> Result<Option<Element<'a>>, FaultKind> {
        let mut at = at;
        let (start, close, name) = loop {
            let rest = &self.text[at..];
            let start = at + rest.len() - rest.trim_ascii_start().len();
            let rest = &self.text[start..];
            if rest.is_empty() {
                return Ok(None);
            }
            let close =
                memchr::memchr(b'>', rest).filter(|_| rest.starts_with(b"<")).ok_or(Malformed::Call)?;
            match &rest[1..close] {
                b"/args" | b"/file" => at = start + close + 1,
                name => break (start, close, name),
            }
        };
        if name.is_empty() || !name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            return Err(Malformed::Call.into());
        }
        let from = start + close + 1;
        let tag = [b"</", name, b">"].concat();
        let text = &self.text[from..];
        let end = if is_greedy(name) { text.rfind(&tag) } else { text.find(&tag) };
        let length = end.ok_or(Malformed::Call)?;
        let inside = Span { start: from, end: from + length };
        Ok(Some(Element { name, inside, end: inside.end + tag.len() }))
    }

    /// The line of the reply that an offset is in.
    fn line_of(&self, offset: usize) -> usize {
        let (at, above) = self.known.get();
        let (from, above) = if at <= offset { (at, above) } else { (0, 0) };
        let above = above + memchr::memchr_iter(b'\n', &self.text[from..offset]).count();
        self.known.set((offset, above));
        self.line + above
    }
}

/// The number in `<start_line>12</start_line>`.
fn number(text: &[u8]) -> Option<usize> {
    let at = text.find("<start_line>")? + b"<start_line>".len();
    let end = at + text[at..].find("</start_line>")?;
    parsed(&text[at..end])
}

fn parsed(number: &[u8]) -> Option<usize> {
    number.trim_ascii().to_str().ok()?.parse().ok()
}
