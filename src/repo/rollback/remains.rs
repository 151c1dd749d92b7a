//! Changes that git still has although their batch is taken back from the files: they were staged or
//! committed by hand.

mod sides;

use gix::ObjectId;

use super::{error::RollbackError, plan::PlannedRollback};
use crate::{
    core::path::RepoPath,
    repo::{
        commit::{Blob, There},
        index::Index,
        record::{BatchId, Record},
    },
};
use sides::{FormMaker, StoredVersions};

/// Changes that git still has although their batch is taken back from the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remains {
    /// The paths whose staged version has the change, and `HEAD` not.
    pub staged: Vec<StillStaged>,
    /// The paths whose version in `HEAD` has the change.
    pub committed: Vec<StillCommitted>,
    /// The commit that `HEAD` names once the batch is taken back.
    pub head: Option<ObjectId>,
    /// The batches that are taken back.
    pub batches: Vec<BatchId>,
}

/// A path whose staged version has the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillStaged {
    /// The path.
    pub path: RepoPath,
    /// The command that unstages the change.
    pub remedy: Remedy,
}

/// A path whose version in `HEAD` has the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillCommitted {
    /// The path.
    pub path: RepoPath,
    /// True if a commit of the file as it is now takes back the change and nothing else.
    pub is_alone: bool,
    /// True if the index has the path, without which `git commit` does not take it.
    pub is_tracked: bool,
}

/// The command that unstages a change and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remedy {
    /// `git restore --staged`: nothing else is staged of the path.
    Restore,
    /// `git rm --cached`: the same where there is no commit yet.
    Remove,
    /// `git add`: the file is what would be staged without the change.
    Add,
    /// `git restore --staged -p`: other work is staged too, and the file differs from it.
    Choose,
    /// No command: a merge or the like is under way, or there is no commit yet.
    Nothing,
}

impl PlannedRollback<'_> {
    /// Finds the changes that git still has. What cannot be read is left out: an undo does not fail for want
    /// of it.
    pub(crate) fn remains(&self) -> Result<Remains, RollbackError> {
        if self.cached {
            return Ok(Remains::default());
        }
        let PlannedRollback { repo, world, targets, composed, index: restaged, .. } = self;
        let head = match self.head.moved {
            Some(moved) => moved.to,
            None => repo.head()?.id,
        };
        let mut remains =
            Remains { head, batches: targets.iter().map(Record::id).collect(), ..Remains::default() };
        // Changes that a redo brings back are none that git should not have.
        let are_undone = targets.iter().all(|record| record.meta().depth.is_multiple_of(2));
        let (Some(oldest), true) = (targets.last(), are_undone) else { return Ok(remains) };
        let Ok(index) = Index::look(repo) else { return Ok(remains) };
        let tree = |commit: Option<ObjectId>| repo.git().find_commit(commit?).ok()?.tree().ok();
        let then = oldest.meta().head;
        let finder = Finder {
            forms: FormMaker::new(repo, world, &index),
            index: &index,
            head: tree(head),
            then: if then == head { None } else { Some(tree(then)) },
            has_commit: head.is_some(),
            is_busy: repo.in_progress().is_some(),
        };
        let is_restaged = |path: &RepoPath| restaged.stagings.iter().any(|staging| staging.path == *path);
        for (file, ids) in composed.files.iter().zip(&composed.ids) {
            let path = &file.change.path;
            let Some(sides) = finder.forms.sides(targets, &file.change, ids) else { continue };
            if let Some(committed) = finder.committed(path, &sides) {
                remains.committed.push(committed);
            } else if let Some(remedy) = finder.staged(path, &sides).filter(|_| !is_restaged(path)) {
                remains.staged.push(StillStaged { path: path.clone(), remedy });
            }
        }
        Ok(remains)
    }
}

struct Finder<'f, 'r> {
    forms: FormMaker<'f, 'r>,
    index: &'f Index<'r>,
    /// The tree of `HEAD` once the batch is taken back.
    head: Option<gix::Tree<'r>>,
    /// That of the commit before the batch, if it was another.
    then: Option<Option<gix::Tree<'r>>>,
    has_commit: bool,
    is_busy: bool,
}

impl Finder<'_, '_> {
    /// The command for a path whose staged version has the change, and is not that of `HEAD`.
    fn staged(&self, path: &RepoPath, sides: &StoredVersions<'_>) -> Option<Remedy> {
        let staged = file(There::staged(&self.index.slot(path)))?;
        let wanted = sides.without(&self.forms, staged)?;
        let head = file(There::in_tree(self.head.as_ref(), path).ok()?)?;
        if staged == head {
            return None;
        }
        Some(match wanted {
            _ if self.is_busy => Remedy::Nothing,
            wanted if wanted == head && self.has_commit => Remedy::Restore,
            None if !self.has_commit => Remedy::Remove,
            Some(_) if wanted == sides.now => Remedy::Add,
            _ if self.has_commit => Remedy::Choose,
            _ => Remedy::Nothing,
        })
    }

    /// A path whose version in `HEAD` has got the change since the batch.
    fn committed(&self, path: &RepoPath, sides: &StoredVersions<'_>) -> Option<StillCommitted> {
        let then = file(There::in_tree(self.then.as_ref()?.as_ref(), path).ok()?)?;
        let head = file(There::in_tree(self.head.as_ref(), path).ok()?)?;
        if head == then {
            return None;
        }
        let staged = There::staged(&self.index.slot(path));
        let wanted = sides.without(&self.forms, head)?;
        // Whoever has staged that it goes knows of it.
        if file(staged) == Some(wanted) {
            return None;
        }
        let is_alone = !self.is_busy && file(staged) == Some(head) && wanted == sides.now;
        Some(StillCommitted { path: path.clone(), is_alone, is_tracked: staged != There::Nothing })
    }
}

/// The file that git has; none where it has something else.
fn file(there: There) -> Option<Option<Blob>> {
    match there {
        There::Nothing => Some(None),
        There::File(blob) => Some(Some(blob)),
        There::Other => None,
    }
}
