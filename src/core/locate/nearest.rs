//! The region of a file that a SEARCH section which is not there most likely meant. For messages only: it never
//! decides where text goes.

use std::{collections::HashMap, ops::Range};

use super::scan::key;
use crate::core::text::{Text, is_blank};

/// The region nearest to a SEARCH section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The first line of SEARCH (from 0) that differs from the line that stands there.
    pub first_difference: usize,
}

/// Finds the region that shares the most, and the rarest, lines with SEARCH, in the same order of lines.
pub fn nearest(text: &Text, search: &[&[u8]]) -> Option<Nearest> {
    let mut wanted: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, line) in search.iter().enumerate().filter(|(_, line)| !is_blank(line)) {
        wanted.entry(key(line)).or_default().push(at);
    }
    let mut hits: HashMap<u64, Vec<usize>> = HashMap::new();
    for line in 0..text.len() {
        let key = key(text.body(line));
        if wanted.contains_key(&key) {
            hits.entry(key).or_default().push(line);
        }
    }
    // Where SEARCH would start if this line were the one meant, weighted by how rare the line is.
    let mut votes: HashMap<usize, f64> = HashMap::new();
    let mut hits: Vec<(u64, Vec<usize>)> = hits.into_iter().collect();
    hits.sort_unstable_by_key(|(key, lines)| (lines.len(), *key));
    // Rare lines vote first; a text of equal lines must not cost its square.
    let mut ballots = 8 * (text.len() + search.len());
    for (key, lines) in &hits {
        let weight = 1.0 / lines.len() as f64;
        let Some(left) = ballots.checked_sub(lines.len() * wanted[key].len()) else { break };
        ballots = left;
        for start in
            wanted[key].iter().flat_map(|&at| lines.iter().filter_map(move |line| line.checked_sub(at)))
        {
            *votes.entry(start).or_default() += weight;
        }
    }
    // A line left out or added shifts the rest by one: the neighbours' votes count too, but less.
    let score = |start: usize| {
        let vote = |at: usize| votes.get(&at).copied().unwrap_or(0.0);
        vote(start) + (vote(start + 1) + start.checked_sub(1).map_or(0.0, vote)) / 2.0
    };
    let best = votes.keys().copied().map(|start| (score(start), start));
    let (_, start) = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
    let lines = start..(start + search.len()).min(text.len());
    let same = |at: usize| start + at < text.len() && text.body(start + at) == search[at];
    let first_difference = (0..search.len()).find(|&at| !same(at)).unwrap_or(0);
    Some(Nearest { lines, first_difference })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_that_shares_the_rarest_lines_is_named() {
        let text = Text::new(b"{\n}\n{\nfirst\nsecond\nthird\n}\n{\n}\n".to_vec());
        let found = nearest(&text, &[b"{", b"first", b"2nd", b"third", b"}"]);
        assert_eq!(found, Some(Nearest { lines: 2..7, first_difference: 2 }));
    }

    #[test]
    fn a_text_without_a_common_line_has_no_nearest_region() {
        assert_eq!(nearest(&Text::new(b"a\n\nb\n".to_vec()), &[b"c", b""]), None);
    }
}
