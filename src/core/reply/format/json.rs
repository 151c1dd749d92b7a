//! Reader of edits in JSON, as tools are called with them.
//!
//! ```text
//! reply  = { prose | value } ;
//! value  = "[", { value }, "]" | wrapper | edit | edits | command ;
//! wrapper = an object with "tool_calls", "content", "message", "choices" or "function", or one with "input" or "arguments",
//!          which may be a text that holds JSON ;
//! edit    = path, old, new, [ all ] ;
//! edits   = path, "edits": "[", { old, new, [ all ] }, "]" ;
//! command = path, "command": "str_replace" | "create" | "insert" | "view" ;
//! ```
//!
//! A value begins on a line of its own, alone, in a list, a line each, in a fence, or behind `<tool_call>`; one of a
//! line may be behind the sign of a list of Markdown.
//! `call_fields.rs` has the names of the fields, and `plain.rs` the forms that are read besides JSON. Texts may have line
//! breaks and tabs as they are, unless they have escapes besides. Each edit is one: its old text is exact text, which
//! need not be whole lines; an empty one makes a file.

mod call;
mod field_words;
mod fields;
mod form;
mod marked;
mod object;
mod parts;
mod plain;
mod spot;
mod texts;
mod tool;
mod unread;

use bstr::ByteSlice as _;
use serde_json_lenient::value::RawValue;

use self::{
    call::Calls,
    fields::Fields,
    marked::{Marked, is_end},
    plain::{Plain, Stop},
};
use crate::core::{
    reply::{
        malformed::Malformed,
        outside::Line,
        path_line,
        rows::{Row, Rows},
        signs,
        source::Source,
        types::{Options, Reply},
    },
    text::{Span, bodies, is_blank},
};

/// Bytes of values that cannot be read, for each byte of the reply, after which no more are tried.
const TRIES: usize = 16;

/// Number of lines in which a key in single quotes is looked for.
const AHEAD: usize = 5;

/// The message for literals of other languages.
const SINGLE: &str =
    "texts in single quotes are read only where Python and JavaScript read them alike: use double ones";

/// The message for a value with other text in its last line.
const FOLLOWED: &str = "text follows the value";

/// The message for a call that is not on lines of its own.
const APART: &str = "other text is in front of the value";

/// Reads all edits of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    let rows = Rows::new(source, |text| bodies(text).filter(|line| shows(line)).count());
    let left = source.text.len().saturating_mul(TRIES);
    let mut reading = Reading { reply: source.text, options, rows, left, apart: Vec::new() };
    while let Some(row) = reading.rows.outside() {
        if !reading.line(row) {
            break;
        }
    }
    reading.end()
}

/// A reply, as far as its values are read.
struct Reading<'a, 'o> {
    reply: &'a [u8],
    options: &'o Options,
    rows: Rows<'a>,
    /// Bytes of values that cannot be read and may still be tried.
    left: usize,
    /// The numbers of lines with a part of an edit in which no value begins.
    apart: Vec<usize>,
}

impl<'a> Reading<'a, '_> {
    /// Reads the values that begin with a line; returns false if no more are to be tried.
    fn line(&mut self, row: Row<'a>) -> bool {
        let text = row.text.trim_ascii_start();
        let marked = Marked::read(text);
        let text = marked.as_ref().map_or(text, |marked| marked.value);
        let item = item(text);
        let text = item.unwrap_or(text);
        if !is_value(text) {
            if is_part(text, self.rows.below().next().unwrap_or_default()) {
                self.apart.push(row.number);
            }
            return true;
        }
        let start = row.start + row.text.len() - text.len();
        let (reply, options, line) = (self.reply, self.options, row.number);
        let tool = marked.as_ref().and_then(|marked| marked.tool.clone());
        let read = match values(reply, start) {
            Ok((values, end)) => {
                let calls = |value| Calls::of(reply, (line, value), tool.clone(), options);
                Ok((values.into_iter().map(calls).collect::<Vec<_>>(), end))
            }
            Err(error) => match Plain::values(reply, start, &mut self.left) {
                Ok((values, end)) => {
                    let calls = |value| Calls::of_plain(reply, (line, value), tool.clone(), options);
                    Ok((values.iter().map(calls).collect(), end))
                }
                Err(stop) => Err((error, stop)),
            },
        };
        match read {
            // The blanks in front of further lines may be those of the list.
            Ok((_, end)) if item.is_some() && end > row.end() => {
                if bodies(&reply[start..end]).any(shows) {
                    self.rows.fault(line, Malformed::Json { message: APART.to_owned(), column: None });
                }
                self.rows.pass(end);
            }
            Ok((calls, end)) => self.calls(row, calls, end),
            Err(errors) => {
                return self.unreadable(row, start, errors, marked.is_some_and(|marked| marked.is_call));
            }
        }
        true
    }

    /// Takes in the calls that values have which begin with a line and end at an offset.
    fn calls(&mut self, row: Row<'a>, calls: Vec<Reply<'a>>, end: usize) {
        let before = self.rows.found.counts();
        calls.into_iter().for_each(|found| self.rows.found.add(found));
        self.rows.pass(end);
        // What is said of a call is said of all of its lines.
        if self.rows.found.counts() != before {
            let faults = self.rows.found.faults.len();
            self.rows.envelope(Span { start: row.start, end }, faults);
        }
    }

    /// Notes a value from an offset on that cannot be read, if it is one with edits; returns false if no more are to
    /// be tried. It is no JSON at one place, and no other literal at another.
    fn unreadable(
        &mut self,
        row: Row<'a>,
        start: usize,
        ((message, at), stop): ((String, usize), Stop),
        is_call: bool,
    ) -> bool {
        let reply = self.reply;
        let end = reply.len().min(at.max(row.end()));
        self.left = self.left.saturating_sub(end - start);
        if self.left == 0 {
            return false;
        }
        let has_edits = bodies(&reply[start..end]).any(shows);
        let is_at_end = end == reply.len() && is_blank(&reply[at.min(end)..]);
        // Its keys may be on the lines below.
        let is_quoted = bodies(&reply[start..]).take(AHEAD).any(signs::in_single_quotes);
        if is_at_end && !self.rows.found.blocks.is_empty() && !has_edits {
            self.rows.fault(row.number, Malformed::CutOff);
            self.rows.pass(end);
        } else if is_quoted || is_call || has_edits {
            let (message, at) = match is_quoted {
                _ if stop.is_behind => (FOLLOWED.to_owned(), stop.at + 1),
                true => (SINGLE.to_owned(), stop.at + 1),
                false => (message, at),
            };
            let end = reply.len().min(at.max(row.end()));
            let line = row.number + memchr::memchr_iter(b'\n', &reply[start..at.min(end)]).count();
            let column = Some(column(reply, at.min(end)));
            self.rows.fault(line, Malformed::Json { message, column });
            self.rows.pass(end);
        }
        true
    }

    /// The edits of the reply. Where nothing is read, a line with a name that only edits have may be about them.
    fn end(mut self) -> Reply<'a> {
        if !self.rows.found.blocks.is_empty() {
            let firsts = self.apart.chunk_by(|above, line| above + 1 == *line).filter_map(<[usize]>::first);
            for line in firsts.copied() {
                self.rows.fault(line, Malformed::Json { message: APART.to_owned(), column: None });
            }
        }
        self.rows.found
    }
}

/// The value in an item of a list of Markdown.
fn item(text: &[u8]) -> Option<&[u8]> {
    path_line::bullet(text).map(<[u8]>::trim_ascii_start).filter(|value| is_value(value))
}

/// Returns whether a line may begin a value with calls, so that it is worth reading.
pub(in crate::core::reply) fn may_begin(text: &[u8], next: &[u8]) -> bool {
    let text = item(text).unwrap_or(text);
    let inner = match text {
        [b'{' | b'[', inner @ ..] => inner.trim_ascii_start(),
        _ => return Marked::read(text).is_some(),
    };
    let inner = if inner.is_empty() { next.trim_ascii_start() } else { inner };
    matches!(inner.first(), Some(b'"' | b'\'' | b'{' | b'[')) || Marked::read(text).is_some()
}

fn is_value(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'{' | b'['))
}

/// Returns whether a line that begins with no value has one in it, or a field of one, that only edits have.
fn is_part(text: &[u8], next: &[u8]) -> bool {
    shows_above(text, next) && (text.starts_with(b"\"") || text.contains(&b'{'))
}

/// The edits in a call that is none of the reply as it is written, but has its place there.
pub(super) fn called<'a>(
    call: &str,
    reply: &'a [u8],
    span: Span,
    line: usize,
    options: &Options,
) -> Reply<'a> {
    Calls::of_other(reply, call, (line, span), options)
}

/// Returns whether a line has a name that only edits have.
fn shows(line: &[u8]) -> bool {
    shows_above(line, b"")
}

/// The same of a line and the one below it.
fn shows_above(text: &[u8], next: &[u8]) -> bool {
    signs::json_edits(&Line { text, next, below: b"", is_first: false, opens_fence: false, has_path: false })
}

/// The values from an offset on, to the end of a line, and the offset behind them; the error and its offset
/// if one cannot be read.
fn values(reply: &[u8], start: usize) -> Result<(Vec<&RawValue>, usize), (String, usize)> {
    let mut values = Vec::new();
    let mut at = start;
    loop {
        let mut stream = fields::values(&reply[at..]);
        match stream.next() {
            Some(Ok(value)) => values.push(value),
            Some(Err(error)) => return Err((words(&error), offset(&reply[at..], &error) + at)),
            None => break,
        }
        at += stream.byte_offset();
        let rest = &reply[at..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let next = line.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b',');
        match next.map(|next| (next, line[next])) {
            None => break,
            Some((next, _)) if is_end(&line[next..]) => break,
            Some((next, b'{' | b'[')) => at += next,
            Some((next, _)) => return Err((FOLLOWED.to_owned(), at + next + 1)),
        }
    }
    Ok((values, at))
}

/// The message of an error without its place.
fn words(error: &serde_json_lenient::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

/// The number from 1 of the character in front of an offset in its line, or of the one behind it if there is none.
fn column(text: &[u8], offset: usize) -> usize {
    let above = memchr::memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1);
    text[above..offset].chars().count().max(1)
}

/// The offset behind the character at which a text cannot be read.
fn offset(text: &[u8], error: &serde_json_lenient::Error) -> usize {
    let lines = error.line().saturating_sub(1);
    let start =
        if lines == 0 { 0 } else { memchr::memchr_iter(b'\n', text).nth(lines - 1).map_or(0, |at| at + 1) };
    (start + error.column()).min(text.len())
}
