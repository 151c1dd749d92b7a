//! The good blocks of a refused batch: kept for `--continue`, and forgotten once they are in a batch.

use super::{AnswerReply, ApplyRequest, correction, planned::PlannedBatch, task::Task};
use crate::{
    core::{
        outcome::{Outcome, Skip},
        path::RepoPath,
        plan::{BlockReport, Source},
        reply::{self, Block, Format, Operation, PathCandidate, Reply},
    },
    repo::{
        open::Repo,
        pending::{
            BlockTarget, FailedPart, KeptOptions, KeptReply, KeptTargets, Pending, PendingBatch, ReadAs,
        },
        serial::{Bytes, SerialPath},
    },
};

/// Good blocks of refused batches that are kept for `--continue` after an apply.
#[derive(Debug, Default)]
pub struct KeptBlocks {
    /// Those of this batch, if it is refused and has any.
    pub now: Option<Pending>,
    /// Options of another batch, refused before, whose good blocks are still kept.
    pub still: Option<KeptOptions>,
    /// True if blocks of another batch, which are not in this one, are kept no longer.
    pub superseded: bool,
}

/// Keeps the good blocks of a refused batch, in place of those that were kept before. A batch without good
/// blocks leaves those of another one alone. That this fails does not make the refusal another one.
pub(super) fn keep(Task { repo, request, policy, .. }: Task<'_, '_>, batch: &PlannedBatch<'_>) -> KeptBlocks {
    let pending = PendingBatch::new(repo);
    let before = pending.read().ok().flatten();
    let is_other =
        |before: &&Pending| !is_continued(before, request) && !has_all(before, request, batch, |_| true);
    let other = before.as_ref().filter(is_other);
    let mut places = places(batch);
    if !request.edits.is_empty() {
        // The replies do not have the text that was edited.
        places.fill(None);
    }
    if places.iter().all(Option::is_none) {
        if other.is_none() {
            drop(pending.forget());
        }
        let still = other.map(|other| other.asked.clone().unwrap_or_default());
        return KeptBlocks { still, ..KeptBlocks::default() };
    }
    let mut failures = batch.failures(&request.inputs);
    let is_secret = |path: &Bytes| RepoPath::new(&path.0).is_ok_and(|path| policy.judge(&path).is_private);
    for part in failures.iter_mut().filter(|part| part.path.as_ref().is_some_and(is_secret)) {
        part.near.clear();
    }
    let now = put(repo, request, batch, &places, failures);
    // Where nothing could be written, they are there still.
    let superseded = other.is_some() && pending.read().ok().flatten() != before;
    KeptBlocks { now, still: None, superseded }
}

/// Targets of the good blocks of a batch.
fn places(batch: &PlannedBatch<'_>) -> Vec<Option<BlockTarget>> {
    let parsed = batch.sources.iter().flat_map(|source| &source.reply.blocks);
    batch.blocks.iter().zip(parsed).map(|(told, block)| place(told, block)).collect()
}

fn put(
    repo: &Repo,
    request: &ApplyRequest,
    batch: &PlannedBatch<'_>,
    places: &[Option<BlockTarget>],
    failures: Vec<FailedPart>,
) -> Option<Pending> {
    let mut from = 0;
    let replies = request.inputs.iter().zip(&batch.sources).map(|(input, source)| {
        let places = &places[from..from + source.reply.blocks.len()];
        from += places.len();
        let good: Vec<bool> = places.iter().map(Option::is_some).collect();
        let reply = &source.reply;
        let is_blocks = reply.format.is_none_or(Format::is_blocks);
        let short = || reply::kept(&input.bytes, reply, &good, &request.parse.words);
        let (text, read_as) = match is_blocks.then(short).flatten() {
            Some(text) => (text, None),
            None => (input.bytes.clone(), Some(read_as(reply, &good)?)),
        };
        let targets = KeptTargets { places: places.iter().flatten().cloned().collect(), read_as };
        Some(KeptReply::new(input.name.clone(), text, targets))
    });
    let mut replies = replies.collect::<Option<Vec<KeptReply>>>()?;
    replies.retain(|kept| kept.places.as_ref().is_none_or(|places| !places.is_empty()));
    PendingBatch::new(repo).keep(replies, failures, request.asked()).ok()
}

/// The way to read a whole reply of which only the good blocks count.
fn read_as(reply: &Reply<'_>, good: &[bool]) -> Option<ReadAs> {
    // Edits in a text within the reply have one place there.
    if !reply.blocks.is_sorted_by(|one, other| one.span.start < other.span.start) {
        return None;
    }
    let kept = reply.blocks.iter().zip(good).filter(|(_, good)| **good);
    let blocks = kept.map(|(block, _)| block.span.start).collect();
    Some(ReadAs { format: reply.format?.id.to_owned(), blocks })
}

/// Target of a good block that was not left out.
fn place(told: &BlockReport, block: &Block<'_>) -> Option<BlockTarget> {
    if matches!(told.outcome, Outcome::Failed(_) | Outcome::Skipped(Skip::Filtered | Skip::Declined)) {
        return None;
    }
    let has_new_path = block.operation.to().is_some();
    let place =
        BlockTarget { path: SerialPath(told.path.clone().ok()?), to: told.to.clone().map(SerialPath) };
    (has_new_path == place.to.is_some()).then_some(place)
}

/// Reads a reply that is kept. None if it does not hold the blocks that are to lead to these places.
pub(super) fn read<'i>(
    bytes: &'i [u8],
    targets: Option<&KeptTargets>,
    options: &reply::Options,
) -> Option<Reply<'i>> {
    let Some(KeptTargets { places, read_as }) = targets else {
        let mut reply = reply::parse(bytes, options);
        reply.faults.clear();
        reply.suggestions.clear();
        return Some(reply);
    };
    let mut reply = match read_as {
        Some(read_as) => whole(bytes, read_as, options)?,
        None => reply::parse_kept(bytes, &options.words),
    };
    let is_of =
        |(block, place): (&Block<'_>, &BlockTarget)| block.operation.to().is_some() == place.to.is_some();
    if reply.blocks.len() != places.len() || !reply.blocks.iter().zip(places).all(is_of) {
        return None;
    }
    let settled = |path: &RepoPath| [PathCandidate::new(path.as_bstr().to_owned(), true)].into();
    for (block, place) in reply.blocks.iter_mut().zip(places) {
        (block.path, block.is_settled) = (settled(&place.path.0), true);
        if let Some(to) = &place.to {
            let operation = std::mem::replace(&mut block.operation, Operation::Delete);
            block.operation = operation.with_to(settled(&to.0));
        }
    }
    Some(reply)
}

/// The kept blocks of a reply that is kept whole.
fn whole<'i>(bytes: &'i [u8], read_as: &ReadAs, options: &reply::Options) -> Option<Reply<'i>> {
    let format = Some(Format::named(&read_as.format)?);
    let read = reply::parse(bytes, &reply::Options { format, ..options.clone() });
    let is_kept = |block: &Block<'_>| read_as.blocks.binary_search(&block.span.start).is_ok();
    let mut blocks: Vec<Block<'_>> = read.blocks.into_iter().filter(is_kept).collect();
    if blocks.len() < read_as.blocks.len() {
        // A new file beside the edits is read with them alone.
        let all = reply::parse(bytes, &reply::Options { format: None, ..options.clone() });
        blocks.extend(all.asides.into_iter().map(|aside| aside.block).filter(is_kept));
        blocks.sort_by_key(|block| block.span.start);
    }
    Some(Reply { blocks, format, envelopes: read.envelopes, ..Reply::default() })
}

/// Returns the failed parts of a batch, of which `kept` are the good blocks, that none of these answers corrects.
/// An answer does by a block that adds most of the lines of a part, that is for the same place of its file, or
/// that gives all of the file.
pub fn uncorrected<'f>(
    failures: &'f [FailedPart],
    kept: Option<&Pending>,
    answers: &[AnswerReply<'_, '_>],
    options: &reply::Options,
) -> Vec<&'f FailedPart> {
    let kept = kept.iter().flat_map(|kept| &kept.replies);
    let kept = kept.filter_map(|kept| read(&kept.text.0, kept.targets().as_ref(), options));
    correction::uncorrected(failures, &kept.collect::<Vec<_>>(), answers)
}

/// The failed parts of the refused batch that this one goes on with, and leaves open.
pub(super) fn open(request: &ApplyRequest, sources: &[Source<'_>], blocks: usize) -> Vec<FailedPart> {
    if request.open.is_empty() {
        return Vec::new();
    }
    let count = request.kept.len();
    let (kept, answers) = sources.split_at(count);
    let kept: Vec<Reply<'_>> = kept.iter().map(|source| source.reply.clone()).collect();
    let answers: Vec<AnswerReply<'_, '_>> = answers
        .iter()
        .zip(&request.inputs[count..])
        .map(|(source, input)| (&source.reply, input.bytes.as_slice()))
        .collect();
    let open = correction::uncorrected(&request.open, &kept, &answers);
    correction::carried(&open, blocks)
}

/// Forgets the kept blocks if this batch, which is there now, went on with them or has all of them. Otherwise
/// they may exist nowhere else, and stay.
pub(super) fn settle(repo: &Repo, request: &ApplyRequest, batch: &PlannedBatch<'_>) -> KeptBlocks {
    let pending = PendingBatch::new(repo);
    let Ok(Some(kept)) = pending.read() else { return KeptBlocks::default() };
    if is_continued(&kept, request) || has_all(&kept, request, batch, is_done_with) {
        // If it cannot be forgotten, its blocks are found to be applied already.
        drop(pending.forget());
        return KeptBlocks::default();
    }
    KeptBlocks { still: Some(kept.asked.unwrap_or_default()), ..KeptBlocks::default() }
}

/// Returns whether this run went on with these very blocks. Another one may have been refused since they were
/// read.
fn is_continued(kept: &Pending, request: &ApplyRequest) -> bool {
    let inputs = request.inputs.iter().map(|input| input.bytes.as_slice()).zip(&request.kept);
    let kept = kept.replies.iter().map(|kept| (kept.text.0.as_slice(), kept.targets()));
    !request.kept.is_empty() && kept.eq(inputs.map(|(bytes, targets)| (bytes, targets.clone())))
}

/// Returns whether nothing is left to do for a block.
fn is_done_with(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Failed(_) | Outcome::Skipped(_))
}

/// Returns whether each of these blocks is a block of the batch too, and one that counts.
fn has_all(
    kept: &Pending,
    request: &ApplyRequest,
    batch: &PlannedBatch<'_>,
    counts: fn(&Outcome) -> bool,
) -> bool {
    let parsed = kept.replies.iter().map(|kept| read(&kept.text.0, kept.targets().as_ref(), &request.parse));
    let Some(parsed) = parsed.collect::<Option<Vec<_>>>() else { return false };
    let blocks: Vec<&Block<'_>> = parsed.iter().flat_map(|reply| &reply.blocks).collect();
    let there = batch.sources.iter().flat_map(|source| &source.reply.blocks).zip(&batch.blocks);
    let there: Vec<_> = there.filter(|(_, told)| counts(&told.outcome)).collect();
    !blocks.is_empty()
        && blocks.iter().all(|block| there.iter().any(|(other, told)| is_same(block, other, told)))
}

/// Returns whether a kept block equals one of the batch, target included; where its target is not known, the
/// paths as written are compared.
fn is_same(kept: &Block<'_>, block: &Block<'_>, told: &BlockReport) -> bool {
    let leads = |path: &[PathCandidate], to: &RepoPath| path[0].text == *to.as_bstr();
    let is_named = || kept.path.iter().any(|path| block.path.iter().any(|other| path.text == other.text));
    match (&kept.operation, &told.path, &told.to) {
        (Operation::Rename(new) | Operation::Copy(new), Ok(path), Some(to)) if kept.is_settled => {
            std::mem::discriminant(&kept.operation) == std::mem::discriminant(&block.operation)
                && leads(&kept.path, path)
                && leads(new, to)
        }
        (operation, Ok(path), _) if kept.is_settled => {
            *operation == block.operation && leads(&kept.path, path)
        }
        (operation, ..) => *operation == block.operation && is_named(),
    }
}
