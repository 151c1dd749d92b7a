//! Placeholders in the braces of a body on one line, as `{ /* unchanged */ }`.

use bstr::ByteSlice as _;

use super::marks::comment_alone;
use crate::core::{script::Op, text::is_blank};

/// The first new line that ends with braces around nothing but what stands for code, where lines go.
pub(super) fn in_braces(
    changes: &[Op],
    search: &[&[u8]],
    replace: &[&[u8]],
    stands_for_code: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    let is_folded = |at: &usize| in_last_braces(replace[*at]).is_some_and(&stands_for_code);
    let goes = |op: &&Op| search[op.old.clone()].iter().any(|line| !is_blank(line));
    changes.iter().filter(goes).find_map(|op| op.new.clone().find(is_folded))
}

/// The text in the braces that end a line of code.
fn in_last_braces(line: &[u8]) -> Option<&[u8]> {
    let text = line.trim_end_with(|sign| ";, ".contains(sign)).strip_suffix(b"}")?;
    let open = text.rfind_byte(b'{').filter(|_| comment_alone(line).is_none())?;
    Some(text[open + 1..].trim_ascii())
}
