//! A batch whose blocks are located, and the decision on it.

use super::{correction, text_ids::TextIds};
use crate::{
    core::{
        message::Told,
        outcome::Outcome,
        path::RepoPath,
        plan::{BlockReport, FaultReport, Partial, Plan, Source},
        reply::{Block, Operation},
    },
    repo::{
        open::Repo,
        pending::FailedPart,
        record::{BatchId, meta::BlockMeta},
        serial::Bytes,
    },
    request::Input,
};

/// A batch whose blocks are located. Nothing is prepared or written yet.
pub(super) struct PlannedBatch<'i> {
    /// The replies as they were read.
    pub(super) sources: Vec<Source<'i>>,
    /// Outcomes of the blocks.
    pub(super) blocks: Vec<BlockReport>,
    /// Parts of the replies that could not be understood.
    pub(super) faults: Vec<FaultReport>,
    /// Failed parts of the refused batch that it goes on with which none of its blocks corrects.
    pub(super) open: Vec<FailedPart>,
    pub(super) verdict: BatchVerdict,
    /// Ids of the texts, by which the request and its blocks are recognised when they are sent again.
    pub(super) ids: TextIds,
    /// The earlier batch of the same request, if only git lacks its change.
    pub(super) resent: Option<BatchId>,
}

impl PlannedBatch<'_> {
    /// The parts that failed, and those of the refused batch that are open still.
    pub(super) fn failures(&self, inputs: &[Input]) -> Vec<FailedPart> {
        correction::failures(inputs, &self.sources, &self.blocks, &self.faults, &self.open)
    }

    /// Number of blocks that failed.
    pub(super) fn failed(&self) -> usize {
        self.blocks.iter().filter(|block| block.outcome.is_failed()).count()
    }

    /// Returns whether something of the replies is not in the batch.
    pub(super) fn is_incomplete(&self) -> bool {
        !self.faults.is_empty()
            || !self.open.is_empty()
            || self.failed() > 0
            || self.blocks.iter().any(BlockReport::is_skipped)
    }
}

/// Decision on a batch, made from its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchVerdict {
    /// The replies have no blocks.
    NoBlocks,
    /// A part of the batch is bad: nothing is written.
    Refused,
    /// Nothing is left to do, because of an earlier batch if one is named.
    Nothing(Option<BatchId>),
    /// All of it can be written, or the good part.
    Good {
        /// Only a part of it.
        partly: bool,
    },
}

impl BatchVerdict {
    pub(super) fn is_good(self) -> bool {
        matches!(self, Self::Good { .. })
    }

    pub(super) fn of(plan: &Plan, faults: &[FaultReport], open: &[FailedPart], partial: Partial) -> Self {
        let is_bad = !faults.is_empty() || !plan.is_good();
        let is_open = !open.is_empty() && partial == Partial::No;
        if plan.blocks.is_empty() && faults.is_empty() {
            Self::NoBlocks
        } else if is_open || is_bad && (partial == Partial::No || plan.files.is_empty()) {
            Self::Refused
        } else if plan.files.is_empty() {
            Self::Nothing(None)
        } else {
            Self::Good { partly: is_bad }
        }
    }
}

/// Returns the row of a block in the record of its batch.
pub(super) fn block_meta(block: &BlockReport) -> BlockMeta {
    let tier = match &block.outcome {
        Outcome::Applied(applied) => applied.tier,
        _ => None,
    };
    BlockMeta {
        source: block.source,
        line: block.line,
        path: Bytes(block.path.as_ref().map_or_else(Clone::clone, |path| path.as_bstr().to_owned())),
        tier: tier.map(|tier| tier.name().to_owned()),
        status: block.outcome.name().to_owned(),
        text: None,
        wrote: Vec::new(),
    }
}

/// The replies as the message of a commit is made from them.
pub(super) fn told<'a>(inputs: &'a [Input], sources: &[Source<'_>]) -> Vec<Told<'a>> {
    let told = inputs.iter().zip(sources).map(|(input, source)| Told {
        bytes: &input.bytes,
        blocks: match &source.reply.envelopes[..] {
            [] => source.reply.blocks.iter().map(|block| block.span.range()).collect(),
            envelopes => envelopes.iter().map(|envelope| envelope.range()).collect(),
        },
    });
    told.collect()
}

/// Returns the rows of the blocks, each with the id of its text if it may be stored. Nothing is stored of
/// those for files with secrets.
pub(super) fn block_metas(
    repo: &Repo,
    planned: &PlannedBatch<'_>,
    secret: &[RepoPath],
) -> Result<Vec<BlockMeta>, gix::Error> {
    let parsed = planned.sources.iter().flat_map(|source| &source.reply.blocks);
    let meta = |(at, (block, parsed)): (usize, (&BlockReport, &Block<'_>))| {
        let meta = block_meta(block);
        let id = planned.ids.blocks.get(at).copied().flatten();
        match (&parsed.operation, &block.outcome, &block.path) {
            (Operation::Edit(edit), Outcome::Applied(_), Ok(path)) if !secret.contains(path) => {
                let wrote = block.wrote.iter().map(|lines| [lines.start, lines.end]).collect();
                Ok(BlockMeta {
                    text: Some(id.map_or_else(|| repo.text_id(&[&edit.body]), Ok)?),
                    wrote,
                    ..meta
                })
            }
            _ => Ok(meta),
        }
    };
    planned.blocks.iter().zip(parsed).enumerate().map(meta).collect()
}
