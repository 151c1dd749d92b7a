//! How much a file may grow and shrink: models cut files short, and repeat themselves.

use super::Plan;
use crate::core::{
    outcome::{Failure, Limit, Outcome},
    text::bodies,
};

/// Shorter files grow by as much as they like.
const GROWN_LINES: usize = 100;

/// Files of fewer bytes shrink by as much as they like: there is nothing to cut short.
const SHRUNK_BYTES: usize = 100;

/// Whether less is left of a size than all but `max` per cent.
pub(crate) fn shrinks_too_much([before, after]: [usize; 2], max: u64) -> bool {
    (after as u64).saturating_mul(100) < (before as u64).saturating_mul(100_u64.saturating_sub(max))
}

/// Whether so many lines become more than `max` times as many.
pub(crate) fn grows_too_much([before, after]: [usize; 2], max: u64) -> bool {
    before > GROWN_LINES && after as u64 > (before as u64).saturating_mul(max)
}

/// Refuses lines that take the place of a whole file and have much fewer bytes.
pub(super) fn limit_shrink(old: &[u8], new: &[&[u8]], max: Option<u64>) -> Result<(), Failure> {
    let Some(max) = max.filter(|_| old.len() >= SHRUNK_BYTES) else { return Ok(()) };
    let bytes = [old.len(), new.iter().map(|line| line.len() + 1).sum()];
    if shrinks_too_much(bytes, max) { Err(Failure::Limit(Limit::Shrink { bytes, max })) } else { Ok(()) }
}

/// Refuses the blocks that make a file grow too much: those that add most to it.
pub(super) fn limit_growth(plan: &mut Plan, max: Option<u64>) {
    let Some(max) = max else { return };
    for file in &plan.files {
        let change = &file.edited.change;
        let (Some(old), Some(new)) = (&change.old, &change.new) else { continue };
        // Counting lines is only worth it where they can be too many.
        if (new.bytes.len() as u64) <= max {
            continue;
        }
        let lines = [bodies(&old.bytes).count(), bodies(&new.bytes).count()];
        if !grows_too_much(lines, max) {
            continue;
        }
        let added = |outcome: &Outcome, after: Option<usize>| match outcome {
            Outcome::Applied(applied) => Some(after.map_or(usize::MAX, |after| {
                after - applied.before.as_ref().map_or(0, |lines| lines.len()).min(after)
            })),
            _ => None,
        };
        let of_file = plan.blocks.iter_mut().filter(|block| block.path.as_ref() == Ok(&change.path));
        let mut of_file: Vec<_> = of_file
            .filter_map(|block| {
                Some((added(&block.outcome, block.after.as_ref().map(|lines| lines.len()))?, block))
            })
            .collect();
        let most = of_file.iter().map(|(added, _)| *added).max();
        for (_, block) in of_file.iter_mut().filter(|(added, _)| Some(*added) == most) {
            block.outcome = Outcome::Failed(Failure::Limit(Limit::Growth { lines, max }));
            block.after = None;
        }
    }
}
