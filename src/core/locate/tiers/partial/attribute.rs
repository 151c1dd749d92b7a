//! Attributes of a tag of markup, which are whole parts of their line: names with values, and blanks or the end of the
//! tag around them.

use std::ops::Range;

use bstr::ByteSlice as _;

/// The offset of the tag, whole on one line, of which a part of that line is one attribute or some; none if the new
/// part is something else.
pub(super) fn tag_of(line: &[u8], part: &Range<usize>, new: &[u8]) -> Option<usize> {
    let mut at = 0;
    attributes(new, 0)
        .filter(|found| !found.is_empty() && found.last().is_some_and(|last| last.end == new.len()))?;
    while let Some(open) = line[at..].find_byte(b'<').map(|found| at + found) {
        let Some((found, end)) = tag(line, open) else {
            at = open + 1;
            continue;
        };
        let begins = found.iter().any(|attribute| attribute.start == part.start);
        if begins && found.iter().any(|attribute| attribute.end == part.end) {
            return Some(open);
        }
        at = end;
    }
    None
}

/// The attributes of a tag that begins at an offset, and its end.
fn tag(line: &[u8], open: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    line.get(open + 1).filter(|first| first.is_ascii_alphabetic())?;
    let at = open + 1 + line[open + 1..].iter().take_while(|byte| is_name(byte)).count();
    let found = attributes(line, at)?;
    let rest = found.last().map_or(at, |last| last.end);
    let closes = line[rest..].trim_ascii_start();
    let sign: &[u8] = if closes.starts_with(b"/>") { b"/>" } else { b">" };
    closes.starts_with(sign).then(|| (found, line.len() - closes.len() + sign.len()))
}

/// The attributes from an offset on, up to what is none; none at all where one does not end on the line.
fn attributes(line: &[u8], from: usize) -> Option<Vec<Range<usize>>> {
    let (mut found, mut at) = (Vec::new(), from);
    loop {
        let start = line.len() - line[at..].trim_ascii_start().len();
        let is_apart = start > at || at == 0;
        match line.get(start) {
            None | Some(b'>' | b'/') => return Some(found),
            Some(_) if !is_apart => return None,
            Some(_) => at = attribute(line, start)?,
        }
        found.push(start..at);
    }
}

/// The end of the attribute that begins at an offset.
fn attribute(line: &[u8], start: usize) -> Option<usize> {
    if line[start] == b'{' {
        return braced(line, start);
    }
    let is_name = |byte: &u8| !byte.is_ascii_whitespace() && !b"\"'`<>/={}".contains(byte);
    let end = start + line[start..].iter().take_while(|byte| is_name(byte)).count();
    match (end > start, line.get(end), line.get(end + 1)) {
        (true, Some(b'='), Some(b'{')) => braced(line, end + 1),
        (true, Some(b'='), Some(quote @ (b'"' | b'\''))) => closed(line, end + 1, *quote),
        (true, Some(b'='), _) => {
            let is_plain = |byte: &u8| !byte.is_ascii_whitespace() && !b"\"'`<>={}".contains(byte);
            let length = line[end + 1..].iter().take_while(|byte| is_plain(byte)).count();
            (length > 0).then_some(end + 1 + length)
        }
        (true, ..) => Some(end),
        (false, ..) => None,
    }
}

/// The offset behind the quote that closes a text.
fn closed(line: &[u8], open: usize, quote: u8) -> Option<usize> {
    line[open + 1..].find_byte(quote).map(|length| open + length + 2)
}

/// The offset behind the brace that closes an expression.
fn braced(line: &[u8], open: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, open);
    while let Some(byte) = line.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'"' | b'\'' | b'`' => {
                at = closed(line, at, *byte)?;
                continue;
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
