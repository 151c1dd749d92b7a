//! Reading records, and finding the one to take back.

use std::cell::OnceCell;
use std::collections::HashMap;

use bstr::BString;
use gix::ObjectId;
use gix::objs::Kind as ObjectKind;

use super::meta::{FileMeta, Meta, VERSION};
use super::{BatchId, RecordError, private, refs, splice};
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

    /// The record of a batch.
    pub fn load(&self, id: BatchId) -> Result<Record<'r>, RecordError> {
        let record = self.read(refs::find(self.repo, id)?.ok_or(RecordError::Missing { id })?)?;
        if record.meta.id == id { Ok(record) } else { Err(RecordError::Damaged { tree: record.tree }) }
    }

    /// A record by its tree, published or not.
    pub fn read(&self, tree: ObjectId) -> Result<Record<'r>, RecordError> {
        let damaged = || RecordError::Damaged { tree };
        let Some(object) = self.repo.git().try_find_object(tree)? else { return Err(damaged()) };
        let entries = object.try_into_tree().map_err(|_| damaged())?;
        let find = |name: &str| entries.find_entry(name).map(|entry| entry.object_id());
        let json = blob(self.repo, find("meta").ok_or_else(damaged)?)?.ok_or_else(damaged)?;
        let meta = parse(&json, tree)?;
        Ok(Record { repo: self.repo, tree, meta, inserted: find("inserted"), streams: OnceCell::new() })
    }

    /// Forgets a batch: it can no longer be undone.
    pub fn delete(&self, id: BatchId) -> Result<(), RecordError> {
        refs::delete(self.repo, id)?;
        private::remove(self.repo, id)
    }

    /// Forgets batches beyond the newest `keep`, and those made before `since` (in seconds since 1970), but never the
    /// newest. From the oldest on, so that as a rule one record is read.
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
                Ok(record) if record.meta.time < since => self.delete(*id)?,
                Ok(_) => break,
                // Not ours to judge.
                Err(_) => {}
            }
        }
        if ids.first().is_some_and(|newest| newest.0 % OFTEN == 0) { self.delete_orphans() } else { Ok(()) }
    }

    /// Forgets what the configuration says is too old or too much. That this fails is no reason for a batch to fail.
    pub fn prune_by(&self, settings: &Settings, now: i64) {
        const DAY: u64 = 24 * 60 * 60;
        let kept = i64::try_from(settings.keep_days.saturating_mul(DAY)).unwrap_or(i64::MAX);
        let _ = self.prune(settings.keep_batches, now.saturating_sub(kept));
    }

    /// Lets go of the records of work trees that were removed.
    pub fn delete_orphans(&self) -> Result<(), RecordError> {
        refs::delete_orphans(self.repo)
    }

    /// Whether a batch has this record.
    pub(crate) fn is_named(&self, id: BatchId, tree: ObjectId) -> Result<bool, RecordError> {
        Ok(refs::find(self.repo, id)? == Some(tree))
    }

    /// Takes away what was left of naming a record when a run broke off.
    pub(crate) fn withdraw(&self, id: BatchId, tree: ObjectId) -> Result<(), RecordError> {
        refs::withdraw(self.repo, id, tree)
    }

    /// Removes the private bytes of a batch that came to nothing.
    pub(crate) fn remove_private(&self, id: BatchId) -> Result<(), RecordError> {
        private::remove(self.repo, id)
    }

    /// Keeps the record of a batch that was taken back after a crash, and says by which reference.
    pub(crate) fn save(&self, token: u64, tree: ObjectId) -> Result<BString, RecordError> {
        refs::save(self.repo, token, tree)
    }

    /// All records, newest first, each with what took it back. Reads one at a time.
    pub fn timeline(&self) -> Result<Timeline<'r>, RecordError> {
        Ok(Timeline { records: *self, ids: self.list()?.into_iter(), undone: HashMap::new() })
    }

    /// The batch that an undo takes back: the newest apply that is in force.
    pub fn undo_target(&self) -> Result<Option<Record<'r>>, RecordError> {
        self.newest(|meta| meta.depth == 0)
    }

    /// The batch that a redo takes back: the newest undo that is in force and took changes away.
    pub fn redo_target(&self) -> Result<Option<Record<'r>>, RecordError> {
        self.newest(|meta| meta.depth % 2 == 1)
    }

    fn newest(&self, wanted: impl Fn(&Meta) -> bool) -> Result<Option<Record<'r>>, RecordError> {
        for item in self.timeline()? {
            let (record, undone_by) = item?;
            if undone_by.is_none() && wanted(&record.meta) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}

/// Records from the newest on, each with the one that took it back, if one did that is in force itself.
#[derive(Debug)]
pub struct Timeline<'r> {
    records: Records<'r>,
    ids: std::vec::IntoIter<BatchId>,
    undone: HashMap<BatchId, BatchId>,
}

impl<'r> Iterator for Timeline<'r> {
    type Item = Result<(Record<'r>, Option<BatchId>), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.ids.next()?;
        Some(self.records.load(id).map(|record| {
            let undone_by = self.undone.get(&id).copied();
            // What an undo takes back is older than it, so going back in time each record is judged before it is met.
            if undone_by.is_none() {
                self.undone.extend(record.meta.taken_back().map(|older| (older, id)));
            }
            (record, undone_by)
        }))
    }
}

/// One record.
#[derive(Debug)]
pub struct Record<'r> {
    repo: &'r Repo,
    tree: ObjectId,
    meta: Meta,
    inserted: Option<ObjectId>,
    streams: OnceCell<Streams>,
}

/// The bytes that are stored for many files together.
#[derive(Debug, Default)]
struct Streams {
    inserted: Vec<u8>,
    private: Option<Vec<u8>>,
}

impl Record<'_> {
    /// The number of the batch.
    pub fn id(&self) -> BatchId {
        self.meta.id
    }

    /// The record itself.
    pub fn tree(&self) -> ObjectId {
        self.tree
    }

    /// What it says about the batch.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// What it says about a path.
    pub fn file(&self, path: &RepoPath) -> Option<&FileMeta> {
        self.meta.files.iter().find(|file| file.path.0 == *path)
    }

    /// The bytes that stood at a path before; none if nothing stood there, or if the batch did not touch it.
    pub fn old_bytes(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, RecordError> {
        let Some(file) = self.file(path) else { return Ok(None) };
        let Some(old) = &file.old else { return Ok(None) };
        let bytes = if file.private { self.private_parts(file)?.0.to_vec() } else { self.blob(old.id)? };
        self.checked(bytes, old.id).map(Some)
    }

    /// The bytes that stood at a path after; none if the batch removed it or did not touch it. They are made anew and
    /// compared with the id that they had.
    pub fn new_bytes(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, RecordError> {
        let Some(file) = self.file(path) else { return Ok(None) };
        let Some(new) = &file.new else { return Ok(None) };
        let base = file.from.as_ref().map_or(path, |from| &from.0);
        let base = self.old_bytes(base)?.unwrap_or_default();
        let inserted = if file.private { self.private_parts(file)?.1 } else { self.inserted_part(file)? };
        let bytes = splice::splice(&base, &file.splices, inserted).ok_or_else(|| self.damaged())?;
        self.checked(bytes, new.id).map(Some)
    }

    fn damaged(&self) -> RecordError {
        RecordError::Damaged { tree: self.tree }
    }

    fn checked(&self, bytes: Vec<u8>, id: ObjectId) -> Result<Vec<u8>, RecordError> {
        // A replacement (`git replace`) or a file in `private` may be anything.
        if self.repo.blob_id(&bytes)? == id { Ok(bytes) } else { Err(self.damaged()) }
    }

    fn blob(&self, id: ObjectId) -> Result<Vec<u8>, RecordError> {
        blob(self.repo, id)?.ok_or_else(|| self.damaged())
    }

    fn streams(&self) -> Result<&Streams, RecordError> {
        if let Some(streams) = self.streams.get() {
            return Ok(streams);
        }
        let inserted = self.inserted.map_or(Ok(Vec::new()), |id| self.blob(id))?;
        let any = self.meta.files.iter().any(|file| file.private);
        let private = if any { private::read(self.repo, self.id())? } else { None };
        Ok(self.streams.get_or_init(|| Streams { inserted, private }))
    }

    fn inserted_part(&self, file: &FileMeta) -> Result<&[u8], RecordError> {
        let before = total(self.before(file).filter(|other| !other.private).map(inserted_len));
        part(&self.streams()?.inserted, before, inserted_len(file)).ok_or_else(|| self.damaged())
    }

    /// The old and the inserted bytes of a private file.
    fn private_parts(&self, file: &FileMeta) -> Result<(&[u8], &[u8]), RecordError> {
        let both = |file: &FileMeta| old_len(file).saturating_add(inserted_len(file));
        let start = total(self.before(file).filter(|other| other.private).map(both));
        let stream = self.streams()?.private.as_deref().unwrap_or_default();
        let old = part(stream, start, old_len(file));
        let inserted = part(stream, start.saturating_add(old_len(file)), inserted_len(file));
        old.zip(inserted).ok_or_else(|| self.damaged())
    }

    /// The files whose bytes stand before those of this one.
    fn before(&self, file: &FileMeta) -> impl Iterator<Item = &FileMeta> {
        self.meta.files.iter().take_while(|other| other.path != file.path)
    }
}

fn old_len(file: &FileMeta) -> usize {
    file.old.as_ref().map_or(0, |old| usize::try_from(old.size).unwrap_or(usize::MAX))
}

fn inserted_len(file: &FileMeta) -> usize {
    total(file.splices.iter().map(|splice| splice.len))
}

/// The numbers come from a file: too large ones must not wrap around.
fn total(lens: impl Iterator<Item = usize>) -> usize {
    lens.fold(0, usize::saturating_add)
}

fn part(stream: &[u8], start: usize, len: usize) -> Option<&[u8]> {
    stream.get(start..start.checked_add(len)?)
}

/// The bytes of a blob; none if it is missing or something else.
fn blob(repo: &Repo, id: ObjectId) -> Result<Option<Vec<u8>>, RecordError> {
    let found = repo.git().try_find_object(id)?;
    Ok(found.filter(|object| object.kind == ObjectKind::Blob).map(|object| object.detach().data))
}

fn parse(json: &[u8], tree: ObjectId) -> Result<Meta, RecordError> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        version: u32,
    }
    let damaged = |_| RecordError::Damaged { tree };
    match serde_json::from_slice::<Versioned>(json).map_err(damaged)?.version {
        VERSION => serde_json::from_slice(json).map_err(damaged),
        version => Err(RecordError::Version { version }),
    }
}
