//! Texts that plainly give all of a file, with changes.

use crate::core::{
    script::{Op, difference},
    text::{bodies, filled},
};

/// Such a text has lines fewer by less than one in so many.
const LOST: usize = 4;

/// It has others in place of at most one in so many, if at least [`KEPT`] stay.
const CHANGED: usize = 2;

/// Fewer lines of a file may be in a text by chance.
const KEPT: usize = 3;

/// The number of lines that a text with all of a file has at least.
pub(crate) fn least(file: &[u8]) -> usize {
    let all = with_text(file).len();
    all - all / LOST
}

/// Returns whether a text has at least so many lines, half of them those of another one, its first and its last or
/// others in their place, and leaves out no two lines without others in their place.
pub(crate) fn rewrites(old: &[u8], new: &[u8], least: usize) -> bool {
    let (old, new) = (with_text(old), with_text(new));
    if new.len() < least || old.is_empty() {
        return false;
    }
    let ops = difference(&old, &new);
    let lost: usize = ops.iter().map(|op| op.old.len()).sum();
    let is_cut = |op: &Op| op.new.is_empty() && (op.old.start == 0 || op.old.end == old.len());
    let is_like = lost <= old.len() - least || lost <= old.len() / CHANGED && old.len() - lost >= KEPT;
    is_like && !ops.is_empty() && ops.iter().all(|op| op.old.len() <= op.new.len() + 1 && !is_cut(op))
}

/// Returns whether a text has half the lines of another one, in their order.
pub(crate) fn is_like(old: &[u8], new: &[u8]) -> bool {
    let (old, new) = (with_text(old), with_text(new));
    let kept = old.len() - difference(&old, &new).iter().map(|op| op.old.len()).sum::<usize>();
    kept >= KEPT && kept * CHANGED >= old.len()
}

/// Returns whether a text has nearly all lines of another one, in their order, and changes or adds some.
pub(crate) fn is_mostly(old: &[u8], new: &[u8]) -> bool {
    let (old, new) = (with_text(old), with_text(new));
    let most = 2 * old.len() + KEPT;
    if old.len() <= KEPT || new.len() > most || new.len() < old.len() - old.len() / LOST {
        return false;
    }
    let ops = difference(&old, &new);
    let lost: usize = ops.iter().map(|op| op.old.len()).sum();
    !ops.is_empty() && lost <= old.len() / LOST
}

fn with_text(text: &[u8]) -> Vec<&[u8]> {
    filled(bodies(text)).collect()
}
