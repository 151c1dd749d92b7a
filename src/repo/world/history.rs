//! Older versions of files, as planning asks for them.

use std::borrow::Cow;
use std::rc::Rc;

use bstr::ByteSlice as _;
use gix::ObjectId;
use gix::objs::{Kind, compute_hash};

use super::RepoWorld;
use crate::core::path::RepoPath;
use crate::core::plan::{History, Merged, Older, Recorded, Rewrite, Sent, Side, Step};
use crate::core::text::Text;
use crate::repo::history::PathNow;
use crate::repo::index::Slot;
use crate::repo::merge::{self, MergeNames};

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

    fn named(&self, path: &RepoPath, base: &[u8]) -> Option<Older> {
        self.versions.named(self, path, base.to_str().ok()?)
    }

    fn id(&self, path: &RepoPath, bytes: &[u8]) -> Option<String> {
        let declared = self.declared(path).ok().filter(|_| self.is_kept_as_text(path))?;
        let bytes =
            if declared.is_converted() { bytes.replace("\r\n", "\n").into() } else { Cow::Borrowed(bytes) };
        compute_hash(self.repo.git().object_hash(), Kind::Blob, &bytes).ok().map(|id| id.to_string())
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

    fn side(&self, path: &RepoPath, side: Side) -> Option<Rc<Text>> {
        self.versions.side(path, side)
    }
}
