//! Writing the objects of a record.

use std::fs::File;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use fdeflate::StoredOnlyCompressor;
use gix::ObjectId;
use gix::objs::tree::{Editor, Entry, EntryKind};
use gix::objs::{Kind as ObjectKind, Tree};
use gix::zlib::Status;
use gix::zlib::stream::deflate::{Compress, FlushCompress};

use super::RecordError;
use super::meta::{Meta, Side};
use crate::core::change::Version;
use crate::core::path::RepoPath;
use crate::repo::entry::StagedPath;
use crate::repo::open::Repo;
use crate::repo::shared::Shared;

/// Path of a loose object.
pub(super) fn loose_path(repo: &Repo, id: &ObjectId) -> PathBuf {
    let hex = id.to_string();
    repo.git().objects.store_ref().path().join(&hex[..2]).join(&hex[2..])
}

/// Path of an object before it gets its name: one at a time.
pub(crate) fn temporary_object(repo: &Repo, token: u64) -> PathBuf {
    repo.git().objects.store_ref().path().join(format!("tmp_obj_sr_{token:016x}"))
}

/// An object of at most so many bytes fits into a block of most file systems as it is: nothing is gained by
/// compressing it, and making a compressor costs more than all else that is done to write it.
const SMALL: usize = 4000;

/// Writes loose objects. One compressor serves all of them that need one.
#[derive(Default)]
struct Deflater(Option<ObjectEncoder>);

struct ObjectEncoder {
    compress: Compress,
    buffer: Vec<u8>,
}

impl Deflater {
    fn fill(&mut self, path: &Path, kind: ObjectKind, bytes: &[u8]) -> std::io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o444);
        let mut file = options.open(path)?;
        let header = gix::objs::encode::loose_header(kind, bytes.len() as u64);
        if bytes.len() <= SMALL {
            return file.write_all(&stored(&header, bytes)?);
        }
        let state = self.0.get_or_insert_with(ObjectEncoder::new);
        state.compress.reset();
        state.write(&mut file, &header, FlushCompress::None)?;
        state.write(&mut file, bytes, FlushCompress::Finish)
    }
}

/// The zlib stream (RFC 1950) of bytes that are not compressed.
fn stored(header: &[u8], bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut stream = StoredOnlyCompressor::new(Cursor::new(Vec::new()))?;
    stream.write_data(header)?;
    stream.write_data(bytes)?;
    Ok(stream.finish()?.into_inner())
}

impl ObjectEncoder {
    fn new() -> Self {
        const BUFFER: usize = 1 << 15;
        Self { compress: Compress::new(gix::zlib::Compression::BEST_SPEED), buffer: vec![0; BUFFER] }
    }

    fn write(&mut self, file: &mut File, mut bytes: &[u8], flush: FlushCompress) -> std::io::Result<()> {
        loop {
            let (taken, given) = (self.compress.total_in(), self.compress.total_out());
            let status = self.compress.compress(bytes, &mut self.buffer, flush);
            let status = status.map_err(std::io::Error::other)?;
            bytes = &bytes[(self.compress.total_in() - taken) as usize..];
            file.write_all(&self.buffer[..(self.compress.total_out() - given) as usize])?;
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
    deflater: Deflater,
}

impl<'r> Writer<'r> {
    pub(in crate::repo) fn new(repo: &'r Repo, token: u64) -> Self {
        Self { repo, token, shared: Shared::of(repo), objects: Vec::new(), deflater: Deflater::default() }
    }

    /// All objects that were written, or were there already.
    pub(super) fn objects(&self) -> &[ObjectId] {
        &self.objects
    }

    /// The id of bytes that are not written.
    pub(super) fn text_id(&self, pieces: &[&[u8]]) -> Result<ObjectId, RecordError> {
        Ok(self.repo.text_id(pieces)?)
    }

    pub(in crate::repo) fn blob(&mut self, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        self.blob_as(None, bytes)
    }

    /// The same with bytes whose id may be known.
    pub(super) fn blob_as(&mut self, id: Option<ObjectId>, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        let kind = ObjectKind::Blob;
        let hash = || gix::objs::compute_hash(self.repo.object_hash(), kind, bytes);
        let id = id.map_or_else(hash, Ok)?;
        self.object(id, kind, bytes)
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
        let id = gix::objs::compute_hash(self.repo.object_hash(), object.kind(), &bytes)?;
        self.object(id, object.kind(), &bytes)
    }

    /// Writes an object that is not there yet. One that came a moment ago with a pack is written once more:
    /// to look for new packs for each object costs more. gix would do it under a name that nobody knows after
    /// a crash; this one is known from the journal, and git's own clearing up knows it too (`tmp_obj_`).
    fn object(&mut self, id: ObjectId, kind: ObjectKind, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        self.objects.push(id);
        if self.repo.git().objects.exists_without_refresh(&id) {
            return Ok(id);
        }
        let path = loose_path(self.repo, &id);
        let temporary = temporary_object(self.repo, self.token);
        let shared = self.shared;
        let written = self.deflater.fill(&temporary, kind, bytes).and_then(|()| {
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

    /// Returns whether the object is there, is a blob and is as long. (In a partial clone it may be missing.)
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

    /// The tree of the index entries before. Objects missing here, as in a partial clone, need not be kept
    /// here.
    pub(super) fn index_tree(&mut self, staged: &[StagedPath]) -> Result<Option<ObjectId>, RecordError> {
        let git = self.repo.git();
        let mut editor = Editor::new(Tree::empty(), &git.objects, self.repo.object_hash());
        let mut any = false;
        for StagedPath { path, before, .. } in staged {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::testing::Sandbox;

    #[test]
    fn git_reads_objects_of_any_size_in_any_order() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        let mut writer = Writer::new(&repo, 1);
        for size in [0, 1, SMALL, SMALL + 1, 1 << 17, SMALL - 1, 1 << 16] {
            let bytes: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
            let id = writer.blob(&bytes).unwrap().to_string();
            std::fs::write(sandbox.path().join("copy"), bytes).unwrap();
            assert_eq!(sandbox.git(&["hash-object", "copy"]).trim(), id);
            assert_eq!(sandbox.git(&["cat-file", "-s", &id]).trim(), size.to_string());
        }
        sandbox.git(&["fsck", "--strict"]);
    }
}
