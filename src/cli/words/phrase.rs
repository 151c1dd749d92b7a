//! Phrases that many messages need.

use crate::{core::escape::escape, repo::worktree::NotPutBack};

/// A text as the beginning of a sentence.
pub(in crate::cli) fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Text from outside, in quotes.
pub(in crate::cli) fn quoted(text: &[u8]) -> String {
    format!("'{}'", escape(text))
}

/// A file that could not be put back, and where its old version is.
pub(in crate::cli) fn left(left: &NotPutBack) -> String {
    match &left.kept {
        Some(kept) => format!("{} (old version in {})", quoted(&left.path), quoted(kept)),
        None => quoted(&left.path),
    }
}

/// `1 block`, `2 blocks`
pub(in crate::cli) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The day of a time in seconds since 1970, as `2026-11-02`. In UTC: which zone the user is in cannot be asked
/// safely on every system.
pub(in crate::cli) fn day(seconds: i64) -> String {
    gix::date::Time::new(seconds, 0).format_or_unix(gix::date::time::format::SHORT)
}

/// The word that may be meant by one that is none of these.
pub(in crate::cli) fn close<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    similar::get_close_matches(word, words, 1, 0.7).pop()
}

/// `1,234`
pub(in crate::cli) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

/// `line 12`, `lines 12, 40, 77`
pub(super) fn lines(lines: &[usize]) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(|line| (line + 1).to_string()).collect();
    let more = if lines.len() > SHOWN { format!(" and {} more", lines.len() - SHOWN) } else { String::new() };
    format!("line{} {}{more}", if lines.len() == 1 { "" } else { "s" }, shown.join(", "))
}
