//! Looks for lines in one text, by passes over it or by an index of all its lines.
//!
//! A pass over a small text costs nothing, and over a large one it is soon done where few blocks ask. Where
//! many do, an index of the lines answers each in a few steps.

use super::{
    keys::KeyedLines,
    scan::{Budget, OverBudget, Places, places, scan_keyed},
};
use crate::core::text::Text;

/// The looks at one text. It must be given to all of them.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// Cost of the passes so far, in passes that look for one line.
    passes: u32,
    keyed: Option<KeyedLines>,
}

/// Cost of a pass that compares every line, in passes that look for one line.
const OF_ALL_LINES: u32 = 8;

impl Looks {
    /// The first lines of all places of these lines, but for white space at the edges of lines.
    ///
    /// # Errors
    ///
    /// When looking would take too long.
    pub fn places(&mut self, text: &Text, needle: &[&[u8]], budget: &Budget) -> Places {
        match self.keyed(text, 1, budget)? {
            Some(keyed) => scan_keyed(text, keyed, needle, budget),
            None => places(text, needle, budget),
        }
    }

    /// The lines of the text that may be equal to one of these but for white space at their edges, ascending:
    /// all that are, and seldom another one.
    ///
    /// # Errors
    ///
    /// When looking would take too long.
    pub fn like<'l>(
        &mut self,
        text: &Text,
        wanted: impl IntoIterator<Item = &'l [u8]>,
        budget: &Budget,
    ) -> Result<Vec<usize>, OverBudget> {
        let Some(keyed) = self.keyed(text, OF_ALL_LINES, budget)? else {
            budget.spend(text.bytes().len())?;
            return Ok((0..text.len()).collect());
        };
        let mut lines = Vec::new();
        for line in wanted {
            let before = lines.len();
            lines.extend(keyed.lines(line));
            budget.spend(lines.len() - before + 1)?;
        }
        lines.sort_unstable();
        lines.dedup();
        Ok(lines)
    }

    /// The index, once the passes cost more than it; else one more pass is to be made, of this cost.
    fn keyed(&mut self, text: &Text, cost: u32, budget: &Budget) -> Result<Option<&KeyedLines>, OverBudget> {
        const COST_OF_INDEX: u32 = 24;
        if self.keyed.is_none() {
            budget.spend(text.len())?;
            self.passes += cost;
            if self.passes > COST_OF_INDEX {
                budget.spend(text.bytes().len())?;
                self.keyed = Some(KeyedLines::new(text, |_| true));
            }
        }
        Ok(self.keyed.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::text::bodies;

    proptest! {
        #[test]
        fn an_index_finds_what_passes_find(text in "[ab \\n]{0,40}", needle in "[ab \\n]{0,8}") {
            let needle: Vec<&[u8]> = bodies(needle.as_bytes()).collect();
            let text = Text::new(text.into_bytes());
            let budget = Budget::for_bytes(4096);
            let mut looks = Looks::default();
            let passed = looks.places(&text, &needle, &budget);
            let equals = |line: usize| {
                let body = text.body(line).trim_ascii();
                needle.iter().any(|wanted| wanted.trim_ascii() == body)
            };
            let like = |looks: &mut Looks| {
                let like = looks.like(&text, needle.iter().copied(), &budget).expect("a short text");
                like.into_iter().filter(|line| equals(*line)).collect::<Vec<_>>()
            };
            let passed_like = like(&mut looks);
            while looks.keyed.is_none() {
                like(&mut looks);
            }
            prop_assert_eq!(like(&mut looks), passed_like);
            prop_assert_eq!(looks.places(&text, &needle, &budget), passed);
        }
    }
}
