//! Outcome of a batch, for people and as JSON.

pub(super) mod apply;
pub(super) mod batches;
pub(super) mod check;
pub(super) mod exec;
mod failures;
pub(super) mod feedback;
pub(super) mod hook;
pub(super) mod json;
pub(super) mod parse;
pub(super) mod policy;
pub(super) mod recover;
pub(super) mod schema;
pub(super) mod stat;
pub(super) mod undo;

use crate::files::{FileOp, FileReport};

/// git's letter for what happens to a file.
pub(super) fn letter(op: FileOp) -> char {
    match op {
        FileOp::Modify => 'M',
        FileOp::Create => 'A',
        FileOp::Delete => 'D',
        FileOp::Rename => 'R',
    }
}

/// The line of one file: `M src/lib.rs`, `R old.rs -> new.rs`.
pub(super) fn file_line(file: &FileReport) -> String {
    match &file.from {
        Some(from) => format!("R {from} -> {}", file.path),
        None => format!("{} {}", letter(file.op), file.path),
    }
}

/// The files worth a line: the old path of a rename is part of the rename's.
pub(super) fn shown(files: &[FileReport]) -> impl Iterator<Item = &FileReport> {
    files.iter().filter(|file| {
        file.op != FileOp::Delete || !files.iter().any(|other| other.from.as_ref() == Some(&file.path))
    })
}
