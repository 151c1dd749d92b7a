//! Regions near to lines that are all looked for in one piece.
//!
//! Lines that both have vote for where SEARCH would start, the rare ones with more weight. Where they say too
//! little, signatures of all lines are compared along the whole file. The few best are aligned line by line.

use std::collections::{HashMap, HashSet};

use super::region::{LOOKED_AT, Nearest, compared};
use crate::core::{
    locate::line::key,
    text::{Text, is_blank},
};

/// Number of regions that are named at most.
const NAMED: usize = 3;
/// Number of starts that are aligned.
const ALIGNED: usize = 8;
/// A region that agrees with less of SEARCH than this is no help.
const LEAST: f64 = 0.25;

/// Finds the regions nearest to lines, the best first.
pub(super) fn nearest_to(text: &Text, search: &[&[u8]]) -> Vec<Nearest> {
    let looked_at = &search[..search.len().min(LOOKED_AT)];
    let mut starts = by_votes(text, looked_at);
    if starts.first().is_none_or(|(_, lines)| *lines < 2) {
        starts.extend(by_signatures(text, looked_at).into_iter().map(|start| (start, 0)));
    }
    let mut seen = HashSet::new();
    let mut aligned: Vec<(f64, usize)> = starts
        .into_iter()
        .filter_map(|(start, _)| align(text, looked_at, start))
        .filter(|(score, start)| *score >= LEAST && seen.insert(*start))
        .collect();
    aligned.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let best = aligned.first().map_or(0.0, |(score, _)| *score);
    let near = aligned.into_iter().take_while(|(score, _)| *score >= best * 0.8);
    let mut regions: Vec<Nearest> = Vec::new();
    for (_, start) in near {
        if regions.len() == NAMED {
            break;
        }
        let near = compared(text, search, start);
        let overlaps =
            |other: &Nearest| other.lines.start < near.lines.end && near.lines.start < other.lines.end;
        if !regions.iter().any(overlaps) {
            regions.push(near);
        }
    }
    regions
}

/// A line that occurs more often than this says little about its place.
const RARE: usize = 16;

/// Start lines that common lines vote for, each with the number of its rare ones; the best first.
fn by_votes(text: &Text, search: &[&[u8]]) -> Vec<(usize, usize)> {
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
    let mut votes: HashMap<usize, (f64, usize)> = HashMap::new();
    let mut hits: Vec<(u64, Vec<usize>)> = hits.into_iter().collect();
    hits.sort_unstable_by_key(|(key, lines)| (lines.len(), *key));
    // Rare lines vote first; a text of equal lines must not cost its square.
    let mut ballots = 8 * (text.len() + search.len());
    for (key, lines) in &hits {
        let Some(left) = ballots.checked_sub(lines.len() * wanted[key].len()) else { break };
        ballots = left;
        for start in
            wanted[key].iter().flat_map(|at| lines.iter().filter_map(move |line| line.checked_sub(*at)))
        {
            let vote = votes.entry(start).or_default();
            *vote = (vote.0 + 1.0 / lines.len() as f64, vote.1 + usize::from(lines.len() <= RARE));
        }
    }
    // A line left out or added shifts the rest by one: the neighbours' votes count too, but less.
    let vote = |at: usize| votes.get(&at).copied().unwrap_or_default();
    let score = |start: usize| {
        let (before, after) = (start.checked_sub(1).map(vote).unwrap_or_default(), vote(start + 1));
        (vote(start).0 + (before.0 + after.0) / 2.0, vote(start).1 + before.1 + after.1)
    };
    let mut best: Vec<((f64, usize), usize)> = votes.keys().map(|&start| (score(start), start)).collect();
    best.sort_unstable_by(|a, b| b.0.0.total_cmp(&a.0.0).then(a.1.cmp(&b.1)));
    best.into_iter().take(ALIGNED).map(|((_, lines), start)| (start, lines)).collect()
}

/// The trigrams of a line, in 64 bits.
fn signature(line: &[u8]) -> u64 {
    let bit = |gram: &[u8]| {
        let number = gram.iter().fold(0u64, |number, byte| (number << 8) | u64::from(*byte));
        1 << (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    };
    line.trim_ascii().windows(3).fold(0, |bits, gram| bits | bit(gram))
}

/// Similarity of two lines, from 0 to 1, by their signatures.
fn alike(a: u64, b: u64) -> f64 {
    let all = a.count_ones() + b.count_ones();
    if all == 0 { 0.0 } else { f64::from(2 * (a & b).count_ones()) / f64::from(all) }
}

/// Start lines by similarity of lines; the best first.
fn by_signatures(text: &Text, search: &[&[u8]]) -> Vec<usize> {
    /// Enough lines to tell one place from another.
    const SAMPLED: usize = 24;
    let wanted: Vec<u64> = search.iter().take(SAMPLED).map(|line| signature(line)).collect();
    let lines: Vec<u64> = (0..text.len()).map(|line| signature(text.body(line))).collect();
    let score = |start: usize| -> f64 {
        wanted
            .iter()
            .zip(&lines[start..])
            .map(|(a, b)| f64::from((a & b).count_ones()) - f64::from((a ^ b).count_ones()) / 4.0)
            .sum()
    };
    let mut best: Vec<(f64, usize)> = Vec::with_capacity(ALIGNED + 1);
    for start in 0..lines.len() {
        let scored = (score(start), start);
        let at = best.partition_point(|other| other.0 >= scored.0);
        if at < ALIGNED {
            best.insert(at, scored);
            best.truncate(ALIGNED);
        }
    }
    best.into_iter().map(|(_, start)| start).collect()
}

/// Aligns SEARCH with the lines around a start: how much of it agrees, from 0 to 1, and where it really
/// starts.
fn align(text: &Text, search: &[&[u8]], start: usize) -> Option<(f64, usize)> {
    let slack = 2 + search.len() / 4;
    let window = start.saturating_sub(slack)..(start + search.len() + slack).min(text.len());
    let there: Vec<(&[u8], u64)> =
        window.clone().map(|line| (text.body(line).trim_ascii(), signature(text.body(line)))).collect();
    let wanted: Vec<(&[u8], u64)> = search.iter().map(|line| (line.trim_ascii(), signature(line))).collect();
    /// Lines that share less than this are not the same line.
    const SAME_LINE: f64 = 0.4;
    let similar = |a: &(&[u8], u64), b: &(&[u8], u64)| match (a.0.is_empty(), b.0.is_empty()) {
        (true, true) => 0.05,
        _ if a.0 == b.0 => 1.0,
        _ => Some(alike(a.1, b.1) * 0.9).filter(|alike| *alike >= SAME_LINE).unwrap_or(0.0),
    };
    // The best sum of pairs in order; a line left out on either side costs a little, so that pairs stay
    // together.
    const LEFT_OUT: f64 = 0.05;
    let columns = there.len() + 1;
    let mut best = vec![0.0; columns * (wanted.len() + 1)];
    let mut gains = vec![0.0; best.len()];
    for (row, line) in wanted.iter().enumerate() {
        for (column, other) in there.iter().enumerate() {
            let at = (row + 1) * columns + column + 1;
            gains[at] = similar(line, other);
            let paired = if gains[at] > 0.0 { best[at - columns - 1] + gains[at] } else { f64::MIN };
            best[at] = paired.max(best[at - 1] - LEFT_OUT).max(best[at - columns] - LEFT_OUT);
        }
    }
    let end = (0..columns)
        .max_by(|&a, &b| best[wanted.len() * columns + a].total_cmp(&best[wanted.len() * columns + b]))?;
    let (sum, starts) = pairs(&best, &gains, columns, wanted.len(), end, window.start);
    let (start, _) = starts.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    let with_content = wanted.iter().filter(|(line, _)| !line.is_empty()).count();
    (with_content > 0).then(|| (sum / with_content as f64, start))
}

/// The sum of what the pairs of an alignment gain, and what they gain together for each start that they mean.
fn pairs(
    best: &[f64],
    gains: &[f64],
    columns: usize,
    rows: usize,
    end: usize,
    first: usize,
) -> (f64, HashMap<usize, f64>) {
    let (mut row, mut column) = (rows, end);
    let (mut sum, mut starts) = (0.0, HashMap::new());
    while row > 0 && column > 0 {
        let at = row * columns + column;
        if gains[at] > 0.0 && best[at] == best[at - columns - 1] + gains[at] {
            sum += gains[at];
            if let Some(start) = (first + column).checked_sub(row) {
                *starts.entry(start).or_default() += gains[at];
            }
            (row, column) = (row - 1, column - 1);
        } else if best[at - 1] >= best[at - columns] {
            column -= 1;
        } else {
            row -= 1;
        }
    }
    (sum, starts)
}
