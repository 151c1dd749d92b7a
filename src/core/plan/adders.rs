//! The lines that the blocks on one file add, and which block adds each.

use std::collections::{HashMap, HashSet};

use crate::core::{locate, reply::Edit, text::bodies};

/// The lines with letters or digits that blocks add.
pub(super) struct Adders {
    /// The block that adds a line, by the key of the line; none if several do.
    by_key: HashMap<u64, Option<usize>>,
}

impl Adders {
    /// Reads the blocks on a file.
    pub(super) fn of(edits: &[(usize, &Edit<'_>)]) -> Self {
        let mut by_key = HashMap::new();
        for (number, edit) in edits {
            let Some(sections) = edit.readings().next() else { continue };
            let quoted: HashSet<u64> = bodies(sections.search).map(locate::key).collect();
            for line in bodies(sections.replace).filter(|line| line.iter().any(u8::is_ascii_alphanumeric)) {
                let key = locate::key(line);
                if !quoted.contains(&key) {
                    let by = by_key.entry(key).or_insert(Some(*number));
                    *by = by.filter(|by| by == number);
                }
            }
        }
        Self { by_key }
    }

    /// Returns whether another block adds a line, and this one does not.
    pub(super) fn is_of_another(&self, line: &[u8], number: usize) -> bool {
        self.by_key.get(&locate::key(line)).is_some_and(|by| by.is_some_and(|by| by != number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::reply::{self, Operation};

    #[test]
    fn a_line_of_another_block_is_one_that_it_alone_adds() {
        let block = |search: &str, replace: &str| {
            format!("a.txt\n```\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n```\n")
        };
        let text = [block("one\n", "one\nnew\nboth\n{\n"), block("two\n", "two\nboth\n")].concat();
        let reply = reply::parse(text.as_bytes(), &reply::Options::default());
        let edits = reply.blocks.iter().enumerate().filter_map(|(number, block)| match &block.operation {
            Operation::Edit(edit) => Some((number, edit)),
            _ => None,
        });
        let adders = Adders::of(&edits.collect::<Vec<_>>());
        assert!(adders.is_of_another(b"  new", 1));
        for (line, number) in [("new", 0), ("both", 0), ("both", 1), ("one", 1), ("{", 1)] {
            assert!(!adders.is_of_another(line.as_bytes(), number), "{line}");
        }
    }
}
