//! Blocks of which the reply says that their file is new.

use super::{
    sentence::{has, is_one, words},
    types::{Block, Operation, Reply},
    wish,
};
use crate::core::text::bodies;

/// Words that say that what comes next is made, or made of something else.
const MAKES: [&str; 22] = [
    "clone", "copied", "copies", "copy", "create", "created", "creates", "creating", "duplicate", "extract",
    "extracted", "fork", "move", "moved", "moves", "moving", "port", "rename", "renamed", "separate",
    "split", "variant",
];

/// Words that make a file where it is their object.
const ADDS: [&str; 6] = ["add", "added", "adding", "generate", "introduce", "make"];

/// Words that `new` is before where it speaks of a file.
const FILES: [&str; 14] = [
    "class", "component", "example", "file", "fixture", "helper", "module", "package", "page", "script",
    "spec", "test", "tests", "view",
];

/// Formats in which making a file is said by its own words.
const SAY_NEW: [&str; 2] = ["apply-patch", "udiff"];

/// Marks these blocks.
pub(super) fn mark(reply: &[u8], found: &mut Reply<'_>) {
    let makes = |block: &Block<'_>| matches!(&block.operation, Operation::Edit(edit) if edit.creates());
    if !found.blocks.iter().any(makes) {
        return;
    }
    let is_said = found.format.is_some_and(|format| SAY_NEW.contains(&format.id));
    let mut from = 0;
    for block in &mut found.blocks {
        let before = reply.get(from..block.span.start).unwrap_or_default();
        block.is_new = makes(block) && (is_said || bodies(before).any(says_new));
        from = block.span.end.max(from);
    }
}

/// Returns whether a line speaks of a new file.
fn says_new(line: &[u8]) -> bool {
    let words = words(line);
    let is_new = |at: usize| {
        words[at] == b"new"
            && words.get(at + 1).is_none_or(|next| is_one(next, &FILES) || next.contains(&b'.'))
    };
    let adds = || has(&words, &ADDS) && wish::new_file(line).is_some();
    (0..words.len()).any(|at| is_one(&words[at], &MAKES) || is_new(at)) || adds()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_speaks_of_a_new_file() {
        for line in [
            "I create `src/a.py` for it:",
            "src/a.py (new file)",
            "src/a.py (new)",
            "New file: src/a.py",
            "Add `tests/b.py`:",
            "This is a copy of `a.py` for the other case.",
        ] {
            assert!(says_new(line.as_bytes()), "{line}");
        }
        for line in ["src/a.py", "Here is the new version of `src/a.py`:", "I fixed the new function.", ""] {
            assert!(!says_new(line.as_bytes()), "{line}");
        }
    }
}
