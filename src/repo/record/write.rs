//! Writing the objects of a record.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use gix::ObjectId;
use gix::objs::tree::{Editor, Entry, EntryKind};
use gix::objs::{Kind as ObjectKind, Tree};
use gix::zlib::Status;
use gix::zlib::stream::deflate::{Compress, FlushCompress};

use super::RecordError;
use super::meta::{Meta, Side};
use crate::core::change::Version;
use crate::core::path::RepoPath;
use crate::repo::index::Staged;
use crate::repo::open::Repo;
use crate::repo::shared::Shared;

/// Where an object lies that is in no pack.
pub(super) fn loose_path(repo: &Repo, id: &ObjectId) -> PathBuf {
    let hex = id.to_string();
    repo.git().objects.store_ref().path().join(&hex[..2]).join(&hex[2..])
}

/// Where an object is written before it gets its name: one at a time.
pub(crate) fn temporary_object(repo: &Repo, token: u64) -> PathBuf {
    repo.git().objects.store_ref().path().join(format!("tmp_obj_sr_{token:016x}"))
}

/// Writes loose objects. Making the state of a compressor costs more than compressing a small file: one serves all.
struct Deflater {
    state: Compress,
    buffer: Vec<u8>,
}

impl Deflater {
    fn new() -> Self {
        const BUFFER: usize = 1 << 15;
        Self { state: Compress::new(gix::zlib::Compression::BEST_SPEED), buffer: vec![0; BUFFER] }
    }

    fn fill(&mut self, path: &Path, kind: ObjectKind, bytes: &[u8]) -> std::io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o444);
        let mut file = options.open(path)?;
        self.state.reset();
        let header = gix::objs::encode::loose_header(kind, bytes.len() as u64);
        self.write(&mut file, &header, FlushCompress::None)?;
        self.write(&mut file, bytes, FlushCompress::Finish)
    }

    fn write(&mut self, file: &mut File, mut bytes: &[u8], flush: FlushCompress) -> std::io::Result<()> {
        loop {
            let (taken, given) = (self.state.total_in(), self.state.total_out());
            let status = self.state.compress(bytes, &mut self.buffer, flush);
            let status = status.map_err(std::io::Error::other)?;
            bytes = &bytes[(self.state.total_in() - taken) as usize..];
            file.write_all(&self.buffer[..(self.state.total_out() - given) as usize])?;
            let is_done = match flush {
                FlushCompress::Finish => status == Status::StreamEnd,
                _ => bytes.is_empty(),
            };
            if is_done {
                return Ok(());
            }
        }
    }
}

/// The one place where objects are written.
pub(in crate::repo) struct Writer<'r> {
    repo: &'r Repo,
    token: u64,
    shared: Shared,
    objects: Vec<ObjectId>,
    deflater: Option<Deflater>,
}

impl<'r> Writer<'r> {
    pub(in crate::repo) fn new(repo: &'r Repo, token: u64) -> Self {
        Self { repo, token, shared: Shared::of(repo), objects: Vec::new(), deflater: None }
    }

    /// All objects that were written, or were there already.
    pub(super) fn into_objects(self) -> Vec<ObjectId> {
        self.objects
    }

    /// The id of bytes that are not written.
    pub(super) fn id_of(&self, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        Ok(self.repo.blob_id(bytes)?)
    }

    pub(in crate::repo) fn blob(&mut self, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        self.object(ObjectKind::Blob, bytes)
    }

    fn tree(&mut self, tree: &Tree) -> Result<ObjectId, RecordError> {
        self.write(tree)
    }

    /// Writes a tree or a commit.
    pub(in crate::repo) fn write(
        &mut self,
        object: &dyn gix::objs::WriteTo,
    ) -> Result<ObjectId, RecordError> {
        let mut bytes = Vec::new();
        object.write_to(&mut bytes)?;
        self.object(object.kind(), &bytes)
    }

    /// Writes an object that is not there yet. One that came a moment ago with a pack is written once more: to look for new
    /// packs for each object costs more. gix would do it under a name that nobody knows after a crash; this one is
    /// known from the journal, and git's own clearing up knows it too (`tmp_obj_`).
    fn object(&mut self, kind: ObjectKind, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        let id = gix::objs::compute_hash(self.repo.object_hash(), kind, bytes)?;
        self.objects.push(id);
        if self.repo.git().objects.exists_without_refresh(&id) {
            return Ok(id);
        }
        let path = loose_path(self.repo, &id);
        let temporary = temporary_object(self.repo, self.token);
        let deflater = self.deflater.get_or_insert_with(Deflater::new);
        let shared = self.shared;
        let written = deflater.fill(&temporary, kind, bytes).and_then(|()| {
            shared.adjust(&temporary)?;
            match std::fs::rename(&temporary, &path) {
                // The folder that its first two digits name is not there.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    shared.create_folders(path.parent().unwrap_or(&path))?;
                    std::fs::rename(&temporary, &path)
                }
                answer => answer,
            }
        });
        written.inspect_err(|_| drop(std::fs::remove_file(&temporary)))?;
        Ok(id)
    }

    /// Whether the object is there, is a blob and is as long. (In a partial clone it may be missing.)
    pub(super) fn holds(&mut self, id: ObjectId, version: &Version) -> Result<bool, RecordError> {
        let header = self.repo.git().try_find_header(id)?;
        let len = version.bytes.len() as u64;
        let holds = header.is_some_and(|found| found.kind() == ObjectKind::Blob && found.size() == len);
        if holds {
            self.objects.push(id);
        }
        Ok(holds)
    }

    /// The tree of the old bytes. gix's own editor asks for every entry whether its object is there: it is.
    pub(super) fn old_tree<'p>(
        &mut self,
        files: impl IntoIterator<Item = (&'p RepoPath, &'p Side)>,
    ) -> Result<Option<ObjectId>, RecordError> {
        let git = self.repo.git();
        let mut editor = Editor::new(Tree::empty(), &git.objects, self.repo.object_hash());
        let mut any = false;
        for (path, side) in files {
            let executable = side.mode.is_some_and(|mode| mode & 0o100 != 0);
            let kind = if executable { EntryKind::BlobExecutable } else { EntryKind::Blob };
            editor.upsert(path.components(), kind, side.id)?;
            any = true;
        }
        if any { editor.write(|tree| self.tree(tree)).map(Some) } else { Ok(None) }
    }

    /// The tree of what stood in the index. What is not here, as in a partial clone, need not be kept here.
    pub(super) fn index_tree(&mut self, staged: &[Staged]) -> Result<Option<ObjectId>, RecordError> {
        let git = self.repo.git();
        let mut editor = Editor::new(Tree::empty(), &git.objects, self.repo.object_hash());
        let mut any = false;
        for Staged { path, before, .. } in staged {
            let Some(before) = before.as_ref().filter(|before| git.has_object(before.id)) else { continue };
            let executable = before.mode & 0o100 != 0;
            let kind = if executable { EntryKind::BlobExecutable } else { EntryKind::Blob };
            editor.upsert(path.0.components(), kind, before.id)?;
            self.objects.push(before.id);
            any = true;
        }
        if any { editor.write(|tree| self.tree(tree)).map(Some) } else { Ok(None) }
    }

    /// The record itself.
    pub(super) fn root(
        &mut self,
        meta: &Meta,
        kept: Option<ObjectId>,
        index: Option<ObjectId>,
        stream: Option<ObjectId>,
    ) -> Result<ObjectId, RecordError> {
        let mut json = serde_json::to_vec(meta).map_err(std::io::Error::from)?;
        json.push(b'\n');
        let [kept_name, stream_name] = meta.keeps.names();
        let meta = self.blob(&json)?;
        let entry =
            |name: &str, kind: EntryKind, oid| Entry { mode: kind.into(), filename: name.into(), oid };
        let entries = [
            index.map(|id| entry("index", EntryKind::Tree, id)),
            stream.map(|id| entry(stream_name, EntryKind::Blob, id)),
            Some(entry("meta", EntryKind::Blob, meta)),
            kept.map(|id| entry(kept_name, EntryKind::Tree, id)),
        ];
        let mut entries: Vec<Entry> = entries.into_iter().flatten().collect();
        entries.sort();
        self.tree(&Tree { entries })
    }
}
