//! Options of edits of one file.

use crate::core::locate::Tier;

/// Options of [`apply_edits()`](super::apply_edits).
#[derive(Clone, Debug)]
pub struct EditOptions {
    /// The last tier by which a text of whole lines is looked for, where it is nowhere exactly.
    pub last_tier: Tier,
    /// True if other processes that ask for the same wait: by a lock on `.<name>.lock` beside the file, which
    /// stays.
    pub across_processes: bool,
    /// The most bytes that the file may have.
    pub max_bytes: u64,
}

impl Default for EditOptions {
    /// Up to [`Tier::Unicode`]: white space at the ends of lines and their indentation, smart quotes, dashes
    /// and special spaces. Up to 256 MiB.
    fn default() -> Self {
        Self { last_tier: Tier::Unicode, across_processes: false, max_bytes: 256 << 20 }
    }
}
