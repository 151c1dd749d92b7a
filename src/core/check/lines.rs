//! Lines that a change adds.

use std::{ops::Range, sync::OnceLock};

use crate::core::{diff, script::Op, text::Text};

/// The lines of a file and which of them are new.
#[derive(Clone, Debug)]
pub struct Lines {
    new: Text,
    old: Option<Text>,
    runs: Vec<Op>,
    added: Vec<bool>,
    is_of_merge: bool,
    /// The old lines by their text: a search through all for each new line would take minutes.
    sorted: OnceLock<Vec<usize>>,
}

impl Lines {
    /// Compares a text with the one before; without one, every line is added. Neither may have more than
    /// [`MAX_TEXT`](crate::core::text::MAX_TEXT) bytes.
    pub fn new(new: Vec<u8>, old: Option<Vec<u8>>) -> Self {
        let (new, old) = (Text::new(new), old.map(Text::new));
        let runs = match &old {
            Some(old) => difference(old, &new),
            None => vec![Op { old: 0..0, new: 0..new.len() }],
        };
        let added = flags(&runs, new.len());
        Self { new, old, runs, added, is_of_merge: false, sorted: OnceLock::new() }
    }

    /// Leaves out the lines that this text has too: in a merge, only lines that no side has are added.
    #[must_use]
    pub fn without(mut self, other: Vec<u8>) -> Self {
        let also = flags(&difference(&Text::new(other), &self.new), self.new.len());
        self.added.iter_mut().zip(also).for_each(|(added, also)| *added &= also);
        self.is_of_merge = true;
        self
    }

    /// The text.
    pub fn new_text(&self) -> &Text {
        &self.new
    }

    /// The text before; none of a new file.
    pub fn old_text(&self) -> Option<&Text> {
        self.old.as_ref()
    }

    /// The runs that differ.
    pub fn runs(&self) -> &[Op] {
        &self.runs
    }

    /// The lines of the text, from 0, that differ from those before; where lines only went, those on both
    /// sides.
    pub fn changed(&self) -> Vec<Range<usize>> {
        let around = |Op { new, .. }: &Op| match new.is_empty() {
            true => new.start.saturating_sub(1)..new.start + 1,
            false => new.clone(),
        };
        self.runs.iter().map(around).collect()
    }

    /// Returns whether lines were left out that a merged side has too.
    pub fn is_of_merge(&self) -> bool {
        self.is_of_merge
    }

    /// Returns whether a line, from 0, is added.
    pub fn is_added(&self, line: usize) -> bool {
        self.added.get(line).copied().unwrap_or(false)
    }

    /// The added lines, from 0, without their endings.
    pub fn added(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let added = self.added.iter().enumerate().filter(|(_, added)| **added);
        added.map(|(line, _)| (line, self.new.body(line)))
    }

    /// Returns whether a line before had this text, but for white space around it.
    pub fn had(&self, body: &[u8]) -> bool {
        let Some(old) = &self.old else { return false };
        let text = |line: &usize| old.body(*line).trim_ascii();
        let sorted = self.sorted.get_or_init(|| {
            let mut lines: Vec<usize> = (0..old.len()).collect();
            lines.sort_unstable_by(|a, b| text(a).cmp(text(b)));
            lines
        });
        sorted.binary_search_by(|line| text(line).cmp(body.trim_ascii())).is_ok()
    }
}

fn flags(runs: &[Op], lines: usize) -> Vec<bool> {
    let mut added = vec![false; lines];
    for run in runs {
        added[run.new.clone()].fill(true);
    }
    added
}

/// The runs of lines in which two texts differ, as git shows them. Lines are compared with their endings.
fn difference(old: &Text, new: &Text) -> Vec<Op> {
    // A byte order mark makes no line another one.
    diff::runs(&old.bytes()[old.start(0)..], &new.bytes()[new.start(0)..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn added(old: &str, new: &str) -> Vec<usize> {
        let lines = Lines::new(new.into(), Some(old.into()));
        lines.added().map(|(line, _)| line).collect()
    }

    #[test]
    fn lines_that_stood_there_before_are_not_added() {
        assert_eq!(added("a\nb\nc\n", "a\nx\nb\nc\ny\n"), [1, 4]);
        assert_eq!(added("a\nb\n", "b\n"), [0; 0]);
        assert_eq!(added("", "a\nb\n"), [0, 1]);
    }

    #[test]
    fn every_line_of_a_new_file_is_added() {
        assert_eq!(Lines::new(b"a\nb".to_vec(), None).added().count(), 2);
    }

    #[test]
    fn of_a_merge_only_what_no_side_has_is_added() {
        let lines = Lines::new(b"ours\ntheirs\nnew\n".to_vec(), Some(b"ours\n".to_vec()));
        let lines = lines.without(b"theirs\n".to_vec());
        assert_eq!(lines.added().map(|(line, _)| line).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn texts_of_many_lines_that_all_moved_are_compared_in_good_time() {
        let line = |at: usize| format!("{}\n", at * 7919 % 60_000);
        let old: String = (0..60_000).map(line).collect();
        let new: String = (0..60_000).rev().map(line).collect();
        assert!(!added(&old, &new).is_empty());
    }

    #[test]
    fn of_many_old_lines_each_is_known_in_good_time() {
        let old: String = (0..100_000).map(|line| format!("  {line}\n")).collect();
        let lines = Lines::new(b"x\n".to_vec(), Some(old.into()));
        assert!((0..100_000).all(|line| lines.had(format!("{line} ").as_bytes())));
        assert!(!lines.had(b"100000"));
    }

    proptest! {
        #[test]
        fn without_its_added_lines_a_text_is_a_part_of_the_old_one(
            old in proptest::collection::vec(0..4u8, 0..20), new in proptest::collection::vec(0..4u8, 0..20),
        ) {
            let text = |lines: &[u8]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let lines = Lines::new(text(&new).into(), Some(text(&old).into()));
            let mut rest = old.iter();
            for (at, line) in new.iter().enumerate() {
                prop_assert!(lines.is_added(at) || rest.any(|known| known == line));
            }
        }
    }
}
