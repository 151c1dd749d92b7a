//! Info strings of fences: the file that one names.
//!
//! ```text
//! info      = [ language ], [ ":" | "," | blanks ], [ path ], { attribute } ;
//! path      = [ comment ], [ key, ( "=" | ":" ) ], [ quote ], name, [ quote ] ;
//! attribute = "{1,3}" | "showLineNumbers" | "(updated)" | { any } ;
//! ```

use bstr::ByteSlice as _;

use super::{attribute::path_of, names, path_line, types::PathCandidate};
use crate::core::language;

/// A longer info string is not looked at: every block of a fence reads its own again.
const LONGEST: usize = 1_000;

/// Keys of attributes whose values say nothing of the file.
const BESIDE: [&str; 8] =
    ["copy", "highlight", "hl_lines", "linenos", "linenums", "linenumbers", "numberlines", "showlinenumbers"];

/// The file that an info string names.
pub(super) struct Named {
    pub(super) path: PathCandidate,
    /// True if the rest may say that the text is a part of the file, or is of lines of it.
    pub(super) is_remarked: bool,
}

/// Reads an info string.
pub(super) fn named(info: &[u8]) -> Option<Named> {
    let info = names::trim(info);
    if info.is_empty() || info.len() > LONGEST {
        return None;
    }
    let (first, rest) = info.split_at(info.find_byteset(b" \t").unwrap_or(info.len()));
    let (language, path) = match first.find_byteset(b":,") {
        Some(at) if first[at] == b':' || names::is_strong(&first[at + 1..]) => {
            (&first[..at], &info[at + 1..])
        }
        _ => (&b""[..], info),
    };
    // Lines of a file are quoted below `12:20:src/a.py`.
    let is_quote = language.first().is_some_and(u8::is_ascii_digit);
    let is_behind = !language.is_empty();
    let mut words = Words(path);
    let mut found: Option<PathCandidate> = None;
    let mut is_remarked = is_quote;
    for (number, word) in words.by_ref().enumerate() {
        let is_first = number == 0 && !is_behind;
        match path_of(word) {
            // `node.js` and `asp.net` are languages.
            Some(path) if is_first && !path.contains(&b'/') && !names::is_known(path) => {
                if rest.is_empty() {
                    let is_file = names::is_plainly_file(path) && !names::is_product(path);
                    found = Some(PathCandidate::new(path, is_file));
                }
            }
            Some(path) if found.as_ref().is_none_or(|found| found.text == path) => {
                found = Some(PathCandidate::new(path, !names::has_more(path)));
            }
            Some(_) => return None,
            None => is_remarked |= !is_first && !says_nothing(word),
        }
    }
    if let Some(path) = found {
        is_remarked |= names::has_more(&path.text) || path_line::is_remarked(&path.text);
        return Some(Named { path, is_remarked });
    }
    let weak = names::trim(path);
    let is_weak = is_behind && !names::has_blank(weak) && names::is_word(weak) && weak.is_utf8();
    let placed = names::without_place(weak);
    let path = || PathCandidate::new(placed.unwrap_or(weak), placed.is_none());
    is_weak.then(|| Named { path: path(), is_remarked: is_quote || placed.is_some() })
}

/// The word for a language that an info string begins with.
pub(super) fn language(info: &[u8]) -> &[u8] {
    info.trim_ascii().split(|byte| matches!(byte, b' ' | b':' | b'\t')).next().unwrap_or_default()
}

/// Returns whether code below an info string may be in the language of a file: one of the two is not known, or they
/// agree.
pub(super) fn may_be_in(info: &[u8], path: &[u8]) -> bool {
    let word = language(info);
    word.is_empty() || language::of(path).is_none() || is_in(info, path)
}

/// Returns whether code below an info string is in the language of a file.
pub(super) fn is_in(info: &[u8], path: &[u8]) -> bool {
    let word = language(info);
    language::all(path).iter().any(|language| language.is_called(word))
}

/// The words of a text; quotes keep one together.
struct Words<'t>(&'t [u8]);

impl<'t> Iterator for Words<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let text = names::trim(self.0);
        let mut quote = None;
        let is_end = |byte: &u8| {
            match quote {
                Some(open) if *byte == open => quote = None,
                None if matches!(byte, b'"' | b'\'' | b'`') => quote = Some(*byte),
                _ => {}
            }
            quote.is_none() && matches!(byte, b' ' | b'\t')
        };
        let end = text.iter().position(is_end).unwrap_or(text.len());
        self.0 = &text[end..];
        (end > 0).then(|| &text[..end])
    }
}

/// Returns whether a word says nothing of the extent of the text: a sign of a comment, that the file is whole, or
/// how the text is to be shown.
fn says_nothing(word: &[u8]) -> bool {
    let text =
        word.trim_with(|sign| matches!(sign, '(' | ')' | '{' | '}' | '[' | ']' | '.' | ',' | '-' | ' '));
    let key = text.split(|byte| *byte == b'=').next().unwrap_or_default().to_ascii_lowercase();
    let is_sign = !text.iter().any(|byte| byte.is_ascii_alphanumeric()) && text.is_ascii();
    let is_lines =
        word.starts_with(b"{") && text.iter().all(|byte| byte.is_ascii_digit() || b",-".contains(byte));
    is_sign || is_lines || path_line::is_whole(text) || BESIDE.iter().any(|beside| beside.as_bytes() == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(info: &str) -> Option<(String, bool, bool)> {
        named(info.as_bytes()).map(|it| (it.path.text.to_string(), it.path.creates, it.is_remarked))
    }

    #[test]
    fn an_info_string_names_a_file_in_many_ways() {
        for info in [
            "python:src/a.py",
            "python: src/a.py",
            "python,src/a.py",
            "python src/a.py",
            "python # src/a.py",
            "python // src/a.py",
            "python title=\"src/a.py\"",
            "python filename=src/a.py",
            "python {title=\"src/a.py\"}",
            "{.python file=\"src/a.py\"}",
            "python (src/a.py)",
            "python [src/a.py]",
            "python **src/a.py**",
            "python `src/a.py`",
            "python file:src/a.py",
            "python title='src/a.py' showLineNumbers {1,3-4}",
            "python:src/a.py (updated)",
            "python src/a.py (new file)",
            "src/a.py",
        ] {
            assert_eq!(of(info), Some(("src/a.py".into(), true, false)), "{info}");
        }
        for (info, path) in [
            ("dockerfile:Dockerfile", "Dockerfile"),
            ("dockerfile title=\"Dockerfile\"", "Dockerfile"),
            ("Dockerfile", "Dockerfile"),
            ("text:notes", "notes"),
            ("tsx:app/[id]/page.tsx", "app/[id]/page.tsx"),
            ("tsx app/(group)/page.tsx", "app/(group)/page.tsx"),
        ] {
            assert_eq!(of(info), Some((path.into(), true, false)), "{info}");
        }
    }

    #[test]
    fn an_info_string_may_be_the_name_of_a_file() {
        for (info, creates) in [("main.py", true), ("README.md", true), ("asp.net", false), ("x.y", false)] {
            assert_eq!(of(info), Some((info.into(), creates, false)), "{info}");
        }
        assert_eq!(of("main.py the rest"), None);
    }

    #[test]
    fn an_info_string_may_say_that_the_text_is_a_part() {
        for info in [
            "python:src/a.py (excerpt)", "python src/a.py lines 10-20", "python src/a.py startline=3",
            "12:20:src/a.py", "python:src/a.py:12", "python:src/a.py:12-20", "python:a.py#L1-L2",
        ] {
            assert!(of(info).is_some_and(|(_, _, is_remarked)| is_remarked), "{info}");
        }
        assert_eq!(of("node.js"), Some(("node.js".into(), false, false)));
        for info in ["python", "", "python title=\"The fix\"", "python a.py b.py", "{.python}", "c++"] {
            assert_eq!(of(info), None, "{info}");
        }
    }
}
