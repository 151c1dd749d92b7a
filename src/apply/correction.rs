//! Parts of a refused batch that failed, and whether a later reply corrects them: a batch is not done while one
//! of them is left out in silence.

mod pairing;

use std::collections::HashSet;

use bstr::{BString, ByteSlice as _};

use crate::{
    core::{
        outcome::{Class, Failure, Outcome, Region},
        plan::{BlockReport, FaultReport, Source},
        reply::{self, Block, FaultKind, Malformed, Operation, Reply},
        text::bodies,
    },
    repo::{pending::FailedPart, serial::Bytes},
    request::Input,
};

use pairing::{Answer, added, filled, is_operation, names, quoted};

/// Lists the parts of replies that failed, and `open`, those that failed before. What could not be read, and of which
/// nothing is known, is most likely the correction of these.
pub(super) fn failures(
    inputs: &[Input],
    sources: &[Source<'_>],
    blocks: &[BlockReport],
    faults: &[FaultReport],
    open: &[FailedPart],
) -> Vec<FailedPart> {
    let name = |source: usize| Bytes(inputs[source].name.clone());
    let parsed = sources.iter().flat_map(|source| &source.reply.blocks);
    let failed = blocks.iter().zip(parsed).enumerate().filter_map(|(number, (block, parsed))| {
        let Outcome::Failed(failure) = &block.outcome else { return None };
        let path = block.path.as_ref().ok().filter(|_| is_of_file(failure));
        // A blocked file may hold secrets, which are not to be kept.
        let is_told = failure.class() != Class::Blocked;
        let told = |lines: fn(&'_ Block<'_>) -> Vec<Bytes>| if is_told { lines(parsed) } else { Vec::new() };
        Some(FailedPart {
            reply: name(block.source),
            line: block.line,
            path: path.map(|path| Bytes(path.as_bstr().to_owned())),
            is_operation: is_operation(parsed),
            is_final: is_final(failure),
            adds: told(|block| kept(added(block))),
            quoted: told(|block| kept(quoted(block))),
            near: kept(near(failure)),
            rivals: rival(failure).map(|other| other.min(number)),
        })
    });
    let is_choice =
        |found: &&FaultReport| matches!(found.fault.kind, FaultKind::Malformed(Malformed::Choice { .. }));
    let unread = faults.iter().map(|found| {
        let lines: Vec<&[u8]> = bodies(&inputs[found.source].bytes).collect();
        let quoted = filled(reply::quoted_lines(&lines, &found.fault).into_iter()).collect();
        let about = found.about.iter().filter(|(_, region)| shares_lines(region));
        let near = about.flat_map(|(_, region)| filled(region.text.iter().map(|line| line.as_slice())));
        FailedPart {
            reply: name(found.source),
            line: found.fault.line,
            path: found.fault.path.as_ref().map(|path| Bytes(path[0].text.clone())),
            is_operation: false,
            is_final: false,
            adds: Vec::new(),
            quoted: kept(quoted),
            near: kept(near.collect()),
            rivals: Some(found).filter(is_choice).map(|_| blocks.len()),
        }
    });
    let unread = unread.filter(|part| open.is_empty() || !part.quoted.is_empty());
    failed.chain(unread).chain(open.iter().cloned()).collect()
}

fn kept(lines: Vec<&[u8]>) -> Vec<Bytes> {
    lines.into_iter().map(|line| Bytes(line.into())).collect()
}

/// The lines of the file that a failure shows as those that the block is about.
fn near(failure: &Failure) -> Vec<&[u8]> {
    let lines: Vec<_> = match failure {
        Failure::NotFound { nearest, .. } => nearest.iter().flat_map(|region| &region.text).collect(),
        Failure::Ambiguous { around, .. } => around.iter().flat_map(|place| &place.text).collect(),
        _ => Vec::new(),
    };
    filled(lines.into_iter().map(|line| line.as_slice())).collect()
}

/// Returns whether a region was found by lines, and is not the whole of a small file for want of any.
fn shares_lines(region: &Region) -> bool {
    region.differences.iter().all(|run| run.new != region.lines)
}

/// Returns whether no reply can change the file, so that the block can only be left out.
pub(super) fn is_final(failure: &Failure) -> bool {
    match failure {
        Failure::Blocked(_) => true,
        // Another new path may do.
        Failure::NewPath { .. } => false,
        other => {
            matches!(other.class(), Class::Repository | Class::Sparse | Class::Binary | Class::Encoding)
        }
    }
}

/// The failed parts of the batch that this one goes on with which it leaves open, behind `blocks` others.
pub(super) fn carried(open: &[&FailedPart], blocks: usize) -> Vec<FailedPart> {
    // Their numbers are those of another batch.
    let moved = |rivals: usize| rivals + blocks + 1;
    open.iter().map(|&part| FailedPart { rivals: part.rivals.map(moved), ..part.clone() }).collect()
}

/// The other one of two blocks that contradict each other.
fn rival(failure: &Failure) -> Option<usize> {
    match failure {
        Failure::Alternative { block, .. }
        | Failure::Overlap { block, .. }
        | Failure::TakenBack { block, .. } => Some(*block),
        _ => None,
    }
}

/// An answer: a reply, with its text.
pub type AnswerReply<'a, 'r> = (&'a Reply<'r>, &'a [u8]);

/// Returns those of the failed parts that no block of the answers corrects. Blocks that were kept count for
/// nothing, and equal ones for one; of parts that contradict each other, one needs a correction. What could not be
/// read of an answer is a part that failed in its turn, and stands for what it tries to correct.
pub(super) fn uncorrected<'f>(
    failures: &'f [FailedPart],
    kept: &[Reply<'_>],
    answers: &[AnswerReply<'_, '_>],
) -> Vec<&'f FailedPart> {
    if failures.is_empty() {
        return Vec::new();
    }
    let is_kept = |block: &&Block<'_>| {
        let kept = kept.iter().flat_map(|reply| &reply.blocks);
        kept.into_iter().any(|other| {
            other.operation == block.operation
                && other.path.iter().any(|path| names(&block.path, path.text.as_bstr()))
        })
    };
    let mut seen: HashSet<(&BString, &[u8])> = HashSet::new();
    let blocks = answers.iter().flat_map(|(reply, _)| &reply.blocks);
    let mut blocks: Vec<&Block<'_>> = blocks.filter(|block| !is_kept(block)).collect();
    blocks.retain(|&block| match &block.operation {
        Operation::Edit(edit) => seen.insert((&block.path[0].text, &edit.body)),
        _ => true,
    });
    let mut all: Vec<Answer<'_>> = blocks.into_iter().map(Answer::of).collect();
    for (reply, text) in answers.iter().filter(|(reply, _)| !reply.faults.is_empty()) {
        let lines: Vec<&[u8]> = bodies(text).collect();
        for fault in &reply.faults {
            all.push(Answer::unread(fault.path.as_deref(), &reply::quoted_lines(&lines, fault)));
        }
    }
    let corrected = pairing::corrected(failures, &all);
    let told = || failures.iter().zip(&corrected);
    let settled: HashSet<usize> =
        told().filter(|(_, corrected)| **corrected).filter_map(|(part, _)| part.rivals).collect();
    let is_open = |part: &FailedPart| part.rivals.is_none_or(|rivals| !settled.contains(&rivals));
    told().filter(|(part, corrected)| !**corrected && is_open(part)).map(|(part, _)| part).collect()
}

/// Returns whether a failure is about the text of its file, so that a correction is for this file too.
fn is_of_file(failure: &Failure) -> bool {
    !matches!(
        failure.class(),
        Class::NoPath
            | Class::BadPath
            | Class::Outside
            | Class::Link
            | Class::NotAFile
            | Class::Repository
            | Class::Sparse
            | Class::Blocked
            | Class::MissingFile
    )
}

#[cfg(test)]
mod tests;
