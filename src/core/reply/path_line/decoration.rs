//! Decoration around a path: quotes, labels, comments, tags, and the signs of headings, items and notes.

use bstr::{BString, ByteSlice as _};

use crate::core::{
    language,
    reply::{attribute, file_tag::FileTag, names},
};

/// Words before a colon that say that a path follows.
const LABELS: [&str; 16] = [
    "file",
    "@file",
    "path",
    "filename",
    "filepath",
    "file name",
    "file path",
    "new file",
    "modified file",
    "in file",
    "\u{6587}\u{4ef6}",
    "\u{6587}\u{4ef6}\u{540d}",
    "\u{6587}\u{4ef6}\u{8def}\u{5f84}",
    "\u{8def}\u{5f84}",
    "\u{30d5}\u{30a1}\u{30a4}\u{30eb}",
    "\u{d30c}\u{c77c}",
];

/// The colon of scripts with wide signs.
const WIDE_COLON: &str = "\u{ff1a}";

/// Signs between a path and a remark.
const DASHES: [&str; 3] = [" - ", " \u{2013} ", " \u{2014} "];

/// Quotes of print, in pairs.
const PRINTED: [(&str, &str); 3] = [("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}"), ("\u{ab}", "\u{bb}")];

/// Words of remarks that say that a file is new, whole, or now so.
const WHOLE: [&str; 24] = [
    "changed", "code", "complete", "content", "contents", "corrected", "created", "edited", "entire", "file",
    "final", "fixed", "full", "improved", "modified", "new", "now", "refactored", "revised", "rewritten",
    "the", "updated", "version", "whole",
];

/// A C-quoted path, as git writes names with special characters.
pub(super) fn unquote(text: &[u8]) -> Option<BString> {
    if text.len() < 3 || !text.starts_with(b"\"") || !text.ends_with(b"\"") {
        return None;
    }
    let (path, used) = gix_quote::ansi_c::undo(text.as_bstr()).ok()?;
    (used == text.len()).then(|| path.into_owned())
}

/// The text inside quotes or backticks that enclose all of it.
pub(super) fn quotes(text: &[u8]) -> Option<(u8, &[u8])> {
    let of_print = PRINTED.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open.as_bytes())?.strip_suffix(close.as_bytes())?;
        (!inner.is_empty() && !inner.contains_str(close)).then(|| (b'\'', names::trim(inner)))
    });
    if of_print.is_some() {
        return of_print;
    }
    let quote = *text.first().filter(|byte| matches!(byte, b'`' | b'"' | b'\''))?;
    let width = text.iter().take_while(|byte| **byte == quote).count();
    let inner = text.get(width..text.len().checked_sub(width)?)?;
    let balanced =
        text[text.len() - width..].iter().all(|byte| *byte == quote) && (width == 1 || quote == b'`');
    (balanced && !inner.is_empty() && !inner.contains(&quote)).then(|| (quote, names::trim(inner)))
}

/// The text behind `File:`, in any case, bold or not.
pub(super) fn label(text: &[u8]) -> Option<&[u8]> {
    let unmarked = text.trim_start_with(|char| char == '*');
    let front = &unmarked[..unmarked.len().min(20)];
    let (colon, end) = match front.find_byte(b':') {
        Some(at) => (at, at + 1),
        None => front.find(WIDE_COLON).map(|at| (at, at + WIDE_COLON.len()))?,
    };
    let word = unmarked[..colon].trim_end_with(|char| char == '*');
    if !LABELS.iter().any(|label| label.as_bytes().eq_ignore_ascii_case(word)) {
        return None;
    }
    let behind = &unmarked[end..];
    // `**File: a.rs**` is bold throughout: its closing stars are not the label's.
    let rest = if text.len() > unmarked.len() && behind.starts_with(b"**") { &behind[2..] } else { behind };
    let rest = match (rest.len() == behind.len() && text.starts_with(b"**"), rest.strip_suffix(b"**")) {
        (true, Some(inner)) => inner,
        _ => rest,
    };
    let rest = names::trim(rest);
    (!rest.is_empty()).then_some(rest)
}

/// The path that one word has in brackets, behind a key as in `file=a.rs`, or behind its language as in `rust:a.rs`.
pub(super) fn value(text: &[u8]) -> Option<&[u8]> {
    // Most lines are none of these, and this is asked of each line above a block.
    if text.find_byteset(b":=([{").is_none() || names::has_blank(text) {
        return None;
    }
    // A single letter may be a drive.
    let called = text.split_once_str(":").filter(|(word, _)| word.len() > 1);
    let is_in = |path: &[u8], word: &[u8]| language::all(path).iter().any(|it| it.is_called(word));
    let in_language = called.and_then(|(word, path)| is_in(path, word).then_some(path));
    let is_tag = text.starts_with(b"<");
    in_language.or_else(|| attribute::path_of(text).filter(|path| path.len() < text.len() && !is_tag))
}

/// The text of a comment, or of a tag.
pub(super) fn comment(text: &[u8]) -> Option<&[u8]> {
    let inner = if let Some(inner) = tag(text).or_else(|| FileTag::around(text)) {
        inner
    } else if let Some(inner) = text.strip_prefix(b"<!--") {
        inner.strip_suffix(b"-->")?
    } else if let Some(inner) = text.strip_prefix(b"/*").filter(|inner| is_apart(inner)) {
        inner.strip_suffix(b"*/")?
    } else {
        ["//", "--"]
            .iter()
            .find_map(|sign| text.strip_prefix(sign.as_bytes()))
            .filter(|inner| is_apart(inner))?
    };
    Some(names::trim(inner)).filter(|inner| !inner.is_empty())
}

/// The text of an element, such as `<summary>`.
fn tag(text: &[u8]) -> Option<&[u8]> {
    const NAMES: [&str; 10] = ["b", "code", "em", "h1", "h2", "h3", "h4", "p", "strong", "summary"];
    NAMES.iter().find_map(|name| {
        let inner = text.strip_prefix(b"<")?.strip_prefix(name.as_bytes())?.strip_prefix(b">")?;
        inner.strip_suffix(b">")?.strip_suffix(name.as_bytes())?.strip_suffix(b"</")
    })
}

/// The text without one heading, bullet, number, bold type, colon or note in parentheses, and the
/// remark in it.
pub(super) fn ornament(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (inner, remark) = heading(text)
        .or_else(|| bullet(text))
        .or_else(|| bold(text))
        .map(without_remark)
        .or_else(|| text.strip_suffix(b":").map(without_remark))
        .or_else(|| text.strip_suffix(WIDE_COLON.as_bytes()).map(without_remark))
        .or_else(|| note(text))?;
    Some((names::trim(inner), remark)).filter(|(inner, _)| !inner.is_empty())
}

fn without_remark(inner: &[u8]) -> (&[u8], &[u8]) {
    (inner, b"")
}

/// Returns whether a remark says nothing but that a file is new or whole.
pub(super) fn says_whole(remark: &[u8]) -> bool {
    let words = remark.split(|byte| matches!(byte, b' ' | b',' | b'-'));
    words.filter(|word| !word.is_empty()).all(is_whole)
}

/// Returns whether a word says that a file is new, whole, or now so.
pub(in crate::core::reply) fn is_whole(word: &[u8]) -> bool {
    WHOLE.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word))
}

fn heading(text: &[u8]) -> Option<&[u8]> {
    let inner = text.trim_start_with(|char| char == '#');
    (inner.len() < text.len()).then_some(inner)
}

/// The text behind the sign of an item of a list.
pub(in crate::core::reply) fn bullet(text: &[u8]) -> Option<&[u8]> {
    if let Some(rest) = counter(text) {
        return Some(rest);
    }
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = match text.get(digits)? {
        b'.' | b')' if (1..=4).contains(&digits) => &text[digits + 1..],
        b'-' | b'*' | b'+' if digits == 0 => &text[1..],
        _ => text.strip_prefix("•".as_bytes())?,
    };
    is_apart(rest).then_some(rest)
}

/// The text behind `[1/3]` or `(1/3)`.
fn counter(text: &[u8]) -> Option<&[u8]> {
    let close = match text.first()? {
        b'[' => b']',
        b'(' => b')',
        _ => return None,
    };
    let end = text.find_byte(close)?;
    let is_count = |byte: &u8| byte.is_ascii_digit() || *byte == b'/';
    let rest = &text[end + 1..];
    (end > 1 && text[1..end].iter().all(is_count) && is_apart(rest)).then_some(rest)
}

fn bold(text: &[u8]) -> Option<&[u8]> {
    ["***", "**", "*", "__", "_"].iter().find_map(|sign| {
        let inner = text.strip_prefix(sign.as_bytes())?.strip_suffix(sign.as_bytes())?;
        let is_name = || (names::has_extension(inner) || names::is_known(inner)) && !inner.starts_with(b"_");
        if sign.starts_with('_') { is_name() } else { !inner.contains_str(sign) }.then_some(inner)
    })
}

/// The text before a note such as `(new file)` or ` - new file`, and the note.
fn note(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_plain = |words: &[u8]| {
        words.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'-' | b'/'))
    };
    if let Some(text) = text.strip_suffix(b")") {
        let open = memchr::memrchr(b'(', text)?;
        let words = &text[open + 1..];
        return (is_plain(words) && text[..open].ends_with(b" ")).then_some((&text[..open], words));
    }
    // Each of the signs has blanks around it.
    if !names::has_blank(text) {
        return None;
    }
    DASHES.iter().find_map(|dash| {
        let (path, words) = text.split_once_str(dash)?;
        let is_path = !names::has_blank(path.trim_ascii()) && names::is_strong(path);
        // A word with a dot or a slash may be the end of the name.
        (is_path && is_plain(words) && !words.contains(&b'/')).then_some((path, words))
    })
}

fn is_apart(rest: &[u8]) -> bool {
    matches!(rest.first(), Some(b' ' | b'\t'))
}
