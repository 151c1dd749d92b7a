//! Comments in place of code at the end of a block of code.
//!
//! A comment is about the code below it. Where there is none, it says why there is none, or it stands for the
//! code that was there: by a word for what is left out, or by a summary.

use bstr::ByteSlice as _;

use super::{marks::comment_alone, words};
use crate::core::{
    language::Role,
    script::Op,
    text::{indentation, is_blank},
};

/// The first comment that takes the place of code, has none of its block below it, and does not say why the
/// code goes. Of a function, that is all of its body; elsewhere two lines must go. Where other lines come too, such as
/// another head, it must be all that is in its block.
pub(super) fn in_place_of_rest(changes: &[Op], search: &[&[u8]], replace: &[&[u8]]) -> Option<usize> {
    changes.iter().find_map(|op| {
        let old = &search[op.old.clone()];
        let mut new = op.new.clone().filter(|&at| !is_blank(replace[at]));
        let at = new.next_back()?;
        let (is_alone, above) = (new.next().is_none(), head(replace, at));
        let line = replace[at];
        let text = comment_alone(line).filter(|_| !line.trim_ascii().starts_with(b"pass"))?;
        let lost = code(old).saturating_sub(code(&replace[op.new.clone()]));
        // A comment that is there already, or a line of the code as a comment.
        let plain = |line: &[u8]| line.trim_end_with(|sign| ";, ".contains(sign)).trim_ascii().to_vec();
        let is_known = search.iter().any(|known| known.trim_ascii() == line.trim_ascii())
            || old.iter().any(|known| plain(known) == plain(text.as_bytes()));
        let least = if above.is_some_and(declares) { 1 } else { 2 };
        let may_be = (is_alone || above.is_some()) && lost >= least && ends_block(replace, at);
        (may_be && !is_known && !words::tell_why(text)).then_some(at)
    })
}

/// Number of lines of code.
fn code(lines: &[&[u8]]) -> usize {
    lines.iter().filter(|line| !is_blank(line) && comment_alone(line).is_none()).count()
}

/// Returns whether a line is the last one of a block of code.
pub(super) fn ends_block(lines: &[&[u8]], at: usize) -> bool {
    let below = lines[at + 1..].iter().find(|line| !is_blank(line));
    below.is_some_and(|line| {
        begins_end(line.trim_ascii()) || indentation(line).len() < indentation(lines[at]).len()
    })
}

/// Returns whether a text ends what is open above it.
pub(super) fn begins_end(text: &[u8]) -> bool {
    [&b"}"[..], b")", b"]", b"</"].iter().any(|sign| text.starts_with(sign))
}

/// The line above one that is the first of a block of code.
fn head<'l>(lines: &[&'l [u8]], at: usize) -> Option<&'l [u8]> {
    let above = lines[..at].iter().rev().find(|line| !is_blank(line)).copied();
    above.filter(|line| indentation(line).len() < indentation(lines[at]).len())
}

/// Returns whether a line declares a function.
pub(super) fn declares(line: &[u8]) -> bool {
    line.contains(&b'(') && matches!(Role::of(line), Role::Declares(_))
}
