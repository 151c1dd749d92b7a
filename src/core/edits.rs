//! The changed lines of one file, gathered block by block.
//!
//! Everything is kept in lines of the source, so that the order of blocks does not matter; a block that
//! changes what an earlier one wrote becomes one run with it.

mod result;
mod runs;
mod size;

pub use result::Part;
pub use runs::{Edits, Met, Overlap};

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests;
