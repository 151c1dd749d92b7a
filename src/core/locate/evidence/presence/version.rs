//! Changes whose new lines are another version of those beyond an edge of the place: SEARCH quotes only the head or the
//! end of what REPLACE has as a whole, so that the old version of the rest would stay.

use super::{
    balance::opens_otherwise,
    beyond::Side,
    known::{is_once, is_opener},
};
use crate::core::{
    locate::line::Lines,
    script,
    text::{TELLING, indentation, letters, letters_of},
};

impl Side<'_> {
    /// Returns whether the new lines are a version of those beyond the edge, where the change turns the lines `within`
    /// into others.
    ///
    /// Items that resemble each other have lines in common as well. But REPLACE opens or closes something that
    /// SEARCH does not, or it has the body of a block of which SEARCH has the head, or the head of one.
    pub(super) fn is_version(&self, within: &[&[u8]], whole: &dyn Lines) -> bool {
        let new = self.is_new.iter().rev().take_while(|is_new| **is_new).count();
        let (kept, new) = self.lines.split_at(self.lines.len() - new);
        let Some(head) = kept.last() else { return false };
        let shared = self.shared(new);
        let Some(most) = shared.iter().max_by_key(|line| letters(line)) else { return false };
        letters_of(&shared) >= TELLING
            && is_once(most, whole)
            && (opens_otherwise(&self.lines, within)
                || self.is_body(head, new, &shared)
                || self.has_head(whole))
    }

    /// Returns whether the new lines are in a block that the last kept one opens, as those beyond are. Lines
    /// deeper than others in it may be those of an item of its own.
    fn is_body(&self, head: &[u8], new: &[&[u8]], shared: &[&[u8]]) -> bool {
        let next = self.beyond[0];
        let outer: Vec<&[u8]> = shared.iter().filter(|line| deep(line) == deep(next)).copied().collect();
        !self.is_upper
            && deep(head) < deep(next)
            && new.iter().all(|line| deep(line) >= deep(next))
            && outer.len() > 1
            && letters_of(&outer) >= 2 * TELLING
    }

    /// Returns whether the first line after the change opens a block with all others in it, and the file has it once.
    fn has_head(&self, whole: &dyn Lines) -> bool {
        let Some((head, rest)) = self.lines.split_last().filter(|_| self.is_upper) else { return false };
        is_opener(head) && rest.iter().all(|line| deep(line) > deep(head)) && is_once(head, whole)
    }

    /// The new lines that are beyond the edge too, if the new ones and those up to the one that they end with have at
    /// least half of their lines in common.
    fn shared<'n>(&self, new: &[&'n [u8]]) -> Vec<&'n [u8]> {
        /// Longer runs of lines are not compared.
        const MOST: usize = 200;
        /// Of the lines equal to the last new one, the nearest are looked at.
        const ENDS: usize = 3;
        let Some(last) = new.last().filter(|_| new.len() <= MOST) else { return Vec::new() };
        let reach = self.beyond.len().min(2 * new.len());
        let ends = (0..reach).filter(|end| self.beyond[*end] == *last).take(ENDS);
        let in_common = |end: usize| {
            let there = &self.beyond[..=end];
            let ops = script::difference(new, there);
            let is_shared = |line: &usize| !ops.iter().any(|op| op.old.contains(line));
            let shared: Vec<&[u8]> = (0..new.len()).filter(is_shared).map(|line| new[line]).collect();
            (!ops.is_empty() && 2 * shared.len() >= new.len().max(there.len())).then_some(shared)
        };
        { ends }.find_map(in_common).unwrap_or_default()
    }
}

/// Number of bytes of a line's indentation.
fn deep(line: &[u8]) -> usize {
    indentation(line).len()
}
