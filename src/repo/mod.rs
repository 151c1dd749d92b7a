//! The one wing with disk and git: opening, reading, recording, writing.

mod platform;
pub mod worktree;
