//! Folders that a batch would make bare repositories.

use std::{collections::BTreeSet, iter};

use bstr::BStr;

use crate::core::{
    outcome::{Failure, Outcome, Unreadable},
    path::RepoPath,
    plan::{
        target::{self, any_in},
        types::{BlockReport, Planned, World},
    },
    resolve::Kind,
};

/// Refuses the file that would make a folder a bare repository, which git would take for one and whose
/// configuration it would obey.
pub(crate) fn refuse_repositories(files: &[Planned], blocks: &mut [BlockReport], world: &dyn World) {
    let changes = || files.iter().map(|file| &file.edited.change).filter(|change| change.new.is_some());
    let made: BTreeSet<&BStr> = changes().map(|change| change.path.as_bstr()).collect();
    let is_there = |folder: &RepoPath, name: &[u8]| {
        folder.join(name).is_ok_and(|path| {
            any_in(&made, &path) || matches!(world.kind(&path), Kind::File | Kind::Directory | Kind::Link)
        })
    };
    let new = || changes().filter(|change| change.old.is_none()).map(|change| &change.path);
    let mut folders = BTreeSet::new();
    for path in new() {
        // Those above one that is there already are there too.
        let _ = iter::successors(path.parent(), RepoPath::parent).all(|folder| folders.insert(folder));
    }
    // What `commondir` names has the other two in place of the folder (gitrepository-layout(5)).
    folders.retain(|folder| {
        let is_there = |name: &[u8]| is_there(folder, name);
        is_there(b"HEAD") && (is_there(b"commondir") || is_there(b"objects") && is_there(b"refs"))
    });
    if !folders.is_empty() {
        let is_in = |path: &&RepoPath| {
            iter::successors(path.parent(), RepoPath::parent).any(|folder| folders.contains(&folder))
        };
        blame(new().filter(is_in).collect(), blocks);
    }
}

/// Refuses the blocks that make the files of a repository; all blocks, where none is known to make one of the
/// files.
fn blame(files: BTreeSet<&RepoPath>, blocks: &mut [BlockReport]) {
    let may = |block: &&BlockReport| matches!(block.outcome, Outcome::Applied(_) | Outcome::Failed(_));
    let ends: BTreeSet<&RepoPath> = blocks.iter().filter(may).filter_map(BlockReport::end).collect();
    let known = files.is_subset(&ends);
    let applied = blocks.iter_mut().filter(|block| block.outcome.is_applied());
    for block in applied.filter(|block| !known || block.end().is_some_and(|end| files.contains(end))) {
        let failure = Failure::from(Unreadable::Repository);
        block.fail(match &block.to {
            Some(to) => target::about(to.as_bstr().to_owned(), failure),
            None => failure,
        });
    }
}
