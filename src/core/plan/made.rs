//! Evidence that a change was made already: the lines beside its place, records of batches, and commits.

mod committed;
mod made_since;
mod moved;
mod present;
mod recorded;

pub(super) use made_since::{is_in_part, oldest_unmade, refuse_made_before};
pub(super) use moved::{fates, was_renamed};
pub(super) use recorded::{Among, was_removed};
