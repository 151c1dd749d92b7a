//! The work tree as the blocks so far would leave it.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, BTreeSet},
    iter,
    ops::Bound,
};

use bstr::{BStr, BString, ByteSlice as _};

use crate::core::{
    path::RepoPath,
    resolve::{Cause, Fate, Kind, Tree},
};

/// The work tree with files made and removed on top.
pub(crate) struct Overlay<'w> {
    below: &'w dyn Tree,
    made: BTreeSet<BString>,
    removed: BTreeSet<BString>,
    /// The new path of each that was renamed.
    renamed: BTreeMap<BString, RepoPath>,
}

/// Returns whether one of the paths is this one or below it.
pub(crate) fn any_in<P: Borrow<BStr> + Ord>(paths: &BTreeSet<P>, folder: &RepoPath) -> bool {
    let start = [folder.as_bstr().as_bytes(), b"/"].concat();
    let mut below = paths.range::<BStr, _>((Bound::Included(start.as_bstr()), Bound::Unbounded));
    let is_below = |path: &P| Borrow::<BStr>::borrow(path).starts_with(&start);
    paths.contains(folder.as_bstr()) || below.next().is_some_and(is_below)
}

impl<'w> Overlay<'w> {
    pub(crate) fn new(below: &'w dyn Tree) -> Self {
        Self { below, made: BTreeSet::new(), removed: BTreeSet::new(), renamed: BTreeMap::new() }
    }

    pub(crate) fn make(&mut self, path: &RepoPath) {
        self.removed.remove(path.as_bstr());
        self.renamed.remove(path.as_bstr());
        self.made.insert(path.as_bstr().to_owned());
    }

    pub(crate) fn remove(&mut self, path: &RepoPath) {
        self.made.remove(path.as_bstr());
        self.removed.insert(path.as_bstr().to_owned());
    }

    /// Moves a file.
    pub(crate) fn rename(&mut self, path: &RepoPath, to: &RepoPath) {
        self.remove(path);
        self.make(to);
        self.renamed.insert(path.as_bstr().to_owned(), to.clone());
    }

    /// Returns whether the blocks so far make a file of this name.
    pub(crate) fn is_made(&self, name: &BString) -> bool {
        self.made.contains(name)
    }

    /// The end of the file at a path, if the blocks so far rename or remove it, and put nothing in its place.
    pub(crate) fn fate(&self, path: &RepoPath) -> Option<Fate> {
        let is_removed = self.removed.contains(path.as_bstr());
        is_removed.then(|| Fate { to: self.renamed.get(path.as_bstr()).cloned(), by: Cause::Block })
    }

    /// Returns whether there is a file at a path now, if the blocks so far speak of it.
    fn is_file(&self, path: &RepoPath) -> Option<bool> {
        let made = self.made.contains(path.as_bstr());
        (made || self.removed.contains(path.as_bstr())).then_some(made)
    }

    /// The kind of a path after the blocks so far, if they name it or a path above it.
    fn changed(&self, path: &RepoPath) -> Option<Kind> {
        let above = iter::successors(path.parent(), RepoPath::parent);
        let above: Vec<bool> = above.filter_map(|folder| self.is_file(&folder)).collect();
        match self.is_file(path) {
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
        match self.changed(path).unwrap_or_else(|| self.below.kind(path)) {
            Kind::Absent if any_in(&self.made, path) => Kind::Directory,
            kind => kind,
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let mut tracked = self.below.ending_in(suffix, limit.saturating_add(self.removed.len()));
        tracked.retain(|path| !self.removed.contains(path.as_bstr()));
        let tail = [b"/", suffix.as_bstr().as_bytes()].concat();
        let is_new =
            |name: &&BString| name.ends_with(&tail) && !tracked.iter().any(|path| path.as_bstr() == *name);
        let made: Vec<RepoPath> =
            self.made.iter().filter(is_new).filter_map(|name| RepoPath::new(name).ok()).collect();
        tracked.extend(made);
        tracked.truncate(limit);
        tracked
    }

    fn nearly(&self, path: &RepoPath) -> Vec<RepoPath> {
        self.below.nearly(path).into_iter().filter(|path| !self.removed.contains(path.as_bstr())).collect()
    }

    fn is_here(&self, absolute: &[u8]) -> bool {
        self.below.is_here(absolute)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_below_a_folder_is_found_among_names_that_begin_alike(
            names in proptest::collection::btree_set("[ab./-]{1,5}", 0..8),
            folder in "[ab.-]{1,2}",
        ) {
            let paths: Vec<RepoPath> =
                names.iter().filter_map(|name| RepoPath::new(name.as_bytes()).ok()).collect();
            if let Ok(folder) = RepoPath::new(folder.as_bytes()) {
                let bytes: BTreeSet<&BStr> = paths.iter().map(RepoPath::as_bstr).collect();
                let found = paths.iter().any(|path| format!("{path}/").starts_with(&format!("{folder}/")));
                prop_assert_eq!(any_in(&bytes, &folder), found);
            }
        }
    }
}
