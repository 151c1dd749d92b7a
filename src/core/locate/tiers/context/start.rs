//! The lines of the file at which the runs of a change begin, with the comments and blank lines around them.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    gap,
    quote::{Pair, Quote},
    remarks::{Remarks, filled},
};
use crate::core::{
    diff,
    locate::{search::Search, tiers::half},
    script::Op,
    text::{self, counts, has_letter, is_blank},
};

/// A side of a run of the change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

impl<'s, 'r> Quote<'s, 'r> {
    /// The line of the file at which the lines begin that a run of the change removes, if all of them are
    /// there. An insertion has its place where the comments and blank lines around it are those of SEARCH, or
    /// leave no doubt. Where equal lines at its edges let a run be told in several ways, the one that a diff would
    /// show has its place too: it may be the one that is beside a comment which the reply does not have.
    pub(super) fn start(&self, op: &Op) -> Option<usize> {
        let start = self.start_of(op)?;
        let shown = self.as_in_diff(op).filter(|shown| shown != op && self.is_parted(shown.old.clone()));
        shown.is_none_or(|shown| self.start_of(&shown).is_some()).then_some(start)
    }

    /// A run of the change as a diff shows it, if it only adds lines or only removes some, may be told in several ways,
    /// and has lines between it in the file.
    fn as_in_diff(&self, op: &Op) -> Option<Op> {
        let Search { search, replace, .. } = self.search;
        let (lines, run) = match (op.old.is_empty(), op.new.is_empty()) {
            (true, _) => (replace, &op.new),
            (false, true) => (search, &op.old),
            (false, false) => return None,
        };
        let above = lines[..run.start].iter().rev().zip(lines[..run.end].iter().rev());
        let below = lines[run.start..].iter().zip(&lines[run.end..]);
        let up = above.take_while(|(one, other)| one == other).count();
        let down = below.take_while(|(one, other)| one == other).count();
        // The lines next to it tell by their indentation which way it is.
        let wide = |run: &Range<usize>, lines: &[&[u8]]| {
            run.start.saturating_sub(up + 1)..(run.end + down + 1).min(lines.len())
        };
        let (old, new) = (wide(&op.old, search), wide(&op.new, replace));
        if up + down == 0 || !self.is_parted(old.clone()) {
            return None;
        }
        let text = |lines: &[&[u8]]| lines.join(&b'\n');
        match &diff::runs(&text(&search[old.clone()]), &text(&replace[new.clone()]))[..] {
            [shown] if shown.old.len() == op.old.len() => Some(shown.clone().shifted(old.start, new.start)),
            _ => None,
        }
    }

    /// Returns whether lines of SEARCH, with those next to them, are not next to each other in the file.
    fn is_parted(&self, lines: Range<usize>) -> bool {
        let around = lines.start.saturating_sub(1)..(lines.end + 1).min(self.lines_of.len());
        let is_apart =
            |pair: &[Option<usize>]| pair[0].zip(pair[1]).is_some_and(|(one, other)| one + 1 != other);
        self.lines_of[around].windows(2).any(is_apart)
    }

    /// The same of a run as it is given, alone.
    fn start_of(&self, op: &Op) -> Option<usize> {
        let from = |line: usize| (self.lines_of[line]? + op.old.start).checked_sub(line);
        let is_full = |line: &usize| self.lines_of[*line].is_some();
        let above = (0..op.old.start).rev().find(is_full);
        let below = (op.old.end..self.lines_of.len()).find(is_full);
        let Some(start) = op.old.clone().find_map(from) else {
            let exact = || {
                let lines = above.map_or(0, |line| line + 1)..below.unwrap_or(self.lines_of.len());
                let (start, end) = (above.and_then(from), below.and_then(from));
                let start = start.or(end).filter(|at| end.is_none_or(|end| end == *at))?;
                self.are_there(lines, op, start).then_some(start)
            };
            let amid_blanks = || self.gap_of_file(op).map(|gap| gap.end);
            return exact().or_else(|| self.among(op, above, below)).or_else(amid_blanks);
        };
        let end = start + op.old.len();
        let there = |line: usize| self.lines_of[line];
        let is_same_above = above.is_none_or(|line| {
            there(line).is_some_and(|at| self.agrees(op, Side::Above, line + 1..op.old.start, at + 1..start))
        });
        let is_same_below = below.is_none_or(|line| {
            there(line).is_some_and(|at| self.agrees(op, Side::Below, op.old.end..line, end..at))
        });
        (self.are_there(op.old.clone(), op, start) && is_same_above && is_same_below).then_some(start)
    }

    /// Returns whether lines of SEARCH are in the file as they are quoted, with a run of the change at `start`.
    fn are_there(&self, lines: Range<usize>, op: &Op, start: usize) -> bool {
        lines.into_iter().all(|line| {
            let there = (start + line).checked_sub(op.old.start);
            match self.lines_of[line] {
                Some(known) => there == Some(known),
                None => there
                    .and_then(|there| self.file.get(there))
                    .is_some_and(|there| there.trim_ascii() == self.search.search[line].trim_ascii()),
            }
        })
    }

    /// Returns whether the comments between a run of the change and the next line that counts are those of
    /// SEARCH, nearly so, or on one side only: lines of code below a comment that the reply does not know take
    /// its place as if SEARCH began below it.
    fn agrees(&self, op: &Op, side: Side, ours: Range<usize>, theirs: Range<usize>) -> bool {
        let beyond = match side {
            Side::Above => ours.start.checked_sub(1),
            Side::Below => Some(ours.end),
        };
        let ours = &self.search.search[ours];
        let theirs = self.file.get(theirs).unwrap_or_default();
        if filled(ours).eq(filled(theirs)) {
            return true;
        }
        if self.remarks().is_none_or(|remarks| remarks.has_elsewhere(ours, theirs)) {
            return false;
        }
        match (filled(ours).next(), filled(theirs).next()) {
            (_, None) => true,
            (None, Some(_)) => self.replaces_code(op, side, theirs, beyond),
            _ => self.is_code(op, side) && text::say_alike(ours, theirs),
        }
    }

    /// Returns whether what a run of the change removes is code at its edge, and so is what it adds.
    fn is_code(&self, op: &Op, side: Side) -> bool {
        let Some(remarks) = self.remarks() else { return false };
        let edge = |lines: &[&[u8]], within: &Range<usize>| {
            let mut filled = within.clone().filter(|line| !is_blank(lines[*line]));
            if side == Side::Above { filled.next() } else { filled.next_back() }
        };
        let (old, new) = (edge(&self.search.search, &op.old), edge(&self.search.replace, &op.new));
        old.is_some_and(|line| !remarks.search[line]) && new.is_none_or(|line| !remarks.replace[line])
    }

    /// Returns whether a run of the change puts code in the place of code, all of which is on this side of a comment: a
    /// version of the line at the comment and more behind it, or no more lines than there were. These may be for both sides
    /// of the comment if the line of SEARCH `beyond` it changes too.
    fn replaces_code(&self, op: &Op, side: Side, theirs: &[&[u8]], beyond: Option<usize>) -> bool {
        let (goes, comes) = (&self.search.search[op.old.clone()], &self.search.replace[op.new.clone()]);
        let (goes, comes): (Vec<_>, Vec<_>) = (filled(goes).collect(), filled(comes).collect());
        let edges = match side {
            Side::Above => goes.first().zip(comes.first()),
            Side::Below => goes.last().zip(comes.last()),
        };
        let is_version = edges.is_some_and(|(old, new)| text::say_alike(&[old], &[new]));
        let is_amid = || beyond.is_some_and(|line| self.search.ops().any(|op| op.old.contains(&line)));
        self.is_code(op, side)
            && !comes.is_empty()
            && (is_version || comes.len() <= goes.len() && !is_amid())
            && !filled(theirs).any(|line| comes.contains(&line))
    }

    /// The line of the file at which an insertion goes between comments and blank lines that are not quite
    /// those of SEARCH.
    fn among(&self, op: &Op, above: Option<usize>, below: Option<usize>) -> Option<usize> {
        if !op.old.is_empty() || self.remarks().is_none() {
            return None;
        }
        let there = |line: usize| self.lines_of[line];
        let ours = above.map_or(0, |line| line + 1)..below.unwrap_or(self.lines_of.len());
        let from = above.map_or(Some(self.free.start), |line| Some(there(line)? + 1))?;
        let to = below.map_or(Some(self.free.end), there)?;
        let gap = gap::Gap {
            above: &self.search.search[ours.start..op.old.start],
            below: &self.search.search[op.old.start..ours.end],
            is_open_above: above.is_none(),
            is_open_below: below.is_none(),
        };
        let theirs = self.file.get(from..to)?;
        let ours = &self.search.search[ours];
        let is_free = self.remarks().is_some_and(|remarks| !remarks.has_elsewhere(ours, theirs));
        gap.place(theirs).filter(|_| is_free).map(|at| from + at)
    }

    /// The lines of SEARCH between two lines that count, and those of the file between these.
    fn between(&self) -> impl Iterator<Item = (Range<usize>, &'s [&'s [u8]])> {
        let ends = (self.lines_of.len(), self.free.end);
        let mut from = (0, self.free.start);
        self.all().chain([ends]).map(move |(line, there)| {
            let theirs = self.file.get(from.1..there).unwrap_or_default();
            let ours = from.0..line;
            from = (line + 1, there + 1);
            (ours, theirs)
        })
    }

    /// The lines of SEARCH that are comments which the file has in nearly the same words.
    pub(super) fn alike_remarks(&self) -> Vec<&'r [u8]> {
        let search = &self.search.search;
        let alike = self.between().filter(|(ours, theirs)| text::say_alike(&search[ours.clone()], theirs));
        alike.flat_map(|(ours, _)| text::filled(search[ours].iter().copied())).collect()
    }

    /// Returns whether comments of SEARCH for which the file has nothing are between lines that come in, as those that come
    /// in with them are.
    pub(super) fn may_bring_comment(&self) -> bool {
        let inserts = self.search.ops().filter(|op| op.old.is_empty() && !op.new.is_empty());
        let points: Vec<usize> = inserts.map(|op| op.old.start).collect();
        let is_amid = |(ours, theirs): (Range<usize>, &[&[u8]])| {
            let from = points.partition_point(|point| *point < ours.start);
            let to = points.partition_point(|point| *point <= ours.end);
            let [first, .., last] = points[from..to] else { return false };
            filled(theirs).next().is_none() && filled(&self.search.search[first..last]).next().is_some()
        };
        points.len() > 1 && self.between().any(is_amid)
    }

    /// Returns whether SEARCH leaves out a line of a comment of which it quotes the lines above and below: these are a part
    /// of what is quoted, not a remark on it.
    pub(super) fn omits_within_comment(&self) -> bool {
        let Some(remarks) = self.remarks() else { return false };
        let all: Vec<Pair> = self.all().collect();
        all.windows(2).any(|two| {
            let [(above, first), (below, last)] = [two[0], two[1]];
            let ours = &self.search.search[above + 1..below];
            let theirs = &self.file[first + 1..last];
            let is_one =
                remarks.search[above] && remarks.search[below] && !theirs.iter().any(|line| is_blank(line));
            is_one && filled(theirs).any(|line| has_letter(line) && !filled(ours).any(|own| own == line))
        })
    }

    /// The first line of SEARCH that stays and is quoted with the change that others get: among the lines that count, and
    /// among the comments between them.
    pub(super) fn quoted_as_made(&self) -> Option<usize> {
        let Search { search, replace, .. } = self.search;
        let has = |lines: &[&[u8]], line: &[u8]| lines.iter().any(|own| own.trim_ascii() == line);
        // Comments may have any other words: only where the change puts just these into the same one are they made.
        let is_made = |there: &[u8], line: &[u8]| {
            self.search.ops().any(|op| has(&search[op.old], there) && has(&replace[op.new], line))
        };
        // What the change removes counts, so that it is no comment between lines that count, but the one beside.
        let above = self.free.start.saturating_sub(1)..self.free.start;
        let below = self.free.end..self.file.len().min(self.free.end + 1);
        let comments = self.between().flat_map(|(ours, theirs)| {
            let above = if ours.start == 0 { &self.file[above.clone()] } else { &[] };
            let below = if ours.end == search.len() { &self.file[below.clone()] } else { &[] };
            ours.filter_map(|line| {
                let mut theirs = filled(theirs).chain(filled(above)).chain(filled(below));
                let quoted = search[line].trim_ascii();
                Some((line, theirs.find(|there| is_made(there, quoted))?))
            })
        });
        let counted = self.all().map(|(line, there)| (line, self.file[there]));
        half::quoted_as_made(self.search, counted.chain(comments))
    }

    /// Returns whether a comment of SEARCH is not at its place in the file as it is quoted.
    pub(super) fn has_other_remarks(&self) -> bool {
        let Some(remarks) = self.remarks() else { return true };
        let is_other = |(ours, theirs): (Range<usize>, &[&[u8]])| {
            let there: HashSet<&[u8]> = filled(theirs).collect();
            let mut comments = ours.filter(|line| remarks.search[*line]);
            comments.any(|line| !there.contains(self.search.search[line].trim_ascii()))
        };
        self.all().any(|pair| self.is_respaced(&pair)) || self.between().any(is_other)
    }

    /// Returns whether a change takes out a comment that REPLACE has: it is not known then which of several equal
    /// ones is left out in one of the texts.
    pub(super) fn loses_comments(&self, before: &[&[u8]], after: &[&[u8]]) -> bool {
        let Some(remarks) = self.remarks() else { return false };
        let replace = self.search.replace.iter().zip(&remarks.replace);
        let wanted =
            counts(replace.filter(|(_, is_comment)| **is_comment).map(|(line, _)| line.trim_ascii()));
        let (before, after) = (counts(filled(before)), counts(filled(after)));
        let of = |counts: &HashMap<&[u8], usize>, comment: &[u8]| counts.get(comment).copied().unwrap_or(0);
        wanted.into_iter().any(|(comment, wanted)| of(&after, comment) < wanted.min(of(&before, comment)))
    }

    /// The comments of the sections; none in an unknown language, where lines that differ are not known to
    /// be any.
    fn remarks(&self) -> Option<&Remarks<'s>> {
        let language = self.search.language?;
        Some(self.remarks.get_or_init(|| {
            let outside = (0..self.file.len()).filter(|line| !self.free.contains(line));
            Remarks::new(language, self.search, outside.map(|line| self.file[line]))
        }))
    }
}
