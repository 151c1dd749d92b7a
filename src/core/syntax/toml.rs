//! What TOML has had for a shorter time than its grammar (1.1).

use bstr::ByteSlice as _;

/// Whether the line of an error holds an inline table over several lines, or an escape that is new.
pub(super) fn is_newer(lines: &[&[u8]], error: usize) -> bool {
    let line = |at: usize| lines.get(at).map_or(&b""[..], |line| line.trim());
    if [&b"\\e"[..], b"\\x"].iter().any(|escape| line(error).contains_str(escape)) {
        return true;
    }
    let opens = |line: &[u8]| line.split_str("#").next().is_some_and(|line| line.trim_end().ends_with(b"{"));
    let Some(first) = (0..=error.min(lines.len())).rev().find(|at| opens(line(*at))) else { return false };
    let last = (first..lines.len()).find(|at| line(*at).starts_with(b"}"));
    last.is_some_and(|last| error <= last)
}
