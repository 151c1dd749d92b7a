//! Markers of anchored edits. Their grammar is in `format/anchored.rs`.

pub(super) const OPENER: &str = "««« EDIT";
pub(super) const LINE: &str = "───────";
pub(super) const DOUBLE: &str = "═══════";
pub(super) const CLOSER: &str = "»»»";
