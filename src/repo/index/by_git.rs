//! Writing an index that only git understands, on a copy: nobody sees the steps in between, and the lock
//! stays ours.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bstr::ByteSlice;

use super::{IndexEntry, SettledEntry, beside};
use crate::core::path::RepoPath;
use crate::repo::absent;
use crate::repo::open::Repo;
use crate::repo::program::{Git, GitError};

/// The new index, and the time from which on changes of files are younger than it.
pub(super) fn write(
    repo: &Repo,
    index: &Path,
    changes: &[SettledEntry],
) -> Result<(Vec<u8>, SystemTime), GitError> {
    sweep(repo)?;
    let copy = copy(repo);
    let made = on_copy(repo, index, &copy, changes);
    let swept = sweep(repo);
    let made = made?;
    swept?;
    Ok(made)
}

/// Removes the copy, and git's own lock of it.
pub(super) fn sweep(repo: &Repo) -> io::Result<()> {
    let copy = copy(repo);
    for path in [beside(&copy, ".lock"), copy] {
        absent::remove(path)?;
    }
    Ok(())
}

fn copy(repo: &Repo) -> PathBuf {
    repo.state_dir().join("index")
}

fn on_copy(
    repo: &Repo,
    index: &Path,
    copy: &Path,
    changes: &[SettledEntry],
) -> Result<(Vec<u8>, SystemTime), GitError> {
    std::fs::copy(index, copy)?;
    // By the age of the index git knows which entries it has to look at.
    let time = std::fs::metadata(index)?.modified()?;
    std::fs::OpenOptions::new().write(true).open(copy)?.set_modified(time)?;
    // Hooks would see a copy of the index, once for every step.
    let git = |arguments: &[&str], input: &[u8]| {
        let arguments = [&["-c", "core.hooksPath=/dev/null", "--literal-pathspecs"], arguments].concat();
        Git::new(repo).with_index(copy).run_with(&arguments, input).map(drop)
    };
    let chosen = |wanted: &dyn Fn(&SettledEntry, &IndexEntry) -> bool| {
        let chosen =
            changes.iter().filter(|change| change.entry.as_ref().is_some_and(|entry| wanted(change, entry)));
        paths(chosen.map(|change| &change.path))
    };
    git(&["update-index", "-z", "--index-info"], &lines(repo, changes))?;
    let announced = chosen(&|_, entry| entry.intent_to_add);
    let named = ["--pathspec-from-file=-", "--pathspec-file-nul"];
    if !announced.is_empty() {
        git(&[&["add", "-N", "-f", "--sparse"], &named[..]].concat(), &announced)?;
    }
    let fresh = chosen(&|change, entry| change.file.is_some() && !entry.skip_worktree);
    if !fresh.is_empty() {
        // Only times and sizes: a file saved meanwhile is not staged. A failure costs time only.
        let _ = git(&[&["add", "--refresh", "--sparse"], &named[..]].concat(), &fresh);
    }
    for (mark, paths) in [
        ("--assume-unchanged", chosen(&|_, entry| entry.assume_unchanged)),
        ("--skip-worktree", chosen(&|_, entry| entry.skip_worktree)),
    ] {
        if !paths.is_empty() {
            git(&["update-index", "-z", mark, "--stdin"], &paths)?;
        }
    }
    let bytes = std::fs::read(copy)?;
    Ok((bytes, std::fs::metadata(copy)?.modified()?))
}

/// Input of `git update-index -z --index-info`. Entries that are only announced are taken out first.
fn lines(repo: &Repo, changes: &[SettledEntry]) -> Vec<u8> {
    let none = repo.object_hash().null();
    let mut lines = Vec::new();
    for change in changes {
        let head = match &change.entry {
            Some(entry) if !entry.intent_to_add => format!("{:06o} {}\t", entry.mode, entry.id),
            _ => format!("0 {none}\t"),
        };
        lines.extend_from_slice(head.as_bytes());
        lines.extend_from_slice(change.path.as_bstr());
        lines.push(0);
    }
    lines
}

fn paths<'p>(paths: impl Iterator<Item = &'p RepoPath>) -> Vec<u8> {
    paths.flat_map(|path| [path.as_bstr().as_bytes(), b"\0"].concat()).collect()
}
