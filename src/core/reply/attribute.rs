//! Words that name a file as the value of an attribute, or in brackets: `file="a.py"`, `{a.py}`.

use bstr::ByteSlice as _;

use super::names;

/// Signs in pairs around a path or its attribute.
const PAIRS: [(&str, &str); 8] =
    [("{", "}"), ("[", "]"), ("(", ")"), ("**", "**"), ("\"", "\""), ("'", "'"), ("`", "`"), ("<", ">")];

/// The path that a word is, without the signs around it and the key in front.
pub(super) fn path_of(word: &[u8]) -> Option<&[u8]> {
    let mut text = word.trim_end_with(|sign| matches!(sign, ',' | ';'));
    for _ in 0..4 {
        let key = text.find_byteset(b"=:").filter(|at| is_key(&text[..*at]));
        text = match key {
            Some(at) => &text[at + 1..],
            None => text,
        };
        let pair = PAIRS.iter().find_map(|(open, close)| {
            text.strip_prefix(open.as_bytes()).and_then(|inner| inner.strip_suffix(close.as_bytes()))
        });
        text = match pair {
            Some(inner) => inner,
            // `{.python file="a.py"}` has blanks.
            None if text.ends_with(b"}") && !text.contains(&b'{') => &text[..text.len() - 1],
            None if key.is_some() => text,
            None => break,
        };
    }
    let is_path = names::is_likely_path(text)
        && names::is_word(text)
        && !names::has_blank(text)
        && text.is_utf8()
        && !text.starts_with(b"{")
        && !word.starts_with(b"{.");
    is_path.then_some(text)
}

/// Returns whether a word in front of `=` or `:` is the key of an attribute for the file.
fn is_key(word: &[u8]) -> bool {
    const KEYS: [&str; 9] =
        ["file", "file-name", "file_path", "filename", "filepath", "name", "path", "src", "title"];
    KEYS.iter().any(|key| key.as_bytes().eq_ignore_ascii_case(word))
}
