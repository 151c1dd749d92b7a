//! Edits of one file, by texts to find and texts to put there: for programs that offer such a tool to a
//! model, and have no repository.
//!
//! Each text to find is looked for in the file as it was before the first edit. A text that is there exactly
//! once, line endings aside, is the place; if it is nowhere, and is whole lines, the matching ladder looks
//! for it ([`crate::core::locate`]). All edits are made or none. Outside of their places no byte changes: a
//! byte order mark, line endings and the mode of the file stay.
//!
//! ```
//! use git_sr::edit_file::{Edit, EditError, EditOptions, apply_edits};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("greet.py");
//! std::fs::write(&path, "def greet():\n    print('hi')\n")?;
//! let edits = [Edit::new("greet():", "greet(name):"), Edit::new("'hi'", "f'hi {name}'")];
//! let edited = apply_edits(&path, &edits, &EditOptions::default())?;
//! assert_eq!(std::fs::read_to_string(&path)?, "def greet(name):\n    print(f'hi {name}')\n");
//! assert_eq!((edited.edits_applied, edited.is_written), (2, true));
//!
//! let again = apply_edits(&path, &edits, &EditOptions::default());
//! assert!(matches!(again, Err(EditError::TextNotFound { edit_index: 0, .. })));
//! # Ok(())
//! # }
//! ```

mod blocks;
mod edit;
mod error;
mod exact;
mod ladder;
mod options;

use std::path::Path;

use bstr::BString;

pub use blocks::{BlocksError, parse_blocks, parse_path_blocks};
pub use edit::Edit;
pub use error::EditError;
pub use options::EditOptions;

use crate::{
    core::{
        diff::Diff,
        splice::{self, Splice},
        text::{Text, is_binary},
    },
    repo::single_file::{FileLock, SingleFile},
};

/// Outcome of edits of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedFile {
    /// Hunks of a unified diff, as `git diff` makes them, without a header.
    pub diff: BString,
    /// The bytes of the file with the edits.
    pub bytes: Vec<u8>,
    /// Number of edits.
    pub edits_applied: usize,
    /// True if the file was written.
    pub is_written: bool,
}

/// Makes edits in a file, all or none, and replaces the file at once.
///
/// Other calls of this process for the same file wait; with [`EditOptions::across_processes`], those of other
/// processes too.
///
/// # Errors
///
/// When an edit has no only place or changes nothing, or the file cannot be read or written, or is not text.
/// The file is as it was then.
pub fn apply_edits(
    path: impl AsRef<Path>,
    edits: &[Edit],
    options: &EditOptions,
) -> Result<EditedFile, EditError> {
    let path = path.as_ref();
    let lock = FileLock::of(path, options.across_processes).map_err(|error| EditError::io(path, error))?;
    let _held = lock.hold().map_err(|error| EditError::io(path, error))?;
    let (file, planned) = planned(path, edits, options)?;
    if let Some(edit_index) = edits.iter().position(|edit| edit.old == edit.new) {
        return Err(EditError::NoChanges { path: path.to_owned(), edit_index: Some(edit_index) });
    }
    if planned.bytes == file.bytes {
        return Err(EditError::NoChanges { path: path.to_owned(), edit_index: None });
    }
    match file.replace(&planned.bytes) {
        Ok(true) => Ok(EditedFile { is_written: true, ..planned }),
        Ok(false) => Err(EditError::Changed { path: path.to_owned() }),
        Err(error) => Err(EditError::io(path, error)),
    }
}

/// Makes edits in memory, and writes nothing.
///
/// # Errors
///
/// As [`apply_edits()`], but that edits may change nothing.
pub fn preview_edits(
    path: impl AsRef<Path>,
    edits: &[Edit],
    options: &EditOptions,
) -> Result<EditedFile, EditError> {
    Ok(planned(path.as_ref(), edits, options)?.1)
}

fn planned(
    path: &Path,
    edits: &[Edit],
    options: &EditOptions,
) -> Result<(SingleFile, EditedFile), EditError> {
    if let Some(edit_index) = edits.iter().position(|edit| edit.old.is_empty()) {
        return Err(EditError::EmptyOldText {
            path: path.to_owned(),
            edit_index,
            line: edits[edit_index].line,
        });
    }
    let file = SingleFile::read(path, options.max_bytes).map_err(|error| EditError::io(path, error))?;
    if is_binary(&file.bytes) {
        return Err(EditError::NotText { path: path.to_owned() });
    }
    let text = exact::Normalized::of(&file.bytes);
    let mut splices: Vec<(usize, Splice)> = Vec::new();
    for (edit_index, edit) in edits.iter().enumerate() {
        let of_edit = match text.splice(edit) {
            Ok(splice) => vec![splice],
            Err(places) if !places.is_empty() => {
                return Err(EditError::AmbiguousMatch {
                    path: path.to_owned(),
                    edit_index,
                    old: edit.old.clone(),
                    line: edit.line,
                    positions: places,
                });
            }
            Err(_) => ladder::splices(&file.bytes, path, edit, options).map_err(|failure| {
                EditError::of_failure(path, edit_index, edit, failure, &Text::new(file.bytes.clone()))
            })?,
        };
        splices.extend(of_edit.into_iter().map(|splice| (edit_index, splice)));
    }
    splices.sort_by_key(|(_, splice)| (splice.old.start, splice.old.end));
    if let Some([(a, _), (b, _)]) = splices.windows(2).find_map(|pair| match pair {
        [a, b] if a.0 != b.0 && is_shared(&a.1, &b.1) => Some([a, b]),
        _ => None,
    }) {
        let (first, second) = (*a.min(b), *a.max(b));
        return Err(EditError::OverlappingEdits {
            path: path.to_owned(),
            edit_index: second,
            old: edits[second].old.clone(),
            line: edits[second].line,
            other_edit_index: first,
        });
    }
    let splices: Vec<Splice> = splices.into_iter().map(|(_, splice)| splice).collect();
    let bytes = splice::apply(&file.bytes, &splices);
    let diff = Diff::new(file.bytes.clone(), bytes.clone()).hunks().into();
    let edited = EditedFile { diff, bytes, edits_applied: edits.len(), is_written: false };
    Ok((file, edited))
}

/// Returns whether two places have bytes in common, or are insertions at one point.
fn is_shared(a: &Splice, b: &Splice) -> bool {
    b.old.start < a.old.end || a.old.start == b.old.start
}
