//! The blocks of a file as they are looked for: several in one pass.

use std::collections::HashMap;

use crate::core::{
    locate::{Places, Search},
    reply::{Clutter, Edit},
};

/// A block as it is looked for.
pub(crate) struct Sought<'r> {
    /// Its sections, by the reading that is meant.
    pub(crate) search: Search<'r>,
    /// The candidates for its place.
    pub(crate) places: Places,
    /// The reading is a guess.
    pub(crate) is_guess: bool,
    /// The clutter that it leaves out.
    pub(crate) clutter: Option<Clutter>,
}

/// The blocks that a pass has looked for and nobody asked about yet.
#[derive(Default)]
pub(super) struct SoughtBlocks<'r> {
    found: HashMap<usize, Sought<'r>>,
    /// Number of blocks that may give the file another text and are looked past when the edits behind them
    /// are prepared. It doubles while the text stays, so that neither a text that stays nor one that goes is
    /// looked through in vain.
    past_turns: usize,
}

impl<'r> SoughtBlocks<'r> {
    /// Takes a block out of those that were looked for.
    pub(crate) fn take(&mut self, block: usize) -> Option<Sought<'r>> {
        self.found.remove(&block)
    }

    /// The first of `later` blocks, which to look for in one pass: up to one of `turns`, the blocks that may
    /// give the file another text.
    pub(crate) fn pass<'e>(
        &mut self,
        later: &'e [(usize, &'r Edit<'r>)],
        turns: &[usize],
    ) -> &'e [(usize, &'r Edit<'r>)] {
        let turn = turns.get(self.past_turns);
        self.past_turns = self.past_turns.saturating_mul(2).saturating_add(1);
        &later[..turn.map_or(later.len(), |turn| later.partition_point(|(number, _)| number < turn))]
    }

    /// Keeps the blocks that a pass has looked for.
    pub(crate) fn keep(&mut self, found: impl Iterator<Item = (usize, Sought<'r>)>) {
        self.found = found.collect();
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }
}
