//! Block scalars of YAML: strings that are delimited by their indentation.

use crate::core::text::indentation;

/// The indentation of the key whose string begins below a line without comment, as in `- key: |`; the lines
/// of the string are indented deeper.
pub(super) fn opened(line: &[u8], is_yaml: bool) -> Option<usize> {
    let code = line.trim_ascii();
    let header = code.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    let led = code[..code.len() - header.len()].trim_ascii_end();
    let last = led.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    let is_header = matches!(header.first(), Some(b'|' | b'>'))
        && header[1..].iter().all(|byte| matches!(byte, b'+' | b'-' | b'1'..=b'9'));
    // A tag or an anchor may come in between.
    let is_led = matches!(last.last(), Some(b':' | b'-'))
        || is_yaml && matches!(last.first(), None | Some(b'!' | b'&'));
    if !is_header || !is_led {
        return None;
    }
    let mut column = indentation(line).len();
    while let Some(rest) = line[column..].strip_prefix(b"- ") {
        let inner = line.len() - rest.trim_ascii_start().len();
        // A string behind a lone dash is indented no further than the dash.
        if line[inner..].starts_with(b"|") || line[inner..].starts_with(b">") {
            break;
        }
        column = inner;
    }
    Some(column)
}
