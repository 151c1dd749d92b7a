//! The report of an apply, built once at its end.

use bstr::BString;

use super::{
    BatchCommit, CommandChanges, KeptBlocks, correction,
    planned::{BatchVerdict, PlannedBatch},
};
use crate::{
    core::{
        change::Change,
        outcome::{Note, Outcome, Skip},
        plan::{BlockReport, FaultReport, Source},
    },
    files::FileReport,
    repo::{pending::FailedPart, record::BatchId, stash::StashEntry},
    request::Input,
};

/// Report of an apply.
#[derive(Debug)]
pub struct ApplyReport<'i> {
    /// The outcome of the batch.
    pub status: ApplyStatus,
    /// The batch's number, if it was written; or that of the batch that had done it all before.
    pub batch: Option<BatchId>,
    /// True if the files are those of the index.
    pub is_staged: bool,
    /// Rows of the files.
    pub files: Vec<FileReport>,
    /// Outcomes of the blocks.
    pub blocks: Vec<BlockReport>,
    /// Parts of the replies that could not be understood.
    pub faults: Vec<FaultReport>,
    /// Failed parts of the refused batch that it goes on with which none of its blocks corrects.
    pub open: Vec<FailedPart>,
    /// The replies as they were read, for their suggestions and blocks.
    pub sources: Vec<Source<'i>>,
    /// The diff, where it was asked for.
    pub diff: Option<Vec<u8>>,
    /// The changes of the files, where the diff was asked for.
    pub changes: Vec<Change>,
    /// Old files that could not be removed, under names of our own.
    pub left: Vec<BString>,
    /// Good blocks of refused batches that are kept for `--continue`.
    pub kept: KeptBlocks,
    /// Number of the replies, from the first on, that are kept of a batch that was refused.
    pub continued: usize,
    /// The entry of git's stash that holds the state before, where that was asked for.
    pub stash: Option<StashEntry>,
    /// The commit, where one was asked for.
    pub commit: Option<BatchCommit>,
    /// Files of the batch that the command of `--exec` changed, if it did.
    pub by_command: Option<CommandChanges>,
}

/// Outcome of an apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyStatus {
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
    /// As `Refused`, but the good part was written.
    PartlyApplied,
    /// As `Refused`, but the good part would be written.
    WouldPartlyApply,
}

impl<'i> ApplyReport<'i> {
    /// The parts of these replies that failed, with those that are open still, for telling whether others correct them.
    pub fn failures(&self, inputs: &[Input]) -> Vec<FailedPart> {
        correction::failures(inputs, &self.sources, &self.blocks, &self.faults, &self.open)
    }

    /// The report of a batch that has this number if it was written. The first `continued` replies are kept
    /// of a refused one.
    pub(super) fn of(
        planned: PlannedBatch<'i>,
        verdict: BatchVerdict,
        continued: usize,
        files: Vec<FileReport>,
        batch: Option<BatchId>,
    ) -> Self {
        let PlannedBatch { sources, blocks, faults, open, .. } = planned;
        let before = if let BatchVerdict::Nothing(batch) = verdict { batch } else { None };
        Self {
            status: ApplyStatus::of(verdict, batch.is_some()),
            batch: batch.or(before),
            is_staged: false,
            files,
            blocks,
            faults,
            open,
            sources,
            diff: None,
            changes: Vec::new(),
            left: Vec::new(),
            kept: KeptBlocks::default(),
            continued,
            stash: None,
            commit: None,
            by_command: None,
        }
    }

    /// Returns whether a merge left conflict markers.
    pub fn has_conflicts(&self) -> bool {
        self.blocks.iter().any(|block| block.notes.contains(&Note::Conflict))
    }

    /// Returns whether something failed, and nothing that another reply could correct.
    pub fn is_final(&self) -> bool {
        let mut failed = self.blocks.iter().filter_map(|block| match &block.outcome {
            Outcome::Failed(failure) => Some(correction::is_final(failure)),
            _ => None,
        });
        let is_all = self.faults.is_empty() && self.open.iter().all(|part| part.is_final);
        is_all && self.failed() > 0 && failed.all(|is_final| is_final)
    }

    /// Number of blocks that failed.
    pub fn failed(&self) -> usize {
        self.blocks.iter().filter(|block| block.outcome.is_failed()).count()
    }

    /// Number of requested blocks that did not fail; equal ones count once.
    pub fn good(&self) -> usize {
        let is_good = |block: &&BlockReport| !block.is_skipped() && !block.outcome.is_failed();
        let is_first = |block: &&BlockReport| !block.notes.contains(&Note::Collapsed);
        self.blocks.iter().filter(is_good).filter(is_first).count()
    }

    /// Number of blocks that were left out because of others.
    pub fn held_back(&self) -> usize {
        self.blocks.iter().filter(|block| block.outcome == Outcome::Skipped(Skip::File)).count()
    }
}

impl ApplyStatus {
    fn of(verdict: BatchVerdict, is_written: bool) -> Self {
        match (verdict, is_written) {
            (BatchVerdict::NoBlocks, _) => Self::NoBlocks,
            (BatchVerdict::Refused, _) => Self::Refused,
            (BatchVerdict::Nothing(_), _) => Self::Nothing,
            (BatchVerdict::Good { partly: false }, true) => Self::Applied,
            (BatchVerdict::Good { partly: false }, false) => Self::WouldApply,
            (BatchVerdict::Good { partly: true }, true) => Self::PartlyApplied,
            (BatchVerdict::Good { partly: true }, false) => Self::WouldPartlyApply,
        }
    }
}
