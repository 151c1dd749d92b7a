//! Tier `exact`: equal but for line endings.

/// Whether the lines of the file are those of SEARCH, byte for byte.
pub(super) fn fits(window: &[&[u8]], search: &[&[u8]]) -> bool {
    window == search
}
