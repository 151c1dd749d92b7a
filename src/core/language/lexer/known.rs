//! Comments and strings of a known language.

use super::{
    quotes,
    stretch::{Closer, Event, Opening, TextKind},
    word::is_word,
};
use crate::core::{
    language::{Feature, Language},
    text::is_blank,
};

/// The event at a byte of a line of code that is the first one of a word or sign.
pub(super) fn event(language: &Language, line: &[u8], at: usize) -> Option<Event> {
    if let Some((sign, end)) = comment(language, line, at) {
        return Some(end.map_or(Event::Comment, |end| {
            let closer = Closer::new(TextKind::Comment, end, false);
            Event::Open(Opening { from: at, behind: at + sign.len(), closer })
        }));
    }
    if line[at] == b'\\' {
        return Some(Event::Pass(at + 2));
    }
    let pattern = || language.has(Feature::Pattern).then(|| quotes::pattern(line, at)).flatten();
    string(language, line, at).map(Event::Open).or_else(|| pattern().map(Event::Pass))
}

/// The sign of the comment that begins at a byte of a line, and the one that ends it if it may span lines.
pub(super) fn comment(
    language: &Language,
    line: &[u8],
    at: usize,
) -> Option<(&'static [u8], Option<&'static [u8]>)> {
    let (before, rest) = line.split_at(at);
    // `=begin` has the beginning of its line.
    let begins = |begin: &[u8]| rest.starts_with(begin) && (begin[0] != b'=' || at == 0);
    if let Some((begin, end)) = language.between.iter().find(|(begin, _)| begins(begin)) {
        return Some((begin, Some(end)));
    }
    let is_alone = match language.alone {
        true => is_blank(before),
        false => before.last().is_none_or(u8::is_ascii_whitespace),
    };
    // `#[...]` is an attribute.
    let attribute = rest.starts_with(b"#[") && language.to_end.len() > 1;
    let sign = language.to_end.iter().find(|sign| rest.starts_with(sign)).filter(|_| is_alone && !attribute);
    sign.map(|sign| (*sign, None))
}

/// The string that begins at a byte of a line.
fn string(language: &Language, line: &[u8], at: usize) -> Option<Opening> {
    let rest = &line[at..];
    let behind_word = line[..at].last().is_some_and(|byte| is_word(*byte));
    let rust = || language.has(Feature::Rust).then(|| rust_string(rest, behind_word)).flatten();
    let (width, closer) = rust().or_else(|| {
        let long = language.long.iter().find(|(begin, _)| rest.starts_with(begin));
        let long = long.filter(|(begin, _)| language.glued || !behind_word || *begin == b"`");
        let short = || language.short.contains(&rest[0]) && (language.glued || !behind_word);
        match long {
            Some((begin, end)) => Some((begin.len(), closer(language, end, true))),
            None => short().then(|| (1, closer(language, &rest[..1], false))),
        }
    })?;
    Some(Opening { from: at, behind: at + width, closer })
}

fn closer(language: &Language, signs: &[u8], is_long: bool) -> Closer {
    let kind = match signs {
        [b'`'] => TextKind::Backtick,
        [b']', ..] => TextKind::Brackets,
        [_] => TextKind::Quotes,
        _ => TextKind::Triple,
    };
    let escapes = kind != TextKind::Brackets && !(signs.len() == 1 && language.raw.contains(&signs[0]));
    let is_template = kind == TextKind::Backtick && escapes;
    Closer { is_template, is_long, ..Closer::new(kind, signs, escapes) }
}

/// The width of the signs that open a character or a raw string of Rust, and the closing ones.
fn rust_string(rest: &[u8], behind_word: bool) -> Option<(usize, Closer)> {
    use bstr::ByteSlice as _;
    if rest[0] == b'\'' {
        let escaped = rest.get(1) == Some(&b'\\');
        let width = rest[1..].chars().next().map_or(0, char::len_utf8);
        let closed = if escaped {
            rest.iter().skip(3).take(10).any(|byte| *byte == b'\'')
        } else {
            rest.get(1 + width) == Some(&b'\'')
        };
        let closer = || Closer { is_long: false, ..Closer::new(TextKind::Quotes, b"'", true) };
        return closed.then(|| (1, closer()));
    }
    let prefixes: [&[u8]; 3] = [b"br", b"cr", b"r"];
    let raw = prefixes.iter().find_map(|prefix| rest.strip_prefix(*prefix)).filter(|_| !behind_word)?;
    let hashes = raw.iter().take_while(|byte| **byte == b'#').count();
    let quoted = raw.get(hashes) == Some(&b'"');
    let signs = || [b"\"", &raw[..hashes]].concat();
    quoted.then(|| (rest.len() - raw.len() + hashes + 1, Closer::new(TextKind::Raw, &signs(), false)))
}
