//! The work tree through directory handles. After its root is opened, a file is reached by a handle of its
//! folder and one name, never by a path that the system resolves: a link cannot lead out of the tree, even
//! one that is put there while we work.

mod apply;
mod check;
mod error;
mod folders;
mod layout;
mod meta;
mod put_back;
mod roll_back;
mod sync;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use crate::core::resolve::Kind;

pub use self::apply::{AppliedBatch, SideEffects};
pub use self::error::{NotPutBack, WriteError};
pub use self::layout::PlannedWrite;
pub use self::meta::FileStat;
pub use self::roll_back::{BrokenBatch, Fate, Print, Store, Stray, UnfinishedFile};
pub use self::write::{Folder, FolderRules, PlannedRenames, Ready};
pub use super::platform::Attribute;
use tree::read_exact;
pub use tree::{ReadError, SourceFile, WorkTree};
