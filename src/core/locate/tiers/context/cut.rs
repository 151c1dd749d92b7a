//! A block that was cut out of a text in the midst of a line: the first lines of both sections lost their
//! indentation.

use std::collections::HashSet;

use super::{quote::Quote, runs::Run};
use crate::core::{
    locate::{search::Search, tiers::fit::Fit, unlaid::Unlaid},
    script::Op,
    text::{indentation, is_blank},
};

/// The first lines with content of both sections, without their indentation.
pub(super) struct Cut<'s> {
    /// That of SEARCH.
    first: usize,
    /// That of REPLACE.
    begins: usize,
    /// The indentation of the first in the file.
    by: &'s [u8],
}

impl<'s> Quote<'s, '_> {
    /// The lines that alone lost their indentation, if all others have it.
    pub(super) fn cut_off(&self) -> Option<Cut<'s>> {
        let Search { search, replace, .. } = self.search;
        let (first, there) = self.all().next()?;
        let begins = replace.iter().position(|line| !is_blank(line))?;
        let by = indentation(self.file[there]);
        let is_cut = |line: &[u8]| indentation(line).is_empty();
        // That of REPLACE is cut off too, and a line that is no longer the first of it would not be.
        let as_there = [by, search[first]].concat();
        let stays = replace.iter().skip(1).any(|line| *line == search[first] || *line == as_there);
        let is_alone = !by.is_empty() && is_cut(search[first]) && is_cut(replace[begins]) && !stays;
        let rest = self.fit(first + 1..self.lines_of.len());
        (is_alone && rest == Some(Fit::VERBATIM)).then_some(Cut { first, begins, by })
    }

    /// The runs of the change of a block that was cut out.
    pub(super) fn runs_of_cut(&self, cut: &Cut<'s>) -> Option<Result<Vec<Run<'s>>, Unlaid>> {
        let search = self.search;
        let Some(lost) = self.lost_by(cut) else { return Some(Err(Unlaid::Indentation { line: 1 })) };
        let mut runs = Vec::new();
        let at_margin = |line: &&[u8]| !is_blank(line) && indentation(line).is_empty();
        let is_margin_quoted = search.search[cut.first + 1..].iter().any(at_margin);
        for op in search.ops() {
            // Below the first line one at the margin may have lost its indentation too, as may what
            // begins another part.
            let follows = op.old.start > cut.first && self.around(&op.old).start == cut.first;
            let mut new = op.new.clone().filter(|line| follows || *line > cut.begins);
            let is_unsure = new.any(|line| at_margin(&search.replace[line]));
            if is_unsure && (follows || !is_margin_quoted) || self.begins_with_other_bracket(&op) {
                return Some(Err(Unlaid::Indentation { line: self.first_new(&op) + 1 }));
            }
            let cut = (op.new.start == 0).then_some(lost);
            runs.push(Run { start: self.start(&op)?, op, fit: Fit::VERBATIM, cut });
        }
        Some(Ok(runs))
    }

    /// The indentation that the first line of REPLACE lost: that of the line of SEARCH which it is, if that is not
    /// one of the other lines of REPLACE, or else that of the first line. None where it may be one of several, of which the next lines do not tell, or where the
    /// change takes it for another one.
    fn lost_by(&self, cut: &Cut<'s>) -> Option<&'s [u8]> {
        let Search { search, replace, .. } = self.search;
        let goes: HashSet<usize> = self.search.ops().flat_map(|op| op.old).collect();
        let kept = self.kept_at(cut.begins);
        let next = |lines: &[&[u8]], at: usize| lines.get(at + 1).map(|line| line.trim_ascii().to_vec());
        let follows = next(replace, cut.begins);
        let may_be = |line: usize| {
            search[line].trim_ascii() == replace[cut.begins].trim_ascii()
                && (goes.contains(&line) || kept == Some(line))
        };
        let same = || self.all().filter(|(line, _)| may_be(*line));
        let mut those: Vec<_> = same().filter(|(line, _)| next(search, *line) == follows).collect();
        if those.is_empty() {
            those = same().collect();
        }
        let mut all = those.iter().map(|(_, there)| indentation(self.file[*there]));
        let lost = match all.next() {
            Some(_) if those[0].0 == cut.first => cut.by,
            Some(lost) => Some(lost).filter(|lost| all.all(|other| other == *lost))?,
            None => cut.by,
        };
        let is_taken_for_it = kept.is_none_or(|line| {
            self.lines_of[line].is_some_and(|there| indentation(self.file[there]) == lost)
        });
        is_taken_for_it.then_some(lost)
    }

    /// The line of SEARCH that a line of REPLACE is, if the change keeps it.
    fn kept_at(&self, line: usize) -> Option<usize> {
        let mut at = line;
        for op in self.search.ops().filter(|op| op.new.start <= line) {
            if op.new.contains(&line) {
                return None;
            }
            at = at + op.old.len() - op.new.len();
        }
        Some(at)
    }

    /// Returns whether the first line of REPLACE, without its indentation, is a bracket that may belong to
    /// any depth.
    fn begins_with_other_bracket(&self, op: &Op) -> bool {
        let Search { search, replace, .. } = self.search;
        let says = |line: &[u8]| line.iter().any(u8::is_ascii_alphanumeric);
        op.new.start == 0 && !op.new.is_empty() && replace[0] != search[0] && !says(replace[0])
    }
}
