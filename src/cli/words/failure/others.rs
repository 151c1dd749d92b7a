//! Words for blocks that contradict others of the batch. `other` names the other one.

use crate::{cli::words::Words, core::outcome::Class};

/// The words for a block that changes a line which another one changes differently.
pub(super) fn overlap(path: &str, line: usize, other: &str) -> Words {
    Words::new(
        Class::Overlap,
        format!("line {} of {path} is changed differently by{other}", line + 1),
        "make one block of the two, or leave the lines out of one of them",
    )
    .tell(format!("Line {} of the file is changed differently by another block.", line + 1))
}

/// The words for a block that may be another version of one.
pub(super) fn alternative(path: &str, line: usize, other: &str) -> Words {
    Words::new(
        Class::Overlap,
        format!("what it makes at line {} of {path} may be meant in place of what is made there by{other}", line + 1),
        "send only the final version, or one block that makes both",
    )
    .say(format!(
        "Another block makes a change at line {} of the file that may be another version of this one. Send only the \
         final version, or one block that makes both.",
        line + 1
    ))
}

/// The words for a block that takes back what another one does.
pub(super) fn taken_back(path: &str, line: Option<usize>, other: &str) -> Words {
    let place = |file: &str| match line {
        Some(line) => format!("at line {} of {file}", line + 1),
        None => format!("to {file}"),
    };
    Words::new(
        Class::Overlap,
        format!("what it does {} and what is done there by{other} cancel each other", place(path)),
        "send only the one that is meant",
    )
    .say(format!(
        "Another block does the opposite {}. Send only the one that is meant; describe a way back in words.",
        place("the file")
    ))
}
