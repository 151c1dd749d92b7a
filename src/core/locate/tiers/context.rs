//! Tier `context`: a line that both sections have unchanged is only quoted, and may differ from the file.
//!
//! Every line that the block changes is there, side by side with the nearest lines around it. What is quoted further
//! away may lack a comment or a blank line, have others, or other quotes; the file may have lines that SEARCH left out, but
//! none that opens another scope, a comment or a string. The file keeps its own version of all of them. Nothing is changed
//! within a comment that SEARCH does not open.

mod quoted;

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{fit::fits, lay};
use crate::core::{
    language::{
        self, Language,
        lexer::{self, Extent, Line, State},
    },
    locate::{
        carry::{plain, plain_with},
        equivalence::Tolerance,
        folding::folded_lines,
        found::Place,
        index::Index,
        lines::Lines as _,
        rung::{Answer, MatchNote, Site},
        scan::{Budget, OverBudget},
        search::Search,
    },
    script::{self, Op},
    splice::Hunk,
    text::{Text, indentation, is_blank},
};
use quoted::{Pairs, Reading};

/// A place found by the lines next to a change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Quoted<'r> {
    /// The lines that the change is laid on.
    place: Place<'r>,
    /// The file's lines, from 0, that SEARCH does not have as they are.
    kept: Vec<usize>,
    /// Number of lines of SEARCH with content that the file does not have as they are.
    differing: usize,
    /// The file's lines at the place, for each line of SEARCH; where it has none, the line of SEARCH.
    base: Vec<Vec<u8>>,
    /// The changes, in lines of `base`.
    in_base: Vec<Hunk<'r>>,
}

/// At least so many lines with content must match.
const LEAST: usize = 4;

/// The one place at which all that the block changes is, though not all that it quotes.
///
/// # Errors
///
/// When looking would take too long.
pub(in crate::core::locate) fn find<'r>(site: &mut Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let path = site.path.as_bstr();
    // Prose has no scopes that tell one place from another.
    if language::is_prose(path) {
        return Ok(Answer::None);
    }
    let Some(quoted) = by_context(site.text, language::code(path), site.search, site.budget)? else {
        return Ok(Answer::None);
    };
    let base: Vec<&[u8]> = quoted.base.iter().map(Vec::as_slice).collect();
    let lines = &quoted.place.lines;
    let there = site.text.window(lines.clone());
    let laid: Vec<Hunk<'r>> = quoted.place.hunks.iter().map(|hunk| hunk.within(lines)).collect();
    let merged = (site.merge)(&plain(&base), &plain(&there), &plain_with(&base, &quoted.in_base));
    if merged != Some(plain_with(&there, &laid)) {
        return Ok(Answer::None);
    }
    let note = MatchNote::Quoted { differing: quoted.differing, kept: quoted.kept };
    Ok(Answer::Laid { place: quoted.place, note })
}

/// Finds the one place of a block by the lines that it changes and those next to them.
///
/// # Errors
///
/// When looking would take too long.
fn by_context<'r>(
    text: &Text,
    language: Option<&'static Language>,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Option<Quoted<'r>>, OverBudget> {
    let with_content = search.search.iter().filter(|line| !is_blank(line)).count();
    let ops: Vec<Op> = search.ops().collect();
    let (Some(first), true) = (ops.first(), with_content >= LEAST) else { return Ok(None) };
    let window = text.window(0..text.len());
    budget.spend(text.len())?;
    let (file, wanted) = (folded_lines(&window), folded_lines(&search.search));
    let file: Vec<&[u8]> = file.iter().map(|line| line.trim_ascii()).collect();
    let wanted: Vec<&[u8]> = wanted.iter().map(|line| line.trim_ascii()).collect();
    let (index, read) = (OnceCell::new(), OnceCell::new());
    let known = wanted.iter().copied().collect();
    let scene = Scene { text, search, ops: &ops, file: &file, wanted: &wanted, language, known, index, read };
    let core = scene.core(first);
    let mut found = Vec::new();
    for place in file.places(&wanted[core.clone()], budget)? {
        budget.spend((wanted.len() + scene.slack()).saturating_mul(8 + ops.len()))?;
        found.extend(scene.at(&core, place));
    }
    if found.is_empty() || scene.is_any_made(budget)? {
        return Ok(None);
    }
    match <[Quoted<'r>; 1]>::try_from(found) {
        Ok([quoted]) if scene.has_no_rival(&quoted.place.lines) => Ok(Some(quoted)),
        _ => Ok(None),
    }
}

/// A file and a block, with their lines folded and without white space at the edges.
struct Scene<'s, 'r> {
    text: &'s Text,
    search: &'s Search<'r>,
    ops: &'s [Op],
    file: &'s [&'s [u8]],
    wanted: &'s [&'s [u8]],
    language: Option<&'static Language>,
    /// The lines of `wanted`.
    known: HashSet<&'s [u8]>,
    /// Places of the lines of `file`, once they are needed.
    index: OnceCell<Index<'s>>,
    /// The file as it reads, once that is asked for.
    read: OnceCell<Vec<Line<'s>>>,
}

impl<'s, 'r> Scene<'s, 'r> {
    fn index(&self) -> &Index<'s> {
        self.index.get_or_init(|| Index::new(self.file))
    }

    /// Number of lines that the file may have more than SEARCH.
    fn slack(&self) -> usize {
        (self.wanted.len() / 5).max(3)
    }

    /// The lines of a change and those next to it, up to the nearest with content on both sides.
    fn core(&self, op: &Op) -> Range<usize> {
        let full = |line: &usize| !self.wanted[*line].is_empty();
        let start = (0..op.old.start).rev().find(full).unwrap_or(op.old.start);
        let end = (op.old.end..self.wanted.len()).find(full).map_or(op.old.end, |line| line + 1);
        start..end
    }

    /// The block with its first change's surroundings at this line of the file, if it may be meant there.
    fn at(&self, core: &Range<usize>, first: usize) -> Option<Quoted<'r>> {
        let pairs = self.pairs(core, first);
        let lines = region(&pairs)?;
        let matched = |line: &usize| pairs[*line].is_some();
        let content: Vec<usize> = (0..pairs.len()).filter(|line| !self.wanted[*line].is_empty()).collect();
        let found = content.iter().copied().filter(matched).count();
        if found < LEAST || found * 5 < content.len() * 4 {
            return None;
        }
        let kept = self.kept(&pairs, &lines);
        let more = kept.iter().filter(|line| !self.file[**line].is_empty()).count();
        let differing: Vec<usize> = content.into_iter().filter(|line| !matched(line)).collect();
        let sound = more <= self.slack()
            && self.ops.iter().all(|op| self.is_contiguous(&self.core(op), &pairs))
            && self.ops.iter().all(|op| self.is_told(&self.core(op), &pairs))
            && !self.ops.iter().any(|op| self.is_repeated(op, &pairs))
            && self.is_harmless(&pairs, &lines, &kept)
            && !differing.iter().any(|line| self.stands_outside(*line, &lines));
        // Where nothing differs, other tiers have said what there is to say.
        if !sound || kept.is_empty() && pairs.iter().all(Option::is_some) {
            return None;
        }
        self.lay(&pairs, lines, kept, differing.len())
    }

    /// Pairs the lines above and below a change's surroundings with those of the file, in order.
    fn pairs(&self, core: &Range<usize>, first: usize) -> Pairs {
        let mut pairs: Pairs = vec![None; self.wanted.len()];
        for (at, line) in core.clone().enumerate() {
            pairs[line] = Some(first + at);
        }
        let reach = 2 * self.slack();
        let above = first.saturating_sub(core.start + reach)..first;
        let behind = first + core.len();
        let below = behind..(behind + self.wanted.len() - core.end + reach).min(self.file.len());
        // From the change outwards, so that the nearest lines are taken.
        let up: Vec<&[u8]> = self.wanted[..core.start].iter().rev().copied().collect();
        let there: Vec<&[u8]> = self.file[above].iter().rev().copied().collect();
        for (line, place) in nearest_pairs(&up, &there) {
            pairs[core.start - 1 - line] = Some(first - 1 - place);
        }
        for (line, place) in nearest_pairs(&self.wanted[core.end..], &self.file[below]) {
            pairs[core.end + line] = Some(behind + place);
        }
        pairs
    }

    fn is_contiguous(&self, core: &Range<usize>, pairs: &Pairs) -> bool {
        let Some(first) = pairs[core.start] else { return false };
        core.clone().enumerate().all(|(at, line)| pairs[line] == Some(first + at))
    }

    /// Returns whether the lines at a change identify its place. Brackets are everywhere: the lines next to
    /// them have to do it.
    fn is_told(&self, core: &Range<usize>, pairs: &Pairs) -> bool {
        let telling = |line: &usize| is_telling(self.wanted[*line]);
        if core.clone().any(|line| telling(&line)) {
            return true;
        }
        let above = (0..core.start).rev().find(telling);
        let below = (core.end..self.wanted.len()).find(telling);
        above.is_none_or(|line| self.are_neighbours(line..core.start, pairs))
            && below.is_none_or(|line| self.are_neighbours(core.end - 1..line, pairs))
    }

    /// Returns whether the lines of SEARCH from one to another, both included, are in the file with only
    /// blank lines between them.
    fn are_neighbours(&self, lines: Range<usize>, pairs: &Pairs) -> bool {
        let (Some(first), Some(last)) = (pairs[lines.start], pairs[lines.end]) else { return false };
        let filled = |lines: &[&[u8]]| lines.iter().filter(|line| !line.is_empty()).count();
        filled(&self.file[first..=last]) == filled(&self.wanted[lines.start..=lines.end])
    }

    /// Returns whether a change at the edge of SEARCH is beside a line of the file that could as well be one
    /// of its own.
    fn is_repeated(&self, op: &Op, pairs: &Pairs) -> bool {
        let core = self.core(op);
        let content = |line: &&usize| !self.file[**line].is_empty();
        let beside = |place: Option<usize>| {
            place.is_some_and(|place| self.wanted[core.clone()].contains(&self.file[place]))
        };
        let (Some(first), Some(last)) = (pairs[core.start], pairs[core.end - 1]) else { return true };
        let above = || (0..first).rev().find(|line| content(&line));
        let below = || (last + 1..self.file.len()).find(|line| content(&line));
        core.start == op.old.start && beside(above()) || core.end == op.old.end && beside(below())
    }

    /// The lines of the file at the place that SEARCH does not have.
    fn kept(&self, pairs: &Pairs, lines: &Range<usize>) -> Vec<usize> {
        let matched: HashSet<usize> = pairs.iter().flatten().copied().collect();
        lines.clone().filter(|line| !matched.contains(line)).collect()
    }

    /// Returns whether the differences do not matter for where the place is.
    fn is_harmless(&self, pairs: &Pairs, lines: &Range<usize>, kept: &[usize]) -> bool {
        let Some(language) = self.language else {
            return quoted::only_blanks_differ(pairs, self.wanted, kept, self.file);
        };
        let file = self.read.get_or_init(|| {
            lexer::read(language, &self.text.window(0..self.text.len()), Extent::File, State::default())
        });
        let Some(reading) = Reading::new(language, file, &self.search.search, pairs) else { return false };
        let Some(mut more) = reading.left_over(pairs, kept) else { return false };
        more.retain(|line| reading.is_code(*line));
        let at = |op: &Op| pairs[self.core(op).start].map(|line| line + op.old.start - self.core(op).start);
        self.ops.iter().all(|op| at(op).is_some_and(|line| !reading.is_off(lines, line)))
            && !more.iter().any(|line| self.is_in_core(*line) || self.column(*line) == 0)
            && (more.is_empty() || !self.ops.iter().any(|op| self.encloses(&more, op, pairs, lines)))
            && !reading.changes_scope(lines.clone(), &more)
    }

    /// Returns whether a line of the file equals one that identifies the place of a change.
    fn is_in_core(&self, line: usize) -> bool {
        is_telling(self.file[line])
            && self.ops.iter().any(|op| self.wanted[self.core(op)].contains(&self.file[line]))
    }

    fn column(&self, line: usize) -> usize {
        indentation(self.text.body(line)).len()
    }

    /// Returns whether one of these lines opens the scope of a change, or closes the one that it has in SEARCH.
    fn encloses(&self, more: &HashSet<usize>, op: &Op, pairs: &Pairs, lines: &Range<usize>) -> bool {
        let Some(first) = pairs[self.core(op).start] else { return true };
        let last = pairs[self.core(op).end - 1].unwrap_or(first);
        let mut column = (first..=last)
            .filter(|line| !self.file[*line].is_empty())
            .map(|line| self.column(line))
            .min()
            .unwrap_or(0);
        for line in (lines.start..first).rev().filter(|line| !self.file[*line].is_empty()) {
            if self.column(line) < column {
                column = self.column(line);
                if more.contains(&line) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a line that is not at the place occurs elsewhere, which may then be meant.
    fn stands_outside(&self, line: usize, lines: &Range<usize>) -> bool {
        // The places are in order.
        let places = || self.index().of(self.wanted[line]);
        let ends = || [places().first(), places().last()];
        is_telling(self.wanted[line]) && ends().into_iter().flatten().any(|place| !lines.contains(place))
    }

    /// Returns whether the new lines of one of the changes are somewhere already.
    fn is_any_made(&self, budget: &mut Budget) -> Result<bool, OverBudget> {
        for op in self.ops {
            if self.is_made(op, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the new lines of a change are somewhere already.
    fn is_made(&self, op: &Op, budget: &mut Budget) -> Result<bool, OverBudget> {
        let new: Vec<&[u8]> =
            self.search.replace[op.new.clone()].iter().map(|line| line.trim_ascii()).collect();
        let fresh = |line: &&&[u8]| is_telling(line) && !self.known.contains(**line);
        let fresh: Vec<&&[u8]> = new.iter().filter(fresh).collect();
        if fresh.is_empty() {
            return Ok(false);
        }
        let whole = !self.index().places(&new, 0..self.file.len(), budget)?.is_empty();
        Ok(whole || op.old.is_empty() && fresh.iter().all(|line| !self.index().of(line).is_empty()))
    }

    fn lay(
        &self,
        pairs: &Pairs,
        lines: Range<usize>,
        kept: Vec<usize>,
        differing: usize,
    ) -> Option<Quoted<'r>> {
        let both: Vec<(usize, usize)> =
            pairs.iter().enumerate().filter_map(|(line, place)| Some((line, (*place)?))).collect();
        let there: Vec<&[u8]> = both.iter().map(|(_, place)| self.text.body(*place)).collect();
        let wanted: Vec<&[u8]> = both.iter().map(|(line, _)| self.search.search[*line]).collect();
        let fit = fits(Tolerance::Characters, &there, &wanted)?;
        let (mut hunks, mut in_base) = (Vec::new(), Vec::new());
        for op in self.ops {
            let core = self.core(op);
            let first = pairs[core.start]? + (op.old.start - core.start);
            let inner = Op { old: 0..op.old.len(), new: op.new.clone() };
            let old = &self.search.search[op.old.clone()];
            let laid = lay::lay_ops(&[inner], old, &self.search.replace, self.text, first, &fit).ok()?;
            for hunk in laid {
                in_base.push(Hunk { old: op.old.clone(), new: hunk.new.clone() });
                hunks.push(hunk);
            }
        }
        let base = pairs.iter().zip(&self.search.search);
        let base =
            base.map(|(place, line)| place.map_or(*line, |place| self.text.body(place)).to_vec()).collect();
        Some(Quoted { place: Place { lines, hunks }, kept, differing, base, in_base })
    }

    /// Returns whether no other part of the file has half of the lines of SEARCH, a long one of them, or most
    /// of those of REPLACE.
    fn has_no_rival(&self, lines: &Range<usize>) -> bool {
        /// A line of so many letters and digits names a place; if it occurs twice there was a copy.
        const NAMING: usize = 24;
        let names = |line: &[u8]| line.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() >= NAMING;
        let telling = |line: &&[u8]| is_telling(line);
        let search: HashSet<&[u8]> = self.wanted.iter().copied().filter(telling).collect();
        let replace = self.search.replace.iter().map(|line| line.trim_ascii());
        let replace: HashSet<&[u8]> = replace.filter(telling).collect();
        let reach = self.wanted.len().max(self.search.replace.len()) + self.slack();
        let stands_elsewhere =
            |(at, line): (usize, &&[u8])| !lines.contains(&at) && search.contains(line) && names(line);
        if self.file.iter().enumerate().any(stands_elsewhere) {
            return false;
        }
        most_in(self.file, &search, lines, reach) * 2 < search.len()
            && most_in(self.file, &replace, lines, reach) * 5 < (replace.len() * 4).max(5)
    }
}

/// Returns whether a line has more than brackets and other signs.
fn is_telling(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphanumeric)
}

/// The most of these lines that are, each counted once, in `reach` lines of the file next to each other; those at the
/// place itself do not count.
fn most_in(file: &[&[u8]], wanted: &HashSet<&[u8]>, place: &Range<usize>, reach: usize) -> usize {
    let known = |line: usize| !place.contains(&line) && wanted.contains(file[line]);
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    let mut most = 0;
    for line in 0..file.len() {
        if let Some(behind) = line.checked_sub(reach).filter(|behind| known(*behind))
            && let Some(count) = counts.get_mut(file[behind])
        {
            *count -= 1;
            if *count == 0 {
                counts.remove(file[behind]);
            }
        }
        if known(line) {
            *counts.entry(file[line]).or_default() += 1;
            most = most.max(counts.len());
        }
    }
    most
}

/// Pairs equal lines in order.
fn nearest_pairs(wanted: &[&[u8]], file: &[&[u8]]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut line, mut place) = (0, 0);
    for op in script::difference(wanted, file) {
        pairs.extend((line..op.old.start).zip(place..op.new.start));
        (line, place) = (op.old.end, op.new.end);
    }
    pairs.extend((line..wanted.len()).zip(place..file.len()));
    pairs
}

/// From the first to the last line of the file that SEARCH has.
fn region(pairs: &Pairs) -> Option<Range<usize>> {
    let first = pairs.iter().flatten().min()?;
    let last = pairs.iter().flatten().max()?;
    Some(*first..*last + 1)
}

#[cfg(test)]
mod tests;
