//! The line that begins a hunk: its ranges, and the heading behind them.

use bstr::ByteSlice as _;

/// The lines that a hunk says it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranges {
    /// The old one's first line, from 1.
    pub(super) line: usize,
    /// Number of its lines.
    pub(super) old: usize,
    /// The new one's first line, from 1.
    pub(super) new_line: usize,
    /// Number of its lines.
    pub(super) new: usize,
}

impl Ranges {
    /// The ranges of `@@ -12,3 +12,4 @@ fn main`, if it has any.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let text =
            std::str::from_utf8(line.strip_prefix(b"@@ -")?.split(|byte| *byte == b'@').next()?).ok()?;
        let (old, new) = text.trim_end().split_once(" +")?;
        let range = |text: &str| -> Option<(usize, usize)> {
            let (start, count) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse().ok()?, count.parse().ok()?))
        };
        let ((line, old), (new_line, new)) = (range(old)?, range(new)?);
        Some(Self { line, old, new_line, new })
    }
}

/// The line of the file that stands behind `@@`, or behind ranges or dots in their place: `fn main` of
/// `@@ -12,3 +12,4 @@ fn main`.
pub(super) fn heading(line: &[u8]) -> Option<&[u8]> {
    let are_dots = |text: &[u8]| text.trim_start_with(|sign| matches!(sign, '.' | '…')).is_empty();
    let is_range = |byte: &u8| b"-+, ".contains(byte) || byte.is_ascii_digit();
    let says = |text: &[u8]| !(are_dots(text) || text.starts_with(b"-") && text.iter().all(is_range));
    let text = line.strip_prefix(b"@@")?.trim_ascii();
    let text = match text.split_once_str("@@") {
        Some((ranges, rest)) if !says(ranges.trim_ascii()) => rest,
        _ => text,
    };
    let text = text.strip_suffix(b"@@").unwrap_or(text).trim_ascii();
    says(text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_leave_out_its_count() {
        let ranges =
            |line: &str| Ranges::read(line.as_bytes()).map(|it| [it.line, it.old, it.new_line, it.new]);
        assert_eq!(ranges("@@ -12,3 +13,4 @@ fn main"), Some([12, 3, 13, 4]));
        assert_eq!(ranges("@@ -1 +1,2 @@"), Some([1, 1, 1, 2]));
        for line in ["@@ ... @@", "@@", "@@ -x +1 @@", "@@ def f(a=-1, b=+2) @@"] {
            assert_eq!(ranges(line), None, "{line}");
        }
    }

    #[test]
    fn a_heading_is_behind_the_ranges_or_in_their_place() {
        let heading = |line: &'static str| heading(line.as_bytes()).map(|text| text.to_str_lossy());
        for line in [
            "@@ -12,3 +12,4 @@ fn f(a: u8) {",
            "@@ ... @@ fn f(a: u8) {",
            "@@ fn f(a: u8) {",
            "@@ fn f(a: u8) { @@",
        ] {
            assert_eq!(heading(line).as_deref(), Some("fn f(a: u8) {"), "{line}");
        }
        for line in ["@@", "@@ ... @@", "@@ -1,2 +1,2 @@", "@@ -5,4 +5,4", "@@ … @@", "@@ @@ ", "fn f"] {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
