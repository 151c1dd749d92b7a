//! Writing a record: its objects before any file changes, its reference after all have.

use std::path::PathBuf;

use gix::ObjectId;

use super::draft::{self, RecordDraft};
use super::held::Held;
use super::meta::{FileMeta, FolderMeta, Keeps, Meta, VERSION};
use super::write::{Writer, loose_path};
use super::{BatchId, BatchKind, BatchRecord, RecordError, Records, private, refs};
use crate::core::path::RepoPath;
use crate::repo::absent;
use crate::repo::entry::StagedPath;
use crate::repo::open::Repo;
use crate::repo::platform;
use crate::repo::serial::{Bytes, SerialPath};
use crate::repo::sync::{Component, Durability};

/// Writes the records of a work tree.
#[derive(Clone, Copy, Debug)]
pub struct Recorder<'r> {
    repo: &'r Repo,
    token: u64,
}

/// A record whose objects are written, and which nothing names yet.
#[derive(Clone, Debug)]
pub struct PreparedRecord {
    meta: Meta,
    tree: ObjectId,
    /// Every object it needs, written now or there before. gix syncs none of them: what must outlive a power
    /// failure has to be synced between preparing and the first rename.
    objects: Vec<ObjectId>,
    has_private: bool,
}

impl PreparedRecord {
    /// The record itself, which [`Records::read`] takes.
    pub fn tree(&self) -> ObjectId {
        self.tree
    }

    /// The number it will have, unless another batch takes it first.
    pub fn id(&self) -> BatchId {
        self.meta.id
    }

    /// Metadata of the batch.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }
}

impl<'r> Recorder<'r> {
    /// Writes for this work tree; `token` is in the name of the one temporary file that a crash may leave
    /// behind.
    pub fn new(repo: &'r Repo, token: u64) -> Self {
        Self { repo, token }
    }

    /// Writes all that the record needs. Until [`publish`](Self::publish) names it, garbage collection may
    /// take it, after two weeks as git is set up.
    pub fn prepare(&self, batch: &BatchRecord<'_>) -> Result<PreparedRecord, RecordError> {
        let prev = refs::list(self.repo)?.first().copied();
        let mut writer = Writer::new(self.repo, self.token);
        let other = match batch.header.kind {
            BatchKind::Undo { of } => Some(Records::new(self.repo).load(of)?),
            BatchKind::Apply => None,
        };
        let depth = other.as_ref().map_or(0, |other| other.meta().depth.saturating_add(1));
        let draft = match other.filter(|_| batch.turns && batch.header.also.is_empty()) {
            Some(other) => RecordDraft::turned(&other, batch)?,
            None => RecordDraft::write(&mut writer, &batch.files, &batch.ids)?,
        };
        let RecordDraft { keeps, files, kept, stream, private } = draft;
        let staged = draft::staged(&mut writer, batch)?;
        let index = writer.index_tree(&staged)?;
        let meta = Meta { depth, keeps, ..self.meta(batch, files, staged, prev)? };
        let has_private = meta.files.iter().any(|file| file.private);
        if has_private {
            private::write(self.repo, (meta.id, meta.edition), &private)?;
        }
        let tree = writer.root(&meta, kept, index, stream)?;
        Ok(PreparedRecord { meta, tree, objects: writer.objects().to_vec(), has_private })
    }

    /// Names the record: with this the batch can be undone. False if its number was taken meanwhile.
    pub fn publish(&self, prepared: &PreparedRecord) -> Result<bool, RecordError> {
        let held = Held::at(self.repo, prepared.meta.prev);
        let is_named = refs::create(self.repo, prepared.meta.id, prepared.tree)?;
        if is_named {
            held.add(&prepared.meta, prepared.tree);
        }
        Ok(is_named)
    }

    /// The files of a prepared record, private bytes included, each with its device; those in packs are
    /// durable already.
    pub(crate) fn object_files(&self, prepared: &PreparedRecord) -> std::io::Result<Vec<(u64, PathBuf)>> {
        let private = prepared.has_private.then_some((prepared.meta.id, prepared.meta.edition));
        files_to_sync(self.repo, &prepared.objects, private)
    }

    /// The folders of the files that name a record, each with its device: the files themselves are durable
    /// already.
    pub(crate) fn reference_folders(&self, id: BatchId) -> Result<Vec<(u64, PathBuf)>, RecordError> {
        let is_off = Durability::of_component(self.repo, Component::Reference) == Durability::Off;
        if is_off || self.repo.needs_git_for_references() {
            return Ok(Vec::new());
        }
        let folders =
            refs::paths(self.repo, id)?.into_iter().filter_map(|file| Some(file.parent()?.to_owned()));
        folders.map(|folder| Ok((platform::device(&folder)?, folder))).collect()
    }

    fn meta(
        &self,
        batch: &BatchRecord<'_>,
        files: Vec<FileMeta>,
        index: Vec<StagedPath>,
        prev: Option<BatchId>,
    ) -> Result<Meta, RecordError> {
        let head = self.repo.head()?;
        let folder =
            |(path, mode): &(RepoPath, u32)| FolderMeta { path: SerialPath(path.clone()), mode: Some(*mode) };
        Ok(Meta {
            version: VERSION,
            id: next(prev),
            header: batch.header.clone(),
            depth: 0,
            prev,
            head: head.id,
            branch: head.name.map(Bytes),
            moved: None,
            edition: 0,
            keeps: Keeps::Old,
            files,
            index,
            index_file: batch.index_file.clone().map(Bytes),
            dirs_made: batch.dirs_made.iter().cloned().map(SerialPath).collect(),
            dirs_removed: batch.dirs_removed.iter().map(folder).collect(),
        })
    }
}

/// The files of these objects, unless `core.fsync` takes these out, and of the private bytes of a batch, each
/// with its device.
pub(super) fn files_to_sync(
    repo: &Repo,
    objects: &[ObjectId],
    private: Option<private::Edition>,
) -> std::io::Result<Vec<(u64, PathBuf)>> {
    let device = platform::device(repo.git().objects.store_ref().path())?;
    let is_off = Durability::of_component(repo, Component::LooseObject) == Durability::Off;
    let objects = if is_off { &[] } else { objects };
    let mut files: Vec<_> = objects.iter().map(|id| (device, loose_path(repo, id))).collect();
    for path in private.map(|edition| private::to_sync(repo, edition)).into_iter().flatten() {
        // A file that is gone cannot be made durable.
        if let Some(device) = absent::or_none(platform::device(&path))? {
            files.push((device, path));
        }
    }
    Ok(files)
}

pub(super) fn next(prev: Option<BatchId>) -> BatchId {
    BatchId(prev.map_or(0, |prev| prev.0) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::change::{Change, Version};
    use crate::repo::record::FileRecord;
    use crate::repo::testing::Sandbox;

    #[test]
    fn the_bytes_of_secrets_are_made_durable_as_the_objects_are() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        let old = Some(Version { bytes: b"old".into(), mode: Some(0o644) });
        let change = Change { path: RepoPath::new(b".env").unwrap(), old, new: None, from: None };
        let durable = |private: bool| {
            let file = FileRecord { change: &change, splices: &[], known: None, private };
            let batch = BatchRecord { files: vec![file], ..BatchRecord::default() };
            let recorder = Recorder::new(&repo, 0);
            let prepared = recorder.prepare(&batch).unwrap();
            let files = recorder.object_files(&prepared).unwrap();
            files.into_iter().map(|(_, path)| path).collect::<Vec<_>>()
        };
        let kept = repo.state_dir().join("private");
        let files = durable(true);
        assert!(files.contains(&kept.join("1")) && files.contains(&kept), "{files:?}");
        assert!(!durable(false).iter().any(|path| path.starts_with(&kept)));
    }
}
