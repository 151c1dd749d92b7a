//! Rollback records: the changes of a batch to the work tree, kept in the object database so that it can be
//! taken back.
//!
//! A record is one tree. `git show refs/worktree/sr/<n>:<name>` shows its parts:
//!
//! - `meta`: a JSON object, see [`Meta`](meta::Meta).
//! - `old/<path>`: the raw old bytes at each path, no filter run over them.
//! - `index/<path>`: the blob that the index had for each path that the batch staged.
//! - `inserted`: the bytes that the batch put into all files, one after another. With the splices in `meta`
//!   they make the
//!   new bytes of each file out of the old ones; a blob for each new file would cost twice as much to write.
//!
//! An undo of files that nobody touched since turns its batch around, and so does its record: the same two
//! objects are called `new` and `removed` in it, and nothing but a `meta` is written.
//!
//! Two references hold it. `refs/worktree/sr/<n>` names it, for this work tree alone, `n` counting up from 1.
//! It points at the tree itself: `git log --all` walks commits and passes it over. But git collects garbage
//! for all work trees at once and looks at such references of the current one only (git 2.47), so
//! `refs/sr/<work tree>/<n>`, which all share, keeps the objects.
//!
//! Bytes of files that hold secrets never enter the object database. They lie in `$GIT_DIR/sr/private/<n>`,
//! readable by the user alone, and go with the record.

use gix::ObjectId;

use super::attributes::{Attributes, AttributesError};
use super::tracked::Tracked;
use crate::core::path::RepoPath;

mod amend;
mod bytes;
mod draft;
mod held;
mod ids;
mod loose;
pub mod meta;
mod mirror;
mod private;
mod read;
mod refs;
mod shown;
mod splice;
mod store;
mod types;
mod write;

pub(crate) use amend::{CurrentVersions, amend, amend_moved, amend_placed, amend_with};
pub use bytes::Record;
pub(crate) use bytes::is_version;
pub(crate) use held::HeldIds;
pub use ids::FileIds;
pub(in crate::repo) use ids::beside;
pub use read::{Records, Timeline};
pub use shown::ShownVersions;
pub use splice::RecordedSplice;
pub use store::{PreparedRecord, Recorder};
pub use types::{BatchId, BatchKind, BatchRecord, FileRecord, RecordError};
pub(super) use write::{Writer, temporary_object};

/// The blob that already holds a file's raw bytes, going by the index: nothing is read but metadata. None for
/// changed files, and those that git converts on the way into the repository.
pub fn known_blob(
    path: &RepoPath,
    metadata: &std::fs::Metadata,
    tracked: &Tracked,
    attributes: &mut Attributes<'_>,
) -> Result<Option<ObjectId>, AttributesError> {
    match tracked.stat_matches(path, metadata) {
        Some(id) if !attributes.declared(path)?.is_converted() => Ok(Some(id)),
        _ => Ok(None),
    }
}
