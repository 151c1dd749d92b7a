//! Whether a change was made already, where the file as it is does not tell: by records and by commits.

mod made_since;
mod recorded;

pub(super) use made_since::{refuse_made_before, since};
pub(super) use recorded::{Among, was_removed};
