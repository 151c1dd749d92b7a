//! Placeholders for code that a model left out.

use bstr::ByteSlice as _;

use crate::core::{
    check::{Change, Found, What},
    language,
    locate::says_left_out,
};

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some(lines) = &change.lines else { return };
    let language = language::of(change.path);
    for (line, body) in lines.added() {
        if may_be(body) && says_left_out(body, language) && !is_example(body) && !lines.had(body) {
            found(Found::at(line, What::Plain));
        }
    }
}

/// Returns whether a line begins as a comment does, or with dots or a bracket. Few do, and to be sure costs
/// more.
fn may_be(body: &[u8]) -> bool {
    let first = body.trim_ascii_start().first();
    matches!(
        first,
        Some(
            b'{' | b'/'
                | b'<'
                | b'#'
                | b'-'
                | b';'
                | b'%'
                | b'*'
                | b'.'
                | b'('
                | b'['
                | b'}'
                | b')'
                | b']'
                | 0xe2
        )
    )
}

/// Returns whether people write such a line. They abridge the examples in documentation with dots alone, and
/// end its sentences as they like; a model says what it left out. (In eleven crates of 1,400 files, this is
/// all but one of the lines that would be found.)
fn is_example(body: &[u8]) -> bool {
    let line = body.trim_ascii();
    let is_documentation = [&b"///"[..], b"//!", b"/**", b"* "].iter().any(|start| line.starts_with(start));
    let has_dots = line.contains_str("...") || line.contains_str("…");
    let has_words = line.chars().any(char::is_alphanumeric);
    // Text set off from the sign of its comment is code in a comment.
    let inner = line.trim_start_with(|character| matches!(character, '/' | '#' | ';' | '%' | '-'));
    let is_set_off = inner.starts_with(b"  ") && inner.len() < line.len();
    match has_words {
        true => is_documentation && !has_dots,
        false => is_documentation || is_set_off,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abridged_examples_of_documentation_are_told_from_code_that_is_left_out() {
        for line in
            ["/// // ...", "//!     // …", "    ///     ...", "//         ...", " * ...", "/// // the same."]
        {
            assert!(is_example(line.as_bytes()), "{line}");
        }
        for line in
            ["// ...", "    # ...", "/* ... */", "/// ... existing fields ...", " * ... rest of the code ..."]
        {
            assert!(!is_example(line.as_bytes()), "{line}");
        }
    }
}
