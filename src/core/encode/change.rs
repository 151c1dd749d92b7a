//! The change of a path, as it is encoded.

use crate::core::{
    change::FileMode,
    path::RepoPath,
    reply::{FileText, TextChange},
};

/// The change of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathChange {
    /// The path; the new one of a renamed file.
    pub path: RepoPath,
    /// The old path of a renamed file.
    pub from: Option<RepoPath>,
    /// The bytes before; none of a new file.
    pub old: Option<Vec<u8>>,
    /// The bytes after; none of a file that goes.
    pub new: Option<Vec<u8>>,
    /// The modes before and after.
    pub modes: [FileMode; 2],
}

impl PathChange {
    /// Returns whether the executable bit comes or goes.
    pub(super) fn has_new_mode(&self) -> bool {
        let old = self.old.as_ref().map_or(FileMode::Plain, |_| self.modes[0]);
        self.new.is_some() && self.modes[1] != old
    }

    /// Returns whether nothing but its mode may change.
    pub(super) fn has_only_a_new_mode(&self) -> bool {
        self.old == self.new && self.from.is_none()
    }

    /// The change for a writer.
    pub(super) fn file<'t>(&'t self, id: Option<&'t str>, change: TextChange<'t>) -> FileText<'t> {
        let modes = [self.old.as_ref().map(|_| self.modes[0]), self.new.as_ref().map(|_| self.modes[1])];
        FileText { path: &self.path, from: self.from.as_ref(), id, modes, change }
    }
}
