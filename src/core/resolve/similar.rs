//! Tracked files that a path may mean, or that may be meant, though it does not name them.

use bstr::ByteSlice as _;

use super::{
    Context, Kind, Note, Outside, Purpose, ResolveError, Resolved, Tree, extra,
    reading::{Reading, below, cleaned, folder, read, tails, turned, way_out},
};
use crate::core::{path::RepoPath, reply::PathCandidate};

/// Number of tracked files that are named at most when a path could mean several.
const SIMILAR: usize = 8;

/// The file that an absolute path of another machine means here: models repeat the paths of the machine that
/// their conversation began on. Only to edit, only where the path leads to no place on this machine, and only
/// where at least two folders precede the file's own path.
pub(super) fn from_elsewhere(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Option<Resolved> {
    const FOLDERS_BEFORE: usize = 2;
    let first = candidates.first()?;
    let given = first.text.as_bstr();
    if context.purpose != Purpose::Edit || context.directory.is_some() {
        return None;
    }
    let Err(ResolveError::Outside { way: Outside::Absolute | Outside::Drive, similar: Some(path), .. }) =
        read(first, context, tree)
    else {
        return None;
    };
    let levels = turned(given).split_str("/").filter(|component| !component.is_empty()).count();
    let root = usize::from(way_out(given) == Some(Outside::Drive));
    let folders = levels.saturating_sub(root + path.components().count());
    if folders < FOLDERS_BEFORE || tree.is_here(given) {
        return None;
    }
    let notes = vec![Note::FromElsewhere { given: given.into() }];
    Some(Resolved { kind: tree.kind(&path), path, notes })
}

/// The tracked file that is meant though no candidate leads to it; none where two readings lead to different
/// ones.
pub(super) fn guessed(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Resolved, Vec<RepoPath>> {
    match (by_suffix(candidates, context, tree), extra::without(candidates, context, tree)) {
        (Err(similar), Some(extra)) if similar.is_empty() => Ok(extra),
        (Ok(longer), Some(extra)) if longer.kind == Kind::File && longer.path != extra.path => {
            Err(vec![longer.path, extra.path])
        }
        (by_suffix, _) => by_suffix,
    }
}

/// The only tracked file that ends in a candidate; else those of the first candidate that has several.
fn by_suffix(
    candidates: &[PathCandidate],
    context: &Context<'_>,
    tree: &dyn Tree,
) -> Result<Resolved, Vec<RepoPath>> {
    let folder = folder(context.directory);
    let mut similar = Vec::new();
    for candidate in candidates {
        let Ok(suffix) = RepoPath::new(&cleaned(&candidate.text)) else { continue };
        let mut found = tree.ending_in(&suffix, if folder.is_empty() { SIMILAR } else { usize::MAX });
        found.retain(|path| folder.is_empty() || below(path.as_bstr(), &folder).is_some());
        match <[RepoPath; 1]>::try_from(found) {
            Ok([path]) => {
                let notes = vec![Note::SuffixOf { given: candidate.text.clone() }];
                return Ok(Resolved { kind: tree.kind(&path), path, notes });
            }
            Err(several) if similar.is_empty() => similar = several,
            Err(_) => {}
        }
    }
    similar.truncate(SIMILAR);
    Err(similar)
}

/// The tracked files that may be meant where none is: those that are called alike, else those that nearly
/// are.
pub(super) fn alike<'n>(
    candidates: &[PathCandidate],
    mut readings: impl Iterator<Item = &'n Reading>,
    tree: &dyn Tree,
) -> Vec<RepoPath> {
    let similar = same_named(candidates, tree);
    if !similar.is_empty() {
        return similar;
    }
    readings.next().map(|reading| tree.nearly(&reading.path)).unwrap_or_default()
}

/// The tracked files that may be meant by a path which leads to none.
pub fn near(path: &RepoPath, tree: &dyn Tree) -> Vec<RepoPath> {
    let similar = ending_alike(path.as_bstr().as_bytes(), tree);
    if similar.is_empty() { tree.nearly(path) } else { similar }
}

/// The tracked files that end in the most components of the first candidate.
fn same_named(candidates: &[PathCandidate], tree: &dyn Tree) -> Vec<RepoPath> {
    let text = candidates.first().map(|first| cleaned(&first.text)).unwrap_or_default();
    ending_alike(&text, tree)
}

/// The tracked files that end in the most components of a path.
fn ending_alike(path: &[u8], tree: &dyn Tree) -> Vec<RepoPath> {
    tails(path).map(|tail| tree.ending_in(&tail, SIMILAR)).find(|found| !found.is_empty()).unwrap_or_default()
}
