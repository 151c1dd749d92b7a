//! The lines that the blocks on one file add or take out, and which block does.

use std::collections::{HashMap, HashSet};

use foldhash::quality::RandomState;

use crate::core::{
    locate,
    reply::Edit,
    script,
    text::{has_letter, is_blank, split},
};

/// The lines with letters or digits that blocks add.
pub(super) struct Adders {
    /// The block that adds a line, by the key of the line; none if several do.
    by_key: HashMap<u64, Option<usize>, RandomState>,
}

impl Adders {
    /// Reads the blocks on a file.
    pub(crate) fn of(edits: &[(usize, &Edit<'_>)]) -> Self {
        let mut by_key = HashMap::default();
        for (number, edit) in edits {
            let Some(sections) = edit.readings().next() else { continue };
            let (search, replace) = (split(sections.search), split(sections.replace));
            let written = without_edges(&replace, &search).iter().filter(|line| has_letter(line));
            let mut added: HashSet<u64, RandomState> = written.map(|line| locate::key(line)).collect();
            if !added.is_empty() {
                // A line at an edge may be quoted, and added once more.
                let gone = without_edges(&search, &replace);
                gone.iter().for_each(|line| _ = added.remove(&locate::key(line)));
            }
            for key in added {
                let by = by_key.entry(key).or_insert(Some(*number));
                *by = by.filter(|by| by == number);
            }
        }
        Self { by_key }
    }

    /// Returns whether another block adds a line, and this one does not.
    pub(super) fn is_of_another(&self, line: &[u8], number: usize) -> bool {
        self.by_key.get(&locate::key(line)).is_some_and(|by| by.is_some_and(|by| by != number))
    }
}

/// Lines without those at both edges that the other ones have there too: nearly all of them, as a rule.
fn without_edges<'l, 'b>(lines: &'l [&'b [u8]], other: &[&[u8]]) -> &'l [&'b [u8]] {
    let (front, back) = script::common_edges(lines, other);
    &lines[front..lines.len() - back]
}

/// A line that a block takes out.
pub(crate) struct Removed<'r> {
    /// The number of the block.
    block: usize,
    /// Its SEARCH section.
    pub(crate) search: &'r [u8],
    /// The number of the line there.
    pub(crate) line: usize,
    /// Nothing comes in its place, nor is it anywhere else in REPLACE.
    pub(crate) leaves: bool,
}

/// The lines with letters or digits that blocks take out.
pub(crate) struct Removers<'r> {
    by_key: HashMap<u64, Vec<Removed<'r>>, RandomState>,
}

impl<'r> Removers<'r> {
    /// Reads the blocks on a file.
    pub(crate) fn of(edits: &[(usize, &'r Edit<'r>)]) -> Self {
        let mut by_key: HashMap<u64, Vec<Removed<'r>>, RandomState> = HashMap::default();
        for (block, edit) in edits {
            for sections in edit.readings() {
                let (search, replace) = (split(sections.search), split(sections.replace));
                let stays: HashSet<u64, RandomState> = replace.iter().map(|line| locate::key(line)).collect();
                for op in script::difference(&search, &replace) {
                    // What takes the place of a line is another state of it.
                    let goes = replace[op.new].iter().all(|line| is_blank(line));
                    for line in op.old.filter(|line| has_letter(search[*line])) {
                        let key = locate::key(search[line]);
                        let leaves = goes && !stays.contains(&key);
                        let removed = Removed { block: *block, search: sections.search, line, leaves };
                        by_key.entry(key).or_default().push(removed);
                    }
                }
            }
        }
        Self { by_key }
    }

    /// The lines with this key that other blocks take out.
    pub(crate) fn of_another(&self, key: u64, number: usize) -> impl Iterator<Item = &Removed<'r>> {
        let removers = self.by_key.get(&key).into_iter().flatten();
        removers.filter(move |removed| removed.block != number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::reply::{self, Operation};

    /// Returns whether a line is one of another block than that of this number, for blocks with these sections.
    fn is_of_another(blocks: &[(&str, &str)], line: &str, number: usize) -> bool {
        let block = |(search, replace): &(&str, &str)| {
            format!("a.txt\n```\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n```\n")
        };
        let text: String = blocks.iter().map(block).collect();
        let reply = reply::parse(text.as_bytes(), &reply::Options::default());
        let edits = reply.blocks.iter().enumerate().filter_map(|(number, block)| match &block.operation {
            Operation::Edit(edit) => Some((number, edit)),
            _ => None,
        });
        Adders::of(&edits.collect::<Vec<_>>()).is_of_another(line.as_bytes(), number)
    }

    #[test]
    fn a_line_of_another_block_is_one_that_it_alone_adds() {
        let blocks = [("one\n", "one\nnew\nboth\n{\n"), ("two\n", "two\nboth\n")];
        assert!(is_of_another(&blocks, "  new", 1));
        for (line, number) in [("new", 0), ("both", 0), ("both", 1), ("one", 1), ("{", 1)] {
            assert!(!is_of_another(&blocks, line, number), "{line}");
        }
    }

    #[test]
    fn a_quoted_line_that_is_added_once_more_is_of_its_block_too() {
        let blocks = [("one\n", "one\nboth\n"), ("two\nboth\n", "new\nboth\ntwo\nboth\n")];
        assert!(!is_of_another(&blocks, "both", 1));
    }
}
