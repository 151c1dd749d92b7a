//! Placeholders for a body on the line of its head, as `{ /* unchanged */ }`.

use std::collections::HashSet;

use bstr::ByteSlice as _;

use super::marks::comment_alone;
use crate::core::{
    script::Op,
    text::{TELLING, is_blank, letters},
};

/// Dots for the rest of a line.
const DOTS: [&str; 2] = ["...", "…"];

/// The first new line that has nothing but what stands for code as its body, where lines go.
pub(super) fn in_body(
    changes: &[Op],
    search: &[&[u8]],
    replace: &[&[u8]],
    stands_for_code: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    changes.iter().find_map(|op| {
        let goes = &search[op.old.clone()];
        if goes.iter().all(|line| is_blank(line)) {
            return None;
        }
        let heads = heads(goes);
        let is_folded = |at: &usize| {
            in_last_braces(replace[*at]).is_some_and(&stands_for_code)
                || in_front_of_dots(replace[*at]).is_some_and(|head| heads.contains(head))
        };
        op.new.clone().find(is_folded)
    })
}

/// The first new line that is the beginning of one that goes, with dots for the rest of it, where more than that changes.
pub(super) fn cut_off(changes: &[Op], search: &[&[u8]], replace: &[&[u8]]) -> Option<usize> {
    /// Of more lines that end in dots, the rest is not looked at.
    const MOST: usize = 100;
    let is_cut = |op: &Op, line: usize| {
        let Some(begins_with) = begins(replace[line]) else { return false };
        let has_rest = |old: &&[u8]| begins(old).is_none() && old.trim_ascii().starts_with(begins_with);
        search[op.old.clone()].iter().any(has_rest)
    };
    let only = changes.len() == 1 && changes[0].old.len() == 1 && changes[0].new.len() == 1;
    let lines = changes.iter().filter(|_| !only).flat_map(|op| op.new.clone().map(move |line| (op, line)));
    let mut with_dots = lines.filter(|(_, line)| begins(replace[*line]).is_some()).take(MOST);
    with_dots.find(|(op, line)| is_cut(op, *line)).map(|(_, line)| line)
}

/// The text in front of dots that end a line, if it says enough to be the beginning of another one.
fn begins(line: &[u8]) -> Option<&[u8]> {
    let text = line.trim_ascii_end();
    let begins = DOTS.iter().find_map(|dots| text.strip_suffix(dots.as_bytes()))?.trim_ascii();
    (letters(begins) >= 2 * TELLING).then_some(begins)
}

/// Lines that end in a colon and have more than a stub for their body.
fn heads<'l>(lines: &[&'l [u8]]) -> HashSet<&'l [u8]> {
    let is_stub = |line: &&[u8]| [&b"pass"[..], b"..."].contains(&line.trim_ascii());
    if lines.iter().any(is_stub) {
        return HashSet::new();
    }
    lines.iter().filter_map(|line| line.trim_ascii_end().strip_suffix(b":")).collect()
}

/// The head in front of dots that are all of its body: `def f(x): ...  # unchanged`.
fn in_front_of_dots(line: &[u8]) -> Option<&[u8]> {
    let (head, rest) = line.rsplit_once_str(": ...")?;
    (is_blank(rest) || rest.trim_ascii_start().starts_with(b"#")).then_some(head)
}

/// The text in the braces that end a line of code.
fn in_last_braces(line: &[u8]) -> Option<&[u8]> {
    let text = line.trim_end_with(|sign| ";, ".contains(sign)).strip_suffix(b"}")?;
    let open = text.rfind_byte(b'{').filter(|_| comment_alone(line).is_none())?;
    Some(text[open + 1..].trim_ascii())
}
