//! Where JSON is more, and less, than its grammar says.

use bstr::ByteSlice as _;

use super::{Parsed, SyntaxError, What, parsed::at};
use crate::core::text::BOM;

/// Whether a text is JSON but for comments, and but for last commas if those are allowed. The grammar does not know all
/// numbers (`1e+5`).
pub(super) fn is_sound(text: &[u8], last_commas: bool) -> bool {
    let plain = plain(text.strip_prefix(BOM).unwrap_or(text), last_commas);
    serde_json::from_slice::<serde::de::IgnoredAny>(&plain).is_ok()
}

/// The text with blanks in the place of comments, and of every comma behind the last value of a list or object if those
/// are allowed; every other byte stays where it is.
pub(super) fn plain(text: &[u8], last_commas: bool) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut comma = None;
    let mut at = 0;
    while at < text.len() {
        let length = match (text[at], text.get(at + 1)) {
            (b'"', _) => string(&text[at..]),
            (b'/', Some(b'/')) => text[at..].find_byte(b'\n').unwrap_or(text.len() - at),
            (b'/', Some(b'*')) => text[at..].find("*/").map_or(text.len() - at, |end| end + 2),
            _ => 1,
        };
        match (text[at], comma) {
            (b'/', _) if length > 1 => {
                let comment = out[at..at + length].iter_mut();
                comment.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            }
            (b' ' | b'\t' | b'\r' | b'\n', _) => {}
            (b',', _) => comma = Some(at),
            (b']' | b'}', Some(last)) if last_commas => (out[last], comma) = (b' ', None),
            _ => comma = None,
        }
        at += length;
    }
    out
}

/// How many bytes the string has that a text begins with.
fn string(text: &[u8]) -> usize {
    let mut escaped = false;
    let closes = |byte: &u8| {
        let closes = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    };
    text[1..].iter().position(closes).map_or(text.len(), |end| end + 2)
}

/// The second value of a file, which the grammar allows. A value a line is another format, though often named so.
pub(super) fn second_value(parsed: &Parsed<'_>) -> Option<SyntaxError> {
    let root = parsed.root();
    let mut cursor = root.walk();
    let values: Vec<_> = root
        .named_children(&mut cursor)
        .filter(|node| !node.is_extra() && !node.is_error())
        .take(2)
        .collect();
    let [first, second] = values.as_slice() else { return None };
    let by_line = first.start_position().row == first.end_position().row;
    (!by_line).then(|| at(*second, What::SecondValue))
}
