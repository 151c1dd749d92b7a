//! Outcome of a block, and why.

mod class;
mod evidence;
mod failure;
mod note;
mod origin;
mod unreadable;

use std::ops::Range;

use super::locate::Tier;

pub use class::Class;
pub use evidence::{Around, Region};
pub use failure::{Dress, Failure, Lead, Limit, Slip, Stale, Unchosen};
pub use note::Note;
pub use origin::Origin;
pub use unreadable::Unreadable;

/// Outcome of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its change is made.
    Applied(Applied),
    /// Its change was there already.
    AlreadyApplied,
    /// SEARCH and REPLACE are equal.
    NoOp,
    /// It cannot be applied.
    Failed(Failure),
    /// It was left out.
    Skipped(Skip),
}

impl Outcome {
    /// The stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Skipped(_) => "skipped",
            Self::Applied(_) => "applied",
            Self::AlreadyApplied => "already-applied",
            Self::NoOp => "no-op",
            Self::Failed(_) => "failed",
        }
    }

    /// Returns whether the block changes something.
    pub fn is_applied(&self) -> bool {
        matches!(self, Self::Applied(_))
    }

    /// Returns whether the block cannot be applied.
    pub fn is_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }
}

/// Place and tier of a block that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The tier that found the place; none for operations on whole files.
    pub tier: Option<Tier>,
    /// The lines in the source, from 0; none for operations on whole files, and where the place was in what
    /// earlier blocks wrote.
    pub before: Option<Range<usize>>,
}

/// Reasons why a block that may be good was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Its path is not asked for (`--include`, `--exclude`).
    Filtered,
    /// The user left it out.
    Declined,
    /// Another block of its file, or a part of the reply about it, is bad, and files are applied whole.
    File,
}
