//! Markers of a merge conflict that was not resolved.

use crate::core::check::{
    Change, Found, What,
    marker::{Family, markers},
};

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some(lines) = &change.lines else { return };
    let markers = markers(change, lines);
    for marker in markers.into_iter().filter(|marker| marker.family == Family::Conflict) {
        found(Found {
            line: Some(marker.line),
            opener: marker.opener,
            what: What::ConflictMarker(marker.into()),
        });
    }
}
