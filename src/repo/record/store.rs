//! Writing a record: its objects before any file changes, its reference after all have.

use std::collections::HashMap;

use bstr::ByteSlice;
use gix::ObjectId;
use gix::objs::tree::{Editor, Entry, EntryKind};
use gix::objs::{Kind as ObjectKind, Tree};

use super::meta::{Bytes, FileMeta, Meta, Name, Op, Side, VERSION};
use super::{BatchId, BatchRecord, FileRecord, Kind, RecordError, Records, private, refs, splice};
use crate::core::change::Version;
use crate::core::path::RepoPath;
use crate::repo::open::Repo;

/// Writes the records of a work tree.
#[derive(Clone, Copy, Debug)]
pub struct Recorder<'r> {
    repo: &'r Repo,
}

/// A record whose objects are written, and which nothing names yet.
#[derive(Clone, Debug)]
pub struct Prepared {
    meta: Meta,
    old: Option<ObjectId>,
    inserted: Option<ObjectId>,
    tree: ObjectId,
    objects: Vec<ObjectId>,
    has_private: bool,
}

impl Prepared {
    /// The record itself, which [`Records::read`] takes.
    pub fn tree(&self) -> ObjectId {
        self.tree
    }

    /// The number it will have, unless another batch takes it first.
    pub fn id(&self) -> BatchId {
        self.meta.id
    }

    /// What it says about the batch.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Every object it needs, written now or there before. gix syncs none of them: what must outlive a power failure has
    /// to be synced between preparing and the first rename.
    pub fn objects(&self) -> &[ObjectId] {
        &self.objects
    }
}

impl<'r> Recorder<'r> {
    /// Writes for this work tree.
    pub fn new(repo: &'r Repo) -> Self {
        Self { repo }
    }

    /// Records a batch at once.
    pub fn store(&self, batch: &BatchRecord<'_>) -> Result<BatchId, RecordError> {
        self.publish(self.prepare(batch)?)
    }

    /// Writes all that the record needs. Until [`publish`](Self::publish) names it, garbage collection may take it, after
    /// two weeks as git is set up.
    pub fn prepare(&self, batch: &BatchRecord<'_>) -> Result<Prepared, RecordError> {
        let bases = bases(batch)?;
        let prev = refs::list(self.repo)?.first().copied();
        let mut writer = Writer { repo: self.repo, objects: Vec::new() };
        let sides = old_sides(&mut writer, batch)?;
        let (files, inserted, private) = self.files(batch, &bases, &sides)?;
        let old = writer.old_tree(batch, &sides)?;
        let inserted = if inserted.is_empty() { None } else { Some(writer.blob(&inserted)?) };
        let meta = self.meta(batch, files, prev)?;
        let has_private = meta.files.iter().any(|file| file.private);
        if has_private {
            private::write(self.repo, meta.id, &private)?;
        }
        let tree = writer.root(&meta, old, inserted)?;
        Ok(Prepared { meta, old, inserted, tree, objects: writer.objects, has_private })
    }

    /// Names the record: with this the batch can be undone. If its number was taken meanwhile it gets the next one.
    pub fn publish(&self, mut prepared: Prepared) -> Result<BatchId, RecordError> {
        while !refs::create(self.repo, prepared.meta.id, prepared.tree)? {
            let prev = refs::list(self.repo)?.first().copied();
            let taken = prepared.meta.id;
            prepared.meta.id = next(prev);
            prepared.meta.prev = prev;
            if prepared.has_private {
                private::rename(self.repo, taken, prepared.meta.id)?;
            }
            let mut writer = Writer { repo: self.repo, objects: Vec::new() };
            prepared.tree = writer.root(&prepared.meta, prepared.old, prepared.inserted)?;
        }
        Ok(prepared.meta.id)
    }

    /// Drops what a batch that came to nothing left behind outside the object database.
    pub fn discard(&self, prepared: Prepared) -> Result<(), RecordError> {
        if prepared.has_private { private::remove(self.repo, prepared.meta.id) } else { Ok(()) }
    }

    /// What `meta` says about the files, all bytes they insert, and the private ones.
    fn files(
        &self,
        batch: &BatchRecord<'_>,
        bases: &Bases<'_>,
        sides: &Sides<'_>,
    ) -> Result<(Vec<FileMeta>, Vec<u8>, Vec<u8>), RecordError> {
        let (mut files, mut public, mut private) = (Vec::new(), Vec::new(), Vec::new());
        for file in &batch.files {
            let change = file.change;
            let base = bases[&change.path];
            let inserted = inserted(file, base)?;
            let secret = is_private(file, base);
            if secret {
                private.extend_from_slice(change.old.as_ref().map_or(&[][..], |old| &old.bytes));
            }
            if secret { &mut private } else { &mut public }.extend_from_slice(&inserted);
            let new = match &change.new {
                // Untouched bytes are not hashed again.
                Some(new) if file.splices.is_empty() && base.is_some() => {
                    let known = base.and_then(|base| sides.get(&base.change.path));
                    known.map(|side| Side { mode: new.mode, ..side.clone() })
                }
                Some(new) => Some(side(self.repo.blob_id(&new.bytes)?, new)),
                None => None,
            };
            files.push(FileMeta {
                path: Name(change.path.clone()),
                op: op(file),
                old: sides.get(&change.path).cloned(),
                new,
                from: change.from.clone().map(Name),
                splices: file.splices.to_vec(),
                private: secret,
            });
        }
        Ok((files, public, private))
    }

    fn meta(
        &self,
        batch: &BatchRecord<'_>,
        files: Vec<FileMeta>,
        prev: Option<BatchId>,
    ) -> Result<Meta, RecordError> {
        let depth = match batch.kind {
            Kind::Apply => 0,
            Kind::Undo { of } => Records::new(self.repo).load(of)?.meta().depth.saturating_add(1),
        };
        let head = self.repo.head()?;
        let names = |paths: &[RepoPath]| paths.iter().cloned().map(Name).collect();
        Ok(Meta {
            version: VERSION,
            id: next(prev),
            kind: batch.kind,
            depth,
            prev,
            time: batch.time,
            cwd: Bytes(batch.cwd.clone()),
            sources: batch.sources.iter().cloned().map(Bytes).collect(),
            reply: batch.reply,
            head: head.id,
            branch: head.name.map(Bytes),
            files,
            dirs_made: names(&batch.dirs_made),
            dirs_removed: names(&batch.dirs_removed),
        })
    }
}

/// For each path, the file of the batch whose old bytes its new ones are made from.
type Bases<'b> = HashMap<&'b RepoPath, Option<&'b FileRecord<'b>>>;
/// For each path that stood there, what stood.
type Sides<'b> = HashMap<&'b RepoPath, Side>;

fn next(prev: Option<BatchId>) -> BatchId {
    BatchId(prev.map_or(0, |prev| prev.0) + 1)
}

fn inconsistent(path: &RepoPath) -> RecordError {
    RecordError::Inconsistent { path: path.clone() }
}

/// Checks the batch but for its splices.
fn bases<'b>(batch: &'b BatchRecord<'b>) -> Result<Bases<'b>, RecordError> {
    let there: HashMap<_, _> = batch
        .files
        .iter()
        .filter(|file| file.change.old.is_some())
        .map(|file| (&file.change.path, file))
        .collect();
    let mut bases = HashMap::new();
    for file in &batch.files {
        let change = file.change;
        let base = match &change.from {
            Some(from) => Some(*there.get(from).ok_or_else(|| inconsistent(&change.path))?),
            None => change.old.is_some().then_some(file),
        };
        let nothing = change.old.is_none() && change.new.is_none();
        if nothing || bases.insert(&change.path, base).is_some() {
            return Err(inconsistent(&change.path));
        }
    }
    Ok(bases)
}

/// The directories that a path lies in.
fn above(path: &RepoPath) -> impl Iterator<Item = RepoPath> {
    let path = path.as_bstr();
    path.find_iter("/").filter_map(|slash| RepoPath::new(&path[..slash]).ok())
}

fn inserted(file: &FileRecord<'_>, base: Option<&FileRecord<'_>>) -> Result<Vec<u8>, RecordError> {
    let base = base.and_then(|base| base.change.old.as_ref()).map_or(&[][..], |old| &old.bytes);
    let inserted = match &file.change.new {
        Some(new) => splice::inserted(base, &new.bytes, file.splices),
        None => file.splices.is_empty().then(Vec::new),
    };
    inserted.ok_or_else(|| inconsistent(&file.change.path))
}

/// A file made from a secret one is secret.
fn is_private(file: &FileRecord<'_>, base: Option<&FileRecord<'_>>) -> bool {
    file.private || base.is_some_and(|base| base.private)
}

fn op(file: &FileRecord<'_>) -> Op {
    match (&file.change.old, &file.change.new, &file.change.from) {
        (_, None, _) => Op::Delete,
        (_, Some(_), Some(_)) => Op::Rename,
        (None, Some(_), None) => Op::Create,
        (Some(_), Some(_), None) => Op::Edit,
    }
}

fn side(id: ObjectId, version: &Version) -> Side {
    Side { id, size: version.bytes.len() as u64, mode: version.mode }
}

/// Writes the old bytes and says what they are.
fn old_sides<'b>(writer: &mut Writer<'_>, batch: &'b BatchRecord<'b>) -> Result<Sides<'b>, RecordError> {
    let mut sides = HashMap::new();
    for file in &batch.files {
        let Some(old) = &file.change.old else { continue };
        let id = match file.known {
            Some(id) if writer.holds(id, old)? => id,
            _ if file.private => writer.repo.blob_id(&old.bytes)?,
            _ => writer.blob(&old.bytes)?,
        };
        sides.insert(&file.change.path, side(id, old));
    }
    Ok(sides)
}

/// The one place where objects are written.
struct Writer<'r> {
    repo: &'r Repo,
    objects: Vec<ObjectId>,
}

impl Writer<'_> {
    fn blob(&mut self, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        let id = self.repo.git().write_blob(bytes)?.detach();
        self.objects.push(id);
        Ok(id)
    }

    fn tree(&mut self, tree: &Tree) -> Result<ObjectId, RecordError> {
        let id = self.repo.git().write_object(tree)?.detach();
        self.objects.push(id);
        Ok(id)
    }

    /// Whether the object is there, is a blob and is as long. (In a partial clone it may be missing.)
    fn holds(&mut self, id: ObjectId, version: &Version) -> Result<bool, RecordError> {
        let header = self.repo.git().try_find_header(id)?;
        let len = version.bytes.len() as u64;
        let holds = header.is_some_and(|found| found.kind() == ObjectKind::Blob && found.size() == len);
        if holds {
            self.objects.push(id);
        }
        Ok(holds)
    }

    /// The tree of the old bytes. gix's own editor asks for every entry whether its object is there: it is.
    fn old_tree(
        &mut self,
        batch: &BatchRecord<'_>,
        sides: &Sides<'_>,
    ) -> Result<Option<ObjectId>, RecordError> {
        let git = self.repo.git();
        let mut editor = Editor::new(Tree::empty(), &git.objects, self.repo.object_hash());
        let mut any = false;
        for file in batch.files.iter().filter(|file| !file.private) {
            let path = &file.change.path;
            let Some(side) = sides.get(path) else { continue };
            // A path below one that was a file would push that file out of the tree, and so out of the record.
            if above(path).any(|above| sides.contains_key(&above)) {
                return Err(inconsistent(path));
            }
            let executable = side.mode.is_some_and(|mode| mode & 0o100 != 0);
            let kind = if executable { EntryKind::BlobExecutable } else { EntryKind::Blob };
            editor.upsert(path.components(), kind, side.id)?;
            any = true;
        }
        if any { editor.write(|tree| self.tree(tree)).map(Some) } else { Ok(None) }
    }

    fn root(
        &mut self,
        meta: &Meta,
        old: Option<ObjectId>,
        inserted: Option<ObjectId>,
    ) -> Result<ObjectId, RecordError> {
        let mut json = serde_json::to_vec(meta).map_err(std::io::Error::from)?;
        json.push(b'\n');
        let meta = self.blob(&json)?;
        let entry =
            |name: &str, kind: EntryKind, oid| Entry { mode: kind.into(), filename: name.into(), oid };
        // In the order that git sorts trees in.
        let entries = [
            inserted.map(|id| entry("inserted", EntryKind::Blob, id)),
            Some(entry("meta", EntryKind::Blob, meta)),
            old.map(|id| entry("old", EntryKind::Tree, id)),
        ];
        self.tree(&Tree { entries: entries.into_iter().flatten().collect() })
    }
}
