//! The messages of commits that the user has begun (`git merge --squash`, `git cherry-pick -n`). They are not
//! ours, and git removes them with every commit: while it makes one, copies of them are in `$GIT_DIR/sr`.

use std::{
    io::{self, ErrorKind},
    path::PathBuf,
};

use crate::repo::{absent, open::Repo, program::scratch};

/// Their names in git's directory, and those of the copies in ours.
const NAMES: [&str; 2] = ["SQUASH_MSG", "MERGE_MSG"];

/// Copies them, whole or not at all.
pub(super) fn keep(repo: &Repo) -> io::Result<()> {
    for (own, kept) in files(repo) {
        absent::remove(&kept)?;
        let copy = scratch(repo)?;
        if absent::or_none(std::fs::copy(own, &copy))?.is_some() {
            copy.persist(kept)?;
        }
    }
    Ok(())
}

/// Puts those back that are gone.
pub(super) fn put_back(repo: &Repo) -> io::Result<()> {
    for (own, kept) in files(repo) {
        if kept.exists() && own.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            std::fs::rename(kept, own)?;
        }
    }
    sweep(repo)
}

/// Removes the copies.
pub(super) fn sweep(repo: &Repo) -> io::Result<()> {
    files(repo).into_iter().try_for_each(|(_, kept)| absent::remove(kept))
}

fn files(repo: &Repo) -> [(PathBuf, PathBuf); 2] {
    NAMES.map(|name| (repo.git_dir().join(name), repo.state_dir().join(name)))
}
