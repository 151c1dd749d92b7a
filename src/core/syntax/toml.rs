//! What TOML has had for a shorter time than its grammar (1.1).

use bstr::ByteSlice as _;

/// Whether the line of an error holds an inline table over several lines, or an escape or a time that is new.
pub(super) fn is_newer(lines: &[&[u8]], error: usize) -> bool {
    let line = |at: usize| lines.get(at).map_or(&b""[..], |line| line.trim());
    if [&b"\\e"[..], b"\\x"].iter().any(|escape| line(error).contains_str(escape)) {
        return true;
    }
    if has_short_time(line(error)) {
        return true;
    }
    let opens = |line: &[u8]| line.split_str("#").next().is_some_and(|line| line.trim_end().ends_with(b"{"));
    let Some(first) = (0..=error.min(lines.len())).rev().find(|at| opens(line(*at))) else { return false };
    let last = (first..lines.len()).find(|at| line(*at).starts_with(b"}"));
    last.is_some_and(|last| error <= last)
}

/// Whether a value of a line is a time without seconds (`07:32`, `2026-01-01T07:32Z`).
fn has_short_time(line: &[u8]) -> bool {
    let outside = line.find_byteset(b"\"'#").map_or(line, |at| &line[..at]);
    let Some(values) = outside.find_byte(b'=').map(|at| &outside[at + 1..]) else { return false };
    values.windows(5).enumerate().any(|(at, time)| {
        let digits = [0, 1, 3, 4].iter().all(|digit| time[*digit].is_ascii_digit());
        let before = at.checked_sub(1).map(|before| values[before]);
        digits
            && time[2] == b':'
            && before.is_none_or(|before| b" \t[,Tt".contains(&before))
            && !values.get(at + 5).is_some_and(|after| {
                after.is_ascii_alphanumeric() && !b"Zz".contains(after) || *after == b':'
            })
    })
}
