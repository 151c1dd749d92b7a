//! The ranges in the line that begins a hunk.

/// The lines that a hunk says it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranges {
    /// The old one's first line, from 1.
    pub(super) line: usize,
    /// Number of its lines.
    pub(super) old: usize,
    /// Number of the new one's lines.
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
        let ((line, old), (_, new)) = (range(old)?, range(new)?);
        Some(Self { line, old, new })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_leave_out_its_count() {
        let ranges =
            |line: &str| Ranges::read(line.as_bytes()).map(|ranges| (ranges.line, ranges.old, ranges.new));
        assert_eq!(ranges("@@ -12,3 +12,4 @@ fn main"), Some((12, 3, 4)));
        assert_eq!(ranges("@@ -1 +1,2 @@"), Some((1, 1, 2)));
        for line in ["@@ ... @@", "@@", "@@ -x +1 @@", "@@ def f(a=-1, b=+2) @@"] {
            assert_eq!(ranges(line), None, "{line}");
        }
    }
}
