//! The ways in which rungs find SEARCH, and lay the change where they do.

mod branch;
pub(super) mod context;
mod doubt;
pub(super) mod elided;
mod fit;
mod half;
mod indent;
mod lay;
pub(super) mod lines;
mod merge;
pub(super) mod partial;
mod restyled;
mod signs;
mod steps;
mod surplus;
mod unicode;

pub use partial::repeats_rest;
pub use restyled::restyled;
