//! The state of a work tree on git's own stash, made without touching the work tree or the index.
//!
//! An entry is one that `git stash push` would make: a commit of the tracked files as they are, whose parents
//! are `HEAD`, a commit of the index and, if there are untracked files in it, a commit of those. On an unborn
//! branch there is no `HEAD`; a commit without files replaces it, which `git stash pop` accepts. Files that
//! git does not look at (`skip-worktree`, `assume-unchanged`) are left out by git, and are in it here if the
//! batch touches them.
//!
//! Files that hold secrets are as in `HEAD` in all of it.

mod entry;
mod newest;
pub(crate) mod note;

use bstr::{BStr, BString, ByteSlice as _};
use gix::ObjectId;

use super::{
    open::{Head, Repo},
    program::{Git, GitError, PrivateIndex},
    tracked::Tracked,
};
use crate::core::path::RepoPath;

use entry::with_identity;
pub use entry::{StashEntry, StashError, store};
pub(crate) use newest::Stash;
pub use note::Late;

/// The state to put on the stash.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The name of the entry.
    pub name: &'a str,
    /// The files that are in it in any case, as far as they are there.
    pub files: &'a [&'a RepoPath],
    /// True if a path is left out.
    pub is_secret: &'a dyn Fn(&RepoPath) -> bool,
}

/// Makes the commits of an entry that holds the state of the work tree. It is on the stash when [`store`] has
/// put it there; until then garbage collection may take it, after two weeks as git is set up.
///
/// # Errors
///
/// When it cannot be made, or the stash cannot be written now.
pub fn make(repo: &Repo, state: Snapshot<'_>) -> Result<StashEntry, StashError> {
    let tracked = merged_index(repo)?;
    let git = with_identity(Git::new(repo));
    let head = repo.head()?;
    let base = match head.id {
        Some(id) => id,
        None => commit(&git, &git.id(&["mktree"])?, &[], "no commit yet")?,
    };
    let on = branch(&head);
    let index = PrivateIndex::copy(repo)?;
    let staged = git.with_index(index.path());
    let mut left_out = forget_secrets(&staged, &base, state.is_secret)?;
    let index_commit =
        commit(&git, &staged.id(&["write-tree"])?, &[base], &format!("index on {on}: {base}"))?;
    let mut parents = vec![base, index_commit];
    let (known, untracked): (Vec<&RepoPath>, Vec<&RepoPath>) = state
        .files
        .iter()
        .copied()
        .filter(|path| !(state.is_secret)(path))
        .partition(|path| tracked.is_tracked(path));
    let (tree, secrets) = work_tree(repo, &staged, &index, &base, &known, state.is_secret)?;
    left_out.extend(secrets);
    if let Some(tree) = untracked_tree(repo, &git, &untracked)? {
        parents.push(commit(&git, &tree, &[], &format!("untracked files on {on}"))?);
    }
    let message = format!("On {on}: {}", state.name);
    let id = commit(&git, &tree, &parents, &message)?;
    // Better fail to lock the reference before anything is written.
    let rehearsal = format!("start\nupdate refs/stash {id}\nprepare\nabort\n");
    git.run_with(&["update-ref", "--stdin"], rehearsal.as_bytes())?;
    left_out.sort();
    left_out.dedup();
    Ok(StashEntry { id, message, left_out })
}

/// Returns whether the state can be put on a stash, as far as the index tells. Nothing is written.
///
/// # Errors
///
/// When it cannot be, or the index cannot be read.
pub fn check(repo: &Repo) -> Result<(), StashError> {
    merged_index(repo).map(drop)
}

/// The index, which holds one version of each path.
fn merged_index(repo: &Repo) -> Result<Tracked, StashError> {
    let tracked = Tracked::read(repo)?;
    match tracked.first_unmerged() {
        Some(path) => Err(StashError::Unmerged { path: path.to_owned() }),
        None => Ok(tracked),
    }
}

/// The name of the branch in the messages of a stash.
fn branch(head: &Head) -> BString {
    match &head.name {
        Some(name) => name.strip_prefix(b"refs/heads/").unwrap_or(name).into(),
        None => "(no branch)".into(),
    }
}

fn commit(git: &Git<'_>, tree: &ObjectId, parents: &[ObjectId], message: &str) -> Result<ObjectId, GitError> {
    let mut arguments = vec!["commit-tree".to_owned(), tree.to_string(), "-m".to_owned(), message.to_owned()];
    for parent in parents {
        arguments.extend(["-p".to_owned(), parent.to_string()]);
    }
    git.id(&arguments)
}

/// Makes the entries of secrets in an index those of the base. Returns their paths.
fn forget_secrets(
    staged: &Git<'_>,
    base: &ObjectId,
    is_secret: &dyn Fn(&RepoPath) -> bool,
) -> Result<Vec<BString>, StashError> {
    let base = base.to_string();
    let raw =
        staged.run(&["diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", &base, "--"])?;
    let (mut info, mut paths) = (Vec::new(), Vec::new());
    let mut fields = raw.split_str("\0");
    while let (Some(head), Some(path)) = (fields.next(), fields.next()) {
        if !RepoPath::new(path).is_ok_and(|path| is_secret(&path)) {
            continue;
        }
        // `:<mode> <mode> <id> <id> <status>`: a mode of zeros removes the entry.
        let mut words = head.split_str(" ");
        let (mode, id) = (words.next().unwrap_or_default(), words.nth(1).unwrap_or_default());
        let mode = mode.strip_prefix(b":").unwrap_or(mode);
        info.extend([mode, b" ", id, b"\t", path, b"\0"].concat());
        paths.push(path.into());
    }
    if !info.is_empty() {
        staged.run_with(&["update-index", "-z", "--index-info"], &info)?;
    }
    Ok(paths)
}

type IsSecret<'a> = &'a dyn Fn(&RepoPath) -> bool;

/// The tree of the tracked files as they are in the work tree, and the secrets that are not in it.
fn work_tree(
    repo: &Repo,
    git: &Git<'_>,
    index: &PrivateIndex,
    base: &ObjectId,
    known: &[&RepoPath],
    is_secret: IsSecret<'_>,
) -> Result<(ObjectId, Vec<BString>), StashError> {
    let index = PrivateIndex::copy_of(repo, index.path())?;
    let git = git.with_index(index.path());
    let flagged = list(known.iter().map(|path| path.as_bstr()));
    git.run_with(&["update-index", "-z", "--no-skip-worktree", "--stdin"], &flagged)?;
    git.run_with(&["update-index", "-z", "--no-assume-unchanged", "--stdin"], &flagged)?;
    let base = base.to_string();
    let changed = git.run(&["diff-index", "--name-only", "-z", "--no-renames", &base, "--"])?;
    let (secret, others): (Vec<&BStr>, Vec<&BStr>) = changed
        .split_str("\0")
        .filter(|path| !path.is_empty())
        .map(BStr::new)
        .partition(|path| RepoPath::new(path).is_ok_and(|path| is_secret(&path)));
    let all = list(others.into_iter().chain(known.iter().map(|path| path.as_bstr())));
    let update = ["update-index", "--ignore-skip-worktree-entries", "-z", "--add", "--remove", "--stdin"];
    git.run_with(&update, &all)?;
    let secret = secret.into_iter().map(ToOwned::to_owned).collect();
    Ok((git.id(&["write-tree"])?, secret))
}

/// The tree of files that git does not track; none if none of them is there.
fn untracked_tree(repo: &Repo, git: &Git<'_>, paths: &[&RepoPath]) -> Result<Option<ObjectId>, StashError> {
    let there = |path: &&&RepoPath| {
        let name = gix::path::from_bstr(path.as_bstr());
        name.is_ok_and(|name| repo.work_dir().join(name).symlink_metadata().is_ok())
    };
    let paths: Vec<_> = paths.iter().filter(there).collect();
    if paths.is_empty() {
        return Ok(None);
    }
    let index = PrivateIndex::empty(repo)?;
    let git = git.with_index(index.path());
    git.run_with(
        &["update-index", "-z", "--add", "--stdin"],
        &list(paths.into_iter().map(|path| path.as_bstr())),
    )?;
    Ok(Some(git.id(&["write-tree"])?))
}

fn list<'a>(paths: impl Iterator<Item = &'a BStr>) -> Vec<u8> {
    paths.flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect()
}
