//! Outcome of a run and of every block, for the log of attempts.

use std::collections::HashMap;

use bstr::ByteSlice as _;

use super::{ApplyError, ApplyReport, ApplyStatus, planned::block_meta, task::Task};
use crate::{
    core::{
        guard::{Policy, Treatment},
        outcome::{Class, Failure, Note, Outcome},
        path::RepoPath,
        plan::BlockReport,
        reply::{Block, Fault, Operation},
    },
    repo::{
        attempts::{Attempt, AttemptedRun, Attempts, LogLine, LoggedRollback},
        record::meta::BlockMeta,
        rollback::Rollback,
        serial::Bytes,
    },
    request::RunMode,
};

/// Adds to the log of attempts. That it cannot be noted is no reason for a batch to fail.
pub(super) fn note(task: Task<'_, '_>, report: &ApplyReport<'_>) {
    let Task { repo, settings, request, policy, .. } = task;
    if request.mode == RunMode::Write && settings.stats {
        let run = AttemptedRun {
            time: request.time,
            run: outcome(report.status).to_owned(),
            batch: report.batch,
            source: request.source.clone(),
        };
        let faults = report.faults.iter().map(|found| failed(&found.fault, request.time));
        let blocks = attempts(report, policy, request.time).into_iter().chain(faults).map(LogLine::Block);
        let lines: Vec<LogLine> = std::iter::once(LogLine::Run(run)).chain(blocks).collect();
        drop(Attempts::new(repo).note(&lines));
    }
}

/// Adds that a batch was taken back because of this error, if it was.
pub(super) fn note_rollback(Task { repo, settings, request, .. }: Task<'_, '_>, error: &ApplyError) {
    let (batch, rollback, cause) = match error {
        ApplyError::Exec { batch, rollback, .. } => (*batch, rollback, "exec"),
        ApplyError::Uncommitted { batch, rollback, .. } => (*batch, rollback, "commit"),
        _ => return,
    };
    if settings.stats && matches!(**rollback, Rollback::TakenBack { .. }) {
        let (time, cause) = (request.time, cause.to_owned());
        let line = LoggedRollback { time, rolled_back: vec![batch], batch: None, cause };
        drop(Attempts::new(repo).note(&[LogLine::Rollback(line)]));
    }
}

fn outcome(status: ApplyStatus) -> &'static str {
    match status {
        ApplyStatus::Applied | ApplyStatus::WouldApply => "applied",
        ApplyStatus::PartlyApplied | ApplyStatus::WouldPartlyApply => "partly-applied",
        ApplyStatus::Nothing => "nothing-to-do",
        ApplyStatus::NoBlocks => "no-blocks",
        ApplyStatus::Refused => "refused",
    }
}

/// A part of a reply that could not be understood, as a block that failed.
fn failed(fault: &Fault, time: i64) -> Attempt {
    Attempt {
        time,
        batch: None,
        path: Bytes::default(),
        status: "failed".to_owned(),
        class: Some(Class::of_fault(&fault.kind).name().to_owned()),
        tier: None,
        places: 0,
        lines: 0,
        search: None,
        kept: false,
        breaks_syntax: false,
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
        let kept = block.source < report.continued;
        let breaks_syntax = block.notes.iter().any(|note| matches!(note, Note::Syntax(_)));
        let batch = report.batch;
        Attempt { time, batch, path, status, class, tier, places, lines, search, kept, breaks_syntax }
    };
    report.blocks.iter().zip(parsed).map(attempt).collect()
}

/// Returns the beginning of the SEARCH section of a block.
fn beginning(block: &Block<'_>) -> Option<String> {
    const CHARACTERS: usize = 80;
    let Operation::Edit(edit) = &block.operation else { return None };
    let search = edit.readings().next()?.search;
    let end = search.char_indices().nth(CHARACTERS).map_or(search.len(), |(start, ..)| start);
    Some(search[..end].to_str_lossy().into_owned())
}
