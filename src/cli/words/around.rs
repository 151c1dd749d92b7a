//! The lines around a place.

use crate::core::{
    escape::{Tabs, escape},
    outcome::Around,
};

/// The lines above the place of a section, its line numbers, and the lines below it.
pub(super) fn around(place: &Around, section: &str) -> Vec<String> {
    let last = (place.lines.end + place.below.len()).to_string().len();
    let shown = |(number, line): (usize, &bstr::BString)| {
        format!("  {:>last$} {}", number + 1, escape(line).tabs(Tabs::Kept))
    };
    let above = (place.lines.start - place.above.len()..).zip(&place.above).map(shown);
    let below = (place.lines.end..).zip(&place.below).map(shown);
    let between = match place.lines.len() {
        0 => format!("  (below line {}: the {section} section)", place.lines.start),
        1 => format!("  (line {}: the {section} section)", place.lines.start + 1),
        _ => format!("  (lines {}-{}: the {section} section)", place.lines.start + 1, place.lines.end),
    };
    above.chain([between]).chain(below).collect()
}
