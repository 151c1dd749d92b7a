//! What became of a batch.

use bstr::BString;

use super::Commit;
use crate::{
    core::{
        outcome::{Note, Outcome, Skip},
        plan::{BlockReport, Partial, Plan, Planned, Source},
        reply::Fault,
    },
    files::FileReport,
    repo::{pending::Asked, record::BatchId, stash::Entry},
};

/// What became of a batch.
#[derive(Debug)]
pub struct Report<'i> {
    /// In a word.
    pub status: Status,
    /// The batch's number, if it was written; or that of the batch that had done it all before.
    pub batch: Option<BatchId>,
    /// What became of each file.
    pub files: Vec<FileReport>,
    /// What became of each block.
    pub blocks: Vec<BlockReport>,
    /// What could not be understood, with the number of the reply.
    pub faults: Vec<(usize, Fault)>,
    /// The replies as they were read, for their suggestions and blocks.
    pub sources: Vec<Source<'i>>,
    /// The diff, where it was asked for.
    pub diff: Option<Vec<u8>>,
    /// Old files that could not be removed, under names of our own.
    pub left: Vec<BString>,
    /// How the refused batch was asked for whose good blocks are kept for `--continue`, if there is one.
    pub kept: Option<Asked>,
    /// How many of the replies, from the first on, are kept of a batch that was refused.
    pub continued: usize,
    /// Whether blocks that were kept of an earlier refused batch, and are not in this one, are kept no longer.
    pub superseded: bool,
    /// The entry of git's stash that holds the state before, where that was asked for.
    pub stash: Option<Entry>,
    /// The commit, where one was asked for.
    pub commit: Option<Commit>,
}

/// What became of a batch, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was written.
    Applied,
    /// It would be.
    WouldApply,
    /// There was nothing to do.
    Nothing,
    /// The reply has no blocks.
    NoBlocks,
    /// A block failed or a part of the reply could not be understood; nothing was written.
    Refused,
    /// As `Refused`, but what is good was written.
    PartlyApplied,
    /// As `Refused`, but what is good would be written.
    WouldPartlyApply,
}

impl<'i> Report<'i> {
    /// What is said of a plan that is not carried out yet, and the files of the plan.
    pub(super) fn of(plan: Plan, sources: Vec<Source<'i>>, partial: Partial) -> (Self, Vec<Planned>) {
        let numbered = sources.iter().enumerate();
        let faults: Vec<(usize, Fault)> = numbered
            .flat_map(|(at, source)| source.reply.faults.iter().map(move |fault| (at, fault.clone())))
            .collect();
        let report = Self {
            status: status(&plan, &faults, partial),
            batch: None,
            files: Vec::new(),
            blocks: plan.blocks,
            faults,
            sources,
            diff: None,
            left: Vec::new(),
            kept: None,
            continued: 0,
            superseded: false,
            stash: None,
            commit: None,
        };
        (report, plan.files)
    }

    /// Whether there is something to write, and it may be written.
    pub(super) fn is_to_be_written(&self) -> bool {
        matches!(self.status, Status::WouldApply | Status::WouldPartlyApply)
    }

    pub(super) fn done_before(&mut self, batch: BatchId) {
        (self.status, self.batch) = (Status::Nothing, Some(batch));
        for block in self.blocks.iter_mut().filter(|block| !block.is_skipped()) {
            block.outcome = Outcome::AlreadyApplied;
        }
    }

    /// Whether a merge left conflict markers.
    pub fn has_conflicts(&self) -> bool {
        self.blocks.iter().any(|block| block.notes.contains(&Note::Conflict))
    }

    /// How many blocks failed.
    pub fn failed(&self) -> usize {
        self.blocks.iter().filter(|block| matches!(block.outcome, Outcome::Failed(_))).count()
    }

    /// How many blocks were left out because of others.
    pub fn held_back(&self) -> usize {
        self.blocks.iter().filter(|block| block.outcome == Outcome::Skipped(Skip::File)).count()
    }

    /// Whether something of the replies is not in the batch.
    pub(super) fn is_incomplete(&self) -> bool {
        !self.faults.is_empty() || self.failed() > 0 || self.blocks.iter().any(BlockReport::is_skipped)
    }
}

fn status(plan: &Plan, faults: &[(usize, Fault)], partial: Partial) -> Status {
    let bad = !faults.is_empty() || !plan.is_good();
    match () {
        () if plan.blocks.is_empty() && faults.is_empty() => Status::NoBlocks,
        () if bad && partial != Partial::No && !plan.files.is_empty() => Status::WouldPartlyApply,
        () if bad => Status::Refused,
        () if plan.files.is_empty() => Status::Nothing,
        () => Status::WouldApply,
    }
}
