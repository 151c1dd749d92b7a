//! Entries of an index: the entry of one path, its state before, and the change to stage.

use std::borrow::Cow;

use gix::ObjectId;
use gix::index::entry::{Flags, Mode, Stat};
use serde::{Deserialize, Serialize};

use crate::core::change::{Change, Version};
use crate::core::path::RepoPath;
use crate::repo::git_form::staged_mode;
use crate::repo::open::Repo;
use crate::repo::serial::{SerialPath, hex};
use crate::repo::worktree::FileStat;

/// An entry of the index but for times and size of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// The blob.
    #[serde(with = "hex")]
    pub id: ObjectId,
    /// `0o100644`, `0o100755`, `0o120000`.
    #[serde(with = "octal")]
    pub mode: u32,
    /// `git update-index --assume-unchanged`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assume_unchanged: bool,
    /// `git update-index --skip-worktree`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_worktree: bool,
    /// `git add --intent-to-add`: announced, without content.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub intent_to_add: bool,
}

/// The object at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Nothing.
    Absent,
    /// A file, with the times and size that it had when it was staged.
    Entry(IndexEntry, Stat),
    /// A link, or the commit of a submodule.
    Other,
    /// Several versions, which a merge left.
    Unmerged,
}

impl Slot {
    /// The entry, if there is one.
    pub fn entry(&self) -> Option<&IndexEntry> {
        if let Self::Entry(entry, _) = self { Some(entry) } else { None }
    }
}

/// The wanted entry of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledEntry {
    /// The path.
    pub path: RepoPath,
    /// Its entry; none to take it out.
    pub entry: Option<IndexEntry>,
    /// The file of the work tree, if git makes this very blob of it.
    pub file: Option<FileStat>,
}

/// The entry to stage for one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging<'a> {
    /// The path.
    pub path: RepoPath,
    /// The entry before.
    pub before: Option<IndexEntry>,
    /// The entry after, and the place of its content; none to take it out.
    pub after: Option<(IndexEntry, Content<'a>)>,
    /// True if the blob is exactly git's form of the file after the batch.
    pub is_file: bool,
}

/// The content of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content<'a> {
    /// It is in the object database, under the entry's id.
    Stored,
    /// These bytes; the entry gets its id when they are written.
    Bytes(Cow<'a, [u8]>),
}

/// One path of a record: the entry that a batch found and the one that it left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagedPath {
    /// The path.
    pub path: SerialPath,
    /// The version before.
    pub before: Option<IndexEntry>,
    /// The version after.
    pub after: Option<IndexEntry>,
}

impl IndexEntry {
    /// The entry of a file that is staged for the first time, or again: the user's marks stay.
    pub fn staged(repo: &Repo, id: ObjectId, permissions: Option<u32>, before: Option<&Self>) -> Self {
        let old_mode = before.and_then(|entry| Mode::from_bits(entry.mode));
        Self {
            id,
            mode: staged_mode(repo, permissions, old_mode).bits(),
            assume_unchanged: before.is_some_and(|entry| entry.assume_unchanged),
            skip_worktree: before.is_some_and(|entry| entry.skip_worktree),
            intent_to_add: false,
        }
    }

    /// The file of this entry; none if it is only announced, or its content is not here.
    pub fn version(&self, repo: &Repo) -> Option<Version> {
        let bytes = if self.intent_to_add { None } else { repo.blob(self.id) };
        bytes.map(|bytes| Version { bytes: bytes.into(), mode: Some(self.permissions()) })
    }

    /// The permission bits of a file of this entry.
    pub fn permissions(&self) -> u32 {
        if self.mode & 0o100 == 0 { 0o644 } else { 0o755 }
    }

    /// Returns whether both name the same content. The marks that a user puts on an entry do not count.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.id, self.mode, self.intent_to_add) == (other.id, other.mode, other.intent_to_add)
    }

    /// This entry with the marks of the present one.
    #[must_use]
    pub fn marked_as(self, now: Option<&Self>) -> Self {
        match now {
            Some(now) => {
                Self { assume_unchanged: now.assume_unchanged, skip_worktree: now.skip_worktree, ..self }
            }
            None => self,
        }
    }

    pub(in crate::repo) fn of(id: ObjectId, mode: u32, flags: Flags) -> Self {
        Self {
            id,
            mode,
            assume_unchanged: flags.contains(Flags::ASSUME_VALID),
            skip_worktree: flags.contains(Flags::SKIP_WORKTREE),
            intent_to_add: flags.contains(Flags::INTENT_TO_ADD),
        }
    }
}

impl Staging<'_> {
    /// The change of what git stores; none if it stores the same.
    pub fn change(&self, repo: &Repo) -> Option<Change> {
        let old = self.before.as_ref().and_then(|entry| entry.version(repo));
        let new = self.after.as_ref().and_then(|(entry, content)| match content {
            Content::Bytes(bytes) => {
                Some(Version { bytes: bytes.to_vec().into(), mode: Some(entry.permissions()) })
            }
            Content::Stored => entry.version(repo),
        });
        (old != new).then(|| Change { path: self.path.clone(), old, new, from: None })
    }
}

impl StagedPath {
    /// The entry after the batch is taken back: none where the present one is not the batch's any more.
    pub fn taken_back(&self, now: &Slot) -> Option<Option<IndexEntry>> {
        match (now, &self.after) {
            (Slot::Entry(now, _), Some(after)) if now.is_same(after) => {
                Some(self.before.clone().map(|before| before.marked_as(Some(now))))
            }
            (Slot::Absent, None) => Some(self.before.clone()),
            _ => None,
        }
    }
}

mod octal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(mode: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{mode:06o}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        u32::from_str_radix(&String::deserialize(deserializer)?, 8).map_err(D::Error::custom)
    }
}
