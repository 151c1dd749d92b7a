//! Dependencies between the changes of a batch: files that give way to folders, and folders to files.

use std::collections::{BTreeSet, HashMap};

use bstr::{BStr, BString, ByteSlice};

use super::FileStat;
use super::folders::split;
use crate::core::change::Change;
use crate::core::path::RepoPath;
use crate::repo::above::above;
use crate::repo::platform::Attribute;

/// A change, with the metadata of its file at the time of reading.
#[derive(Clone, Copy, Debug)]
pub struct PlannedWrite<'a> {
    /// The change of the path.
    pub change: &'a Change,
    /// Metadata of the old file; without it the file is compared by its bytes alone.
    pub meta: Option<FileStat>,
    /// The extended attributes of the old file, which the new one gets.
    pub attributes: &'a [Attribute],
}

/// Two changes that cannot both be made, at this path.
#[derive(Debug)]
pub(super) struct Clash(pub(super) RepoPath);

/// Dependencies between the changes of a batch.
#[derive(Debug, Default)]
pub(super) struct Layout<'a> {
    by_path: HashMap<&'a BStr, PlannedWrite<'a>>,
    /// Files that go.
    pub(super) removed: BTreeSet<&'a BStr>,
    /// Files that come where none was.
    pub(super) created: BTreeSet<&'a BStr>,
    /// Folders that must be empty and gone before a new file can take the place of the highest of them.
    pub(super) cleared: BTreeSet<&'a BStr>,
}

impl<'a> Layout<'a> {
    pub(super) fn of(changes: &[PlannedWrite<'a>]) -> Result<Self, Clash> {
        let mut layout = Self::default();
        let clash = |change: &Change| Clash(change.path.clone());
        for &planned in changes {
            let change = planned.change;
            let path = change.path.as_bstr();
            if layout.by_path.insert(path, planned).is_some() {
                return Err(clash(change));
            }
            match (&change.old, &change.new) {
                (Some(_), None) => layout.removed.insert(path),
                (None, Some(_)) => layout.created.insert(path),
                _ => true,
            };
        }
        for change in changes.iter().map(|planned| planned.change) {
            for folder in above(change.path.as_bstr()) {
                let Some(other) = layout.by_path.get(folder) else { continue };
                match (&other.change.new, &change.new) {
                    (Some(_), Some(_)) => return Err(clash(change)),
                    (Some(_), None) => layout
                        .cleared
                        .extend(above(change.path.as_bstr()).filter(|part| part.len() >= folder.len())),
                    _ => {}
                }
            }
        }
        Ok(layout)
    }

    /// The change whose old file gives the new one its owner and attributes: that of the path it is renamed
    /// from, else its own.
    pub(super) fn model(&self, planned: PlannedWrite<'a>) -> PlannedWrite<'a> {
        let from = planned.change.from.as_ref().and_then(|from| self.by_path.get(from.as_bstr()));
        from.copied().unwrap_or(planned)
    }

    /// Folder where a file is put aside: its own, unless that folder has to go.
    pub(super) fn folder_aside<'b>(&self, path: &'b BStr) -> &'b BStr {
        let mut folder = split(path).0;
        while self.cleared.contains(folder) {
            folder = split(folder).0;
        }
        folder
    }
}

/// The folders on the way to and with `folder` that are longer than `there`, from the root downwards.
pub(super) fn prefixes(folder: &BString, there: usize) -> Vec<BString> {
    let mut missing: Vec<_> = std::iter::once(folder.as_bstr())
        .chain(above(folder.as_bstr()))
        .filter(|part| part.len() > there)
        .map(BStr::to_owned)
        .collect();
    missing.reverse();
    missing
}
