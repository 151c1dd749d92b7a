//! Older versions of files, as planning asks for them.

use bstr::ByteSlice as _;
use gix::ObjectId;

use std::rc::Rc;

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
