//! Index of lines, which finds them in few steps however often they are equal.

use std::{collections::HashMap, hash::Hash, ops::Range};

use super::scan::{Budget, Places};

/// Lines, and the places of each.
pub(in crate::core::locate) struct Index<L> {
    lines: Vec<L>,
    places: HashMap<L, Vec<usize>>,
}

impl<L: Copy + Eq + Hash> Index<L> {
    pub(in crate::core::locate) fn new(lines: Vec<L>) -> Self {
        let mut places: HashMap<_, Vec<_>> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            places.entry(*line).or_default().push(at);
        }
        Self { lines, places }
    }

    /// Places of a line.
    pub(in crate::core::locate) fn of(&self, line: L) -> &[usize] {
        self.places.get(&line).map_or(&[], Vec::as_slice)
    }

    /// Places of a whole run of lines, within some lines: only the places of the rarest of them are compared.
    ///
    /// # Errors
    ///
    /// When looking would take too long.
    pub(in crate::core::locate) fn places(
        &self,
        wanted: &[L],
        within: Range<usize>,
        budget: &Budget,
    ) -> Places {
        let mut found = Vec::new();
        budget.spend(wanted.len())?;
        let rarest =
            wanted.iter().map(|line| self.of(*line)).enumerate().min_by_key(|(_, known)| known.len());
        let Some((offset, known)) = rarest else { return Ok(found) };
        let known = &known[known.partition_point(|at| *at < within.start + offset)..];
        for first in known.iter().map(|at| at - offset).take_while(|at| at + wanted.len() <= within.end) {
            let there = self.lines[first..].iter().zip(wanted);
            let equal = there.take_while(|(line, wanted)| line == wanted).count();
            budget.spend(equal + 1)?;
            if equal == wanted.len() {
                found.push(first);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_agrees_with_looking_everywhere(text in "[ab]{0,30}", wanted in "[ab]{1,5}") {
            let (text, wanted): (Vec<&[u8]>, Vec<&[u8]>) =
                (text.as_bytes().chunks(1).collect(), wanted.as_bytes().chunks(1).collect());
            let naive: Vec<usize> = (0..text.len()).filter(|&at| text[at..].starts_with(&wanted)).collect();
            let index = Index::new(text.clone());
            let budget = Budget::for_bytes(0);
            prop_assert_eq!(&index.places(&wanted, 0..text.len(), &budget).expect("short"), &naive);
            let within = 3..text.len().max(3);
            let inner: Vec<usize> = naive.into_iter().filter(|at| *at >= 3).collect();
            prop_assert_eq!(index.places(&wanted, within, &budget).expect("short"), inner);
        }
    }
}
