//! Rows of files.

use std::collections::HashSet;

use crate::{
    core::path::RepoPath,
    files::{FileOp, FileReport},
};

/// git's letter for the change of a file.
pub(in crate::cli) fn letter(op: FileOp) -> char {
    match op {
        FileOp::Modify => 'M',
        FileOp::Create => 'A',
        FileOp::Delete => 'D',
        FileOp::Rename => 'R',
    }
}

/// The line of one file: `M src/lib.rs`, `R old.rs -> new.rs`.
pub(in crate::cli) fn file_line(file: &FileReport) -> String {
    match &file.from {
        Some(from) => format!("R {from} -> {}", file.path),
        None => format!("{} {}", letter(file.op), file.path),
    }
}

/// The files worth a line: the old path of a rename is part of the rename's.
pub(in crate::cli) fn shown(files: &[FileReport]) -> impl Iterator<Item = &FileReport> {
    let renamed: HashSet<&RepoPath> = files.iter().filter_map(|file| file.from.as_ref()).collect();
    files.iter().filter(move |file| file.op != FileOp::Delete || !renamed.contains(&file.path))
}
