//! The index as a commit would use it.

use bstr::BStr;
use gix::index::{File, entry::Flags};

use super::{
    attributes::TextAttributes,
    compare,
    compare::Comparison,
    difference::Difference,
    objects::{bytes, tree_of},
    types::{ChangedPath, StagedError, TrackedEntry, TrackedKind},
};
use crate::repo::{absent, open::Repo};

/// The index as a commit would use it: `GIT_INDEX_FILE` if that is set, which git does for hooks.
pub struct Staged<'r> {
    pub(super) repo: &'r Repo,
    pub(super) index: File,
}

impl<'r> Staged<'r> {
    /// Reads the index. A missing one is empty.
    ///
    /// Its checksum is not compared, as git does not compare it either: in a large repository that takes
    /// longer than all the rest.
    ///
    /// # Errors
    ///
    /// When it does not read.
    pub fn read(repo: &'r Repo) -> Result<Self, StagedError> {
        let index = File::at_or_default(repo.index_path(), repo.object_hash(), true, Default::default())?;
        Ok(Self { repo, index })
    }

    /// Paths that differ from each of these [bases](Self::bases): from `HEAD`, and all on an unborn branch.
    ///
    /// # Errors
    ///
    /// When a commit or a tree does not read.
    pub fn changes(&self, bases: &[gix::ObjectId]) -> Result<Vec<ChangedPath>, StagedError> {
        let mut sides = Vec::new();
        for commit in bases {
            sides.push(tree_of(self.repo, *commit)?);
        }
        Comparison::new(self.repo, sides).of_index(&self.index)
    }

    /// The differences from `HEAD`, with both sides of each.
    ///
    /// # Errors
    ///
    /// When a commit or a tree does not read.
    pub fn differences(&self) -> Result<Vec<Difference>, StagedError> {
        let head = self.repo.head()?.id;
        let tree = match head {
            Some(commit) => tree_of(self.repo, commit)?,
            None => self.repo.git().empty_tree().id,
        };
        Comparison::new(self.repo, vec![tree]).differences_of_index(&self.index)
    }

    /// All entries that are merged, with true for those that are only announced.
    pub fn entries(&self) -> impl Iterator<Item = (&BStr, TrackedEntry, bool)> {
        let entries = self.index.entries().iter().filter(|entry| entry.stage_raw() == 0);
        entries.filter_map(|entry| {
            let is_new = entry.flags.contains(Flags::INTENT_TO_ADD);
            Some((entry.path(&self.index), compare::entry(entry)?, is_new))
        })
    }

    /// The commits that a commit of the index would have for parents.
    ///
    /// # Errors
    ///
    /// When they do not read.
    pub fn bases(&self) -> Result<Vec<gix::ObjectId>, StagedError> {
        Ok(self.repo.head()?.id.into_iter().chain(self.merged()?).collect())
    }

    /// The files that are not merged.
    pub fn unmerged(&self) -> Vec<&BStr> {
        let unmerged = self.index.entries().iter().filter(|entry| entry.stage_raw() != 0);
        let mut paths: Vec<&BStr> = unmerged.map(|entry| entry.path(&self.index)).collect();
        // Entries are sorted by path.
        paths.dedup();
        paths
    }

    /// All files of the index.
    pub fn files(&self) -> impl Iterator<Item = ChangedPath> {
        let entries = self.index.entries().iter().filter(|entry| compare::is_staged(entry));
        entries.filter_map(|entry| {
            let kind = compare::kind(entry.mode)?;
            let path = entry.path(&self.index).to_owned();
            Some(ChangedPath { path, kind, id: entry.id, before: None, from: None, also: Vec::new() })
        })
    }

    /// The bytes of a file of the index.
    ///
    /// # Errors
    ///
    /// When its blob does not read.
    pub fn bytes_of(&self, path: &BStr) -> Result<Option<Vec<u8>>, StagedError> {
        let entry = self.index.entry_by_path(path).filter(|entry| compare::is_staged(entry));
        let file = entry.filter(|entry| compare::kind(entry.mode) == Some(TrackedKind::File));
        file.map(|entry| bytes(self.repo, entry.id)).transpose()
    }

    /// The attributes, as they are in the index.
    ///
    /// # Errors
    ///
    /// When a file with attributes does not read.
    pub fn attributes(&self) -> Result<TextAttributes<'r>, StagedError> {
        TextAttributes::new(self.repo, &self.index)
    }

    /// The commits that are being merged into `HEAD`.
    pub(super) fn merged(&self) -> Result<Vec<gix::ObjectId>, StagedError> {
        let text =
            absent::or_none(std::fs::read(self.repo.git_dir().join("MERGE_HEAD")))?.unwrap_or_default();
        let lines = bstr::ByteSlice::lines(text.as_slice());
        Ok(lines.filter_map(|line| gix::ObjectId::from_hex(line).ok()).collect())
    }
}
