//! The one wing with disk and git: opening, reading, recording, writing.

#![expect(clippy::disallowed_methods, reason = "this is where the disk and the environment are touched")]

mod above;
mod absent;
pub mod ask;
pub mod attempts;
pub mod attributes;
pub(crate) mod beside;
pub(crate) mod checksum;
pub mod command;
pub mod commit;
pub mod commits;
pub mod config;
pub mod editor;
mod entry;
mod environment;
pub mod git_form;
pub(crate) mod headings;
pub mod history;
pub mod hooks;
pub mod index;
mod journal;
pub mod lock;
pub mod merge;
pub mod open;
pub mod pending;
pub(crate) mod platform;
pub mod policy;
pub mod program;
pub mod progress;
pub mod record;
pub mod recover;
mod references;
pub mod rollback;
pub mod serial;
mod shared;
pub mod signals;
pub(crate) mod single_file;
pub mod staged;
pub mod standing;
pub mod stash;
pub mod sync;
#[cfg(test)]
pub(crate) mod testing;
pub mod tracked;
pub mod transact;
pub mod unstaged;
mod wait;
pub mod worktree;
pub mod world;
