//! The record of a batch that turns another one around. The other record's objects are all that this one
//! needs, with the sides exchanged, so that no bytes are written.

use super::bytes::Record;
use super::draft::{RecordDraft, inconsistent, op};
use super::meta::{FileMeta, Side};
use super::{BatchRecord, RecordError, splice};
use crate::core::change::Version;
use crate::core::path::RepoPath;
use crate::repo::serial::SerialPath;

impl Record<'_> {
    /// The paths of a batch that turns this one around, in the order in which its record has to name them.
    /// None if there is no such record: for secrets, whose bytes lie elsewhere, and where something else took
    /// the place of a file that was renamed.
    pub fn turned(&self) -> Option<Vec<&RepoPath>> {
        let files = &self.meta().files;
        let mut origins = std::collections::HashMap::new();
        for file in files {
            if file.private {
                return None;
            }
            let Some(from) = &file.from else { continue };
            let moved_away = self.file(&from.0).is_some_and(|from| from.old.is_some() && from.new.is_none());
            if !moved_away || file.old.is_some() || origins.insert(&from.0, &file.path.0).is_some() {
                return None;
            }
        }
        // A renamed file and the one that it was change places.
        let other = |file: &'_ FileMeta| file.from.as_ref().map(|from| from.0.clone());
        let paths = files.iter().map(|file| match other(file) {
            Some(_) => file.from.as_ref().map_or(&file.path.0, |from| &from.0),
            None => origins.get(&file.path.0).copied().unwrap_or(&file.path.0),
        });
        Some(paths.collect())
    }
}

impl RecordDraft {
    /// The draft of a batch that reverses the other one: each path, in the order of [`Record::turned`], was
    /// as that one left it, and gets its old content back.
    pub(super) fn turned(other: &Record<'_>, batch: &BatchRecord<'_>) -> Result<Self, RecordError> {
        let keeps = other.meta().keeps.turned();
        let order = other.turned().unwrap_or_default();
        let mut files = Vec::with_capacity(batch.files.len());
        if order.len() != batch.files.len() {
            return Err(RecordError::Damaged { id: Some(other.id()), tree: other.tree() });
        }
        for ((file, there), path) in batch.files.iter().zip(&other.meta().files).zip(order) {
            let wrong = || inconsistent(path);
            let own = other.file(path).filter(|_| file.change.path == *path).ok_or_else(wrong)?;
            let old = side(own.new.as_ref(), file.change.old.as_ref()).ok_or_else(wrong)?;
            let new = side(own.old.as_ref(), file.change.new.as_ref()).ok_or_else(wrong)?;
            files.push(FileMeta {
                path: SerialPath(path.clone()),
                op: op(file.change),
                old,
                new,
                from: file.change.from.clone().map(SerialPath),
                splices: splice::inverse(&there.splices).ok_or_else(wrong)?,
                private: false,
            });
        }
        let (kept, stream) = other.objects();
        Ok(Self { keeps, files, kept, stream, private: Vec::new() })
    }
}

/// The side of a file, as the other record has it but for its mode. None if it is not the same.
fn side(recorded: Option<&Side>, version: Option<&Version>) -> Option<Option<Side>> {
    match (recorded, version) {
        (None, None) => Some(None),
        (Some(side), Some(version)) if side.size == version.bytes.len() as u64 => {
            Some(Some(Side { mode: version.mode, ..side.clone() }))
        }
        _ => None,
    }
}
