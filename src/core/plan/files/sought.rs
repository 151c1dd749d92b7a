//! The blocks of a file as they are looked for: several in one pass.

use std::collections::HashMap;

use crate::core::{
    locate::{Places, Search},
    reply::{Clutter, Edit, Sections},
};

/// A block as it is looked for.
pub(crate) struct Sought<'r> {
    /// Its sections, by the reading that is meant.
    pub(crate) search: Search<'r>,
    /// The candidates for its place.
    pub(crate) places: Places,
    /// The reason why the reading may not be the one that is meant.
    pub(crate) doubt: Option<Doubt>,
    /// The clutter that it leaves out.
    pub(crate) clutter: Option<Clutter>,
    /// Its sections as they are read.
    pub(crate) sections: Sections<'r>,
}

/// Reason why the reading of an edit may not be the one that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It has several dividers, and the file has no SEARCH section above one of them as it is.
    Divider,
    /// The lines that stay have no sign, and nothing tells if that of new lines is over their first blank.
    Sign,
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
