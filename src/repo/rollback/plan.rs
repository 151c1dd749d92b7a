//! First stage of a rollback: its changes, computed in memory.

use super::{
    compose::{Composed, Composer},
    error::RollbackError,
    head::{self, HeadPlan, KeptCommit},
    index::{ComposedIndex, IndexComposer},
    later,
    obstacle::Obstacles,
    options::RollbackOptions,
};
use crate::{
    core::change::Edited,
    repo::{
        config::Settings,
        open::{Head, Repo},
        record::{BatchId, Record},
        world::RepoWorld,
    },
};

/// Changes that take batches back. Nothing is written yet.
pub(crate) struct PlannedRollback<'r> {
    pub(crate) repo: &'r Repo,
    pub(crate) world: RepoWorld<'r>,
    pub(super) options: RollbackOptions,
    /// The batches, the newest first.
    pub(crate) targets: Vec<Record<'r>>,
    /// The changes of files; of what git stores, where only the index changes.
    pub(crate) composed: Composed,
    /// The changes of the index.
    pub(crate) index: ComposedIndex<'r>,
    /// True if the index alone changes.
    pub(crate) cached: bool,
    /// The move of `HEAD`.
    pub(crate) head: HeadPlan,
}

/// Reasons why batches cannot be taken back as asked for.
#[derive(Debug, Default)]
pub struct Refusal {
    /// The files that are in the way, each with the batch that it is about.
    pub obstacles: Obstacles,
    /// `HEAD` as the newest of the batches left it, and `HEAD` now, if it has moved.
    pub moved: Option<(Head, Head)>,
    /// The commit that is in the way, as it cannot be taken back.
    pub commit_kept: Option<KeptCommit>,
    /// Later batches, the newest first, that are in the way of the files: where they are taken back first, none is.
    pub later: Vec<BatchId>,
}

impl<'r> PlannedRollback<'r> {
    /// Takes batches, the newest first, back in memory.
    pub(crate) fn plan(
        repo: &'r Repo,
        settings: &Settings,
        targets: Vec<Record<'r>>,
        options: RollbackOptions,
    ) -> Result<Result<Self, Refusal>, RollbackError> {
        let mut in_index = IndexComposer::open(repo, &targets, &options)?;
        let world = RepoWorld::open(repo, settings.max_file_bytes).map_err(RollbackError::WorkTree)?;
        let mut in_files = Composer::new(repo, &world, options.force);
        for record in &targets {
            // A batch that changed the index alone says nothing of the work tree.
            if !record.meta().header.cached {
                in_files.take_back(record)?;
            }
            in_index.take_back(record);
        }
        let (mut composed, mut obstacles) = in_files.finish(&targets);
        let later = later::in_the_way(repo, &world, &targets, &obstacles)?;
        let (index, in_the_way) = in_index.finish(&composed.files)?;
        obstacles.extend(in_the_way);
        // A commit is taken back whole.
        let head =
            if options.only.is_empty() { head::plan(repo, &targets)? } else { Ok(HeadPlan::default()) };
        let head = match (head, obstacles.is_empty()) {
            (Ok(head), true) => head,
            (head, _) => {
                let moved = moved(repo, &targets)?;
                return Ok(Err(Refusal { obstacles, moved, commit_kept: head.err(), later }));
            }
        };
        if let (Some(_), Some(progress)) = (head.moved, head::in_progress(repo, &targets)?) {
            return Err(RollbackError::InProgress(progress));
        }
        let cached = targets.iter().all(|record| record.meta().header.cached);
        if cached {
            let changes = index.stagings.iter().filter_map(|staging| staging.change(repo));
            composed = Composed::of(changes.map(Edited::of).collect());
        }
        Ok(Ok(Self { repo, world, options, targets, composed, index, cached, head }))
    }

    /// The undos that are taken back, so that their batches are in force again.
    pub(crate) fn again(&self) -> Vec<BatchId> {
        self.targets.iter().flat_map(|record| record.meta().header.taken_back()).collect()
    }
}

/// `HEAD` as the newest of the batches left it and now, if they differ.
fn moved(repo: &Repo, targets: &[Record<'_>]) -> Result<Option<(Head, Head)>, RollbackError> {
    let Some(newest) = targets.first().map(Record::meta) else { return Ok(None) };
    // A commit of its own has moved it, and nobody else.
    let left = newest.moved.map_or(newest.head, |moved| moved.to);
    let then = Head { id: left, name: newest.branch.as_ref().map(|name| name.0.clone()) };
    let now = repo.head()?;
    Ok((then != now).then_some((then, now)))
}
