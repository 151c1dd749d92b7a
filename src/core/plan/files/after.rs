//! Lines of blocks in the new file.

use std::{collections::HashMap, ops::Range};

use crate::core::{edits::Edits, outcome::Applied, text::Text};

/// New places of a file's lines, gathered once for all blocks.
pub(crate) struct After {
    /// The runs of source lines that stay, ascending and not empty, and the line of the new file that each
    /// begins at.
    kept: Vec<(Range<usize>, usize)>,
    /// The runs of lines in the new file that each block put there; empty where it only removed lines.
    own: HashMap<usize, Vec<Range<usize>>>,
    /// Number of lines of the new file.
    length: usize,
}

impl After {
    pub(crate) fn new(text: &Text, edits: &Edits<'_>) -> Self {
        let mut this = Self { kept: Vec::new(), own: HashMap::new(), length: 0 };
        // Where the source and the new file go on behind the run before.
        let (mut source, mut new) = (0, 0);
        for run in edits.runs() {
            this.keep(source..run.old.start, new);
            new += run.old.start - source;
            let end = new + run.new.len();
            for block in &run.blocks {
                this.own.entry(*block).or_default().push(new..end);
            }
            (source, new) = (run.old.end, end);
        }
        this.keep(source..text.len(), new);
        this.length = new + text.len() - source;
        this
    }

    /// The runs of lines that a block put into the new file; all of it for one that made the file.
    pub(crate) fn wrote(&self, block: usize, applied: &Applied) -> Vec<Range<usize>> {
        let whole = applied.tier.is_none().then_some(0..self.length);
        self.own.get(&block).cloned().unwrap_or_else(|| whole.into_iter().collect())
    }

    fn keep(&mut self, lines: Range<usize>, new: usize) {
        if !lines.is_empty() {
            self.kept.push((lines, new));
        }
    }

    /// The lines that a block was laid on, as they are in the new file, with those that it put there. None if
    /// nothing is left of its change.
    pub(crate) fn of(&self, before: &Range<usize>, block: usize) -> Option<Range<usize>> {
        let own = self.own.get(&block)?;
        let own = own.first()?.start..own.last()?.end;
        let first = self.kept.partition_point(|(kept, _)| kept.end <= before.start);
        let behind = self.kept.partition_point(|(kept, _)| kept.start < before.end);
        let kept = self.kept.get(first..behind).unwrap_or_default();
        let (Some((first, at_first)), Some((last, at_last))) = (kept.first(), kept.last()) else {
            return Some(own);
        };
        let start = before.start.max(first.start) - first.start + at_first;
        let end = before.end.min(last.end) - last.start + at_last;
        Some(own.start.min(start)..own.end.max(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::splice::Hunk;

    #[test]
    fn a_block_is_where_its_own_lines_and_those_that_stay_went_to() {
        let text = Text::new(b"a\nb\nc\nd\ne\n".to_vec());
        let mut edits = Edits::default();
        let hunk = |old, new: &[&'static str]| Hunk {
            old,
            new: new.iter().map(|line| line.as_bytes().into()).collect(),
        };
        edits.add(&text, vec![hunk(1..2, &["x", "y", "z"])], None, 0).expect("first");
        edits.add(&text, vec![hunk(3..5, &[])], None, 1).expect("second");
        let after = After::new(&text, &edits);
        assert_eq!(after.of(&(0..2), 0), Some(0..4));
        assert_eq!(after.of(&(1..4), 0), Some(1..5));
        assert_eq!(after.of(&(3..5), 1), Some(5..5));
        assert_eq!(after.of(&(2..5), 1), Some(4..5));
        assert_eq!(after.of(&(0..5), 2), None);
    }
}
