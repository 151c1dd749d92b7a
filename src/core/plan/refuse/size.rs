//! Limits of growing and shrinking a file: models cut files short, and repeat themselves.

use crate::core::{
    outcome::{Applied, Failure, Limit, Outcome},
    path::RepoPath,
    plan::types::{BlockReport, Plan, Settings, bytes_before},
    splice::Splice,
    text::{MAX_TEXT, bodies},
};

/// Default of `sr.maxShrink`, in per cent of a file's bytes.
pub const MAX_SHRINK: u64 = 50;

/// Default of `sr.maxGrowth`, a factor of a file's lines.
pub const MAX_GROWTH: u64 = 10;

/// Shorter files grow by as much as they like.
const GROWN_LINES: usize = 100;

/// Files of fewer bytes shrink by as much as they like: there is nothing to cut short.
const SHRUNK_BYTES: usize = 100;

/// Returns whether less is left of a size than all but `max` per cent.
pub(crate) fn shrinks_too_much([before, after]: [usize; 2], max: u64) -> bool {
    (after as u64).saturating_mul(100) < (before as u64).saturating_mul(100_u64.saturating_sub(max))
}

/// Returns whether so many lines become more than `max` times as many.
pub(crate) fn grows_too_much([before, after]: [usize; 2], max: u64) -> bool {
    before > GROWN_LINES && after as u64 > (before as u64).saturating_mul(max)
}

/// The most bytes that a file may have.
pub(super) fn most(settings: &Settings) -> u64 {
    settings.max_file_bytes.min(MAX_TEXT)
}

/// Refuses a file that grows too large.
pub(crate) fn limit(size: u64, settings: &Settings) -> Result<(), Failure> {
    let max = most(settings);
    if size > max { Err(Failure::Limit(Limit::Result { size, max })) } else { Ok(()) }
}

/// Refuses lines that take the place of a whole file and have much fewer bytes.
pub(crate) fn limit_shrink(old: &[u8], new: &[&[u8]], max: Option<u64>) -> Result<(), Failure> {
    let Some(max) = max.filter(|_| old.len() >= SHRUNK_BYTES) else { return Ok(()) };
    let bytes = [old.len(), new.iter().map(|line| line.len() + 1).sum()];
    if shrinks_too_much(bytes, max) { Err(Failure::Limit(Limit::Shrink { bytes, max })) } else { Ok(()) }
}

/// Refuses the blocks that make a file grow too much: those that add most to it.
pub(crate) fn limit_growth(plan: &mut Plan, max: Option<u64>) {
    let Some(max) = max else { return };
    for file in &plan.files {
        let change = &file.edited.change;
        let (Some(old), Some(new)) = (bytes_before(&plan.files, file), &change.new) else { continue };
        // Counting all lines is only worth it where the added ones can be too many.
        if most_added(&file.edited.splices) <= (GROWN_LINES as u64).saturating_mul(max.saturating_sub(1)) {
            continue;
        }
        let lines = [bodies(old).count(), bodies(&new.bytes).count()];
        if !grows_too_much(lines, max) {
            continue;
        }
        let of_file = blocks_of(&change.path, &plan.blocks);
        let added = of_file.into_iter().map(|number| (added(&plan.blocks[number]), number));
        let added: Vec<_> = added.collect();
        let most = added.iter().map(|(added, _)| *added).max();
        for (_, number) in added.iter().filter(|(added, _)| Some(*added) == most) {
            plan.blocks[*number].fail(Failure::Limit(Limit::Growth { lines, max }));
        }
    }
}

/// Upper bound of the lines that splices add.
fn most_added(splices: &[Splice]) -> u64 {
    splices.iter().map(|splice| 1 + memchr::memchr_iter(b'\n', &splice.new).count() as u64).sum()
}

/// The numbers of the blocks that were made on the file that ends at a path, under all the names that it had.
fn blocks_of(path: &RepoPath, blocks: &[BlockReport]) -> Vec<usize> {
    let mut name = path;
    let mut of_file = Vec::new();
    for (number, block) in blocks.iter().enumerate().rev() {
        if !block.outcome.is_applied() || block.end() != Some(name) {
            continue;
        }
        of_file.push(number);
        if let (Some(_), Ok(from)) = (&block.to, &block.path) {
            name = from;
        }
    }
    of_file
}

/// Number of lines that an applied block adds to its file; the most there can be where that is not known.
fn added(block: &BlockReport) -> usize {
    match (&block.outcome, &block.after) {
        _ if block.to.is_some() => 0,
        (Outcome::Applied(Applied { before, .. }), Some(after)) => {
            after.len().saturating_sub(before.as_ref().map_or(0, |lines| lines.len()))
        }
        _ => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_may_become_as_short_as_it_likes() {
        let left = |old: usize, new: usize| {
            limit_shrink(&vec![b'x'; old], &[&vec![b'y'; new]], Some(MAX_SHRINK)).is_ok()
        };
        assert!(left(99, 1));
        // A newline counts: half of the bytes, and one less.
        assert!(left(100, 49));
        assert!(!left(100, 48));
    }
}
