//! Older versions of files, as planning asks for them.

use std::borrow::Cow;
use std::rc::Rc;

use bstr::ByteSlice as _;
use gix::ObjectId;

use super::RepoWorld;
use crate::core::path::RepoPath;
use crate::core::plan::{History, Merged, Older, Recorded, Rewrite, Sent, Side, Step};
use crate::core::resolve::Fate;
use crate::core::text::Text;
use crate::repo::history::PathNow;
use crate::repo::index::Slot;
use crate::repo::merge::{self, MergeNames};
use crate::repo::record::HeldIds;

/// A version of a file, by the id under which a reply can name it.
pub(crate) struct NamedVersion<'b> {
    /// The id of the blob: git's own id of the file, where no program makes its form.
    pub(crate) id: ObjectId,
    /// The bytes of the blob.
    pub(crate) bytes: Cow<'b, [u8]>,
    /// False if a program makes git's form of the file. It may do so to keep these bytes out of the
    /// repository.
    pub(crate) may_be_kept: bool,
}

impl RepoWorld<'_> {
    /// The version that these bytes of the file are. Line endings are those that git stores, so that the id
    /// is that of the committed file where it is the same.
    pub(crate) fn named_version<'b>(
        &self,
        path: &RepoPath,
        bytes: &'b [u8],
    ) -> Result<NamedVersion<'b>, gix::Error> {
        let may_be_kept = self.is_kept_as_text(path);
        let is_normalised = may_be_kept && self.declared(path).is_ok_and(|declared| declared.normalised);
        let bytes = if is_normalised { bytes.replace("\r\n", "\n").into() } else { Cow::Borrowed(bytes) };
        let id = self.repo.blob_id(&bytes)?;
        Ok(NamedVersion { id, bytes, may_be_kept })
    }

    /// The ids that the records of the work tree hold, as they are when it is first asked for.
    pub(crate) fn held_ids(&self) -> &HeldIds {
        self.versions.held()
    }
}

impl PathNow for RepoWorld<'_> {
    fn is_kept_as_text(&self, path: &RepoPath) -> bool {
        self.declared(path).is_ok_and(|declared| declared.filter.is_none() && declared.encoding.is_none())
    }

    fn staged(&self, path: &RepoPath) -> Option<ObjectId> {
        if let Some(tracked) = self.tracked_if_read() {
            return tracked.staged(path);
        }
        match self.index()?.slot(path) {
            Slot::Entry(entry, _) if !entry.intent_to_add => Some(entry.id),
            _ => None,
        }
    }
}

impl History for RepoWorld<'_> {
    fn version(&self, path: &RepoPath, number: usize, may_read: &dyn Fn(&RepoPath) -> bool) -> Step {
        self.versions.version(self, path, number, may_read)
    }

    fn had(&self, path: &RepoPath) -> Option<bool> {
        Some(self.versions.had(self, path))
    }

    fn fate(&self, path: &RepoPath) -> Option<Fate> {
        self.versions.fate(path)
    }

    fn named(&self, path: &RepoPath, base: &[u8]) -> Option<Older> {
        self.versions.named(self, path, base.to_str().ok()?)
    }

    fn id(&self, path: &RepoPath, bytes: &[u8]) -> Option<String> {
        self.named_version(path, bytes).ok().map(|version| version.id.to_string())
    }

    fn merge(&self, base: &[u8], ours: &[u8], theirs: &[u8], label: &str) -> Merged {
        merge::merge(base, ours, theirs, MergeNames { ours: "now".into(), theirs: label.into() })
    }

    fn recorded(&self, path: &RepoPath, sent: &Sent<'_>) -> Option<Recorded> {
        self.versions.recorded(path, sent)
    }

    fn rewrites(&self, path: &RepoPath) -> Vec<Rewrite> {
        self.versions.rewrites(path)
    }

    fn left(&self, path: &RepoPath, now: &[u8]) -> Option<Older> {
        self.versions.left(path, now)
    }

    fn side(&self, path: &RepoPath, side: Side) -> Option<Rc<Text>> {
        self.versions.side(path, side)
    }
}
