//! Reading records, and finding the one to take back.

use std::collections::HashMap;

use bstr::BString;
use gix::ObjectId;

use super::bytes::{Record, blob};
use super::held::HeldIds;
use super::meta::{BatchHeader, Keeps, Meta, VERSION};
use super::write::Writer;
use super::{BatchId, RecordError, private, refs};
use crate::core::path::RepoPath;
use crate::repo::config::Settings;
use crate::repo::open::Repo;

/// The records of a work tree.
#[derive(Clone, Copy, Debug)]
pub struct Records<'r> {
    repo: &'r Repo,
}

impl<'r> Records<'r> {
    /// Those of this work tree.
    pub fn new(repo: &'r Repo) -> Self {
        Self { repo }
    }

    /// Their numbers, newest first. Reads no record.
    pub fn list(&self) -> Result<Vec<BatchId>, RecordError> {
        refs::list(self.repo)
    }

    /// The number that the next batch gets.
    pub fn next(&self) -> Result<BatchId, RecordError> {
        Ok(super::store::next(self.list()?.first().copied()))
    }

    /// The ids of requests and of the texts of blocks that they hold. Reads no record.
    pub(crate) fn held_ids(&self) -> Result<HeldIds, RecordError> {
        Ok(HeldIds::of(self.repo, self.list()?.first().copied()))
    }

    /// The record of a batch.
    pub fn load(&self, id: BatchId) -> Result<Record<'r>, RecordError> {
        let tree = refs::find(self.repo, id)?.ok_or(RecordError::Missing { id })?;
        match self.read(tree) {
            Ok(record) if record.id() == id => Ok(record),
            Ok(_) => Err(RecordError::Damaged { id: Some(id), tree }),
            Err(error) => Err(error.of(id)),
        }
    }

    /// A record by its tree, published or not.
    pub fn read(&self, tree: ObjectId) -> Result<Record<'r>, RecordError> {
        let damaged = || RecordError::Damaged { id: None, tree };
        let Some(object) = self.repo.git().try_find_object(tree)? else { return Err(damaged()) };
        let entries = object.try_into_tree().map_err(|_| damaged())?;
        let find = |name: &str| entries.find_entry(name).map(|entry| entry.object_id());
        let json = blob(self.repo, find("meta").ok_or_else(damaged)?)?.ok_or_else(damaged)?;
        let meta = parse(&json, tree)?;
        let [kept, stream] = meta.keeps.names();
        Ok(Record::new(self.repo, tree, meta, find(kept), find(stream)))
    }

    /// Forgets a batch: it can no longer be undone. Private bytes go first, so that none outlive the name
    /// that leads to them, whenever the run is killed.
    pub fn delete(&self, id: BatchId) -> Result<(), RecordError> {
        private::remove(self.repo, id, None)?;
        refs::delete(self.repo, id)
    }

    /// Forgets batches beyond the newest `keep`, and those made before `since` (in seconds since 1970), but
    /// never the newest. From the oldest on, so that as a rule one record is read.
    pub fn prune(&self, keep: u64, since: i64) -> Result<(), RecordError> {
        /// Looking at all references is for every so many batches.
        const OFTEN: u64 = 16;
        let ids = self.list()?;
        let keep = usize::try_from(keep).unwrap_or(usize::MAX).max(1);
        let (kept, beyond) = ids.split_at(keep.min(ids.len()));
        for id in beyond.iter().rev() {
            self.delete(*id)?;
        }
        for id in kept.iter().skip(1).rev() {
            match self.load(*id) {
                Ok(record) if record.meta().header.time < since => self.delete(*id)?,
                Ok(_) => break,
                // Not ours to judge.
                Err(_) => {}
            }
        }
        if ids.first().is_some_and(|newest| newest.0 % OFTEN == 0) { self.delete_orphans() } else { Ok(()) }
    }

    /// Forgets batches that are too old or too many by the configuration. A failure of this is no reason for
    /// a batch to fail.
    pub fn prune_by(&self, settings: &Settings, now: i64) {
        const DAY: u64 = 24 * 60 * 60;
        let kept = i64::try_from(settings.keep_days.saturating_mul(DAY)).unwrap_or(i64::MAX);
        let _ = self.prune(settings.keep_batches, now.saturating_sub(kept));
    }

    /// Lets go of the records of work trees that were removed.
    pub fn delete_orphans(&self) -> Result<(), RecordError> {
        refs::delete_orphans(self.repo)
    }

    /// Returns whether a batch has this record, or one that amends it.
    pub(crate) fn is_named(&self, id: BatchId, tree: ObjectId) -> Result<bool, RecordError> {
        match refs::find(self.repo, id)? {
            None => Ok(false),
            Some(named) if named == tree => Ok(true),
            Some(named) => Ok(self.read(tree)?.meta().is_amended_to(self.read(named)?.meta())),
        }
    }

    /// Takes away the locks of a run that was killed.
    pub(crate) fn sweep(&self) -> Result<(), RecordError> {
        refs::sweep(self.repo)
    }

    /// Removes the remains of naming a record when a run was interrupted.
    pub(crate) fn withdraw(&self, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
        refs::withdraw(self.repo, id, tree)
    }

    /// Removes the private bytes of a batch that came to nothing.
    pub(crate) fn remove_private(&self, id: BatchId) -> Result<(), RecordError> {
        private::remove(self.repo, id, None)
    }

    /// Removes private bytes that no record needs, and temporary files of them.
    pub(crate) fn sweep_private(&self) -> Result<(), RecordError> {
        private::sweep(self.repo, *self)
    }

    /// Removes all private bytes. The caller then forgets the records that need them.
    pub fn clear_private(&self) -> Result<(), RecordError> {
        private::clear(self.repo)
    }

    /// Keeps the old bytes of paths of a batch that was taken back after a crash, and says by which
    /// reference.
    pub(crate) fn save(
        &self,
        token: u64,
        record: &Record<'_>,
        paths: &[RepoPath],
    ) -> Result<BString, RecordError> {
        private::set_aside(self.repo, record.id(), token)?;
        let tree = match record.meta().keeps {
            Keeps::Old => record.tree(),
            Keeps::New => self.old_tree(token, record, paths)?,
        };
        refs::save(self.repo, token, tree)
    }

    /// A tree with `old` for those old bytes that the record can make.
    fn old_tree(&self, token: u64, record: &Record<'_>, paths: &[RepoPath]) -> Result<ObjectId, RecordError> {
        let mut writer = Writer::new(self.repo, token);
        let mut sides = Vec::new();
        for path in paths {
            let side = record.file(path).and_then(|file| file.old.as_ref());
            if let (Some(side), Some(bytes)) = (side, record.old_bytes(path)?) {
                writer.blob(&bytes)?;
                sides.push((path, side));
            }
        }
        let old = writer.old_tree(sides)?;
        let meta = Meta { keeps: Keeps::Old, ..record.meta().clone() };
        writer.root(&meta, old, None, None)
    }

    /// All records, newest first, each with the batch that took it back. Reads one at a time.
    pub fn timeline(&self) -> Result<Timeline<'r>, RecordError> {
        let (undone, in_part) = (HashMap::new(), HashMap::new());
        Ok(Timeline { records: *self, ids: self.list()?.into_iter(), undone, in_part })
    }

    /// A batch with the batch that took it back, if that is in force. None if there is no record of it.
    pub(crate) fn find(&self, id: BatchId) -> Result<Option<(Record<'r>, Option<BatchId>)>, RecordError> {
        let is_it =
            |item: &Result<(Record<'_>, _), _>| item.as_ref().map_or(true, |(record, _)| record.id() == id);
        self.timeline()?.find(is_it).transpose()
    }

    /// A batch that is in force.
    pub(crate) fn in_force(&self, id: BatchId) -> Result<Option<Record<'r>>, RecordError> {
        Ok(self.find(id)?.and_then(|(record, undone_by)| undone_by.is_none().then_some(record)))
    }

    /// Returns whether something that is in force took a batch back.
    pub(crate) fn is_taken_back(&self, id: BatchId) -> Result<bool, RecordError> {
        Ok(self.find(id)?.is_some_and(|(_, undone_by)| undone_by.is_some()))
    }

    /// The batches that undos take back: applies that are in force, the newest first.
    pub fn undo_targets(
        &self,
    ) -> Result<impl Iterator<Item = Result<Record<'r>, RecordError>> + use<'r>, RecordError> {
        Ok(self.timeline()?.filter_map(|item| match item {
            Ok((record, None)) if record.meta().depth == 0 => Some(Ok(record)),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        }))
    }

    /// The newest of them.
    pub fn undo_target(&self) -> Result<Option<Record<'r>>, RecordError> {
        self.undo_targets()?.next().transpose()
    }
}

/// Records from the newest on, each with the one that took it back, if one did that is in force itself. Files
/// that others took back are left out of a record.
#[derive(Debug)]
pub struct Timeline<'r> {
    records: Records<'r>,
    ids: std::vec::IntoIter<BatchId>,
    undone: HashMap<BatchId, BatchId>,
    /// The newest undo of some files of a batch, and the files of all such undos.
    in_part: HashMap<BatchId, (BatchId, Vec<RepoPath>)>,
}

impl Timeline<'_> {
    /// Notes what a record that is in force takes back.
    fn note(&mut self, id: BatchId, header: &BatchHeader) {
        if header.only.is_empty() {
            self.undone.extend(header.taken_back().map(|older| (older, id)));
            return;
        }
        for older in header.taken_back() {
            let (_, paths) = self.in_part.entry(older).or_insert_with(|| (id, Vec::new()));
            paths.extend(header.only.iter().map(|path| path.0.clone()));
        }
    }
}

impl<'r> Iterator for Timeline<'r> {
    type Item = Result<(Record<'r>, Option<BatchId>), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.ids.next()?;
        Some(self.records.load(id).map(|mut record| {
            let mut undone_by = self.undone.get(&id).copied();
            if let Some((by, paths)) = self.in_part.remove(&id) {
                record.leave_out(paths);
                undone_by = undone_by.or_else(|| record.files().next().is_none().then_some(by));
            }
            // Batches that an undo takes back are older than it, so going back in time each record is judged
            // before it is met.
            if undone_by.is_none() {
                self.note(id, &record.meta().header);
            }
            (record, undone_by)
        }))
    }
}

fn parse(json: &[u8], tree: ObjectId) -> Result<Meta, RecordError> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        version: u32,
    }
    let damaged = |_| RecordError::Damaged { id: None, tree };
    match serde_json::from_slice::<Versioned>(json).map_err(damaged)?.version {
        VERSION => serde_json::from_slice(json).map_err(damaged),
        version => Err(RecordError::Version { id: None, tree, version }),
    }
}
