//! The runs of a change at the one place that reads as its SEARCH section, and the ways to write them.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::quote::{Pair, Quote};
use crate::core::{
    language::{ends, is_free_form, lexer::counts_at_margin_only},
    locate::{
        line::{OverBudget, Tolerance, pairs},
        search::Search,
        tiers::{
            fit::{Fit, fits},
            lay,
            surplus::Surplus,
        },
        unlaid::Unlaid,
    },
    script::Op,
    splice::Hunk,
    text::{indentation, is_blank, say_alike},
};

/// A run of the change at its place.
pub(super) struct Run<'s> {
    pub(super) op: Op,
    /// The line of the file from which on it is laid.
    pub(super) start: usize,
    pub(super) fit: Fit,
    /// The indentation that its first line lost.
    pub(super) cut: Option<&'s [u8]>,
}

/// Lines of SEARCH that go and that the file has with other blanks: where REPLACE has one again, it moves.
type Moved<'l> = HashMap<&'l [u8], Pair>;

impl<'s, 'r> Quote<'s, 'r> {
    /// The runs of the change with the ways to write them; none where the lines around one are not as far
    /// apart as in SEARCH, or where the file is indented otherwise than SEARCH and that has a meaning.
    pub(super) fn runs(&self) -> Option<Result<Vec<Run<'s>>, Unlaid>> {
        let search = self.search;
        let run = |op: Op, fit: Fit| Some(Run { start: self.start(&op)?, op, fit, cut: None });
        if let Some(fit) = self.fit(0..search.search.len()) {
            if !self.suits_remarks(&fit) {
                return None;
            }
            let ops = search.ops().filter(|op| !self.has_blanks_of_replace(op));
            return ops.map(|op| run(op, fit.clone())).collect::<Option<_>>().map(Ok);
        }
        if let Some(cut) = self.cut_off() {
            return self.runs_of_cut(&cut);
        }
        if !is_free_form(self.path, self.text.bytes()) {
            return None;
        }
        let mut runs = Vec::new();
        let mut depths: HashMap<&[u8], HashSet<&[u8]>> = HashMap::new();
        for (line, there) in self.all() {
            depths.entry(search.search[line]).or_default().insert(indentation(self.file[there]));
        }
        for op in search.ops() {
            match self.fit_of_run(&op).filter(|fit| self.suits_quoted(&op, fit, &depths)) {
                Some(fit) => runs.push(run(op, fit)?),
                None => return Some(Err(Unlaid::Indentation { line: self.first_new(&op) + 1 })),
            }
        }
        Some(Ok(runs))
    }

    /// Returns whether new lines of a run that SEARCH has too get a tab only where the file has one there.
    /// `depths` are the indentations of each of its lines in the file.
    fn suits_quoted(&self, op: &Op, fit: &Fit, depths: &HashMap<&[u8], HashSet<&[u8]>>) -> bool {
        let has_tab = |line: &[u8]| indentation(line).contains(&b'\t');
        let mut new = self.search.replace[op.new.clone()].iter();
        new.all(|line| {
            depths.get(line).is_none_or(|depths| {
                let written = fit.indented(line);
                let is_so =
                    |there: &&[u8]| written.as_ref().is_some_and(|line| has_tab(line) == has_tab(there));
                depths.iter().any(is_so)
            })
        })
    }

    /// Returns whether the comments that SEARCH quotes are indented in this way too, where the file has them. If
    /// nothing is written otherwise, those that change are enough.
    fn suits_remarks(&self, fit: &Fit) -> bool {
        let search = &self.search.search;
        let changes: HashSet<usize> = self.search.ops().flat_map(|op| op.old).collect();
        let counts = |line: &usize| *fit != Fit::VERBATIM || changes.contains(line);
        let remarks = (0..search.len()).filter(|line| self.lines_of[*line].is_none() && counts(line));
        remarks.map(|line| search[line]).filter(|line| !is_blank(line)).all(|line| {
            let there = self.file[self.free.clone()].iter().map(|other| other.trim_ascii_end());
            let mut there = there.filter(|other| other.trim_ascii_start() == line.trim_ascii()).peekable();
            let as_written = fit.indented(line);
            let is_so = |other: &[u8]| as_written.as_ref().is_some_and(|line| line.trim_ascii_end() == other);
            there.peek().is_none() || there.any(is_so)
        })
    }

    /// The change.
    pub(super) fn lay(&self, runs: Vec<Run<'s>>) -> Result<Result<Vec<Hunk<'r>>, Unlaid>, OverBudget> {
        let mut hunks = Vec::with_capacity(runs.len());
        let pairs = self.all().map(|(line, there)| (self.search.search[line], self.file[there]));
        let surplus = Surplus::learn(pairs, self.search.language);
        let goes = self.search.ops().flat_map(|op| self.pairs(op.old)).filter(|pair| self.is_merged(pair));
        let moved: Moved<'_> = goes.map(|pair| (self.search.search[pair.0], pair)).collect();
        let other_ends: Vec<Pair> = self.all().filter(|pair| self.ends_otherwise(pair)).collect();
        for run in runs {
            match self.lay_run(run, surplus, &moved, &other_ends)? {
                Ok(laid) => hunks.extend(laid),
                Err(unlaid) => return Ok(Err(unlaid)),
            }
        }
        Ok(Ok(hunks))
    }

    fn lay_run(
        &self,
        run: Run<'_>,
        surplus: Surplus<'_>,
        moved: &Moved<'_>,
        other_ends: &[Pair],
    ) -> Result<Result<Vec<Hunk<'r>>, Unlaid>, OverBudget> {
        let Search { search, replace, .. } = self.search;
        let Run { op, start, fit, cut } = run;
        let fit = match fit.checked(&self.block(&op), self.text, None, self.budget)? {
            Ok(fit) => fit,
            Err(unlaid) => {
                let above = op.old.start - self.around(&op.old).start;
                return Ok(Err(unlaid.counted_from(op.new.start as isize - above as isize)));
            }
        };
        if fit != Fit::VERBATIM
            && let Some(line) = self.in_text(&op, start)?
        {
            return Ok(Err(Unlaid::Literal { line: line + 1 }));
        }
        let inner = Op { old: 0..op.old.len(), new: op.new.clone() };
        let way = lay::Way { fit: &fit, surplus };
        let laid = lay::lay_ops(&[inner], &search[op.old.clone()], replace, self.text, start, &way);
        Ok(laid.and_then(|mut hunks| {
            cut.into_iter().for_each(|by| indent_first(&mut hunks, by));
            for hunk in &mut hunks {
                self.keep_ends(&op, hunk, moved, other_ends)?;
                self.join_sides(&op, hunk);
                self.keep_blanks_of_replace(&op, hunk)?;
                self.keep_gap_of_file(&op, hunk);
            }
            Ok(hunks)
        }))
    }

    fn is_merged(&self, pair: &Pair) -> bool {
        self.is_respaced(pair) && !self.is_requoted(pair) && !self.ends_otherwise(pair)
    }

    /// Lets new lines end as those do in the file that they take the place of, or are, and lets them have its blanks.
    /// An end that REPLACE alone has, or has no more, is a part of the change. `other_ends` are all pairs of lines that end
    /// otherwise.
    fn keep_ends(
        &self,
        op: &Op,
        hunk: &mut Hunk<'_>,
        moved: &Moved<'_>,
        other_ends: &[Pair],
    ) -> Result<(), Unlaid> {
        let Search { search, replace, .. } = self.search;
        let (old, new) = (&search[op.old.clone()], &replace[op.new.clone()]);
        let pairs = match self.rewords(op) {
            true => (0..old.len()).map(|line| (line, line)).collect(),
            false => pairs(old, new).unwrap_or_default(),
        };
        let becomes: HashMap<usize, usize> =
            pairs.into_iter().map(|(was, is)| (op.old.start + was, is)).collect();
        for pair in other_ends {
            let line = search[pair.0];
            let is_version = |new: &[u8]| {
                let ends_alike = line.trim_ascii_end().last() == new.trim_ascii_end().last();
                ends::begin_alike(line, new) || ends_alike && say_alike(&[line], &[new])
            };
            let is_alone = old.len() == 1 && new.len() == 1;
            let became = |at: usize| {
                let is_pair = is_alone && pair.0 == op.old.start;
                is_pair || becomes.get(&pair.0) == Some(&at) && is_version(new[at])
            };
            let is_same_end = |at: &usize| ends::ends(new[*at]) == ends::ends(line);
            for at in (0..new.len()).filter(is_same_end).filter(|at| new[*at] == line || became(*at)) {
                if ends::ends(&hunk.new[at]) == ends::ends(line) {
                    if new[at] != line && !self.may_turn(&new[at..]) {
                        return Err(Unlaid::End { line: op.new.start + at + 1 });
                    }
                    hunk.new[at] = Cow::Owned(ends::turned(&hunk.new[at]));
                }
            }
        }
        for (at, given) in new.iter().enumerate() {
            if let Some(pair) = moved.get(given) {
                let merged = self.merged(pair, given, &hunk.new[at]);
                hunk.new[at] = Cow::Owned(merged.ok_or(Unlaid::Characters { line: op.new.start + at + 1 })?);
            }
        }
        for pair in self.pairs(op.old.clone()).filter(|pair| self.is_merged(pair)) {
            let at = becomes.get(&pair.0);
            if at.is_some_and(|at| moved.contains_key(new[*at])) {
                continue;
            }
            let merged = at.map(|at| (*at, self.merged(&pair, new[*at], &hunk.new[*at])));
            match merged {
                Some((at, Some(line))) => hunk.new[at] = Cow::Owned(line),
                None if new.is_empty() || !self.has_comment(&pair) => {}
                other => {
                    let line = op.new.start + other.map_or(0, |(at, _)| at) + 1;
                    let has_comment = self.has_comment(&pair);
                    return Err(if has_comment {
                        Unlaid::Remark { line }
                    } else {
                        Unlaid::Characters { line }
                    });
                }
            }
        }
        Ok(())
    }

    /// Returns whether a semicolon at the end of the first of new lines says nothing more: the line is a whole statement
    /// without a comment behind it or a text that goes on.
    fn may_turn(&self, lines: &[&[u8]]) -> bool {
        let [line, below @ ..] = lines else { return true };
        let is_open = line.trim_ascii_end().last().is_some_and(|last| b"+-".contains(last))
            && ![&b"++"[..], b"--"].iter().any(|sign| line.trim_ascii_end().ends_with(sign));
        let has_open_text = line.iter().filter(|byte| **byte == b'`').count() % 2 == 1;
        !ends::may_count(line, below) && !is_open && !has_open_text && !self.has_remark(line)
    }

    /// The way in which these lines of SEARCH are indented in the file. Lines that are only quoted count as
    /// equal otherwise.
    pub(super) fn fit(&self, within: Range<usize>) -> Option<Fit> {
        let there: Vec<Vec<u8>> = self
            .pairs(within.clone())
            .map(|(line, there)| match self.is_requoted(&(line, there)) {
                true => self.file[there].to_vec(),
                false => {
                    let quoted = self.search.search[line].trim_ascii_start();
                    [indentation(self.file[there]), quoted].concat()
                }
            })
            .collect();
        let there: Vec<&[u8]> = there.iter().map(Vec::as_slice).collect();
        let wanted: Vec<&[u8]> = self.pairs(within).map(|(line, _)| self.search.search[line]).collect();
        fits(Tolerance::Characters, &there, &wanted)
    }

    /// The way in which the lines next to a run of the change are indented, of which one stays to show that
    /// REPLACE is indented as SEARCH. Where it only removes lines, those that might as well be the ones that
    /// go.
    fn fit_of_run(&self, op: &Op) -> Option<Fit> {
        let Search { search, replace, .. } = self.search;
        if self.keeps_indentation(op) {
            return Some(Fit::VERBATIM);
        }
        let new = &replace[op.new.clone()];
        let own = |line: &&&[u8]| new.contains(line) || search[op.old.clone()].contains(line);
        let alike = |line: &&&[u8]| !is_blank(line) && own(line);
        let up = search[..op.old.start].iter().rev().take_while(alike).count();
        let down = search[op.old.end..].iter().take_while(alike).count();
        let reach = op.old.start - up..op.old.end + down;
        // A bracket further in or out is another one.
        let says = |line: &&[u8]| line.iter().any(u8::is_ascii_alphanumeric);
        if new.iter().all(|line| is_blank(line)) && search[op.old.clone()].iter().any(says) {
            let is_told = up + down == 0 && !reach.is_empty();
            return if is_told { Some(Fit::VERBATIM) } else { self.fit(reach).filter(Fit::is_shift) };
        }
        let around = self.around(&reach);
        let goes: HashSet<usize> = self.search.ops().flat_map(|op| op.old).collect();
        let stays = self.pairs(around.clone()).any(|(line, _)| !goes.contains(&line));
        let fit = self.fit(around.clone()).filter(Fit::is_shift)?;
        if fit != Fit::VERBATIM && !self.is_told(&fit, around) {
            return None;
        }
        // A line that is written as the file has it is not shifted once more.
        let gone = || self.all().filter(|(line, _)| goes.contains(line));
        let is_written = || gone().any(|(_, there)| new.contains(&self.file[there]));
        (fit == Fit::VERBATIM || stays && !is_written()).then_some(fit)
    }

    /// Returns whether a line with words is indented in this way, among some lines or next to them. Nothing but its
    /// indentation tells a bracket from another one.
    fn is_told(&self, fit: &Fit, around: Range<usize>) -> bool {
        let has_words = |line: &usize| {
            self.lines_of[*line].is_some() && self.search.search[*line].iter().any(u8::is_ascii_alphanumeric)
        };
        let up = (0..around.end).rev().find(has_words).map(|line| line.min(around.start)..around.end);
        let down = (around.start..self.lines_of.len()).find(has_words);
        let down = down.map(|line| around.start..around.end.max(line + 1));
        [up, down].into_iter().flatten().any(|within| self.fit(within).as_ref() == Some(fit))
    }

    /// Returns whether a run of the change is in lines of which the file has the indentation as it is quoted, and
    /// keeps it.
    fn keeps_indentation(&self, op: &Op) -> bool {
        let mut lines = op.old.clone();
        self.rewords(op)
            && lines.all(|line| match self.lines_of[line] {
                Some(there) => indentation(self.file[there]) == indentation(self.search.search[line]),
                None => is_blank(self.search.search[line]),
            })
    }

    /// Returns whether a run of the change puts other words into lines, and nothing else.
    pub(super) fn rewords(&self, op: &Op) -> bool {
        let (old, new) = (&self.search.search[op.old.clone()], &self.search.replace[op.new.clone()]);
        let is_reworded =
            |(old, new): (&&[u8], &&[u8])| indentation(old) == indentation(new) && say_alike(&[old], &[new]);
        old.len() == new.len() && old.iter().zip(new).all(is_reworded)
    }

    /// The first line with content that a run of the change adds.
    pub(super) fn first_new(&self, op: &Op) -> usize {
        op.new.clone().find(|line| !is_blank(self.search.replace[*line])).unwrap_or(op.new.start)
    }

    /// Lines of SEARCH, and the nearest lines with content around them.
    pub(super) fn around(&self, lines: &Range<usize>) -> Range<usize> {
        let is_full = |line: &usize| self.lines_of[*line].is_some();
        let start = (0..lines.start).rev().find(is_full).unwrap_or(lines.start);
        let end = (lines.end..self.lines_of.len()).find(is_full).map_or(lines.end, |line| line + 1);
        start..end
    }

    /// A run of the change and the lines around it, as a block.
    fn block(&self, op: &Op) -> Search<'r> {
        let Search { search, replace, language, .. } = self.search;
        let around = self.around(&op.old);
        let (above, below) = (&search[around.start..op.old.start], &search[op.old.end..around.end]);
        let replace = [above, &replace[op.new.clone()], below].concat();
        Search::of_lines(search[around].to_vec(), replace).in_language(*language)
    }

    /// The first new line of a run that is in a text, or that counts at the margin only: with another
    /// indentation it may mean something else.
    fn in_text(&self, op: &Op, start: usize) -> Result<Option<usize>, OverBudget> {
        let (before, after) = self.texts()?;
        let is_inside = |line: usize| before.of_line.get(line).is_some_and(Option::is_some);
        let is_open = is_inside(self.lines.start) || (start..=start + op.old.len()).any(is_inside);
        let doubt = |line: &usize| {
            let new = self.search.replace[*line];
            !is_blank(new) && (is_open || after.of_line[*line].is_some() || counts_at_margin_only(new))
        };
        Ok(op.new.clone().find(doubt))
    }
}

/// Gives the first new line the indentation that it lost.
fn indent_first(hunks: &mut [Hunk<'_>], by: &[u8]) {
    let first = hunks.first_mut().and_then(|hunk| hunk.new.iter_mut().find(|line| !is_blank(line)));
    if let Some(line) = first.filter(|line| indentation(line).is_empty()) {
        *line = Cow::Owned([by, line].concat());
    }
}
