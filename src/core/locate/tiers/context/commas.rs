//! Commas at the ends of quoted lines: models write them behind the last item of a list, or leave them out there.

use super::quote::{Pair, Quote};
use crate::core::language::ends::{ends, has_comma};

impl Quote<'_, '_> {
    /// Returns whether each line that has a comma at its end on one side only, and no semicolon on the other, is in
    /// front of a line that stays, or gets other words alone: a comma is between what is there and what comes next.
    pub(super) fn parts_what_stays(&self) -> bool {
        let is_full = |line: &usize| self.lines_of[*line].is_some();
        let above = |start: usize| (0..start).rev().find(is_full);
        let is_for_semicolon = |pair: &Pair| self.has_other_comma(pair) && self.has_other_semicolon(pair);
        if self.all().any(|pair| is_for_semicolon(&pair)) {
            return false;
        }
        let ops = self.search.ops().filter(|op| !self.rewords(op));
        let mut beside = ops.filter_map(|op| above(op.old.start));
        !beside.any(|line| self.lines_of[line].is_some_and(|there| self.has_other_comma(&(line, there))))
    }

    fn has_other_semicolon(&self, (line, there): &Pair) -> bool {
        ends(self.file[*there]) != ends(self.search.search[*line])
    }

    fn has_other_comma(&self, (line, there): &Pair) -> bool {
        has_comma(self.file[*there]) != has_comma(self.search.search[*line])
    }
}
