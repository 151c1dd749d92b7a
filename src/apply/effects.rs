//! Effects of a batch besides its files. Each is prepared before anything is written, takes place after it,
//! and rolls the batch back where it fails; entries of the index are written together with the files.

pub(super) mod commit;
pub(super) mod exec;
pub(super) mod index;
pub(super) mod stash;

use commit::CommitEffect;
use exec::ExecEffect;
use stash::StashEffect;

/// Effects of one batch, in the order in which they take place.
#[derive(Default)]
pub(super) struct Effects<'r> {
    pub(super) exec: ExecEffect,
    pub(super) commit: Option<CommitEffect<'r>>,
    pub(super) stash: Option<StashEffect>,
}
