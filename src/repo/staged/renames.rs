//! Renames with changes, found as git does: by the share of lines that a new file has from one that is gone.

use std::{collections::HashMap, ops::ControlFlow};

use bstr::{BStr, BString, ByteSlice as _};
use gix::diff::{
    Rewrites,
    blob::Platform,
    rewrites::{
        Tracker,
        tracker::{Change, ChangeKind},
    },
    tree::visit::Relation,
};
use gix::objs::tree::{EntryKind, EntryMode};

use super::StagedError;
use crate::repo::open::Repo;

/// Larger files are not compared with one another.
const MOST_BYTES: u64 = 4 << 20;
/// Least part of a file that stays in a rename.
const LEAST: f32 = 0.5;
/// Least part that stays in a file of which only the folder changed; with less, other files are compared too.
/// (That of git: half-way between the least part and the whole.)
const LEAST_OF_SAME_NAME: f32 = 0.75;
/// So many files that are gone are compared with as many new ones where `diff.renameLimit` says nothing.
/// (Git's is 1,000, but its comparison is coarser and quicker.)
const MOST_FILES: usize = 100;

/// A file that is gone, or new.
#[derive(Clone, Debug)]
pub(super) struct RenameSide<'p> {
    pub(super) path: &'p BStr,
    pub(super) id: gix::ObjectId,
}

#[derive(Clone)]
struct RenameItem {
    id: gix::ObjectId,
    kind: ChangeKind,
    /// Its place among the files of its side.
    place: usize,
}

impl Change for RenameItem {
    fn id(&self) -> &gix::oid {
        &self.id
    }

    fn relation(&self) -> Option<Relation> {
        None
    }

    fn kind(&self) -> ChangeKind {
        self.kind
    }

    fn entry_mode(&self) -> EntryMode {
        EntryKind::Blob.into()
    }

    fn id_and_entry_mode(&self) -> (&gix::oid, EntryMode) {
        (&self.id, self.entry_mode())
    }
}

/// For each new file, in order, the place in `gone` of the file that it was. Each file that is gone is the
/// source of one at most.
pub(super) fn sources(
    repo: &Repo,
    gone: &[RenameSide<'_>],
    new: &[RenameSide<'_>],
) -> Result<Vec<Option<usize>>, StagedError> {
    let is_left: Vec<bool> = gone.iter().map(|side| is_fit(repo, side.id)).collect();
    let found = vec![None; new.len()];
    if new.is_empty() || !is_left.contains(&true) {
        return Ok(found);
    }
    let mut cache = repo.git().diff_resource_cache_for_tree_diff()?;
    let mut pairing = Pairing { repo, gone, new, is_left, found };
    for (old, at) in of_same_name(gone, new) {
        if pairing.is_left[old] && is_fit(repo, new[at].id) {
            pairing.pair(&[old], &[at], LEAST_OF_SAME_NAME, &mut cache)?;
            cache.clear_resource_cache_keep_allocation();
        }
    }
    let olds: Vec<usize> = (0..gone.len()).filter(|old| pairing.is_left[*old]).collect();
    let is_open = |at: &usize| pairing.found[*at].is_none() && is_fit(repo, new[*at].id);
    let news: Vec<usize> = (0..new.len()).filter(is_open).collect();
    pairing.pair(&olds, &news, LEAST, &mut cache)?;
    Ok(pairing.found)
}

/// Files that are gone and new ones, as far as they are paired.
struct Pairing<'p> {
    repo: &'p Repo,
    gone: &'p [RenameSide<'p>],
    new: &'p [RenameSide<'p>],
    /// For each file that is gone, whether it is the source of none yet.
    is_left: Vec<bool>,
    /// For each new file, the place of the one that it was.
    found: Vec<Option<usize>>,
}

impl Pairing<'_> {
    /// Pairs files at these places of which at least this part is the same.
    fn pair(
        &mut self,
        olds: &[usize],
        news: &[usize],
        least: f32,
        cache: &mut Platform,
    ) -> Result<(), StagedError> {
        let Self { repo, gone, new, is_left, found } = self;
        let rewrites =
            Rewrites { copies: None, percentage: Some(least), limit: limit(repo), track_empty: false };
        let mut tracker = Tracker::new(rewrites);
        for &old in olds {
            let item = RenameItem { id: gone[old].id, kind: ChangeKind::Deletion, place: old };
            tracker.try_push_change(item, gone[old].path);
        }
        for &at in news {
            let item = RenameItem { id: new[at].id, kind: ChangeKind::Addition, place: at };
            tracker.try_push_change(item, new[at].path);
        }
        let told =
            |to: gix::diff::rewrites::tracker::visit::Destination<'_, RenameItem>,
             from: Option<gix::diff::rewrites::tracker::visit::Source<'_, RenameItem>>| {
                if let Some(from) = from {
                    found[to.change.place] = Some(from.change.place);
                    is_left[from.change.place] = false;
                }
                ControlFlow::Continue(())
            };
        tracker.emit(told, cache, &repo.git().objects, |_| Ok::<_, std::convert::Infallible>(()))?;
        Ok(())
    }
}

/// `diff.renameLimit`, of which 0 and less is none to git.
fn limit(repo: &Repo) -> usize {
    let configured = repo.git().config_snapshot().integer("diff.renameLimit");
    configured.map_or(MOST_FILES, |limit| usize::try_from(limit).unwrap_or(0))
}

/// Returns whether a blob is here (in a partial clone it need not be) and small enough.
fn is_fit(repo: &Repo, id: gix::ObjectId) -> bool {
    repo.git().find_header(id).is_ok_and(|header| header.size() <= MOST_BYTES)
}

/// The files of the same name in another folder, where there is one of that name on each side.
fn of_same_name(gone: &[RenameSide<'_>], new: &[RenameSide<'_>]) -> Vec<(usize, usize)> {
    let (gone, new) = (by_name(gone), by_name(new));
    let mut pairs: Vec<(usize, usize)> =
        gone.into_iter().filter_map(|(name, old)| old.zip(new.get(name).copied().flatten())).collect();
    pairs.sort_unstable();
    pairs
}

/// The files by their names without the folder; none where there are several.
fn by_name<'p>(sides: &[RenameSide<'p>]) -> HashMap<&'p BStr, Option<usize>> {
    let mut names: HashMap<&BStr, Option<usize>> = HashMap::new();
    for (at, side) in sides.iter().enumerate() {
        let name = side.path.rsplit_once_str("/").map_or(side.path, |(_, name)| name.as_bstr());
        names.entry(name).and_modify(|known| *known = None).or_insert(Some(at));
    }
    names
}

/// As [`RenameSide`]s of paths that are owned.
pub(super) fn sides<'p>(files: impl Iterator<Item = (&'p BString, gix::ObjectId)>) -> Vec<RenameSide<'p>> {
    files.map(|(path, id)| RenameSide { path: path.as_bstr(), id }).collect()
}
