//! New names that are one with a name beside them where a file system ignores case or composition.

use std::collections::{BTreeSet, HashMap};

use bstr::BStr;

use crate::core::{
    fold,
    outcome::Note,
    path::RepoPath,
    plan::{
        target::any_in,
        types::{Plan, World},
    },
    resolve::Kind,
};

/// Looks once at each folder in which a plan makes a file or a folder, and notes the blocks whose names are
/// twins.
pub(crate) fn note_twins(plan: &mut Plan, world: &dyn World) {
    let changes = || plan.files.iter().map(|file| &file.edited.change);
    let made: Vec<(RepoPath, RepoPath)> = changes()
        .filter(|change| change.old.is_none() && change.new.is_some())
        .map(|change| (change.path.clone(), top(&change.path, world)))
        .collect();
    if made.is_empty() {
        return;
    }
    let gone: BTreeSet<&BStr> =
        changes().filter(|change| change.new.is_none()).map(|change| change.path.as_bstr()).collect();
    // A folder from which files go may go itself.
    let goes = |path: &RepoPath| any_in(&gone, path);
    let mut names: HashMap<String, BTreeSet<RepoPath>> = HashMap::new();
    let mut add = |path: RepoPath| {
        names.entry(fold::twin_key(path.as_bstr())).or_default().insert(path);
    };
    let folders: BTreeSet<Option<RepoPath>> = made.iter().map(|(_, top)| top.parent()).collect();
    for folder in folders {
        world.beside(folder.as_ref()).into_iter().filter(|path| !goes(path)).for_each(&mut add);
    }
    made.iter().for_each(|(_, top)| add(top.clone()));
    let twin = |top: &RepoPath| {
        let same = names.get(&fold::twin_key(top.as_bstr()))?;
        same.iter().find(|other| fold::is_twin(other.as_bstr(), top.as_bstr())).cloned()
    };
    let mut found: HashMap<RepoPath, Note> = made
        .into_iter()
        .filter_map(|(path, top)| Some((path, Note::Twin { of: twin(&top)?, made: top })))
        .collect();
    for block in plan.blocks.iter_mut().filter(|block| block.outcome.is_applied()) {
        // The note goes to the first block of the file.
        let note = block.end().and_then(|path| found.remove(path));
        block.notes.extend(note);
    }
}

/// The uppermost new path of a new file: itself, or a folder that is made for it.
fn top(path: &RepoPath, world: &dyn World) -> RepoPath {
    let mut top = path.clone();
    while let Some(folder) = top.parent().filter(|folder| world.kind(folder) == Kind::Absent) {
        top = folder;
    }
    top
}
