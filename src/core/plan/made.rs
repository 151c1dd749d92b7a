//! Whether a change was made already: by the lines beside its place, by records of batches, and by commits.

mod made_since;
mod present;
mod recorded;

pub(super) use made_since::{refuse_made_before, since};
pub(super) use recorded::{Among, was_removed};
