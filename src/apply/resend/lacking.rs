//! Changes that are in the work tree already, while git lacks them: a reply that wants them staged or
//! committed is refused with their names, so that none is left out in silence.

use super::record::Lacking;
use crate::{
    apply::{ApplyError, planned::PlannedBatch, task::Task},
    core::{
        guard::Policy,
        outcome::Outcome,
        path::RepoPath,
        plan::{self, BlockReport, Planned},
    },
    repo::{
        git_form::{GitForm, staged_mode},
        index::{Index, IndexError, Slot},
        open::Repo,
        record::BatchId,
        standing::Standings,
        tracked::Tracked,
        transact::TransactError,
        world::{IndexWorld, RepoWorld},
    },
};

/// Files whose change is in the work tree already, but not in the index or `HEAD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlreadyInWorkTree {
    /// The files.
    pub paths: Vec<RepoPath>,
    /// Those of them that are untracked.
    pub untracked: Vec<RepoPath>,
    /// The batch that made the change, if it is known and only the rest of the reply is in the way.
    pub batch: Option<BatchId>,
    /// True if a commit is asked for, and not the index alone.
    pub commits: bool,
}

/// Refuses a batch that would leave such a change out. `is_new` is false if the batch has nothing else to do;
/// `earlier` is the change of earlier batches of this reply.
pub(super) fn check<'r>(
    Task { repo, settings, request, world, policy }: Task<'_, 'r>,
    index: &Index<'r>,
    planned: &PlannedBatch<'_>,
    is_new: bool,
    files: &[Planned],
    earlier: Option<&Lacking>,
) -> Result<(), ApplyError> {
    let known = |number: &usize| earlier.is_some_and(|earlier| earlier.taken.contains(number));
    let is_made = |number: &usize| {
        planned.blocks[*number].outcome == Outcome::AlreadyApplied && (is_new || !known(number))
    };
    let made: Vec<usize> = (0..planned.blocks.len()).filter(is_made).collect();
    if made.is_empty() {
        return Ok(());
    }
    let commits = request.commit.is_some();
    let tracked = if commits { Tracked::of_head(repo)? } else { Tracked::read(repo)? };
    let has = Has { repo, world, index, policy, tracked };
    let mut differing = Vec::new();
    for number in made {
        let paths = has.differing(&planned.blocks[number])?;
        // A file that the index has nothing of is staged whole.
        let is_whole = |path: &RepoPath| {
            !commits
                && has.tracked.staged(path).is_none()
                && files.iter().any(|file| file.edited.change.path == *path)
        };
        if !paths.iter().all(is_whole) {
            differing.push((number, paths));
        }
    }
    if differing.is_empty() {
        return Ok(());
    }
    // They may differ in other lines.
    let there = IndexWorld::of(repo, world, has.tracked, settings.max_file_bytes);
    let there = plan::plan(&planned.sources, policy, &request.plan, &there);
    differing.retain(|(number, _)| {
        !matches!(there.blocks[*number].outcome, Outcome::AlreadyApplied | Outcome::NoOp)
    });
    let is_known = differing.iter().all(|(number, _)| known(number));
    let mut paths: Vec<RepoPath> = differing
        .into_iter()
        .filter(|(number, _)| is_known || !known(number))
        .flat_map(|(_, paths)| paths)
        .collect();
    paths.sort();
    paths.dedup();
    if paths.is_empty() {
        return Ok(());
    }
    let is_new = |path: &&RepoPath| index.slot(path) == Slot::Absent && is_there(world, path);
    let untracked = paths.iter().filter(is_new).cloned().collect();
    let batch = earlier.filter(|_| is_known).map(|earlier| earlier.batch);
    Err(ApplyError::AlreadyInWorkTree(AlreadyInWorkTree { paths, untracked, batch, commits }))
}

/// Compares files with git's versions of them.
struct Has<'a, 'r> {
    repo: &'r Repo,
    world: &'a RepoWorld<'r>,
    index: &'a Index<'r>,
    policy: &'a Policy,
    tracked: Tracked,
}

impl Has<'_, '_> {
    /// The paths of a block whose file differs from the index, and that could be staged.
    fn differing(&self, block: &BlockReport) -> Result<Vec<RepoPath>, ApplyError> {
        let path = block.path.clone().or_else(|text| RepoPath::new(&text)).ok();
        let paths: Vec<RepoPath> = path.into_iter().chain(block.to.clone()).collect();
        let standings = Standings::new(self.repo, self.world);
        let mut form = GitForm::new(self.repo, self.index.state_for(&paths)).map_err(refused)?;
        let mut differing = Vec::new();
        for path in paths {
            let is_left_out = self.policy.judge(&path).is_private
                || self.index.slot(&path) == Slot::Absent && standings.is_ignored(&path);
            // The plan reports files that cannot be read.
            let Ok(current) = self.world.current(&path) else { continue };
            let now = match &current {
                Some(version) => Some(self.repo.blob_id(&form.of(&path, &version.bytes).map_err(refused)?)?),
                None => None,
            };
            let mode = self.tracked.mode(&path);
            let permissions = current.as_ref().and_then(|version| version.mode);
            let has_new_mode =
                mode.is_some_and(|mode| staged_mode(self.repo, permissions, Some(mode)) != mode);
            if !is_left_out && (now != self.tracked.staged(&path) || has_new_mode) {
                differing.push(path);
            }
        }
        Ok(differing)
    }
}

fn refused(error: crate::repo::git_form::GitFormError) -> TransactError {
    TransactError::from(IndexError::from(error))
}

fn is_there(world: &RepoWorld<'_>, path: &RepoPath) -> bool {
    world.current(path).is_ok_and(|version| version.is_some())
}
