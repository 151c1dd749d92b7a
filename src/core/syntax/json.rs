//! Where JSON is more, and less, than its grammar says.

use bstr::ByteSlice as _;

use super::{Parsed, SyntaxError, What, parsed::at};

/// The text with a blank for every comma behind the last value of a list or object; every other byte stays where it is.
pub(super) fn without_last_commas(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut comma = None;
    let mut at = 0;
    while at < text.len() {
        at += match (text[at], text.get(at + 1)) {
            (b'"', _) => {
                comma = None;
                string(&text[at..])
            }
            (b'/', Some(b'/')) => text[at..].find_byte(b'\n').unwrap_or(text.len() - at),
            (b'/', Some(b'*')) => text[at..].find("*/").map_or(text.len() - at, |end| end + 2),
            (byte, _) => {
                match (byte, comma) {
                    (b',', _) => comma = Some(at),
                    (b']' | b'}', Some(comma)) => out[comma] = b' ',
                    _ => {}
                }
                if !matches!(byte, b',' | b' ' | b'\t' | b'\r' | b'\n') {
                    comma = None;
                }
                1
            }
        };
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
