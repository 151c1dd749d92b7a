//! Index of lines, which finds them in few steps however often they are equal.

use std::{collections::HashMap, ops::Range};

use super::scan::{Budget, OverBudget};

/// Lines, and the places of each but for white space at its end.
pub(in crate::core::locate) struct Index<'l> {
    lines: Vec<&'l [u8]>,
    places: HashMap<&'l [u8], Vec<usize>>,
}

impl<'l> Index<'l> {
    pub(in crate::core::locate) fn new(lines: &[&'l [u8]]) -> Self {
        let mut places: HashMap<_, Vec<_>> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            places.entry(line.trim_ascii_end()).or_default().push(at);
        }
        Self { lines: lines.to_vec(), places }
    }

    /// Places of a line.
    pub(in crate::core::locate) fn of(&self, line: &[u8]) -> &[usize] {
        self.places.get(line.trim_ascii_end()).map_or(&[], Vec::as_slice)
    }

    /// Places of a whole run of lines, within some lines: only the places of the rarest of them are compared.
    ///
    /// # Errors
    ///
    /// When looking would take too long.
    pub(in crate::core::locate) fn places(
        &self,
        wanted: &[&[u8]],
        within: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, OverBudget> {
        let mut found = Vec::new();
        budget.spend(wanted.iter().map(|line| line.len() + 1).sum())?;
        let rarest = wanted.iter().map(|line| self.of(line)).enumerate().min_by_key(|(_, known)| known.len());
        let Some((offset, known)) = rarest else { return Ok(found) };
        let known = &known[known.partition_point(|at| *at < within.start + offset)..];
        for first in known.iter().map(|at| at - offset).take_while(|at| at + wanted.len() <= within.end) {
            let same = |(line, wanted): &(&&[u8], &&[u8])| line.trim_ascii_end() == wanted.trim_ascii_end();
            let equal = self.lines[first..].iter().zip(wanted).take_while(same).count();
            budget.spend(equal + 1)?;
            if equal == wanted.len() {
                found.push(first);
            }
        }
        Ok(found)
    }
}

/// Places of `wanted` in `lines`, in about as many steps as both have lines (Knuth, Morris and Pratt 1977).
pub(in crate::core::locate) fn occurrences<T: Eq>(lines: &[T], wanted: &[T]) -> Vec<usize> {
    let mut found = Vec::new();
    if wanted.is_empty() {
        return found;
    }
    // Length of the longest beginning of `wanted` that also ends at each of its lines.
    let mut borders = vec![0; wanted.len()];
    let mut length = 0;
    for at in 1..wanted.len() {
        while length > 0 && wanted[at] != wanted[length] {
            length = borders[length - 1];
        }
        length += usize::from(wanted[at] == wanted[length]);
        borders[at] = length;
    }
    length = 0;
    for (at, line) in lines.iter().enumerate() {
        while length > 0 && (length == wanted.len() || *line != wanted[length]) {
            length = borders[length - 1];
        }
        length += usize::from(*line == wanted[length]);
        if length == wanted.len() {
            found.push(at + 1 - length);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_agree_with_looking_everywhere(text in "[ab]{0,30}", wanted in "[ab]{1,5}") {
            let (text, wanted): (Vec<&[u8]>, Vec<&[u8]>) =
                (text.as_bytes().chunks(1).collect(), wanted.as_bytes().chunks(1).collect());
            let naive: Vec<usize> = (0..text.len()).filter(|&at| text[at..].starts_with(&wanted)).collect();
            prop_assert_eq!(&occurrences(&text, &wanted), &naive);
            let index = Index::new(&text);
            let mut budget = Budget::for_bytes(0);
            prop_assert_eq!(&index.places(&wanted, 0..text.len(), &mut budget).expect("short"), &naive);
            let within = 3..text.len().max(3);
            let inner: Vec<usize> = naive.into_iter().filter(|at| *at >= 3).collect();
            prop_assert_eq!(index.places(&wanted, within, &mut budget).expect("short"), inner);
        }
    }
}
