//! Entries as others see them.

use gix::index::entry::{Mode, Stat};

use crate::repo::entry::{IndexEntry, Slot};

pub(super) fn slot(entry: IndexEntry, stat: Stat) -> Slot {
    match Mode::from_bits(entry.mode) {
        Some(Mode::FILE | Mode::FILE_EXECUTABLE) => Slot::Entry(entry, stat),
        _ => Slot::Other,
    }
}
