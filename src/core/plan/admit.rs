//! Checks the new text of a block before anything of it stays: blocks that are refused leave nothing behind
//! that others would be laid on, or would overlap.

use super::{Settings, edit::Job, file::File, size};
use crate::core::{
    edits::Edits,
    outcome::{Failure, Note},
};

/// Reasons why a block with this note may not change anything.
pub(super) fn refused(suspicious: Option<&Note>, settings: &Settings) -> Option<Failure> {
    match suspicious {
        Some(&Note::Suspicious { line, first, count }) if settings.strict => {
            Some(Failure::Suspicious { line, first, count })
        }
        _ => None,
    }
}

impl<'r> Job<'_, 'r> {
    /// Refuses a block that may not change anything.
    pub(super) fn admit(&self) -> Result<(), Failure> {
        self.refused.clone().map_or(Ok(()), Err)
    }

    /// A copy of the changes so far, where the bytes counted as written may make the file too large.
    pub(super) fn so_far(&self, file: &File<'r>) -> Option<Edits<'r>> {
        (file.most_bytes() > size::most(self.settings)).then(|| file.edits.clone())
    }

    /// Refuses a change that makes the file too large, and takes it back.
    pub(super) fn keep_sized(&self, file: &mut File<'r>, so_far: Option<Edits<'r>>) -> Result<(), Failure> {
        let Some(so_far) = so_far else { return Ok(()) };
        size::limit(file.size(), self.settings).inspect_err(|_| file.edits = so_far)
    }
}
