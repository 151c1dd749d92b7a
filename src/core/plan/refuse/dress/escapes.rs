//! Characters that are escaped in REPLACE and not in the same lines of SEARCH, or in these alone.

use std::{borrow::Cow, collections::HashSet};

use bstr::ByteSlice as _;

use crate::core::{
    reply, script,
    text::{has_letter, split},
};

/// A line of REPLACE that is one of SEARCH but for its HTML entities, if no character of REPLACE that could be one is
/// bare, and more than those change. In markup, an ampersand alone may well be written so.
pub(super) fn entities<'l>(search: &[&[u8]], replace: &[&'l [u8]], is_markup: bool) -> Option<&'l [u8]> {
    if !replace.iter().any(|line| line.contains(&b'&')) || replace.iter().any(|line| reply::has_bare(line)) {
        return None;
    }
    let line = shown_by_kept(search, replace, |line| Cow::Owned(reply::decoded(line)))?;
    let has_angle = ["&lt;", "&gt;"].iter().any(|entity| line.contains_str(entity));
    (has_angle || !is_markup).then_some(line)
}

/// The same for quotes behind backslashes.
pub(super) fn escaped_quotes<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
    let is_bare = |line: &[u8]| {
        memchr::memchr_iter(b'"', line).any(|at| at.checked_sub(1).is_none_or(|before| line[before] != b'\\'))
    };
    if !replace.iter().any(|line| line.contains_str("\\\"")) || replace.iter().any(|line| is_bare(line)) {
        return None;
    }
    shown_by_kept(search, replace, |line| match line.contains_str("\\\"") {
        true => Cow::Owned(line.replace("\\\"", "\"")),
        false => Cow::Borrowed(line),
    })
}

/// A line of REPLACE that is one of SEARCH only as `plain` writes it, if so written other lines differ.
fn shown_by_kept<'l>(
    search: &[&[u8]],
    replace: &[&'l [u8]],
    plain: impl Fn(&[u8]) -> Cow<'_, [u8]>,
) -> Option<&'l [u8]> {
    let known: HashSet<&[u8]> = search.iter().map(|line| line.trim_ascii()).collect();
    let is_kept = |line: &&&[u8]| {
        has_letter(line) && !known.contains(line.trim_ascii()) && known.contains(plain(line).trim_ascii())
    };
    let kept = replace.iter().find(is_kept)?;
    let is_all = search.len() == replace.len()
        && search.iter().zip(replace).all(|(old, new)| old.trim_ascii() == plain(new).trim_ascii());
    (!is_all).then_some(*kept)
}

/// The first line of REPLACE in which the escapes of a line of SEARCH are the characters themselves, line breaks
/// or quotes, though other text changes: the text of the call was escaped once too little.
pub(super) fn unescaped<'l>(search: &[&[u8]], replace: &[&'l [u8]]) -> Option<&'l [u8]> {
    /// Lines of each section that are compared, and line breaks of one: all pairs are looked at.
    const MOST: usize = 100;
    let is_escaped = |line: &&&[u8]| line.contains_str("\\n") || line.contains_str("\\\"");
    let written = search.iter().filter(is_escaped).take(MOST).filter(|line| !replace.contains(line));
    let written: Vec<Raw> = written.map(|line| Raw::of(line)).filter(|raw| raw.breaks < MOST).collect();
    if written.is_empty() {
        return None;
    }
    let whole = replace.join(&b"\n"[..]);
    let mut starts: Vec<usize> = vec![0];
    starts.extend(memchr::memchr_iter(b'\n', &whole).map(|at| at + 1).chain([whole.len() + 1]));
    let first = |raw: &Raw| {
        let places = starts.windows(raw.breaks + 2).take(MOST);
        let is_version = |lines: &&[usize]| raw.is_version(&whole[lines[0]..lines[raw.breaks + 1] - 1]);
        let at = { places }.enumerate().find(|(_, lines)| is_version(lines)).map(|(at, _)| at);
        at.map(|at| replace[at])
    };
    let found = written.iter().find_map(first)?;
    let is_all = || {
        let whole = Raw::of(&search.join(&b"\n"[..]));
        split(&whole.text) == replace
    };
    (!is_all()).then_some(found)
}

/// A line of SEARCH with its escaped line breaks and quotes as they are.
struct Raw {
    text: Vec<u8>,
    breaks: usize,
    /// Offsets of the characters that were escaped.
    escaped: Vec<usize>,
}

impl Raw {
    fn of(line: &[u8]) -> Self {
        let mut raw = Self { text: Vec::with_capacity(line.len()), breaks: 0, escaped: Vec::new() };
        let mut bytes = line.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match bytes.peek().copied().filter(|_| byte == b'\\') {
                Some(escaped @ (b'n' | b'"')) => {
                    raw.breaks += usize::from(escaped == b'n');
                    raw.escaped.push(raw.text.len());
                    raw.text.push(if escaped == b'n' { b'\n' } else { escaped });
                    bytes.next();
                }
                // What is behind a backslash escapes nothing.
                Some(escaped) => {
                    raw.text.extend([byte, escaped]);
                    bytes.next();
                }
                None => raw.text.push(byte),
            }
        }
        raw
    }

    /// Returns whether lines of REPLACE are this text but for a change, with an escaped character amid what stays. A
    /// quote that only loses its backslash may be meant.
    fn is_version(&self, lines: &[u8]) -> bool {
        let (front, back) = script::common_edges(&self.text, lines);
        let back = self.text.len() - back;
        let is_amid = |at: &usize| at + 1 < front || *at > back;
        self.escaped.iter().any(is_amid) && (self.text != lines || self.breaks > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stay_show_how_replace_is_escaped() {
        let lines = |text: &'static str| text.lines().map(str::as_bytes).collect::<Vec<_>>();
        let is_quoted = |search, replace| escaped_quotes(&lines(search), &lines(replace)).is_some();
        let search = "put(\"a\");\nlog(\"b\", 1);\n";
        assert!(is_quoted(search, "put(\\\"a\\\");\nlog(\\\"b\\\", 2);\n"));
        // It is all of the change; there is a bare one, within which the others may be; nothing stays.
        assert!(!is_quoted(search, "put(\\\"a\\\");\nlog(\\\"b\\\", 1);\n"));
        assert!(!is_quoted(search, "run(\"\nput(\\\"a\\\");\n\")\n"));
        assert!(!is_quoted(search, "put(\\\"c\\\");\n"));
        let is_escaped = |search, replace| entities(&lines(search), &lines(replace), true).is_some();
        assert!(is_escaped("<a>b</a>\n<c>1</c>\n", "&lt;a&gt;b&lt;/a&gt;\n&lt;c&gt;2&lt;/c&gt;\n"));
        assert!(!is_escaped("<a>b</a>\n<c>1</c>\n", "&lt;a&gt;b&lt;/a&gt;\n<c>2</c>\n"));
        assert!(!is_escaped("a & b\nc\n", "a &amp; b\nd\n"));
    }

    #[test]
    fn a_line_that_changes_shows_that_replace_lacks_its_escapes() {
        let lines = |text: &'static str| text.lines().map(str::as_bytes).collect::<Vec<_>>();
        let found = |search, replace| unescaped(&lines(search), &lines(replace)).is_some();
        assert!(found("eq(f(\"a\"), b'\\n');\n", "eq(f(\"c\"), b'\n');\n"));
        assert!(found("add(1, \"110 \\\"stale\\\"\");\n", "add(1, \"111 \"stale\"\");\n"));
        assert!(found("go(\"a\\n\");\nrun(1);\n", "go(\"a\n\");\nrun(2);\n"));
        // It is all of the change, a text in other quotes, a line that stays, a backslash that is escaped.
        assert!(!found("go(\"a\\n\");\nrun(1);\n", "go(\"a\n\");\nrun(1);\n"));
        assert!(!found("go(\"a \\\"b\\\"\", 1);\n", "go(\"a \"b\"\", 1);\n"));
        assert!(!found("x = \"say \\\"hi\\\" to\\n\";\n", "x = `say \"hi\" to\n`;\n"));
        assert!(!found("x = \"a \\\"b\\\"\"\n", "x = \"\"\"a \"b\" \"\"\"\n"));
        assert!(!found("x = \"a \\\"b\\\"\";\n", "x = r#\"a \"b\"\"#;\n"));
        assert!(!found("go(\"a\\n\");\n", "go(\"a\\n\");\nprint(\"\n\");\n"));
        assert!(!found("go(\"a\\\\n\", 1);\n", "go(\"a\\\n\", 2);\n"));
    }
}
