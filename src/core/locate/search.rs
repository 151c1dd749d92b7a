//! The SEARCH section, prepared for searching.

use std::{borrow::Cow, ops::Range};

use super::{
    line::Edges,
    slips::{is_dots, is_elision, trimmed},
};
use crate::core::{
    fence::is_fence,
    language::Language,
    script::{self, Op},
    text::{bodies, has_letter, indentation, is_blank, letters_of, split},
    typeset::is_plain,
};

/// A block's sections as lines without endings, ready to be looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search<'r> {
    /// The lines to find.
    pub search: Vec<&'r [u8]>,
    /// The lines to put there.
    pub replace: Vec<&'r [u8]>,
    /// Number of lines at the upper and at the lower edge that both sections have and that are blank, or
    /// fences that only frame the text.
    pub(super) edges: (usize, usize),
    /// The difference between the sections, counted from below the upper edge.
    pub(super) ops: Vec<Op>,
    /// A fence that only SEARCH has is left out of it: no tier before `blank` tolerates that.
    pub(super) is_unfenced: bool,
    /// The number of lines above the first line to find: fences that only frame the text.
    unframed: usize,
    /// The language of the file, if it is known.
    pub(super) language: Option<&'static Language>,
}

impl<'r> Search<'r> {
    /// Takes the sections apart.
    pub fn new(search: &'r [u8], replace: &'r [u8]) -> Self {
        Self::of(split(search), split(replace), is_blank)
    }

    /// Takes the sections apart for a file without fences: those at the edges of both sections only frame the
    /// text, and so does the only one of both, at an edge of SEARCH. In code those that only REPLACE has at its
    /// edges are a frame too.
    pub fn framed(search: &'r [u8], replace: &'r [u8], is_code: bool) -> Self {
        let text = |line: &[u8]| !is_blank(line) && !is_fence(line);
        // Something must be left to look for.
        let frames = bodies(search).any(text);
        let (mut search, mut replace) = (split(search), split(replace));
        let fences = |lines: &[&[u8]]| lines.iter().filter(|line| is_fence(line)).count();
        let ends_with_fence = search.last().is_some_and(|last| is_fence(last));
        let begins_with_fence = search.first().is_some_and(|first| is_fence(first));
        let frames_search = fences(&search) == 2 && begins_with_fence && ends_with_fence;
        // Only SEARCH has them.
        let alone = frames && fences(&replace) == 0 && (fences(&search) == 1 || frames_search);
        let unframed = usize::from(alone && begins_with_fence);
        if alone {
            search.pop_if(|last| is_fence(last));
            search = search.split_off(unframed);
        }
        let is_unfenced = alone && fences(&search) == 0;
        if frames && is_code && fences(&search) == 0 && is_framed(&replace) {
            replace = replace[1..replace.len() - 1].to_vec();
        }
        let this = Self::of(search, replace, |line| is_blank(line) || frames && is_fence(line));
        Self { is_unfenced, unframed, ..this }
    }

    /// Takes the language of the file into account.
    #[must_use]
    pub fn in_language(self, language: Option<&'static Language>) -> Self {
        Self { language, ..self }
    }

    /// Sections that are lines already, all of which count.
    pub(super) fn of_lines(search: Vec<&'r [u8]>, replace: Vec<&'r [u8]>) -> Self {
        Self::of(search, replace, |_| false)
    }

    fn of(search: Vec<&'r [u8]>, replace: Vec<&'r [u8]>, is_edge: impl Fn(&[u8]) -> bool) -> Self {
        let in_both = |(a, b): &(&&[u8], &&[u8])| a == b && is_edge(a);
        let upper = search.iter().zip(&replace).take_while(in_both).count();
        let (below, below_too) = (&search[upper..], &replace[upper..]);
        let lower = below.iter().rev().zip(below_too.iter().rev()).take_while(in_both).count();
        let ops = script::difference(&below[..below.len() - lower], &below_too[..below_too.len() - lower]);
        Self { search, replace, edges: (upper, lower), ops, is_unfenced: false, unframed: 0, language: None }
    }

    /// Returns whether fences that only REPLACE has may frame it, or be text: in code one at an edge, in
    /// prose two that name no language around all of it, or around lines of SEARCH.
    pub fn is_framed_in_doubt(&self, is_prose: bool) -> bool {
        let is_fence_at_margin = |line: &&&[u8]| is_fence(line) && indentation(line).is_empty();
        let at_edge = [self.replace.first(), self.replace.last()]
            .into_iter()
            .flatten()
            .any(|line| is_fence_at_margin(&line));
        if !at_edge || self.search.iter().any(|line| is_fence(line)) {
            return false;
        }
        let known = trimmed(&self.search);
        let is_known = |line: &&[u8]| !is_blank(line) && known.contains(line.trim_ascii());
        let is_bare = self.replace.first().is_some_and(|first| is_bare_fence(first));
        let is_closed = self.replace.last().is_some_and(|last| is_fence(last));
        let is_one = || self.replace.iter().filter(|line| is_fence(line)).count() == 2;
        !is_prose || is_bare && is_closed && (is_one() || self.replace.iter().any(is_known))
    }

    /// Returns whether either section has a fence between the edges.
    pub fn holds_fence(&self) -> bool {
        let (search, replace) = self.sections(Edges::Dropped);
        search.iter().chain(replace).any(|line| is_fence(line))
    }

    /// SEARCH without the edges that it shares with REPLACE: the part that every tier looks for.
    pub fn core(&self) -> &[&'r [u8]] {
        &self.search[self.edges.0..self.search.len() - self.edges.1]
    }

    /// The lines of both sections without the edges that need not be there.
    pub fn sections(&self, edges: Edges) -> (&[&'r [u8]], &[&'r [u8]]) {
        let (upper, lower) = if edges == Edges::Dropped { self.edges } else { (0, 0) };
        (&self.search[upper..self.search.len() - lower], &self.replace[upper..self.replace.len() - lower])
    }

    /// The difference between the sections but for white space at the ends of lines, counted from below the
    /// upper edge; all of it where nothing else differs. Where that makes it no shorter, lines stay that are equal
    /// to their ends.
    pub(super) fn ops_but_for_ends(&self) -> Cow<'_, [Op]> {
        fn trimmed<'l>(lines: &[&'l [u8]]) -> Vec<&'l [u8]> {
            lines.iter().map(|line| line.trim_ascii_end()).collect()
        }
        let (search, replace) = self.sections(Edges::Dropped);
        let ops = script::difference(&trimmed(search), &trimmed(replace));
        let is_shorter = !ops.is_empty() && script::distance(&ops) < script::distance(&self.ops);
        if is_shorter { ops.into() } else { Cow::Borrowed(&self.ops) }
    }

    /// The runs of lines that the block changes.
    pub fn ops(&self) -> impl Iterator<Item = Op> + '_ {
        let upper = self.edges.0;
        self.ops.iter().map(move |op| op.clone().shifted(upper, upper))
    }

    /// The lines of [`Self::core`] between those that stand for others.
    pub(super) fn pieces(&self) -> Vec<Range<usize>> {
        let other = trimmed(&self.replace);
        let (mut pieces, mut start) = (Vec::new(), 0);
        let gaps = (0..self.core().len()).filter(|line| is_elision(self.core()[*line], &other));
        for end in gaps.chain([self.core().len()]) {
            pieces.extend((start < end).then_some(start..end));
            start = end + 1;
        }
        pieces
    }

    /// Returns whether REPLACE too has these lines, which stand for others.
    pub(super) fn leaves_out(&self, lines: &[&[u8]]) -> bool {
        let other = trimmed(&self.replace);
        let has_dots = self.replace.iter().any(|line| is_dots(line));
        lines.iter().all(|line| other.contains(line.trim_ascii()) || is_dots(line) && has_dots)
    }

    /// Returns the number of lines of the section above [`Self::core`].
    pub(super) fn above_core(&self) -> usize {
        self.unframed + self.edges.0
    }

    /// Returns whether folding changes nothing in SEARCH.
    pub fn is_plain(&self) -> bool {
        self.search.iter().all(|line| is_plain(line))
    }

    /// The placeholders for other lines in SEARCH.
    pub(super) fn elisions(&self) -> Vec<&'r [u8]> {
        let other = trimmed(&self.replace);
        self.search.iter().copied().filter(|line| is_elision(line, &other)).collect()
    }

    /// Returns whether SEARCH has a placeholder for other lines.
    pub fn has_elision(&self) -> bool {
        !self.elisions().is_empty()
    }

    /// Returns whether SEARCH says enough for the tiers from `indent` on: two lines with content, one of them with a
    /// word, or twelve letters and digits.
    pub fn is_telling(&self) -> bool {
        is_telling(self.core())
    }
}

/// Returns whether lines have two fences, at both edges and at the margin.
fn is_framed(lines: &[&[u8]]) -> bool {
    let is_edge =
        |line: Option<&&[u8]>| line.is_some_and(|line| is_fence(line) && indentation(line).is_empty());
    let fences = lines.iter().filter(|line| is_fence(line)).count();
    fences == 2 && is_edge(lines.first()) && is_edge(lines.last())
}

/// Returns whether a line at the margin is a fence without a word behind it.
fn is_bare_fence(line: &[u8]) -> bool {
    is_fence(line) && line.trim_ascii_end().windows(2).all(|two| two[0] == two[1])
}

/// Returns whether lines say enough to be found by a tolerant tier. Brackets are at many depths.
pub(super) fn is_telling(lines: &[&[u8]]) -> bool {
    let with_content = lines.iter().filter(|line| !is_blank(line)).count();
    with_content >= 2 && lines.iter().any(|line| has_letter(line)) || letters_of(lines) >= 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_equal_to_its_end_stays_before_one_that_is_not() {
        let after =
            |replace: &'static [u8]| Search::new(b"a\n  \nc\n", replace).ops_but_for_ends().into_owned();
        assert_eq!(after(b"a\n\nb\n  \nc\n"), vec![Op { old: 1..1, new: 1..3 }]);
        assert_eq!(after(b"a\n  \nb\n\nc\n"), vec![Op { old: 2..2, new: 2..4 }]);
        // A line that differs at its end alone stays where that makes the change shorter.
        assert_eq!(after(b"a\n\nb\nc\n"), vec![Op { old: 2..2, new: 2..3 }]);
    }
}
