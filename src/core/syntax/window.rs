//! The part of a large file that is parsed first: if it is sound there, the rest need not be read.

use std::ops::Range;

use super::Parsed;
use crate::core::language::{Feature, Language};

/// Smaller files are parsed whole, in bytes.
const LARGE: usize = 64 << 10;
/// Number of bytes on both sides of the change that belong to the window.
const AROUND: usize = 8 << 10;

/// The bytes around changed lines, from one line to another that is at the margin behind a blank line, where
/// declarations begin. None where that saves little, or where any text is sound by itself.
pub(super) fn window(language: &Language, text: &[u8], changed: &[Range<usize>]) -> Option<Range<usize>> {
    let (first, last) = (changed.first()?.start, changed.last()?.end);
    if text.len() <= LARGE || Parsed::is_strict(language) || language.has(Feature::Tags) {
        return None;
    }
    let offset = |line: usize| match line.checked_sub(1) {
        Some(before) => memchr::memchr_iter(b'\n', text).nth(before).map_or(text.len(), |at| at + 1),
        None => 0,
    };
    let from = offset(first).saturating_sub(AROUND);
    let to = (offset(last) + AROUND).min(text.len());
    let declares = |byte: &u8| byte.is_ascii_alphabetic() || b"@#/_[".contains(byte);
    let is_behind_blank = |at: usize| {
        let before = &text[..at];
        before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n")
    };
    let begins = |at: &usize| is_behind_blank(*at) && text.get(*at).is_some_and(declares);
    let start = memchr::memrchr_iter(b'\n', &text[..from]).map(|at| at + 1).find(begins).unwrap_or(0);
    let end =
        memchr::memchr_iter(b'\n', &text[to..]).map(|at| to + at + 1).find(begins).unwrap_or(text.len());
    (end - start < text.len() / 2).then_some(start..end)
}
