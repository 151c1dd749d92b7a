//! Changes that commits made.

use bstr::BStr;
use gix::revision::plumbing::Spec;

use super::{
    open::Repo,
    references::ByGit,
    staged::{ChangedPath, StagedError, between, bytes, entry_at, tree_of},
};

/// The commits that a range names, the oldest first, as `git log` lists them; a commit alone means that one.
///
/// # Errors
///
/// When it is no range, or the history does not read.
pub fn in_range(repo: &Repo, range: &BStr) -> Result<Vec<gix::ObjectId>, StagedError> {
    let git = repo.git();
    let none = || no_commits(repo, range);
    let commit = |id: gix::ObjectId| -> Result<gix::ObjectId, StagedError> {
        Ok(git.find_object(id)?.peel_to_commit().map_err(|_| none())?.id)
    };
    let (tips, hidden) = match spec(repo, range).ok_or_else(none)? {
        Spec::Include(id) | Spec::ExcludeParents(id) => return Ok(vec![commit(id)?]),
        Spec::Range { from, to } => (vec![commit(to)?], vec![commit(from)?]),
        Spec::Merge { theirs, ours } => {
            let (theirs, ours) = (commit(theirs)?, commit(ours)?);
            let bases = git.merge_bases_many(theirs, &[ours])?;
            (vec![theirs, ours], bases.into_iter().map(gix::Id::detach).collect())
        }
        Spec::Exclude(_) | Spec::IncludeOnlyParents(_) => return Err(none()),
    };
    let walk = git.rev_walk(tips).with_hidden(hidden).all()?;
    let mut commits = walk.map(|info| Ok(info?.id)).collect::<Result<Vec<_>, gix::Error>>()?;
    commits.reverse();
    Ok(commits)
}

/// The error for a range that names no commits.
fn no_commits(repo: &Repo, range: &BStr) -> StagedError {
    StagedError::Range {
        range: range.to_owned(),
        is_shallow: repo.git().is_shallow().unwrap_or(false),
        is_unborn: repo.head().is_ok_and(|head| head.id.is_none()),
    }
}

/// Returns whether this names a commit or a range of them.
pub fn is_revision(repo: &Repo, name: &BStr) -> bool {
    spec(repo, name).is_some()
}

fn spec(repo: &Repo, range: &BStr) -> Option<Spec> {
    let by_git = match ByGit::of(repo) {
        Some(git) => Some(git.in_ids(range).ok()??),
        None => None,
    };
    let range = by_git.as_ref().map_or(range, |ids| ids.as_ref());
    Some(repo.git().rev_parse(range).ok()?.detach())
}

/// The trees on both sides of a range, as `git diff` takes it; of a commit, that of its first parent and its
/// own.
///
/// # Errors
///
/// When it is no range, or the history does not read.
pub fn trees(repo: &Repo, range: &BStr) -> Result<(gix::ObjectId, gix::ObjectId), StagedError> {
    let git = repo.git();
    let none = || no_commits(repo, range);
    let tree = |id: gix::ObjectId| -> Result<gix::ObjectId, StagedError> {
        Ok(git.find_object(id)?.peel_to_tree().map_err(|_| none())?.id)
    };
    match spec(repo, range).ok_or_else(none)? {
        Spec::Include(id) | Spec::ExcludeParents(id) => {
            let commit = git.find_object(id)?.peel_to_commit().map_err(|_| none())?;
            let parent = match commit.parent_ids().next().map(gix::Id::detach) {
                None => git.empty_tree().id,
                Some(parent) if git.find_header(parent).is_err() => {
                    return Err(StagedError::Shallow { commit: commit.id });
                }
                Some(parent) => tree(parent)?,
            };
            Ok((parent, tree(commit.id)?))
        }
        Spec::Range { from, to } => Ok((tree(from)?, tree(to)?)),
        Spec::Merge { theirs, ours } => {
            let base = git.merge_bases_many(theirs, &[ours])?.into_iter().next().ok_or_else(none)?;
            Ok((tree(base.detach())?, tree(ours)?))
        }
        Spec::Exclude(_) | Spec::IncludeOnlyParents(_) => Err(none()),
    }
}

/// The parents of a commit that are here.
///
/// # Errors
///
/// When the commit does not read.
pub fn parents(repo: &Repo, commit: gix::ObjectId) -> Result<Vec<gix::ObjectId>, StagedError> {
    let parents = repo.git().find_commit(commit)?.parent_ids().map(gix::Id::detach).collect::<Vec<_>>();
    Ok(parents.into_iter().filter(|parent| repo.git().find_header(*parent).is_ok()).collect())
}

/// The bytes of a file of a commit, if it is one there.
///
/// # Errors
///
/// When it does not read.
pub fn file_of(repo: &Repo, commit: gix::ObjectId, path: &str) -> Result<Option<Vec<u8>>, StagedError> {
    let entry = entry_at(repo, tree_of(repo, commit)?, path.into())?.filter(|(mode, _)| mode.is_blob());
    entry.map(|(_, id)| bytes(repo, id)).transpose()
}

/// Changes of a commit against its first parent; of a merge, those that no parent has.
///
/// # Errors
///
/// When it does not read, or a parent is not there.
pub fn changes(repo: &Repo, commit: gix::ObjectId) -> Result<Vec<ChangedPath>, StagedError> {
    let parents: Vec<gix::ObjectId> =
        repo.git().find_commit(commit)?.parent_ids().map(gix::Id::detach).collect();
    let mut sides = Vec::with_capacity(parents.len());
    for parent in parents {
        if repo.git().find_header(parent).is_err() {
            return Err(StagedError::Shallow { commit });
        }
        sides.push(tree_of(repo, parent)?);
    }
    between(repo, tree_of(repo, commit)?, sides)
}
