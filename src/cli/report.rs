//! Outcome of a batch, for people and as JSON.

pub(super) mod apply;
pub(super) mod batches;
pub(super) mod check;
pub(super) mod config;
pub(super) mod encode;
pub(super) mod example;
pub(super) mod exec;
pub(super) mod failures;
pub(super) mod feedback;
pub(super) mod hook;
pub(super) mod json;
pub(super) mod parse;
pub(super) mod patch;
pub(super) mod policy;
pub(super) mod prompt;
pub(super) mod recover;
pub(super) mod retry;
mod rows;
pub(super) mod schema;
pub(super) mod stat;
pub(super) mod stats;
pub(super) mod stream;
mod template;
pub(super) mod undo;

pub(super) use rows::{file_line, shown};
