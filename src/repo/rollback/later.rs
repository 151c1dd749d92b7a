//! Later batches that are in the way of one that is to be taken back.

use super::{compose::Composer, error::RollbackError, obstacle::Obstacles, options::Force};
use crate::repo::{
    open::Repo,
    record::{BatchId, Record, Records},
    world::RepoWorld,
};

/// More batches are not looked at.
const MOST: usize = 16;

/// The batches in force, the newest first, that have to be taken back first for nothing to be in the way of these; none
/// where that does not suffice.
pub(super) fn in_the_way<'r>(
    repo: &'r Repo,
    world: &RepoWorld<'r>,
    targets: &[Record<'_>],
    obstacles: &Obstacles,
) -> Result<Vec<BatchId>, RollbackError> {
    let Some(oldest) = targets.last().filter(|_| !obstacles.is_empty()) else { return Ok(Vec::new()) };
    let mut later: Vec<Record<'_>> = Vec::new();
    for record in Records::new(repo).undo_targets()? {
        let record = record?;
        if record.id() <= oldest.id() || later.len() > MOST {
            break;
        }
        let is_target = targets.iter().any(|target| target.id() == record.id());
        if !is_target && obstacles.iter().any(|(path, ..)| record.has(path)) {
            later.push(record);
        }
    }
    let suffice = |later: &[&Record<'_>]| -> Result<bool, RollbackError> {
        let mut all: Vec<&Record<'_>> = later.iter().copied().chain(targets).collect();
        all.sort_by_key(|record| std::cmp::Reverse(record.id()));
        let mut composer = Composer::new(repo, world, Force::No);
        for record in all.into_iter().filter(|record| !record.meta().header.cached) {
            composer.take_back(record)?;
        }
        Ok(composer.is_free())
    };
    let mut needed: Vec<&Record<'_>> = later.iter().collect();
    if needed.is_empty() || later.len() > MOST || !suffice(&needed)? {
        return Ok(Vec::new());
    }
    for record in &later {
        let without: Vec<&Record<'_>> =
            needed.iter().copied().filter(|other| other.id() != record.id()).collect();
        if suffice(&without)? {
            needed = without;
        }
    }
    Ok(needed.into_iter().map(Record::id).collect())
}
