//! Lines of a change that are beside its place, but not as it would have left them.

use std::{collections::HashSet, ops::Range};

use super::Beside;
use crate::core::{
    splice::Hunk,
    text::{Text, is_telling},
};

/// Returns whether a change adds several lines, and most of those that say something are beside its place: it may
/// have been made and changed since.
pub fn is_amid(hunks: &[Hunk<'_>], place: &Range<usize>, text: &Text) -> bool {
    let adds = |hunk: &&Hunk<'_>| hunk.new.len() > hunk.old.len() + 1;
    let added = hunks.iter().filter(adds).flat_map(|hunk| hunk.new.iter().map(|line| line.trim_ascii()));
    let mut fresh: HashSet<&[u8]> = added.filter(|line| is_telling(line)).collect();
    for line in if fresh.is_empty() { 0..0 } else { place.clone() } {
        fresh.remove(text.body(line).trim_ascii());
    }
    let count = fresh.len();
    if count < 2 {
        return false;
    }
    let reach = Beside::reach(hunks);
    let near = place.start.saturating_sub(reach)..place.start;
    for line in near.chain(place.end..(place.end + reach).min(text.len())) {
        fresh.remove(text.body(line).trim_ascii());
    }
    fresh.len() * 2 <= count
}
