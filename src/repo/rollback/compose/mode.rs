//! Modes of files that are taken back.

use crate::repo::record::meta::Side;

pub(super) fn mode(side: Option<&Side>) -> Option<u32> {
    side.and_then(|side| side.mode)
}

/// The mode before, unless the user has changed it since.
pub(super) fn kept_mode(now: Option<u32>, left: Option<u32>, old: Option<u32>) -> Option<u32> {
    if now.is_some() && left.is_some() && now != left { now } else { old.or(now) }
}
