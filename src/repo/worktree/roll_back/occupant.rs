//! The kind of thing that is at a place.

use gix::ObjectId;

use super::Print;

/// The object at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occupant {
    Nothing,
    Folder,
    File { id: ObjectId, mode: u32, identity: (u64, u64) },
    Other,
}

impl Occupant {
    pub(super) fn is(self, print: Option<Print>) -> bool {
        match (self, print) {
            (Self::File { id, mode, .. }, Some(print)) => {
                id == print.id && print.mode.is_none_or(|other| other & 0o777 == mode & 0o777)
            }
            _ => false,
        }
    }

    pub(super) fn is_file(self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// Returns whether both are one file, under whatever names.
    pub(super) fn is_same_file(self, other: Self) -> bool {
        match (self, other) {
            (Self::File { identity: one, .. }, Self::File { identity: other, .. }) => one == other,
            _ => false,
        }
    }
}
