//! The work tree as the blocks so far would leave it.

use std::{collections::BTreeMap, iter};

use crate::core::{
    path::RepoPath,
    resolve::{Kind, Tree},
};

/// The work tree with files made and removed on top.
pub(super) struct Overlay<'w> {
    below: &'w dyn Tree,
    /// Whether there is a file at a path now.
    files: BTreeMap<RepoPath, bool>,
}

impl<'w> Overlay<'w> {
    pub(super) fn new(below: &'w dyn Tree) -> Self {
        Self { below, files: BTreeMap::new() }
    }

    pub(super) fn make(&mut self, path: &RepoPath) {
        self.files.insert(path.clone(), true);
    }

    pub(super) fn remove(&mut self, path: &RepoPath) {
        self.files.insert(path.clone(), false);
    }

    /// What the blocks so far make of a path: one that they speak of, or that lies below one.
    fn changed(&self, path: &RepoPath) -> Option<Kind> {
        let above = iter::successors(path.parent(), RepoPath::parent);
        let above: Vec<bool> = above.filter_map(|folder| self.files.get(&folder).copied()).collect();
        match self.files.get(path) {
            _ if above.contains(&true) => Some(Kind::Other),
            Some(true) => Some(Kind::File),
            None if above.is_empty() => None,
            Some(false) | None => Some(Kind::Absent),
        }
    }
}

impl Tree for Overlay<'_> {
    fn root(&self) -> &[u8] {
        self.below.root()
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        let below = |(made, &file): (&RepoPath, &bool)| file && made.starts_with(path);
        match self.changed(path).unwrap_or_else(|| self.below.kind(path)) {
            Kind::Absent if self.files.iter().any(below) => Kind::Directory,
            kind => kind,
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let removed = self.files.values().filter(|&&file| !file).count();
        let mut tracked = self.below.ending_in(suffix, limit.saturating_add(removed));
        tracked.retain(|path| self.files.get(path) != Some(&false));
        tracked.truncate(limit);
        tracked
    }

    fn nearly(&self, path: &RepoPath) -> Vec<RepoPath> {
        self.below.nearly(path).into_iter().filter(|path| self.files.get(path) != Some(&false)).collect()
    }

    fn is_here(&self, absolute: &[u8]) -> bool {
        self.below.is_here(absolute)
    }
}
