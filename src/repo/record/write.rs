//! Writing the objects of a record.

use gix::ObjectId;
use gix::objs::tree::{Editor, Entry, EntryKind};
use gix::objs::{Kind as ObjectKind, Tree};

use super::RecordError;
use super::meta::{Meta, Side};
use crate::core::change::Version;
use crate::core::path::RepoPath;
use crate::repo::open::Repo;

/// The one place where objects are written.
pub(super) struct Writer<'r> {
    repo: &'r Repo,
    objects: Vec<ObjectId>,
}

impl<'r> Writer<'r> {
    pub(super) fn new(repo: &'r Repo) -> Self {
        Self { repo, objects: Vec::new() }
    }

    /// All objects that were written, or were there already.
    pub(super) fn into_objects(self) -> Vec<ObjectId> {
        self.objects
    }

    /// The id of bytes that are not written.
    pub(super) fn id_of(&self, bytes: &[u8]) -> Result<ObjectId, RecordError> {
        Ok(self.repo.blob_id(bytes)?)
    }

    pub(super) fn blob(&mut self, bytes: &[u8]) -> Result<ObjectId, RecordError> {
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

    /// The record itself.
    pub(super) fn root(
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
