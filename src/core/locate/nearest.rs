//! The regions of a file that a SEARCH section which is not there most likely meant. For messages only: they
//! never decide where text goes.

mod pieces;
mod region;
mod whole;

pub use region::Nearest;

use self::{pieces::nearest_to_pieces, whole::nearest_to};
use super::search::Search;
use crate::core::text::Text;

/// Finds the regions nearest to SEARCH, the best first. Where SEARCH leaves lines out, a region goes from the
/// first to the last of its pieces.
pub fn nearest(text: &Text, search: &Search<'_>) -> Vec<Nearest> {
    let pieces = search.pieces();
    let mut regions = match &pieces[..] {
        [all] if all.len() == search.core().len() => nearest_to(text, search.core()),
        _ => nearest_to_pieces(text, search, &pieces),
    };
    for op in regions.iter_mut().flat_map(|region| &mut region.differences) {
        *op = op.clone().shifted(search.above_core(), 0);
    }
    regions
}

#[cfg(test)]
mod tests;
