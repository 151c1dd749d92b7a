//! A block at the one place that reads as its SEARCH section, and its change there.

use std::{cell::OnceCell, collections::HashSet, ops::Range};

use super::{
    reading::{Reader, Reading},
    remarks::Remarks,
};
use crate::core::{
    language::{
        ends,
        lexer::{Extent, Texts},
    },
    locate::{
        evidence::densest,
        found::Place,
        line::{Budget, OverBudget},
        rung::MatchNote,
        search::Search,
    },
    splice::Hunk,
    text::{Text, indentation, is_blank},
    typeset::fold,
};

/// A line of SEARCH with content, and the line of the file that reads the same.
pub(super) type Pair = (usize, usize);

/// A block at the one place that reads as its SEARCH section.
pub(super) struct Quote<'s, 'r> {
    pub(super) text: &'s Text,
    /// The path of the file.
    pub(super) path: &'s [u8],
    /// Its lines.
    pub(super) file: &'s [&'s [u8]],
    pub(super) search: &'s Search<'r>,
    /// Steps left for comparing.
    pub(super) budget: &'s Budget,
    /// For each line of SEARCH with content its line of the file.
    pub(super) lines_of: Vec<Option<usize>>,
    /// From the first to the last of these.
    pub(super) lines: Range<usize>,
    /// The same, with the lines around them that do not count.
    pub(super) free: Range<usize>,
    /// The texts of the file and of REPLACE, once they are needed.
    pub(super) texts: OnceCell<(Texts, Texts)>,
    /// The comments of the sections, once they are needed.
    pub(super) remarks: OnceCell<Remarks<'s>>,
}

impl<'s, 'r> Quote<'s, 'r> {
    pub(super) fn pairs(&self, within: Range<usize>) -> impl Iterator<Item = Pair> + '_ {
        within.filter_map(|line| Some((line, self.lines_of[line]?)))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Pair> + '_ {
        self.pairs(0..self.lines_of.len())
    }

    /// Returns whether the lines that change are as they are quoted, but for white space, for quotes or a semicolon
    /// at the end, and for a comment behind them.
    pub(super) fn changes_what_is_there(&self) -> bool {
        self.search.ops().all(|op| {
            self.pairs(op.old)
                .all(|pair| !self.is_respaced(&pair) || self.ends_otherwise(&pair) || self.reads_alike(&pair))
        })
    }

    /// Returns whether SEARCH may lack a line at its edge: only its last line, or its first, is indented otherwise in the
    /// file, and the line beyond is as that one is quoted.
    pub(super) fn lacks_line_at_edge(&self) -> bool {
        let is_as = |there: usize, line: usize| {
            let there = self.file.get(there).map(|there| there.trim_ascii_end());
            there == Some(self.search.search[line].trim_ascii_end())
        };
        let mut differing = self.all().filter(|(line, there)| !is_as(*there, *line));
        let (Some((line, there)), None) = (differing.next(), differing.next()) else { return false };
        there + 1 == self.lines.end && is_as(there + 1, line)
            || there == self.lines.start && there.checked_sub(1).is_some_and(|above| is_as(above, line))
    }

    /// Returns whether a line of the file differs in more than white space at its edges.
    pub(super) fn is_respaced(&self, (line, there): &Pair) -> bool {
        self.file[*there].trim_ascii() != self.search.search[*line].trim_ascii()
    }

    pub(super) fn is_requoted(&self, (line, there): &Pair) -> bool {
        fold(self.file[*there].trim_ascii()) == fold(self.search.search[*line].trim_ascii())
    }

    /// Returns whether a line differs in a semicolon at the end only.
    pub(super) fn ends_otherwise(&self, (line, there): &Pair) -> bool {
        let (file, wanted) = (self.file[*there], self.search.search[*line]);
        let is_same = ends::without_end(file) == ends::without_end(wanted);
        is_same && ends::ends(file) != ends::ends(wanted) && ends::are_optional(self.search.language)
    }

    /// Returns whether another part of the file may be meant: a line that is different here is there as it is
    /// quoted, or all different lines are, with others in between. Where a comment is not as it is quoted, most
    /// of them are enough.
    pub(super) fn has_rival(&self, there: &Reading, wanted: &Reading, are_most_enough: bool) -> bool {
        let other: HashSet<&[u8]> = self
            .all()
            .filter(|pair| self.is_respaced(pair))
            .map(|(line, _)| self.search.search[line].trim_ascii())
            .collect();
        let is_outside = |line: &usize| !self.lines.contains(line);
        let mut elsewhere = (0..self.file.len()).filter(is_outside);
        if !other.is_empty() && elsewhere.any(|line| other.contains(self.file[line].trim_ascii())) {
            return true;
        }
        let reach = 2 * wanted.keys.len() + self.search.replace.len();
        let known: HashSet<usize> = wanted.keys.iter().copied().collect();
        let needed = if are_most_enough { known.len() / 2 + 1 } else { known.len() };
        let read = there.lines.iter().zip(&there.keys).enumerate();
        let outside = read.filter(|(_, (line, key))| is_outside(line) && known.contains(key));
        densest(outside.map(|(at, (_, key))| (at, *key)), reach).0 >= needed
    }

    /// The texts of the file, and those of REPLACE.
    pub(super) fn texts(&self) -> Result<&(Texts, Texts), OverBudget> {
        if self.texts.get().is_none() {
            self.budget.spend(self.text.bytes().len())?;
        }
        Ok(self.texts.get_or_init(|| {
            let after = Texts::new(self.search.language, &self.search.replace, Extent::Section);
            (Texts::new(self.search.language, self.file, Extent::File), after)
        }))
    }

    /// Returns whether a semicolon in which the file differs is a part of a text.
    pub(super) fn ends_in_text(&self) -> Result<bool, OverBudget> {
        let mut ends = self.all().filter(|pair| self.ends_otherwise(pair)).peekable();
        if ends.peek().is_none() {
            return Ok(false);
        }
        let (before, _) = self.texts()?;
        Ok(ends.any(|(_, there)| before.of_line.get(there).is_some_and(Option::is_some)))
    }

    /// Returns whether the lines at the place read as REPLACE once they are changed, and the semicolons in which
    /// they differ from it say nothing.
    pub(super) fn reads_as_replace(&self, place: &Place<'_>, reader: &mut Reader) -> bool {
        // Two hunks may take the same blank lines.
        let Some((after, lines)) = place.made_in(self.file) else { return false };
        let (from, result, replace) = (&after[lines.start..], &after[lines], &self.search.replace);
        if self.may_run_on(&place.hunks)
            || reader.reads_code() && self.loses_comments(&self.file[place.lines.clone()], result)
        {
            return false;
        }
        let (read, wanted) = (reader.read(result, Extent::Section), reader.read(replace, Extent::Section));
        let counts = |(at, other): (&usize, &usize)| {
            let is_same = ends::ends(result[*at]) == ends::ends(replace[*other]);
            !is_same && ends::may_count(result[*at], &from[at + 1..])
        };
        read.keys == wanted.keys
            && !(ends::are_optional(self.search.language) && read.lines.iter().zip(&wanted.lines).any(counts))
    }

    /// Returns whether the last line of the change goes on below the place, where none of the reply is, and the
    /// lines before it may not have done so.
    fn may_run_on(&self, hunks: &[Hunk<'_>]) -> bool {
        let below = &self.file[self.lines.end..];
        let last =
            hunks.last().filter(|hunk| hunk.old.end == self.lines.end).and_then(|hunk| hunk.new.last());
        let is_open = last.is_some_and(|last| !ends::ends(last) && ends::may_count(last, below));
        is_open && self.all().any(|pair| self.ends_otherwise(&pair))
    }

    /// The remark: which lines are indented otherwise than those above them, or else which are not as they
    /// are quoted.
    pub(super) fn note(&self, hunks: &[Hunk<'_>]) -> MatchNote {
        let has = |lines: &[&[u8]], line: usize| !is_blank(lines[line]);
        let known: HashSet<usize> =
            self.all().filter(|pair| !self.is_respaced(pair)).map(|(_, there)| there).collect();
        let goes = |line: &usize| hunks.iter().any(|hunk| hunk.old.contains(line));
        let is_kept = |line: &usize| has(self.file, *line) && !known.contains(line) && !goes(line);
        let kept: Vec<usize> = self.lines.clone().filter(is_kept).collect();
        let filled = (0..self.search.search.len()).filter(|line| has(&self.search.search, *line)).count();
        let (differing, steps) = (filled - known.len(), self.steps());
        if differing == 0 && kept.is_empty() && !steps.is_empty() {
            return MatchNote::Uneven { steps };
        }
        MatchNote::Quoted { differing, kept }
    }

    /// The lines of the file from which on the indentation differs from that of SEARCH by another amount.
    fn steps(&self) -> Vec<usize> {
        let width = |line: &[u8]| indentation(line).len() as isize;
        let shift = |(line, there): Pair| (there, width(self.file[there]) - width(self.search.search[line]));
        let shifts: Vec<(usize, isize)> = self.all().map(shift).collect();
        shifts.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0).collect()
    }
}
