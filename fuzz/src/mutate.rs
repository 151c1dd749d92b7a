//! Changes of seeds.

use fastrand::Rng;

/// Bytes and texts that mean something to a parser of lines.
const TEXTS: &[&str] = &[
    "\n", "\r\n", "\r", "\0", " ", "\t", "    ", "/", "\\", "..", "../", ".git", ".GIT/", "git~1", ":", "~/",
    "\"", "'", "`", "```\n", "%%%\n", "=======\n", "<<<<<<< SEARCH\n", ">>>>>>> REPLACE\n", "@@", "*** ",
    "+", "-", "{", "}", "[", "]", ",", "...\n", "// ...\n", "<think>", "</think>", "\u{feff}", "\u{200c}",
    "\u{301}", "ｇ", "é", "\u{1f600}", "\\u00e9", "\\n", "0", "99999999999999999999", "&lt;", "#", ";", "(",
    ")",
];

/// One of the seeds with one or more changes.
pub fn mutated(seeds: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut input = random.choice(seeds).cloned().unwrap_or_default();
    for _ in 0..1 << random.u8(0..5) {
        let (one, other) = (random.usize(0..=input.len()), random.usize(0..=input.len()));
        // Near each other more often than not.
        let other = if random.bool() { other } else { (one + random.usize(0..8)).min(input.len()) };
        let part = one.min(other)..one.max(other);
        match random.u8(0..10) {
            0 => drop(input.drain(part)),
            1 => {
                let copy = input[part].to_vec();
                insert(&mut input, one, &copy);
            }
            2 => {
                let copy = input[part].to_vec();
                let at = random.usize(0..=input.len());
                insert(&mut input, at, &copy);
            }
            3 if part.end < input.len() => input.swap(part.start, part.end),
            4 if one < input.len() => input[one] = random.u8(..),
            5 => lines(&mut input, random),
            6 => {
                let seed = random.choice(seeds).cloned().unwrap_or_default();
                let start = random.usize(0..=seed.len());
                let end = random.usize(start..=seed.len());
                insert(&mut input, one, &seed[start..end]);
            }
            7 => {
                let seed = random.choice(seeds).cloned().unwrap_or_default();
                let all: Vec<&[u8]> = seed.split_inclusive(|byte| *byte == b'\n').collect();
                let line = random.choice(&all).copied().unwrap_or_default();
                let at = line_start(&input, one);
                insert(&mut input, at, line);
            }
            _ => {
                let text = random.choice(TEXTS).copied().unwrap_or_default();
                insert(&mut input, one, text.as_bytes());
            }
        }
    }
    // Longer ones say nothing new, and take their time.
    input.truncate(1 << 13);
    input
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

fn line_start(input: &[u8], at: usize) -> usize {
    input[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

/// Removes, doubles or swaps lines.
fn lines(input: &mut Vec<u8>, random: &mut Rng) {
    let mut lines: Vec<Vec<u8>> = input.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (random.usize(0..lines.len()), random.usize(0..lines.len()));
    match random.u8(0..3) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(other, lines[one].clone()),
        _ => lines.swap(one, other),
    }
    *input = lines.concat();
}
