//! Input and result of planning: a batch, the work tree with its history, and the plan.

mod batch;
mod filter;
mod history;
mod one_file;
mod origin;
mod record;

pub use batch::{BlockReport, FaultReport, Partial, Plan, Planned, Settings, Source, World};
pub use filter::{Filter, FilterError};
pub(super) use history::{BYTES_PER_STEP, MOST_SEEN, changed_since, older, stale};
pub use history::{History, Merged, NoHistory, Older, Step};
pub use one_file::OneFile;
pub(super) use origin::{bytes_before, find, name_origins};
pub use record::{Bodies, Recorded, Rewrite, Sent, Side};
