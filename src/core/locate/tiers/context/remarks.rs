//! The comments of a block, and the lines of the file beside its place.

use std::collections::HashSet;

use crate::core::{
    language::{
        Language,
        lexer::{Extent, State, read_with_docs},
    },
    locate::search::Search,
    text,
};

/// The lines of both sections that are comments.
pub(super) struct Remarks<'s> {
    pub(super) search: Vec<bool>,
    pub(super) replace: Vec<bool>,
    /// The lines of the file outside of the place.
    elsewhere: HashSet<&'s [u8]>,
}

impl<'s> Remarks<'s> {
    pub(super) fn new(
        language: &Language,
        search: &Search<'_>,
        outside: impl Iterator<Item = &'s [u8]>,
    ) -> Self {
        let comments = |lines: &[&[u8]]| {
            let read = read_with_docs(language, lines, Extent::Section, State::default());
            read.iter().map(|line| line.is_comment(language)).collect()
        };
        Self {
            search: comments(&search.search),
            replace: comments(&search.replace),
            elsewhere: outside.map(<[u8]>::trim_ascii).collect(),
        }
    }

    /// Returns whether a comment of SEARCH that is not at its place is elsewhere, as it is quoted.
    pub(super) fn has_elsewhere(&self, ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
        let theirs: HashSet<&[u8]> = filled(theirs).collect();
        filled(ours).any(|line| !theirs.contains(line) && self.elsewhere.contains(line))
    }
}

/// The lines with content, without white space at their edges.
pub(super) fn filled<'l>(lines: &'l [&'l [u8]]) -> impl Iterator<Item = &'l [u8]> {
    text::filled(lines.iter().copied()).map(<[u8]>::trim_ascii)
}
