//! Calls of editing tools with a tag for each field, as some models are taught them.
//!
//! ```text
//! call = "<invoke name=", tool, ">", { "<parameter name=", field, ">", value, "</parameter>" }, "</invoke>"
//!      | "<function=", tool, ">", { "<parameter=", field, ">", value, "</parameter>" }, "</function>" ;
//! ```
//!
//! The tags of the first form may begin with `antml:`; the second one is that of Qwen3-Coder. A call means what the
//! same one in JSON does. A value is exact; where all values of several lines are between line breaks, these are none
//! of them.

use bstr::ByteSlice as _;
use serde_json_lenient::{Map, Value};

use super::texts::without_frame;
use crate::core::{
    reply::{
        call_fields::{NEW, OLD, telling},
        format::json,
        malformed::Malformed,
        rows::{Row, Rows},
        types::{Fault, Options, PathCandidate},
    },
    text::Span,
};

/// Prefix of the names of tags.
const PREFIX: &str = "antml:";

/// One of the two forms.
#[derive(Clone, Copy)]
struct Form {
    /// The tag around a call.
    call: &'static str,
    /// The text between the word of an opening tag and its name.
    between: &'static [u8],
    has_quotes: bool,
}

const FORMS: [Form; 2] = [
    Form { call: "invoke", between: b" name=", has_quotes: true },
    Form { call: "function", between: b"=", has_quotes: false },
];

/// Tag around a field.
const FIELD: &str = "parameter";

/// Fields whose values are lists, numbers and the like, and no texts.
const OTHERS: [&str; 4] = ["edits", "insert_line", "replace_all", "replaceAll"];

/// Fields with texts of several lines.
const WHOLE: [&str; 2] = ["content", "file_text"];

/// Returns whether a line begins a call.
pub(in crate::core::reply) fn begins(line: &[u8]) -> bool {
    Form::begun(line).is_some()
}

/// Returns whether a line begins such a call, or a list of them, that is not written so.
pub(in crate::core::reply) fn is_strange(line: &[u8], next: &[u8]) -> bool {
    let is = |tag: &str| {
        let rest = line.strip_prefix(b"<");
        let rest = rest.map(|rest| rest.strip_prefix(PREFIX.as_bytes()).unwrap_or(rest));
        rest.is_some_and(|rest| rest.starts_with(tag.as_bytes()))
    };
    (is("invoke ") || is("function=")) && !begins(line) || is("function_calls>") && !begins(next)
}

/// Returns whether a line outside of calls has the end of one, or a field that only edits have.
pub(in crate::core::reply) fn is_part(line: &[u8]) -> bool {
    let is_field = |name: &str| telling().chain(["file_path"]).any(|field| field == name);
    let is_part_of = |form: &Form| {
        let opened = |at: usize| form.opened(&line[at..], FIELD);
        let is_field_at = |at: usize| opened(at).is_some_and(|(name, _)| is_field(name));
        is_end(line.trim_ascii(), form.call) || line.find_iter("<").any(is_field_at)
    };
    FORMS.iter().any(is_part_of)
}

/// Reads the call that begins with this line.
pub(super) fn read<'a>(rows: &mut Rows<'a>, first: Row<'a>, reply: &'a [u8], options: &Options) {
    let Some(form) = Form::begun(first.text) else { return };
    let is_last = |row: &Row<'_>| closed(row.text, form.call);
    let mut last = first;
    while !is_last(&last) {
        match rows.inside() {
            Some(row) => last = row,
            None => {
                let text = rows.text(Span { start: first.start, end: rows.at() });
                let path = form.path(text).map(|path| [path].into());
                let kind = Malformed::Open { end: form.end() }.into();
                return rows.found.faults.push(Fault { line: first.number, kind, path });
            }
        }
    }
    let span = Span { start: first.start, end: last.end() };
    let faults = rows.found.faults.len();
    match form.call(rows.text(span)) {
        Some(call) => {
            rows.found.add(json::called(&call.to_string(), reply, span, first.number, options));
        }
        None => rows.fault(first.number, Malformed::Call),
    }
    rows.envelope(span, faults);
}

impl Form {
    /// The form of the call that a line begins.
    fn begun(line: &[u8]) -> Option<Self> {
        FORMS.into_iter().find(|form| form.opened(line.trim_ascii_start(), form.call).is_some())
    }

    /// The tag that ends a call.
    fn end(self) -> &'static str {
        if self.has_quotes { "</invoke>" } else { "</function>" }
    }

    /// The file that the first parameter of a call names, which is cut off.
    fn path(self, text: &[u8]) -> Option<PathCandidate> {
        let (_, rest) = self.opened(text.trim_ascii_start(), self.call)?;
        let (name, value) = self.opened(rest.trim_ascii_start(), FIELD)?;
        let is_path = matches!(name, "file_path" | "path" | "filePath" | "target_file");
        let end = value.find("</").filter(|_| is_path)?;
        Some(PathCandidate::bare(value[..end].trim_ascii()))
    }

    /// The call in this text, and nothing else, as one in JSON.
    fn call(self, text: &[u8]) -> Option<Value> {
        let (tool, mut rest) = self.opened(text.trim_ascii(), self.call)?;
        let mut fields: Vec<(&str, &str)> = Vec::new();
        loop {
            rest = rest.trim_ascii_start();
            let Some((name, inner)) = self.opened(rest, FIELD) else { break };
            let (value, behind) = self.until_end(inner)?;
            // In a part of a file the marks of unparsed text may be its own.
            let value =
                if WHOLE.contains(&name) { &value[without_frame(value).ok()?.range()] } else { value };
            fields.push((name, value.to_str().ok()?));
            rest = behind;
        }
        is_end(rest, self.call).then(|| as_json(tool, fields)).flatten()
    }

    /// The name in a tag that a text begins with, and the text behind it.
    fn opened<'t>(self, text: &'t [u8], tag: &str) -> Option<(&'t str, &'t [u8])> {
        let rest = text.strip_prefix(b"<")?;
        let rest = rest.strip_prefix(PREFIX.as_bytes()).filter(|_| self.has_quotes).unwrap_or(rest);
        let rest = rest.strip_prefix(tag.as_bytes())?.strip_prefix(self.between)?;
        let (name, rest) = if self.has_quotes {
            let quote = rest.get(..1).filter(|quote| matches!(quote[0], b'"' | b'\''))?;
            let (name, rest) = rest[1..].split_once_str(quote)?;
            (name, rest.strip_prefix(b">")?)
        } else {
            rest.split_once_str(">")?
        };
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(byte);
        name.iter().all(is_name).then(|| Some((name.to_str().ok()?, rest))).flatten()
    }

    /// The text in front of the end of a parameter, and that behind it: the first with another tag or the end of the
    /// call below, as a value may have such tags too.
    fn until_end(self, text: &[u8]) -> Option<(&[u8], &[u8])> {
        for at in text.find_iter("</") {
            let Some(rest) = behind_end(&text[at..], FIELD) else { continue };
            let below = rest.trim_ascii_start();
            if self.opened(below, FIELD).is_some() || is_end(below, self.call) {
                return Some((&text[..at], rest));
            }
        }
        None
    }
}

/// A call of a tool with these fields in JSON; none if one is there twice.
fn as_json(tool: &str, fields: Vec<(&str, &str)>) -> Option<Value> {
    let is_text = |name: &str| OLD.contains(&name) || NEW.contains(&name) || WHOLE.contains(&name);
    let mut long = fields.iter().filter(|(name, value)| is_text(name) && value.contains('\n')).peekable();
    let is_framed = long.peek().is_some()
        && long.all(|(_, value)| value.len() > 1 && value.starts_with('\n') && value.ends_with('\n'));
    let mut input = Map::new();
    for (name, value) in fields {
        let inner = value.strip_prefix('\n').and_then(|value| value.strip_suffix('\n')).filter(|_| is_framed);
        let text =
            Value::String(if is_text(name) { inner.unwrap_or(value) } else { value.trim() }.to_owned());
        let value = OTHERS
            .contains(&name)
            .then(|| serde_json_lenient::from_str(value).ok())
            .flatten()
            .unwrap_or(text);
        // No field is said twice.
        if input.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    let mut call = Map::new();
    call.insert("name".to_owned(), Value::String(tool.to_owned()));
    call.insert("input".to_owned(), Value::Object(input));
    Some(Value::Object(call))
}

/// The text behind the closing tag that a text begins with.
fn behind_end<'t>(text: &'t [u8], tag: &str) -> Option<&'t [u8]> {
    let rest = text.strip_prefix(b"</")?;
    let rest = rest.strip_prefix(PREFIX.as_bytes()).unwrap_or(rest);
    rest.strip_prefix(tag.as_bytes())?.strip_prefix(b">")
}

/// Returns whether a text is a closing tag and nothing else.
fn is_end(text: &[u8], tag: &str) -> bool {
    behind_end(text, tag).is_some_and(|rest| rest.trim_ascii().is_empty())
}

/// Returns whether a line ends with a closing tag.
fn closed(line: &[u8], tag: &str) -> bool {
    line.rfind("</").is_some_and(|at| is_end(&line[at..], tag))
}
