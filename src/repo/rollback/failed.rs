//! Rolling a batch back whose commit or command failed, or never came.

use bstr::BString;

use super::{
    error::RollbackError,
    obstacle::Obstacle,
    options::{Force, RollbackOptions},
    plan::{PlannedRollback, Refusal},
    remains::Remains,
    settle::SettledRollback,
};
use crate::{
    core::path::RepoPath,
    repo::{
        config::Settings,
        open::Repo,
        record::{BatchId, Record, Records},
        recover::Way,
        transact::Transaction,
    },
};

/// Outcome of rolling a batch back.
#[derive(Debug)]
pub enum Rollback {
    /// It is taken back.
    TakenBack {
        /// The files that are as before.
        restored: Vec<RepoPath>,
        /// The files that are as before but for edits that were made while hooks, an editor or a command ran.
        kept: Vec<RepoPath>,
        /// The changes that git still has, as the command or a hook staged them.
        remains: Remains,
        /// Old files that could not be removed, under names of our own.
        left: Vec<BString>,
    },
    /// It is in the newest stash, and out of the files.
    Stashed {
        /// The files that the stash has as the batch left them.
        files: Vec<RepoPath>,
    },
    /// It stays, since these of its files were changed meanwhile, so that the changes cannot be kept without
    /// it.
    Stays {
        /// The files.
        edited: Vec<RepoPath>,
        /// Option of undo that takes it back by hand; none if there is none at present.
        way: Option<Way>,
    },
    /// It stays, since it has no record any more, or one that says that it is taken back.
    Unknown,
    /// It stays, since its record says that it is committed, and its commit cannot be taken back.
    Committed,
    /// It stays, since somebody else has committed some of its files meanwhile.
    Overtaken {
        /// Option of undo that takes it back by hand; none if there is none at present.
        way: Option<Way>,
    },
    /// It stays, since nobody can tell yet whether it is committed; the next run finds out.
    Unclear,
    /// It could not be taken back; the next run tries again.
    Stuck(Box<RollbackError>),
}

impl Rollback {
    /// Option of undo that takes a batch back that stays.
    pub(super) fn way(&self) -> Option<Way> {
        if let Self::Stays { way, .. } | Self::Overtaken { way } = self { *way } else { None }
    }
}

/// Rolls a batch back, unless that would take edits along, or the batch is overtaken: somebody else has
/// committed it.
pub(crate) fn roll_back(
    repo: &Repo,
    settings: &Settings,
    transaction: &Transaction<'_>,
    batch: BatchId,
    is_overtaken: bool,
) -> Rollback {
    let way = || way(repo, settings, batch);
    if is_overtaken {
        return Rollback::Overtaken { way: way() };
    }
    match taken_back(repo, settings, transaction, batch) {
        Ok(None) => Rollback::Unknown,
        Ok(Some(Ok((SettledRollback { planned, left, .. }, remains)))) => {
            let kept = planned.composed.merged;
            let files = planned.composed.files.into_iter().map(|file| file.change.path);
            let restored = files.filter(|path| !kept.contains(path)).collect();
            Rollback::TakenBack { restored, kept, remains, left }
        }
        Ok(Some(Err(refused))) if refused.commit_kept.is_some() => Rollback::Committed,
        Ok(Some(Err(Refusal { obstacles, .. })))
            if obstacles.iter().all(|(.., obstacle)| *obstacle == Obstacle::Stashed) =>
        {
            Rollback::Stashed { files: obstacles.into_iter().map(|(path, ..)| path).collect() }
        }
        Ok(Some(Err(refused))) => {
            let edited = refused.obstacles.into_iter().map(|(path, ..)| path).collect();
            Rollback::Stays { edited, way: way() }
        }
        Err(error) => Rollback::Stuck(Box::new(error)),
    }
}

/// A batch that is taken back, with its remains in index and HEAD; or the obstacles.
type TakenBack<'r> = Result<(SettledRollback<'r>, Remains), Refusal>;

/// Takes a batch back, and finds the changes that git still has; none if none in force has this number.
fn taken_back<'r>(
    repo: &'r Repo,
    settings: &Settings,
    transaction: &Transaction<'_>,
    batch: BatchId,
) -> Result<Option<TakenBack<'r>>, RollbackError> {
    let Some(record) = Records::new(repo).in_force(batch)? else { return Ok(None) };
    let options = options(&record, Force::No, true);
    Ok(Some(match PlannedRollback::plan(repo, settings, vec![record], options)? {
        Ok(planned) => {
            let remains = planned.remains()?;
            Ok((planned.write(transaction)?.settle(settings, transaction)?, remains))
        }
        Err(refused) => Err(refused),
    }))
}

/// The mildest way in which undo takes a batch back at present, found by trying; none if none does.
pub(crate) fn way(repo: &Repo, settings: &Settings, batch: BatchId) -> Option<Way> {
    let ways = [(Force::No, Way::Undo), (Force::Merge, Way::Merge), (Force::Old, Way::Force)];
    let goes = |force| {
        let record = Records::new(repo).in_force(batch).ok().flatten();
        record.is_some_and(|record| {
            let options = options(&record, force, false);
            PlannedRollback::plan(repo, settings, vec![record], options).is_ok_and(|planned| planned.is_ok())
        })
    };
    ways.into_iter().find(|(force, _)| goes(*force)).map(|(_, way)| way)
}

/// The options for a batch whose run failed. Whether a hook, a command or the user wrote over it since,
/// nobody can tell: all edits are kept.
fn options(record: &Record<'_>, force: Force, writes: bool) -> RollbackOptions {
    let header = &record.meta().header;
    let (time, cwd) = (header.time, header.cwd.0.clone());
    RollbackOptions { force, writes, only: Vec::new(), withdraws: true, time, cwd }
}
