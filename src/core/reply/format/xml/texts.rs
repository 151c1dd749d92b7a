//! Texts between tags.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    fence::is_fence,
    language,
    reply::{
        format::unparsed::{CLOSE, OPEN},
        malformed::Malformed,
    },
    text::{Span, bodies, is_blank},
};

/// The part of a text within the marks of unparsed text around it: all of it, if there are none.
///
/// # Errors
///
/// When there are the marks of a second part, or the last one is missing.
pub(super) fn without_frame(text: &[u8]) -> Result<Span, Malformed> {
    let begin = text.len() - text.trim_ascii_start().len();
    let Some(inner) = text[begin..].strip_prefix(OPEN) else {
        return Ok(Span { start: 0, end: text.len() });
    };
    let inner = inner.trim_ascii_end().strip_suffix(CLOSE).filter(|inner| !inner.contains_str(CLOSE));
    let start = begin + OPEN.len();
    inner.map(|inner| Span { start, end: start + inner.len() }).ok_or(Malformed::Call)
}

/// A part with this text without the line break at its start.
pub(super) fn below_tag(text: &[u8], part: Span) -> Span {
    let line = memchr::memchr(b'\n', text).filter(|at| is_blank(&text[..*at]));
    Span { start: part.start + line.map_or(0, |at| at + 1), ..part }
}

/// Returns whether the text of a file is in a fence that is not plainly its own.
pub(super) fn is_fenced(text: &[u8], path: &BString) -> bool {
    let mut lines = bodies(text).filter(|line| !is_blank(line));
    let is_fenced = lines.next().is_some_and(is_fence) && lines.last().is_some_and(is_fence);
    is_fenced && !language::may_be_prose(path)
}
