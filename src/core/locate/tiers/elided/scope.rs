//! The scope of the parts of a block, out of which the lines left out between them must not lead.

use std::{cmp::Ordering, ops::Range};

use crate::core::{
    fence::Fence,
    language::{Language, declares_type},
    locate::{rung::Hay, tiers::branch::goes_on},
    text::{filled, indentation},
};

/// A line of a part: which part it is of, its indentation, and whether it goes on with a line above at its
/// column.
struct Filled<'l> {
    part: usize,
    indent: &'l [u8],
    text: &'l [u8],
    goes_on: bool,
}

/// Lines with content that are left out between two parts.
type Gap<'l> = Vec<&'l [u8]>;

/// The word or the sign that a line begins with.
fn head(line: &[u8]) -> &[u8] {
    let word = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    &line[..word.max(1).min(line.len())]
}

/// Returns whether a line ends a section or begins another one: it opens or closes a block, declares a type, is a
/// heading in brackets or of Markdown (of its first level only in prose, where it is no comment), or begins as a
/// quoted line at its column does, as tables and statements of one kind do.
fn begins_section(line: &[u8], heads: &[&[u8]], is_prose: bool) -> bool {
    let opens = line.last().is_some_and(|last| b"{([:".contains(last));
    let is_title = line.starts_with(b"##") || is_prose && line.starts_with(b"# ");
    let is_heading = is_title || line.starts_with(b"[") && line.ends_with(b"]");
    opens || is_heading || goes_on(line) || heads.contains(&head(line)) || !is_prose && declares_type(line)
}

/// The lines without those between two fences which both are among them: what a text shows as code is no part
/// of its order.
fn without_fenced(lines: Gap<'_>) -> Gap<'_> {
    let mut kept = Vec::new();
    let (mut open, mut from) = (None, 0);
    for line in lines {
        let above = open;
        open = Fence::open_below(line, above);
        match (above, open) {
            (None, Some(_)) => from = kept.len(),
            (Some(_), None) => kept.truncate(from),
            _ => {}
        }
        kept.push(line);
    }
    kept
}

/// Returns whether the lines left out lead out of the scope of the parts: the parent of a line below a gap,
/// the nearest line above with less indentation, must be the one that it has in SEARCH. Where it has none in
/// SEARCH, no line may be indented less, or begin another section.
pub(super) fn leaves(hay: &Hay<'_, '_>, windows: &[Range<usize>]) -> bool {
    let is_prose = hay.search.language.is_some_and(Language::is_prose);
    let of_part = |(part, window): (usize, &Range<usize>)| {
        filled(hay.lines.bodies(window.clone()).into_iter())
            .map(|line| (indentation(line), line.trim_ascii()))
            .map(|(indent, text)| Filled { part, indent, text, goes_on: goes_on(text) })
            .collect::<Vec<_>>()
    };
    let lines: Vec<Filled<'_>> = windows.iter().enumerate().flat_map(of_part).collect();
    let between = windows.windows(2).map(|pair| hay.lines.bodies(pair[0].end..pair[1].start));
    let gaps = between.map(|gap| filled(gap.into_iter()).collect());
    let gaps: Vec<Gap<'_>> =
        gaps.map(|gap: Gap<'_>| if is_prose { without_fenced(gap) } else { gap }).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let holds = |above: &&Filled<'_>| match above.indent.len().cmp(&line.indent.len()) {
            Ordering::Less => true,
            Ordering::Equal => line.goes_on,
            Ordering::Greater => false,
        };
        let within = |gap: &Gap<'_>, least: &[u8], more: usize| {
            let mut indents = gap.iter().map(|line| indentation(line));
            indents.all(|indent| indent.starts_with(least) && indent.len() >= least.len() + more)
        };
        !match lines[..at].iter().rev().find(holds) {
            Some(holder) => gaps[holder.part..line.part].iter().all(|gap| within(gap, holder.indent, 1)),
            None => {
                let is_word = |head: &[u8]| head.iter().any(u8::is_ascii_alphanumeric);
                let beside = lines.iter().enumerate().filter(|(_, other)| other.indent == line.indent);
                // Lines below a gap may well begin with a word that others begin with.
                let heads = beside.map(|(number, other)| (number, head(other.text)));
                let heads: Vec<&[u8]> = heads
                    .filter(|(number, head)| *number < at || !is_word(head))
                    .map(|(_, head)| head)
                    .collect();
                let stays = |gap: &Gap<'_>| {
                    !gap.iter().any(|other| {
                        indentation(other).len() == line.indent.len()
                            && begins_section(other.trim_ascii(), &heads, is_prose)
                    })
                };
                let more = usize::from(line.goes_on);
                gaps[..line.part].iter().all(|gap| stays(gap) && within(gap, line.indent, more))
            }
        }
    })
}
