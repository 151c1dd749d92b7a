//! Taking batches back: on request, because an effect of one failed, or after a run that was killed.
//!
//! A rollback is planned in memory, written as a batch of its own, and settled; each stage consumes the one
//! before.

mod begin;
mod compose;
mod error;
mod failed;
mod head;
mod index;
mod later;
mod obstacle;
mod options;
mod plan;
mod remains;
mod settle;
mod write;

pub(crate) use begin::{begin, begin_or_look};
pub(crate) use compose::{Composed, Ids};
pub use error::RollbackError;
pub use failed::Rollback;
pub(crate) use failed::{roll_back, way};
pub use head::{HeadPlan, KeptCommit};
pub use obstacle::{IndexLeft, Obstacle, Obstacles};
pub use options::Force;
pub(crate) use options::RollbackOptions;
pub(crate) use plan::PlannedRollback;
pub use plan::Refusal;
pub use remains::{Remains, Remedy};
pub(crate) use settle::SettledRollback;
