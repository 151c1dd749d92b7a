//! Outcome of every block, for the log of attempts.

use std::collections::HashMap;

use bstr::ByteSlice as _;

use super::{ApplyReport, planned::block_meta, task::Task};
use crate::{
    core::{
        guard::{Policy, Treatment},
        outcome::{Failure, Outcome},
        path::RepoPath,
        plan::BlockReport,
        reply::{Block, Operation},
    },
    repo::{
        attempts::{Attempt, Attempts},
        record::meta::BlockMeta,
    },
    request::RunMode,
};

/// Adds to the log of attempts. That it cannot be noted is no reason for a batch to fail.
pub(super) fn note(Task { repo, settings, request, policy, .. }: Task<'_, '_>, report: &ApplyReport<'_>) {
    if request.mode == RunMode::Write && settings.stats {
        drop(Attempts::new(repo).note(&attempts(report, policy, request.time)));
    }
}

fn attempts<'r>(report: &'r ApplyReport<'_>, policy: &Policy, time: i64) -> Vec<Attempt> {
    let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
    let mut may_be_noted: HashMap<&RepoPath, bool> = HashMap::new();
    let mut may_be_noted = |path| {
        *may_be_noted.entry(path).or_insert_with(|| {
            let verdict = policy.judge(path);
            !verdict.is_refused() && verdict.class.treatment != Treatment::Refuse
        })
    };
    let attempt = |(block, parsed): (&'r BlockReport, &Block<'_>)| {
        let BlockMeta { path, tier, status, .. } = block_meta(block);
        let (class, places, before) = match &block.outcome {
            Outcome::Failed(failure) => {
                let places = if let Failure::Ambiguous { lines, .. } = failure { lines.len() } else { 0 };
                (Some(failure.class().name().to_owned()), places, 0)
            }
            Outcome::Applied(applied) => (None, 1, applied.before.as_ref().map_or(0, ExactSizeIterator::len)),
            Outcome::AlreadyApplied | Outcome::NoOp => (None, 1, 0),
            Outcome::Skipped(_) => (None, 0, 0),
        };
        let lines = block.after.as_ref().map_or(0, ExactSizeIterator::len).max(before);
        let path_noted = block.path.as_ref().is_ok_and(&mut may_be_noted);
        let search = if path_noted { beginning(parsed) } else { None };
        Attempt { time, batch: report.batch, path, status, class, tier, places, lines, search }
    };
    report.blocks.iter().zip(parsed).map(attempt).collect()
}

/// Returns the beginning of the SEARCH section of a block.
fn beginning(block: &Block<'_>) -> Option<String> {
    const CHARACTERS: usize = 80;
    let Operation::Edit(edit) = &block.operation else { return None };
    Some(edit.readings().next()?.search.chars().take(CHARACTERS).collect())
}
