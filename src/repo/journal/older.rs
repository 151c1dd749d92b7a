//! Reads the journals of older versions.

use gix::hash::Kind;

use super::{
    line::{self, UnreadableJournal, parse},
    step::Step,
};

/// The version of a journal that holds a batch and nothing else. It has the path of today's.
pub(super) const VERSION: u32 = 1;

/// The steps of such a journal: the first line has the version and the intent, the second one the renames.
pub(super) fn steps<'l>(
    hash: Kind,
    first: &[u8],
    rest: impl Iterator<Item = &'l [u8]>,
) -> Result<Vec<Step>, UnreadableJournal> {
    let mut steps = vec![Step::Intent(parse(first)?)];
    for line in rest {
        if let Some(renames) = line::read(hash, line)? {
            steps.push(Step::Renames(parse(renames)?));
        }
    }
    Ok(steps)
}
