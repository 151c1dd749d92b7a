//! Lines: how they are compared and folded, and found in few steps.

mod equivalence;
mod index;
mod keys;
mod lines;
mod looks;
mod pairs;
mod scan;

pub(super) use equivalence::are_equal_but_for_edges;
pub use equivalence::{Edges, Tolerance, are_equal_but_for_ends};
pub(super) use index::Index;
pub use keys::key;
pub use lines::Lines;
pub use looks::Looks;
pub(super) use pairs::pairs;
pub use scan::{Budget, OverBudget, Places, places, scan};
