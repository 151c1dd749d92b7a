//! A refused batch of which the good blocks are kept: continued with corrected ones, or forgotten.

use std::collections::BTreeMap;

use crate::{
    apply::{AnswerReply, ApplyRequest, uncorrected},
    cli::{
        args::Apply,
        exit::Exit,
        fatal::Fatal,
        report,
        run::{now, retry::Correction},
        style::Streams,
    },
    core::{
        plan::Partial,
        reply::{self, Reply},
    },
    repo::{
        open::Repo,
        pending::{FailedPart, KeptReply, KeptTargets, Pending, PendingBatch},
    },
    request::Input,
};

/// The kept blocks of the batch that was refused last.
pub(super) fn kept(repo: &Repo) -> Result<Pending, Fatal> {
    let pending = PendingBatch::new(repo).read().map_err(|error| Fatal::io("what is kept", &error))?;
    pending.ok_or_else(Fatal::nothing_kept)
}

/// The blocks of a refused batch that failed and that the replies of this request leave out. A reply that has
/// no blocks, or parts that cannot be read, is refused for that; but where nothing can be corrected, words are all that
/// a model was asked for.
fn left_out(pending: &Pending, request: &ApplyRequest) -> Vec<FailedPart> {
    let new = &request.inputs[pending.replies.len()..];
    let answers: Vec<Reply<'_>> =
        new.iter().map(|input| reply::parse(&input.bytes, &request.parse)).collect();
    let is_words = |reply: &Reply<'_>| reply.blocks.is_empty() && !reply.is_blank;
    let suffices = pending.failures.iter().all(|part| part.is_final) && answers.iter().any(is_words);
    if !suffices && answers.iter().all(|reply| reply.blocks.is_empty())
        || answers.iter().any(|reply| !reply.faults.is_empty())
    {
        return Vec::new();
    }
    let texts = new.iter().map(|input| input.bytes.as_slice());
    let answers: Vec<AnswerReply<'_, '_>> = answers.iter().zip(texts).collect();
    let left = uncorrected(&pending.failures, Some(pending), &answers, &request.parse);
    left.into_iter().cloned().collect()
}

/// Refuses to continue a batch in fewer places than it was asked for.
pub(super) fn check_reach(pending: &Pending, request: &ApplyRequest) -> Result<(), Fatal> {
    match &pending.asked {
        Some(asked) if !request.reach().has_all_of(asked.reach) => Err(Fatal::continued_otherwise(asked)),
        _ => Ok(()),
    }
}

/// Refuses replies that leave out blocks which failed, unless the batch may be applied in part.
pub(super) fn check_left_out(pending: &Pending, request: &ApplyRequest, args: &Apply) -> Result<(), Fatal> {
    let left = left_out(pending, request);
    if !left.is_empty() && request.plan.partial == Partial::No {
        return Err(Fatal::left_out(&left, args.feedback));
    }
    Ok(())
}

/// The good blocks of a reply, and their targets.
pub(super) fn kept_input(kept: &KeptReply) -> (Input, Option<KeptTargets>) {
    let input = Input { name: kept.name.0.clone(), bytes: kept.text.0.clone().into() };
    (input, kept.targets())
}

/// The request for the kept blocks of a refused batch and the corrected ones, which may be in any format.
pub(super) fn corrected(
    request: ApplyRequest,
    Correction { reply, pending, open }: Correction,
) -> ApplyRequest {
    let kept = pending.iter().flat_map(|pending| &pending.replies).map(kept_input);
    let (mut inputs, kept): (Vec<Input>, _) = kept.unzip();
    inputs.push(reply);
    let parse = reply::Options { format: None, ..request.parse };
    let edits = BTreeMap::new();
    ApplyRequest { inputs, kept, open, parse, edits, shown: None, time: now(), ..request }
}

/// Forgets the kept blocks.
pub(super) fn abort(repo: &Repo, args: &Apply, streams: &mut Streams) -> Result<Exit, Fatal> {
    let there = PendingBatch::new(repo).forget().map_err(|error| Fatal::io("what is kept", &error))?;
    if !there {
        return Err(Fatal::nothing_to_forget());
    }
    streams.say("the blocks of the refused batch are forgotten");
    if args.output.json {
        report::json::print(&report::json::BatchJson::aborted(), streams);
    }
    Ok(Exit::Done)
}
