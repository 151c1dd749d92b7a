//! Text that shows markers on purpose: the inside of Markdown fences.

use std::ops::Range;

use bstr::{BStr, ByteSlice as _};

use crate::core::{
    fence::Fence,
    language::{self, Kind},
    text::Text,
};

/// Returns whether lines of a file are sentences, so that `=======` is an underline and indented text an
/// example; or quote such a file, as mails and diffs do. So may those of a file without extension that is in
/// no known language.
pub(super) fn is_prose(path: &BStr) -> bool {
    match language::of(path) {
        Some(language) => language.is_prose() || language.kind == Kind::Quotation,
        None => !language::has_extension(path),
    }
}

/// The lines inside the fences of a file, ascending.
pub(super) struct Fences(Vec<Range<usize>>);

impl Fences {
    /// Returns whether a line is inside a fence.
    pub(super) fn holds(&self, line: usize) -> bool {
        let fence = self.0.get(self.0.partition_point(|fence| fence.end <= line));
        fence.is_some_and(|fence| fence.contains(&line))
    }
}

/// The lines inside the fences of a Markdown file. A fence that is not closed encloses nothing here: it may
/// be the rest of a reply.
pub(super) fn fenced(path: &BStr, text: &Text) -> Fences {
    if !language::is_markdown(path) {
        return Fences(Vec::new());
    }
    let mut fences = Vec::new();
    let mut open: Option<(usize, Fence<'_>)> = None;
    for line in 0..text.len() {
        // A fence may be in a quote or in a list.
        let body = text.body(line).trim_start_with(|character| matches!(character, ' ' | '\t' | '>'));
        let Some(fence) = Fence::read(body) else { continue };
        match open {
            Some((first, opened)) if fence.closes(opened) => {
                fences.push(first + 1..line);
                open = None;
            }
            Some(_) => {}
            None => open = Some((line, fence)),
        }
    }
    Fences(fences)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fences(path: &str, text: &str) -> Vec<(usize, usize)> {
        let fences = fenced(path.into(), &Text::new(text.into()));
        fences.0.into_iter().map(|lines| (lines.start, lines.end)).collect()
    }

    #[test]
    fn a_file_without_extension_may_be_prose_unless_its_language_is_known() {
        assert!(is_prose("LICENSE".into()) && is_prose("a.patch".into()) && is_prose("a.md".into()));
        assert!(!is_prose("Makefile".into()) && !is_prose("a.rs".into()) && !is_prose("a.unknown".into()));
    }

    #[test]
    fn the_lines_between_two_fences_of_markdown_are_fenced() {
        assert_eq!(fences("a.md", "x\n```rust\na\n```\ny\n"), [(2, 3)]);
        assert_eq!(fences("a.MD", "- x\n  ~~~~\n  ```\n  a\n  ~~~~\n"), [(2, 4)]);
    }

    #[test]
    fn other_files_and_fences_that_are_not_closed_have_none() {
        assert_eq!(fences("a.rs", "```\na\n```\n"), []);
        assert_eq!(fences("a.md", "```\na\n"), []);
        assert_eq!(fences("a.md", "```a``` b\nx\n```\n"), []);
    }
}
