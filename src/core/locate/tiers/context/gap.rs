//! Comments and blank lines between two lines that count, as SEARCH quotes them and as the file has them.

use std::ops::Range;

use crate::core::text::{is_blank, say_alike};

/// The lines of SEARCH between the two lines that count around an insertion.
pub(super) struct Gap<'g> {
    /// Those above the insertion.
    pub(super) above: &'g [&'g [u8]],
    /// Those below the insertion.
    pub(super) below: &'g [&'g [u8]],
    /// True if SEARCH begins with it.
    pub(super) is_open_above: bool,
    /// True if SEARCH ends with it.
    pub(super) is_open_below: bool,
}

impl Gap<'_> {
    /// The place of the insertion among the lines that the file has there: between the same blank lines, and
    /// there between comments that are nearly the same, or where it has none.
    pub(super) fn place(&self, theirs: &[&[u8]]) -> Option<usize> {
        let slot = self.slot(theirs)?;
        let at = self.place_in(slot, theirs)?;
        self.keeps_sides(theirs.split_at(at)).then_some(at)
    }

    /// The same among the lines between two blank ones.
    fn place_in(&self, slot: Range<usize>, theirs: &[&[u8]]) -> Option<usize> {
        let remarks = &theirs[slot.clone()];
        if remarks.is_empty() {
            return Some(slot.start);
        }
        let is_remark = |line: &&&[u8]| !is_blank(line);
        let above = self.above.iter().rev().take_while(is_remark).count();
        let below = self.below.iter().take_while(is_remark).count();
        let ours = [&self.above[self.above.len() - above..], &self.below[..below]].concat();
        (ours.len() == remarks.len() && say_alike(&ours, remarks)).then_some(slot.start + above)
    }

    /// Returns whether no comment above the insertion is below it in the file alone, nor one below it above: where blank
    /// lines or comments are misquoted, counting them leads to the wrong side.
    fn keeps_sides(&self, (above, below): (&[&[u8]], &[&[u8]])) -> bool {
        let has =
            |lines: &[&[u8]], ours: &[u8]| lines.iter().any(|line| line.trim_ascii() == ours.trim_ascii());
        let has_alike = |lines: &[&[u8]], ours: &[u8]| lines.iter().any(|line| say_alike(&[ours], &[line]));
        let stays = |ours: &[&[u8]], own: &[&[u8]], other: &[&[u8]]| {
            let mut remarks = ours.iter().filter(|line| !is_blank(line));
            remarks.all(|ours| has(own, ours) || has_alike(own, ours) || !has(other, ours))
        };
        stays(self.above, above, below) && stays(self.below, below, above)
    }

    /// The lines of the file between the two blank lines between which SEARCH has the insertion.
    fn slot(&self, theirs: &[&[u8]]) -> Option<Range<usize>> {
        let blanks = |lines: &[&[u8]]| lines.iter().filter(|line| is_blank(line)).count();
        let (above, below, all) = (blanks(self.above), blanks(self.below), blanks(theirs));
        let nth = match (self.is_open_above, self.is_open_below) {
            (false, false) => (above + below == all).then_some(above),
            (true, false) => all.checked_sub(below),
            (false, true) => (above <= all).then_some(above),
            (true, true) => None,
        }?;
        let ends = (0..theirs.len()).filter(|line| is_blank(theirs[*line])).chain([theirs.len()]);
        let start =
            |end: usize| (0..end).rev().find(|line| is_blank(theirs[*line])).map_or(0, |line| line + 1);
        ends.skip(nth).map(|end| start(end)..end).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&[u8]> {
        text.lines().map(str::as_bytes).collect()
    }

    #[test]
    fn an_insertion_is_between_the_same_blank_lines() {
        let place = |above: &str, below: &str, theirs: &str| {
            let (above, below) = (lines(above), lines(below));
            let gap = Gap { above: &above, below: &below, is_open_above: false, is_open_below: false };
            gap.place(&lines(theirs))
        };
        assert_eq!(place("# a b c\n\n", "# d e\n", "# a b\n\n# d e f\n"), Some(2));
        assert_eq!(place("# a b c\n", "\n# d e\n", "\n# d e f\n"), Some(0));
        assert_eq!(place("\n", "", "# a\n\n"), Some(2));
        assert_eq!(place("\n", "", "\n\n"), None);
        assert_eq!(place("\n", "", "\n# a\n"), None);
    }

    #[test]
    fn an_insertion_is_on_the_same_side_of_a_comment() {
        let place = |above: &str, below: &str, theirs: &str| {
            let (above, below) = (lines(above), lines(below));
            let gap = Gap { above: &above, below: &below, is_open_above: false, is_open_below: true };
            gap.place(&lines(theirs))
        };
        assert_eq!(place("\n\n", "# helpers\n", "\n# helpers\n\n"), None);
        assert_eq!(place("\n\n", "# see below\n# helpers\n", "\n# helpers\n\n"), None);
        assert_eq!(place("# helpers\n# helpers\n", "", "\n# helpers\n"), None);
        assert_eq!(place("\n# helpers\n\n", "", "\n# helpers\n\n"), Some(3));
        assert_eq!(place("\n", "# helpers\n", "\n# helpers\n\n"), Some(1));
    }
}
