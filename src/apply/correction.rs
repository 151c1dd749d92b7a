//! Parts of a refused batch that failed, and whether a later reply corrects them: a batch is not done while one
//! of them is left out in silence.

use std::collections::HashSet;

use bstr::{BStr, BString, ByteSlice as _};

use crate::{
    core::{
        outcome::{Class, Failure, Outcome},
        plan::{BlockReport, FaultReport, Source},
        reply::{self, Block, FaultKind, Malformed, Operation, PathCandidate, Reply},
        text::is_blank,
    },
    repo::{pending::FailedPart, serial::Bytes},
    request::Input,
};

/// Lists the parts of replies that failed.
pub(super) fn failures(
    inputs: &[Input],
    sources: &[Source<'_>],
    blocks: &[BlockReport],
    faults: &[FaultReport],
) -> Vec<FailedPart> {
    let name = |source: usize| Bytes(inputs[source].name.clone());
    let parsed = sources.iter().flat_map(|source| &source.reply.blocks);
    let failed = blocks.iter().zip(parsed).enumerate().filter_map(|(number, (block, parsed))| {
        let Outcome::Failed(failure) = &block.outcome else { return None };
        let path = block.path.as_ref().ok().filter(|_| is_of_file(failure));
        // A blocked file may hold secrets, which are not to be kept.
        let adds = if failure.class() == Class::Blocked { Vec::new() } else { added(parsed) };
        let adds = adds.into_iter().map(|line| Bytes(line.into())).collect();
        let path = path.map(|path| Bytes(path.as_bstr().to_owned()));
        let rivals = rival(failure).map(|other| other.min(number));
        Some(FailedPart { reply: name(block.source), line: block.line, path, adds, rivals })
    });
    let is_choice =
        |found: &&FaultReport| matches!(found.fault.kind, FaultKind::Malformed(Malformed::Choice { .. }));
    let faults = faults.iter().map(|found| FailedPart {
        reply: name(found.source),
        line: found.fault.line,
        path: found.fault.path.as_ref().map(|path| Bytes(path[0].text.clone())),
        adds: Vec::new(),
        rivals: Some(found).filter(is_choice).map(|_| blocks.len()),
    });
    failed.chain(faults).collect()
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

/// Returns those of the failed parts that no block of the answers corrects. Blocks that were kept count for
/// nothing, and equal ones for one; of parts that contradict each other, one needs a correction.
pub(super) fn uncorrected<'f>(
    failures: &'f [FailedPart],
    kept: &[Reply<'_>],
    answers: &[&Reply<'_>],
) -> Vec<&'f FailedPart> {
    let is_kept = |block: &&Block<'_>| {
        let kept = kept.iter().flat_map(|reply| &reply.blocks);
        kept.into_iter().any(|other| {
            other.operation == block.operation
                && other.path.iter().any(|path| names(&block.path, path.text.as_bstr()))
        })
    };
    let mut answers: Vec<&Block<'_>> =
        answers.iter().flat_map(|reply| &reply.blocks).filter(|block| !is_kept(block)).collect();
    let mut seen: HashSet<(&BString, &[u8])> = HashSet::new();
    answers.retain(|&block| match &block.operation {
        Operation::Edit(edit) => seen.insert((&block.path[0].text, &edit.body)),
        _ => true,
    });
    let adds: Vec<HashSet<&[u8]>> = answers.iter().map(|block| added(block).into_iter().collect()).collect();
    let is_corrected = |part: &FailedPart| {
        let has_most = |adds: &HashSet<&[u8]>| {
            let same = part.adds.iter().filter(|line| adds.contains(line.0.as_slice())).count();
            same > 0 && 2 * same >= part.adds.len()
        };
        if adds.iter().any(has_most) {
            return true;
        }
        let Some(path) = &part.path else { return answers.len() >= count(failures.iter()) };
        let of_file = || answers.iter().filter(|block| names(&block.path, path.0.as_bstr()));
        let failed = count(failures.iter().filter(|other| other.path.as_ref() == Some(path)));
        of_file().count() >= failed || of_file().any(|block| is_whole_file(block))
    };
    let (corrected, left): (Vec<_>, Vec<_>) = failures.iter().partition(|part| is_corrected(part));
    let settled: HashSet<usize> = corrected.iter().filter_map(|part| part.rivals).collect();
    left.into_iter().filter(|part| part.rivals.is_none_or(|rivals| !settled.contains(&rivals))).collect()
}

/// Number of corrections that failed parts need.
fn count<'f>(parts: impl Iterator<Item = &'f FailedPart>) -> usize {
    let mut rivals = HashSet::new();
    parts.filter(|part| part.rivals.is_none_or(|first| rivals.insert(first))).count()
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

/// Returns whether one of these paths, as they are written, may be this one.
fn names(written: &[PathCandidate], path: &BStr) -> bool {
    written.iter().any(|written| reply::are_one(&written.text, path))
}

/// The lines with content that REPLACE has and SEARCH has not, without white space at their edges.
fn added<'b>(block: &'b Block<'_>) -> Vec<&'b [u8]> {
    let Operation::Edit(edit) = &block.operation else { return Vec::new() };
    let Some(sections) = edit.readings().next() else { return Vec::new() };
    let search: HashSet<&[u8]> = sections.search.lines().map(<[u8]>::trim_ascii).collect();
    let replace = sections.replace.lines().map(<[u8]>::trim_ascii);
    replace.filter(|line| !is_blank(line) && !search.contains(line)).collect()
}

fn is_whole_file(block: &Block<'_>) -> bool {
    let Operation::Edit(edit) = &block.operation else { return false };
    edit.readings().next().is_some_and(|sections| is_blank(sections.search) && !is_blank(sections.replace))
}
