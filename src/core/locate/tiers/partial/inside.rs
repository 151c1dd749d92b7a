//! Finds out whether a part of a line is in a comment or a string.
//!
//! In two ways, so that a slip of the one does no harm: by the strings and comments that [`stretches`] finds,
//! each of which hides its inside; and by every pair of signs alone, as if the file had no others.

use bstr::ByteSlice as _;

use crate::core::language::lexer::{Extent, Spot, stretches};

/// The first line with a hit, of so many bytes, in a comment or a string. `hits` are in their order, as are the tags
/// that they are attributes of, if they are: in a tag nothing begins a comment.
pub(super) fn first(lines: &[&[u8]], hits: &[Spot], tags: &[Spot], width: usize) -> Option<usize> {
    let found = behind_leader(lines, tags).or_else(|| in_stretch(lines, hits, width));
    found.or_else(|| in_pairs(lines, hits))
}

/// The first line on which a comment, in whatever language, begins before a hit.
fn behind_leader(lines: &[&[u8]], hits: &[Spot]) -> Option<usize> {
    let mut of_line = (usize::MAX, None);
    let remarked = hits.iter().find(|(line, at)| {
        if of_line.0 != *line {
            of_line = (*line, leader(lines[*line]));
        }
        of_line.1.is_some_and(|leader| leader < *at)
    });
    remarked.map(|(line, _)| *line)
}

/// Offset in a line of a sign that may begin a comment.
fn leader(line: &[u8]) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let opens =
        ["*", "\"", "REM ", "rem ", "dnl "].iter().any(|leader| line[start..].starts_with(leader.as_bytes()));
    let leaders = ["//", "#", "/*", "<!--", "--", ";", "%"];
    opens.then_some(start).or_else(|| leaders.iter().filter_map(|leader| line.find(leader)).min())
}

fn in_stretch(lines: &[&[u8]], hits: &[Spot], width: usize) -> Option<usize> {
    let mut stretches = stretches(None, lines, Extent::File).into_iter().peekable();
    hits.iter().find_map(|&from| {
        let to = (from.0, from.1 + width);
        while stretches.next_if(|stretch| stretch.to <= from).is_some() {}
        // A string that lies wholly in the part is a part of it.
        let inside = stretches
            .peek()
            .is_some_and(|stretch| stretch.from < from || to < stretch.to && stretch.from < to);
        inside.then_some(from.0)
    })
}

/// Signs that enclose a comment or a string in some language.
const PAIRS: [(&str, &str); 12] = [
    ("/*", "*/"),
    ("<!--", "-->"),
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("--[[", "]]"),
    ("[[", "]]"),
    ("[=", "=]"),
    ("{-", "-}"),
    ("(* ", " *)"),
    ("#|", "|#"),
    ("<#", "#>"),
    ("#[", "]#"),
];

fn in_pairs(lines: &[&[u8]], hits: &[Spot]) -> Option<usize> {
    PAIRS.iter().find_map(|(open, close)| {
        // A comment that never ends goes up to the end; an unclosed sign of the other kinds is none.
        let for_good = matches!(*open, "/*" | "<!--" | "\"\"\"" | "'''");
        between(lines, hits, open.as_bytes(), close.as_bytes(), for_good)
    })
}

/// The first line with a hit between two signs.
fn between(lines: &[&[u8]], hits: &[Spot], open: &[u8], close: &[u8], for_good: bool) -> Option<usize> {
    let (mut is_open, mut held) = (false, None);
    let mut hits = hits.iter().peekable();
    for (number, line) in lines.iter().enumerate() {
        let mut at = 0;
        loop {
            let sign = if is_open { close } else { open };
            let next = line[at..].find(sign).map(|found| at + found);
            let reach: Spot = (number, next.unwrap_or(line.len()));
            while let Some(hit) = hits.next_if(|hit| **hit < reach) {
                held = held.or(is_open.then_some(hit.0));
            }
            let Some(next) = next else { break };
            if is_open && held.is_some() {
                return held;
            }
            is_open = !is_open;
            at = next + sign.len();
        }
    }
    held.filter(|_| for_good)
}
