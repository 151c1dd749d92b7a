//! Put a language model's SEARCH/REPLACE reply into a Git work tree, safely.

pub mod apply;
pub mod cli;
pub mod core;
pub mod files;
pub mod repo;
pub mod undo;
