//! Another part of a file that may be meant where a tolerant rung finds SEARCH: it comes nearer to the block,
//! line by line, than the place does.

use std::{
    collections::{HashMap, HashSet, VecDeque, hash_map::Entry},
    ops::Range,
};

use crate::core::{
    locate::{
        line::{Budget, Looks, OverBudget},
        search::Search,
    },
    text::{Text, is_blank, is_telling},
    typeset::fold,
};

/// The part of a text outside of a place that has more than half of the lines of a section as they are
/// written, and more of them than the place: lines of SEARCH, which may be quoted from there, or of REPLACE, as
/// the change may be made there.
///
/// # Errors
///
/// When looking would take too long.
pub fn rival(
    text: &Text,
    search: &Search<'_>,
    place: &Range<usize>,
    looks: &mut Looks,
    budget: &Budget,
) -> Result<Option<Range<usize>>, OverBudget> {
    let old: HashSet<&[u8]> = search.search.iter().map(|line| line.trim_ascii_end()).collect();
    let is_fresh = |line: &&&[u8]| !old.contains(line.trim_ascii_end());
    let adds = search.replace.iter().filter(is_fresh).any(|line| is_telling(line));
    for section in [Some(&search.search), adds.then_some(&search.replace)].into_iter().flatten() {
        if let Some(lines) = nearest_to(text, section, place, looks, budget)? {
            return Ok(Some(lines));
        }
    }
    Ok(None)
}

fn nearest_to(
    text: &Text,
    section: &[&[u8]],
    place: &Range<usize>,
    looks: &mut Looks,
    budget: &Budget,
) -> Result<Option<Range<usize>>, OverBudget> {
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    for line in section.iter().map(|line| line.trim_ascii_end()).filter(|line| !is_blank(line)) {
        let next = numbers.len();
        numbers.entry(line).or_insert(next);
    }
    let number = |line: usize| numbers.get(text.body(line).trim_ascii_end()).copied();
    // What differs at the place in special characters only is there.
    let folded: HashMap<Vec<u8>, usize> =
        numbers.iter().map(|(line, number)| (fold(line).into_owned(), *number)).collect();
    let is_here = |line: usize| folded.get(fold(text.body(line)).trim_ascii_end()).copied();
    let here: HashSet<usize> = place.clone().filter_map(is_here).collect();
    let elsewhere = |line: usize| number(line).filter(|_| !place.contains(&line));
    let like = looks.like(text, numbers.keys().copied(), budget)?;
    let numbered = like.into_iter().filter_map(|line| Some((line, elsewhere(line)?)));
    let (count, lines) = densest(numbered, 2 * section.len());
    let says = lines.clone().any(|line| elsewhere(line).is_some() && is_telling(text.body(line)));
    Ok((2 * count > numbers.len() && count > here.len().max(1) && says).then_some(lines))
}

/// The window of this many lines that has the most different numbers, and how many those are. The lines that
/// have a number come in order.
pub(in crate::core::locate) fn densest(
    numbered: impl Iterator<Item = (usize, usize)>,
    length: usize,
) -> (usize, Range<usize>) {
    let mut window: VecDeque<(usize, usize)> = VecDeque::new();
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let mut most = (0, 0..0);
    for (at, number) in numbered {
        while let Some(&(_, gone)) = window.front().filter(|(line, _)| line + length <= at) {
            window.pop_front();
            if let Entry::Occupied(mut count) = counts.entry(gone) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
        window.push_back((at, number));
        *counts.entry(number).or_default() += 1;
        if counts.len() > most.0 {
            most = (counts.len(), (at + 1).saturating_sub(length)..at + 1);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rival_of(file: &str, search: &str, replace: &str, place: Range<usize>) -> Option<Range<usize>> {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let budget = Budget::for_bytes(text.bytes().len());
        super::rival(&text, &search, &place, &mut Looks::default(), &budget).expect("a short text")
    }

    const TWINS: &str = "  first_call();\n  second_call();\n  third_call();\n}\n\n\
                         first_call();\nsecond_call_now();\nthird_call();\n";

    #[test]
    fn a_part_with_most_lines_as_they_are_quoted_is_a_rival_of_one_with_another_indentation() {
        let search = "first_call();\nsecond_call();\nthird_call();\n";
        let found = rival_of(TWINS, search, "third_call();\n", 0..3).expect("a rival");
        assert!(found.contains(&5) && found.contains(&7), "{found:?}");
        assert_eq!(rival_of(TWINS, search, "third_call();\n", 5..8), None);
    }

    #[test]
    fn a_part_with_the_lines_that_are_to_come_is_a_rival() {
        let search = "other();\nthird_call();\n";
        let replace = "first_call();\nsecond_call_now();\nthird_call();\n";
        assert!(rival_of(TWINS, search, replace, 0..3).is_some());
        assert_eq!(rival_of(TWINS, search, "fourth_call();\nfifth_call();\n", 5..8), None);
    }

    #[test]
    fn a_part_with_half_of_the_lines_is_no_rival() {
        let search = "first_call();\nsecond_call();\nthird_call();\nfourth_call();\n";
        assert_eq!(rival_of(TWINS, search, "third_call();\n", 0..4), None);
    }

    #[test]
    fn a_part_with_as_many_lines_as_the_place_is_no_rival() {
        let file = "first_call();\nsecond_call(1);\nthird_call();\n\nfirst_call();\nsecond_call(2);\nthird_call();\n";
        let search = "first_call();\nsecond_call();\nthird_call();\n";
        assert_eq!(rival_of(file, search, "third_call();\n", 0..3), None);
    }

    #[test]
    fn brackets_alone_are_no_rival() {
        assert_eq!(rival_of("  {\n  }\n{\n}\n", "{\n}\n", "{\n", 0..2), None);
    }

    proptest::proptest! {
        #[test]
        fn the_densest_window_has_most_numbers(
            numbers in proptest::collection::vec(proptest::option::of(0_usize..4), 0..12),
            length in 1_usize..5,
        ) {
            let different =
                |window: &[Option<usize>]| window.iter().flatten().collect::<HashSet<_>>().len();
            let windows = (1..=numbers.len()).map(|end| &numbers[end.saturating_sub(length)..end]);
            let numbered = numbers.iter().enumerate().filter_map(|(line, number)| Some((line, (*number)?)));
            let (count, lines) = densest(numbered, length);
            proptest::prop_assert_eq!(count, windows.map(different).max().unwrap_or(0));
            proptest::prop_assert_eq!(different(&numbers[lines]), count);
        }
    }
}
