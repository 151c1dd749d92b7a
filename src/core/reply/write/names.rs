//! Path lines and fences, as the reader takes them.

use bstr::ByteSlice as _;

use crate::core::{diff, language, path::RepoPath, reply::path_line};

/// Number of backticks at the start of a line, if they may be a fence.
pub(super) fn backticks(line: &[u8]) -> usize {
    let count = line.trim_ascii_start().iter().take_while(|byte| **byte == b'`').count();
    if count < 3 { 0 } else { count }
}

/// The name of a file's language, for the fence.
pub(super) fn info(path: &RepoPath) -> String {
    let name = language::of(path.as_bstr()).map_or("", |language| language.name);
    let is_word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_word { name.to_ascii_lowercase() } else { String::new() }
}

/// A line that the reader takes for this path and no other.
pub(super) fn path_line(path: &RepoPath) -> Option<Vec<u8>> {
    let plain = path.as_bstr().as_bytes();
    let forms = [
        plain.to_vec(),
        [b"`", plain, b"`"].concat(),
        diff::quoted("", path.as_bstr()),
        [b"\"", plain, b"\""].concat(),
    ];
    let means = |line: &[u8], is_sure: bool| {
        let first = path_line::candidates(line).into_iter().next();
        first.is_some_and(|first| first.text == plain && (first.creates && !first.is_weak || !is_sure))
    };
    let sure = forms.iter().find(|line| means(line, true));
    sure.or_else(|| forms.iter().find(|line| means(line, false))).cloned()
}
