//! Semicolons and commas at the ends of lines: models write them from habit, or leave them out.

use super::{Feature, Language, lexer::first_word};
use crate::core::text::{is_blank, is_one_of};

/// Returns whether a semicolon at the end of a line is a matter of style: the language lets it be left out.
pub(in crate::core) fn are_optional(language: Option<&Language>) -> bool {
    language.is_some_and(|language| language.has(Feature::OptionalSemicolon))
}

/// A line without the white space at its edges and the semicolon at its end; a semicolon alone is no end.
pub(in crate::core) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_suffix(b";").filter(|rest| !rest.is_empty()).unwrap_or(line)
}

/// Returns whether a line ends with a semicolon, and is more than that.
pub(in crate::core) fn ends(line: &[u8]) -> bool {
    without_end(line).len() < line.trim_ascii().len()
}

/// Returns whether a line ends with a comma, and is more than that.
pub(in crate::core) fn has_comma(line: &[u8]) -> bool {
    line.trim_ascii().strip_suffix(b",").is_some_and(|rest| !rest.is_empty())
}

/// A line with the semicolon that it lacks, or without the one that it has.
pub(in crate::core) fn turned(line: &[u8]) -> Vec<u8> {
    let (text, trail) = line.split_at(line.trim_ascii_end().len());
    match text.strip_suffix(b";") {
        Some(text) => [text, trail].concat(),
        None => [text, b";", trail].concat(),
    }
}

/// Returns whether a line means something else without a semicolon, or with one: it may go on with the next
/// line that is code, or take that for its body.
pub(in crate::core) fn may_count(line: &[u8], below: &[&[u8]]) -> bool {
    const HEADS: &str = "if else for while with";
    const LINKS: &str = "in instanceof as satisfies";
    let line = without_end(line).trim_ascii_start();
    let line = line.strip_prefix(b"}").unwrap_or(line).trim_ascii_start();
    let is_code = |line: &&[u8]| ![&b"//"[..], b"/*", b"*"].iter().any(|sign| line.starts_with(sign));
    let mut below = below.iter().map(|line| line.trim_ascii()).filter(|line| !is_blank(line));
    let next = below.find(is_code).unwrap_or_default();
    let is_open = line.last().is_some_and(|last| b".([{,?*/%:&|^<>=!~\\".contains(last));
    let goes_on = next.first().is_some_and(|first| b".([`?+-*/%,:&|^<>=!".contains(first));
    is_open || goes_on || is_one_of(first_word(line), HEADS) || is_one_of(first_word(next), LINKS)
}

/// Returns whether two lines begin with the same word: what follows it may be all that changed.
pub(in crate::core) fn begin_alike(line: &[u8], other: &[u8]) -> bool {
    let [line, other] = [line, other].map(|line| first_word(line.trim_ascii_start()));
    !line.is_empty() && line == other
}
