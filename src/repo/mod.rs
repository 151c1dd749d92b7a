//! The one wing with disk and git: opening, reading, recording, writing.

mod platform;
pub mod worktree;
#![expect(clippy::disallowed_methods, reason = "this is where the disk and the environment are touched")]

pub mod attributes;
pub mod config;
mod environment;
pub mod open;
pub mod record;
#[cfg(test)]
pub(crate) mod testing;
pub mod tracked;
