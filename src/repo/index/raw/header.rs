//! The header of an index.

/// Magic, version and number of entries.
pub(in crate::repo::index) const HEADER: usize = 12;
