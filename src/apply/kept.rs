//! The good blocks of a refused batch: kept for `--continue`, and forgotten once they are in a batch.

use super::{Report, Request, Status};
use crate::{
    core::{
        outcome::Outcome,
        reply::{self, Block},
    },
    repo::{
        open::Repo,
        pending::{Kept, Pending, PendingBatch},
    },
    request::Mode,
};

/// Keeps the good blocks of a refused batch, in place of those that were kept before, and tells the report. That this fails
/// does not make the refusal another one.
pub(super) fn keep(repo: &Repo, request: &Request, report: &mut Report<'_>) {
    let before = PendingBatch::new(repo).read().ok().flatten();
    let goes =
        |before: &Pending| !is_continued(before, request) && !has_all(before, request, report, |_| true);
    let superseded = before.as_ref().is_some_and(goes);
    report.kept = put(repo, request, report);
    // Where nothing could be written, they are there still.
    report.superseded = superseded && PendingBatch::new(repo).read().ok().flatten() != before;
}

fn put(repo: &Repo, request: &Request, report: &Report<'_>) -> bool {
    let good: Vec<bool> =
        report.blocks.iter().map(|block| !matches!(block.outcome, Outcome::Failed(_))).collect();
    if !good.contains(&true) {
        drop(PendingBatch::new(repo).forget());
        return false;
    }
    let failed = good.iter().filter(|good| !**good).count() + report.faults.len();
    let mut from = 0;
    let replies = request.inputs.iter().zip(&report.sources).map(|(input, source)| {
        let good = &good[from..from + source.reply.blocks.len()];
        from += good.len();
        let text = reply::kept(&input.bytes, &source.reply, good, &request.parse)?;
        Some(Kept::new(input.name.clone(), text))
    });
    let replies: Option<Vec<Kept>> = replies.collect();
    replies.is_some_and(|replies| PendingBatch::new(repo).keep(replies, failed).is_ok())
}

/// Forgets what is kept if this batch, which stands, went on with it or has all of it. What it does not have may exist
/// nowhere else, and stays. Says whether something stays.
pub(super) fn settle(repo: &Repo, request: &Request, report: &Report<'_>) -> bool {
    let is_done = match report.status {
        Status::Applied | Status::PartlyApplied | Status::Nothing => request.mode == Mode::Write,
        _ => false,
    };
    let pending = PendingBatch::new(repo);
    let Ok(Some(kept)) = pending.read() else { return false };
    if is_done && (is_continued(&kept, request) || has_all(&kept, request, report, is_done_with)) {
        // If it cannot be forgotten, its blocks are found to be applied already.
        drop(pending.forget());
        return false;
    }
    is_done
}

/// Whether this run went on with these very blocks. Another one may have been refused since they were read.
fn is_continued(kept: &Pending, request: &Request) -> bool {
    let inputs = request.inputs[..request.kept].iter().map(|input| input.bytes.as_slice());
    request.kept > 0 && kept.replies.iter().map(|kept| kept.text.0.as_slice()).eq(inputs)
}

/// Whether the batch does what a block of it asks for.
fn is_done_with(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Failed(_) | Outcome::Skipped(_))
}

/// Whether each of these blocks is a block of the batch too, and one that counts.
fn has_all(kept: &Pending, request: &Request, report: &Report<'_>, counts: fn(&Outcome) -> bool) -> bool {
    let parsed: Vec<_> = kept.replies.iter().map(|kept| reply::parse(&kept.text.0, &request.parse)).collect();
    let blocks: Vec<&Block<'_>> = parsed.iter().flat_map(|reply| &reply.blocks).collect();
    let there = report.sources.iter().flat_map(|source| &source.reply.blocks).zip(&report.blocks);
    let there: Vec<&Block<'_>> =
        there.filter(|(_, told)| counts(&told.outcome)).map(|(block, _)| block).collect();
    !blocks.is_empty() && blocks.iter().all(|block| there.iter().any(|other| is_same(block, other)))
}

/// Whether two blocks ask for the same, as far as they themselves say.
fn is_same(one: &Block<'_>, other: &Block<'_>) -> bool {
    let names = |block: &Block<'_>| block.path.iter().map(|path| path.text.clone()).collect::<Vec<_>>();
    one.operation == other.operation && {
        let (one, other) = (names(one), names(other));
        one.iter().any(|name| other.contains(name))
    }
}
