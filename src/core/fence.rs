//! Fences: lines of backticks or tildes around text, as Markdown has them.

use super::text::is_blank;

/// A line that opens or closes a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fence<'l> {
    /// A backtick or a tilde.
    pub(super) sign: u8,
    /// Number of them, at least three.
    pub(super) width: usize,
    /// The text behind them, white space and all.
    pub(super) info: &'l [u8],
}

impl<'l> Fence<'l> {
    /// Reads a line that begins with the signs.
    pub(super) fn read(line: &'l [u8]) -> Option<Self> {
        let sign = *line.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
        let width = line.iter().take_while(|byte| **byte == sign).count();
        let info = &line[width..];
        // "```src/a.rs```" is code in a line, not a fence (as in CommonMark).
        let is_code = sign == b'`' && info.contains(&b'`');
        (width >= 3 && !is_code).then_some(Self { sign, width, info })
    }

    /// The fence that is open below a line, if this one is open above it.
    pub(super) fn open_below(line: &'l [u8], above: Option<Self>) -> Option<Self> {
        match (above, Self::read(line.trim_ascii_start())) {
            (Some(open), Some(fence)) if fence.closes(open) => None,
            (open, fence) => open.or(fence),
        }
    }

    /// Returns whether it ends the fence that another line opens.
    pub(super) fn closes(self, open: Self) -> bool {
        self.sign == open.sign && self.width >= open.width && is_blank(self.info)
    }
}

/// Returns whether a line is a fence with at most one word of info. Other text behind the signs may be meant
/// as text.
pub(super) fn is_fence(line: &[u8]) -> bool {
    Fence::read(line.trim_ascii_start()).is_some_and(|fence| {
        let info = fence.info.trim_ascii();
        !info.contains(&b'`') && !info.contains(&b' ')
    })
}

/// Returns whether a line closes the fence that another line opens, which may be indented.
pub(super) fn closes_fence(line: &[u8], open: &[u8]) -> bool {
    let open = Fence::read(open.trim_ascii());
    Fence::read(line).zip(open).is_some_and(|(line, open)| line.closes(open))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_told_from_code_in_a_line() {
        for line in ["```", "  ````", "```python", "~~~", "```{r}"] {
            assert!(is_fence(line.as_bytes()), "{line}");
        }
        for line in ["``", "```a```", "``` and so on", "x ```", "", "~"] {
            assert!(!is_fence(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_fence_is_closed_by_as_many_of_its_signs_and_nothing_else() {
        let read = |line: &'static str| Fence::read(line.as_bytes()).expect("a fence");
        for (line, open, closes) in [
            ("```", "```rust", true),
            ("`````  ", "````", true),
            ("```", "````", false),
            ("~~~", "```", false),
            ("```rust", "```", false),
        ] {
            assert_eq!(read(line).closes(read(open)), closes, "{line} {open}");
        }
    }

    #[test]
    fn a_fence_is_open_below_its_first_line_until_one_closes_it() {
        let mut open = None;
        let is_open = ["text", "````rust", "```", "~~~", "  ````", "text"].map(|line| {
            open = Fence::open_below(line.as_bytes(), open);
            open.is_some()
        });
        assert_eq!(is_open, [false, true, true, true, false, false]);
    }
}
