//! Reasons why edits of a file are not made.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::edit::Edit;
use crate::core::{outcome::Failure, text::Text};

/// Reasons why edits of a file are not made. Nothing is written then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The text to find is not in the file.
    #[error("edits[{edit_index}]: the text to find is not in '{}'", path.display())]
    TextNotFound {
        /// The file.
        path: PathBuf,
        /// The index of the edit.
        edit_index: usize,
        /// The text.
        old: String,
        /// The line of its block in the reply, from 1.
        line: Option<usize>,
    },
    /// The text to find is in the file more than once.
    #[error("edits[{edit_index}]: the text to find is in '{}' {} times", path.display(), positions.len())]
    AmbiguousMatch {
        /// The file.
        path: PathBuf,
        /// The index of the edit.
        edit_index: usize,
        /// The text.
        old: String,
        /// The line of its block in the reply, from 1.
        line: Option<usize>,
        /// Offsets of all places in the file, in bytes; those of lines where the ladder found them.
        positions: Vec<usize>,
    },
    /// The places of two edits have bytes in common.
    #[error("edits[{edit_index}]: its place in '{}' overlaps that of edits[{other_edit_index}]", path.display())]
    OverlappingEdits {
        /// The file.
        path: PathBuf,
        /// The index of the later edit.
        edit_index: usize,
        /// The text that it is to find.
        old: String,
        /// The line of its block in the reply, from 1.
        line: Option<usize>,
        /// The index of the earlier edit.
        other_edit_index: usize,
    },
    /// There is no text to find.
    #[error("edits[{edit_index}]: there is no text to find in '{}'", path.display())]
    EmptyOldText {
        /// The file.
        path: PathBuf,
        /// The index of the edit.
        edit_index: usize,
        /// The line of its block in the reply, from 1.
        line: Option<usize>,
    },
    /// The file would stay as it is, or an edit puts the text there that it finds.
    #[error("nothing would change in '{}'", path.display())]
    NoChanges {
        /// The file.
        path: PathBuf,
        /// The index of the edit, if it is one alone.
        edit_index: Option<usize>,
    },
    /// The ladder found the place and refuses the change.
    #[error("edits[{edit_index}]: refused in '{}': {failure}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The index of the edit.
        edit_index: usize,
        /// The text to find.
        old: String,
        /// The line of its block in the reply, from 1.
        line: Option<usize>,
        /// The reason.
        failure: Box<Failure>,
    },
    /// The file was changed by somebody else in the meantime.
    #[error("'{}' was changed in the meantime", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file is not text.
    #[error("'{}' is not text", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error("'{}'", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl EditError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    /// The error for a failure of the ladder, in a file of this text.
    pub(super) fn of_failure(
        path: &Path,
        edit_index: usize,
        edit: &Edit,
        failure: Failure,
        text: &Text,
    ) -> Self {
        let (path, old, line) = (path.to_owned(), edit.old.clone(), edit.line);
        match failure {
            Failure::NotFound { .. } | Failure::Empty => Self::TextNotFound { path, edit_index, old, line },
            Failure::Ambiguous { lines, .. } => {
                let positions = lines.iter().map(|line| text.start(*line)).collect();
                Self::AmbiguousMatch { path, edit_index, old, line, positions }
            }
            failure => Self::Refused { path, edit_index, old, line, failure: Box::new(failure) },
        }
    }
}
