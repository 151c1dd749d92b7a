//! Carries the change of a file over to git's version of it.
//!
//! The batch was made to the file in the work tree, which may hold other changes. In git's form, the file
//! before is the base, the file after is theirs, and git's version is ours: where ours is the base, theirs
//! replaces it, and otherwise the two are merged, which has to go without a conflict.

use std::collections::HashMap;

use bstr::ByteSlice as _;
use gix::{
    ObjectId,
    object::tree::EntryKind,
    objs::{Kind, compute_hash},
};

use super::CommitError;
use crate::{
    core::{
        change::{Change, Edited, FileMode, Version},
        path::RepoPath,
    },
    repo::{
        git_form::{GitForm, GitFormError},
        merge,
        open::Repo,
    },
};

/// A file in git's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blob {
    /// True if it may be executed.
    pub executable: bool,
    /// Its content.
    pub id: ObjectId,
}

/// The object that git has at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// Nothing.
    Nothing,
    /// A file.
    File(Blob),
    /// A link, a submodule, a folder, or a file that is announced only.
    Other,
}

/// Reasons why a change cannot be made to git's version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CarryError {
    /// There is none.
    #[error("is not there")]
    Absent,
    /// There is one, and the batch makes or replaces the file.
    #[error("is there")]
    Exists,
    /// It differs where the batch changes it.
    #[error("differs in the same lines")]
    Differs,
    /// It is not a file.
    #[error("is not a file")]
    NotAFile,
}

impl Blob {
    /// Its kind in a tree.
    pub(super) fn kind(self) -> EntryKind {
        if self.executable { EntryKind::BlobExecutable } else { EntryKind::Blob }
    }

    /// Its mode in an index.
    pub fn mode(self) -> u32 {
        if self.executable { 0o100_755 } else { 0o100_644 }
    }
}

impl There {
    /// Reads the entry of a tree.
    pub(super) fn of(entry: Option<&gix::object::tree::Entry<'_>>) -> Self {
        let Some(entry) = entry else { return Self::Nothing };
        let executable = match entry.mode().kind() {
            EntryKind::Blob => false,
            EntryKind::BlobExecutable => true,
            _ => return Self::Other,
        };
        Self::File(Blob { executable, id: entry.object_id() })
    }

    /// Reads the entry at a path of a tree; nothing where there is no tree.
    ///
    /// # Errors
    ///
    /// When a tree does not read.
    pub(crate) fn in_tree(tree: Option<&gix::Tree<'_>>, path: &RepoPath) -> Result<Self, gix::Error> {
        let entry = tree.map(|tree| tree.lookup_entry(path.as_bstr().split_str("/"))).transpose()?;
        Ok(Self::of(entry.flatten().as_ref()))
    }

    fn file(self) -> Result<Option<Blob>, CarryError> {
        match self {
            Self::Nothing => Ok(None),
            Self::File(blob) => Ok(Some(blob)),
            Self::Other => Err(CarryError::NotAFile),
        }
    }
}

/// One version of a file in git's form.
struct StoredForm {
    bytes: Vec<u8>,
    id: ObjectId,
}

/// Git's forms of a file before and after.
#[derive(Default)]
struct StoredForms {
    old: Option<StoredForm>,
    new: Option<StoredForm>,
}

/// Looks paths up on one side.
pub(super) type Lookup<'a> = &'a dyn Fn(&RepoPath) -> Result<There, gix::Error>;

/// Carries the changes of a batch.
pub(super) struct Carrier<'r, 'f> {
    repo: &'r Repo,
    files: &'f [&'f Edited],
    forms: HashMap<&'f RepoPath, StoredForms>,
    /// Content of the blobs to write.
    pub(super) blobs: HashMap<ObjectId, Vec<u8>>,
}

impl<'r, 'f> Carrier<'r, 'f> {
    pub(super) fn new(
        repo: &'r Repo,
        files: &'f [&'f Edited],
        git_form: &mut GitForm<'_>,
    ) -> Result<Self, CommitError> {
        let mut forms = HashMap::new();
        for file in files {
            let path = &file.change.path;
            let mut form = |version: &Option<Version>| -> Result<Option<StoredForm>, CommitError> {
                let Some(version) = version else { return Ok(None) };
                let unconverted =
                    |error: GitFormError| CommitError::Unconverted { path: path.clone(), said: error.said() };
                let bytes = git_form.of(path, &version.bytes).map_err(unconverted)?.into_owned();
                let id = repo.blob_id(&bytes)?;
                Ok(Some(StoredForm { bytes, id }))
            };
            let found = StoredForms { old: form(&file.change.old)?, new: form(&file.change.new)? };
            forms.insert(path, found);
        }
        Ok(Self { repo, files, forms, blobs: HashMap::new() })
    }

    /// Returns whether a blob is exactly git's form of the file after the batch.
    pub(super) fn is_of_file(&self, path: &RepoPath, blob: Option<Blob>) -> bool {
        let new = self.forms.get(path).and_then(|forms| forms.new.as_ref());
        blob.is_some_and(|blob| new.is_some_and(|new| new.id == blob.id))
    }

    /// One side's version of a file with the change applied; none if the file goes.
    pub(super) fn carry(
        &mut self,
        file: &Edited,
        side: Lookup<'_>,
    ) -> Result<Result<Option<Blob>, CarryError>, CommitError> {
        let Change { path, old, new, from } = &file.change;
        let there = match side(path)?.file() {
            Ok(there) => there,
            Err(stale) => return Ok(Err(stale)),
        };
        let unchanged = there.map(|blob| blob.id) == self.old(path).map(|form| form.id);
        match (old, new, from) {
            (_, None, _) => Ok(match there {
                // Its other changes go along to its new path, or are not found there.
                Some(_) if unchanged || self.is_moved(path) => Ok(None),
                None => Ok(None),
                Some(_) => Err(CarryError::Differs),
            }),
            (_, Some(_), Some(_)) if there.is_some() && !unchanged => Ok(Err(CarryError::Exists)),
            (_, Some(_), Some(from)) => match side(from)?.file() {
                Ok(Some(source)) => self.onto(path, source, from),
                Ok(None) => Ok(Err(CarryError::Absent)),
                Err(stale) => Ok(Err(stale)),
            },
            (None, Some(new), None) => {
                let executable = new.mode.is_some_and(|mode| mode & 0o100 != 0);
                let blob = self.new_blob(path).map(|id| Blob { executable, id });
                Ok(if there.is_none() || there == blob { Ok(blob) } else { Err(CarryError::Exists) })
            }
            (Some(_), Some(_), None) => match there {
                Some(ours) => self.onto(path, ours, path),
                None => Ok(Err(CarryError::Absent)),
            },
        }
    }

    /// Applies to `ours` the change from the file at `base` to the one at `path`.
    fn onto(
        &mut self,
        path: &RepoPath,
        ours: Blob,
        from: &RepoPath,
    ) -> Result<Result<Option<Blob>, CarryError>, CommitError> {
        let (Some(base), Some(theirs)) = (self.old(from), self.new_form(path)) else {
            return Ok(Err(CarryError::Absent));
        };
        let id = if ours.id == base.id {
            self.new_blob(path)
        } else if base.id == theirs.id || ours.id == theirs.id {
            Some(ours.id)
        } else {
            let bytes = self.repo.git().find_blob(ours.id)?.take_data();
            let Some(merged) = merge::clean(&base.bytes, &bytes, &theirs.bytes) else {
                return Ok(Err(CarryError::Differs));
            };
            let id = compute_hash(self.repo.object_hash(), Kind::Blob, &merged)?;
            self.blobs.insert(id, merged);
            Some(id)
        };
        let executable =
            self.new_mode(path, from).map_or(ours.executable, |mode| mode == FileMode::Executable);
        Ok(Ok(id.map(|id| Blob { id, executable })))
    }

    /// The mode of the file after the batch, if that changes it.
    fn new_mode(&self, path: &RepoPath, from: &RepoPath) -> Option<FileMode> {
        let change =
            |path: &RepoPath| self.files.iter().map(|file| &file.change).find(|change| change.path == *path);
        let mode = |version: &Option<Version>| version.as_ref().map(|version| FileMode::of(version.mode));
        let (old, new) = (mode(&change(from)?.old)?, mode(&change(path)?.new)?);
        (old != new).then_some(new)
    }

    fn old(&self, path: &RepoPath) -> Option<&StoredForm> {
        self.forms.get(path).and_then(|forms| forms.old.as_ref())
    }

    fn new_form(&self, path: &RepoPath) -> Option<&StoredForm> {
        self.forms.get(path).and_then(|forms| forms.new.as_ref())
    }

    /// The id of git's form of the new file, which it adds to the blobs to write.
    fn new_blob(&mut self, path: &RepoPath) -> Option<ObjectId> {
        let form = self.forms.get(path)?.new.as_ref()?;
        self.blobs.entry(form.id).or_insert_with(|| form.bytes.clone());
        Some(form.id)
    }

    fn is_moved(&self, path: &RepoPath) -> bool {
        self.files.iter().any(|file| file.change.new.is_some() && file.change.from.as_ref() == Some(path))
    }
}
