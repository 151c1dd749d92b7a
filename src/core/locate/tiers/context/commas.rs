//! Commas at the ends of quoted lines: models write them behind the last item of a list, or leave them out there.

use super::quote::{Pair, Quote};
use crate::core::{
    language::ends::{ends, has_comma},
    locate::search::Search,
    script::Op,
    text::{indentation, is_blank},
};

impl<'r> Quote<'_, 'r> {
    /// SEARCH with the commas that the file has behind lines below which others come, and the number of these lines; none
    /// where it has these. REPLACE says what such a line ends with as soon as another one follows.
    ///
    /// The line is the last of its list: a closing bracket follows it.
    pub(super) fn with_commas_of_file(&self) -> Option<(Search<'r>, usize)> {
        let Search { search, replace, language, .. } = self.search;
        let mut own = search.clone();
        let mut count = 0;
        for op in self.search.ops() {
            if let Some((line, text)) = self.last_item(&op) {
                own[line] = text;
                count += 1;
            }
        }
        (count > 0).then(|| (Search::of_lines(own, replace.clone()).in_language(*language), count))
    }

    /// The line of SEARCH directly above the new lines of a run, as the file has it, if it differs in a comma alone that
    /// REPLACE has.
    fn last_item(&self, op: &Op) -> Option<(usize, &'r [u8])> {
        let Search { search, replace, .. } = self.search;
        let (line, text) = if op.old.is_empty() {
            let line = op.old.start.checked_sub(1)?;
            let text = search[line].trim_ascii_end().strip_suffix(b",")?;
            // A closing bracket may end something else, and other lines may be no items.
            let new = &replace[op.new.clone()];
            let is_item = |other: &&[u8]| indentation(other) == indentation(text) && !closes(other);
            let are_items = !closes(text) && new.iter().all(is_item);
            (line, are_items.then_some(text)?)
        } else {
            // It gets its comma with the lines below it.
            let is_more = op.old.len() == 1 && op.new.len() > 1;
            let text = replace.get(op.new.start).filter(|_| is_more)?.trim_ascii_end();
            (op.old.start, text)
        };
        let there = self.lines_of[line]?;
        let mut below = self.file[there + 1..].iter().filter(|line| !is_blank(line));
        let is_last = below.next().is_some_and(|next| closes(next));
        let without_comma = |line: &'r [u8]| line.strip_suffix(b",").unwrap_or(line);
        let is_same = without_comma(text) == without_comma(search[line].trim_ascii_end());
        let is_there = text.trim_ascii_start() == self.file[there].trim_ascii() && !is_blank(text);
        (is_last && is_same && is_there && text != search[line]).then_some((line, text))
    }

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

/// Returns whether a line begins with a closing bracket.
fn closes(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(|first| b")]}".contains(first))
}
