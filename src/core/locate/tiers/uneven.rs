//! Rung `uneven`, the last resort of tier `indent`: SEARCH matches at one place, but a stretch of its lines
//! is indented otherwise than the rest, so that no mapping holds for the whole block.
//!
//! Each hunk goes by the lines next to it. Where indentation has a meaning, a file that is indented otherwise
//! than SEARCH is another file, so this is only for languages in which it is known to have none.

mod closer;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
};

use crate::core::{
    language::{
        is_free_form,
        lexer::{Extent, Texts, counts_at_margin_only},
    },
    locate::{
        found::Place,
        rung::{Answer, MatchNote, Site},
        scan::{Budget, OverBudget},
        search::Search,
        unlaid::Unlaid,
    },
    script::Op,
    splice::Hunk,
    text::{Text, indentation, is_blank},
};

/// The place of a block of which no mapping takes all lines.
///
/// # Errors
///
/// When looking would take too long.
pub(in crate::core::locate) fn find<'r>(site: &mut Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let Site { text, search, candidates, budget, .. } = site;
    if candidates.is_empty() {
        return Ok(Answer::None);
    }
    budget.spend(text.bytes().len() / 4)?;
    if !is_free_form(site.path.as_bstr(), text.bytes()) {
        return Ok(Answer::None);
    }
    let length = search.search.len();
    let (mut firsts, mut first_uneven) = (Vec::new(), None);
    for first in candidates.iter().filter_map(|core| core.checked_sub(search.edges.0)) {
        let lines = first..first + length;
        if lines.end > text.len() {
            continue;
        }
        let window = text.window(lines.clone());
        budget.spend(window.iter().map(|line| line.len() + 1).sum())?;
        if window.iter().zip(&search.search).all(|(file, line)| file.trim_ascii() == line.trim_ascii()) {
            firsts.push(first);
            let shifts = || Shifts::learn(&window, &search.search).map(|shifts| (lines, shifts));
            first_uneven = first_uneven.or_else(shifts);
        }
    }
    let Some((lines, shifts)) = first_uneven else { return Ok(Answer::None) };
    let laid = Block { text, search, first: lines.start, shifts: &shifts }.lay(budget)?;
    Ok(match laid {
        _ if firsts.len() > 1 => {
            Answer::Several(firsts.into_iter().map(|first| first..first + length).collect())
        }
        Ok(hunks) => {
            let steps = shifts.steps().into_iter().map(|line| lines.start + line).collect();
            Answer::Found { place: Place { lines, hunks }, note: MatchNote::Uneven { steps } }
        }
        Err(unlaid) => Answer::Unlaid(unlaid),
    })
}

/// For each line, how much deeper it is in the file than in SEARCH.
#[derive(Debug)]
struct Shifts {
    /// For each line of SEARCH with content.
    of_line: Vec<Option<isize>>,
    /// Character of the indentation: blank or tab.
    kind: u8,
}

impl Shifts {
    /// The shifts, if all of SEARCH has one but for one stretch of lines, which has another, and no line that is shifted
    /// closes what is opened above SEARCH.
    ///
    /// That much may come of one element that the reply indents otherwise. Where more stretches differ, little is known of
    /// the lines between them.
    fn learn(window: &[&[u8]], search: &[&[u8]]) -> Option<Self> {
        let pairs: Vec<Option<(&[u8], &[u8])>> = window
            .iter()
            .zip(search)
            .map(|(file, line)| (!is_blank(line)).then(|| (indentation(file), indentation(line))))
            .collect();
        let known = || pairs.iter().flatten();
        let kind = known().flat_map(|(file, line)| file.iter().chain(*line)).copied().next()?;
        let of_kind = |white: &[u8]| white.iter().all(|&byte| byte == kind);
        if !matches!(kind, b' ' | b'\t') || !known().all(|(file, line)| of_kind(file) && of_kind(line)) {
            return None;
        }
        let shift = |(file, line): &(&[u8], &[u8])| file.len() as isize - line.len() as isize;
        let this = Self { of_line: pairs.iter().map(|pair| pair.as_ref().map(shift)).collect(), kind };
        let one_stretch = this.differ_in(0..search.len()).len() == 2 && this.steps().len() <= 2;
        let moved = |line: &usize| this.of_line[*line].is_some_and(|shift| shift != 0);
        let taken = one_stretch
            && !is_level_by_level(known())
            && (0..search.len())
                .filter(moved)
                .all(|line| closer::closes_known(search, line) || closer::closes_known(window, line));
        taken.then_some(this)
    }

    /// The lines with another shift than the line with content before.
    fn steps(&self) -> Vec<usize> {
        let known: Vec<(usize, isize)> =
            self.of_line.iter().enumerate().filter_map(|(line, shift)| Some((line, (*shift)?))).collect();
        known.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[1].0).collect()
    }

    /// The shifts of those of these lines that have content.
    fn differ_in(&self, lines: impl Iterator<Item = usize>) -> BTreeSet<isize> {
        lines.filter_map(|line| self.of_line[line]).collect()
    }

    /// The nearest line with content.
    fn nearest(&self, mut lines: impl Iterator<Item = usize>) -> Option<usize> {
        lines.find(|&line| self.of_line[line].is_some())
    }
}

/// Returns whether SEARCH has one level only, or its levels follow from each other as those of the file do:
/// then the width of steps differs, not one stretch, and nothing is known of other levels.
fn is_level_by_level<'p>(pairs: impl Iterator<Item = &'p (&'p [u8], &'p [u8])>) -> bool {
    let mut levels: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (file, line) in pairs {
        levels.entry(line.len()).or_default().insert(file.len());
    }
    let single: Vec<usize> = levels.values().filter(|there| there.len() == 1).flatten().copied().collect();
    levels.len() < 2 || single.len() == levels.len() && single.is_sorted_by(|a, b| a < b)
}

/// A block at its place.
struct Block<'s, 'r> {
    text: &'s Text,
    search: &'s Search<'r>,
    first: usize,
    shifts: &'s Shifts,
}

/// The lines of SEARCH that go.
struct Gone<'r> {
    lines: HashSet<usize>,
    /// The shifts of those with each content.
    shifts: HashMap<&'r [u8], BTreeSet<isize>>,
}

impl<'r> Block<'_, 'r> {
    fn lay(&self, budget: &mut Budget) -> Result<Result<Vec<Hunk<'r>>, Unlaid>, OverBudget> {
        let ops: Vec<Op> = self.search.ops().collect();
        let gone = self.gone(&ops);
        let mut shifts = Vec::with_capacity(ops.len());
        for op in &ops {
            let reach = self.reach(op);
            budget.spend(reach.len())?;
            match self.shift(op, reach, &gone) {
                Ok(shift) => shifts.push(shift),
                Err(unlaid) => return Ok(Err(unlaid)),
            }
        }
        if shifts.iter().any(|shift| *shift != 0) {
            budget.spend(self.text.bytes().len() / 4 + self.text.len())?;
            let moved = ops.iter().zip(&shifts).filter(|(_, shift)| **shift != 0).map(|(op, _)| op);
            if let Some(line) = self.doubtful(moved) {
                return Ok(Err(Unlaid::Literal { line: line + 1 }));
            }
        }
        let hunk = |(op, shift): (&Op, &isize)| {
            let written = |line| self.written(line, *shift).ok_or(Unlaid::Indentation { line: line + 1 });
            let new = op.new.clone().map(written).collect::<Result<_, _>>()?;
            Ok(Hunk { old: self.there(op), new })
        };
        Ok(ops.iter().zip(&shifts).map(hunk).collect())
    }

    fn gone(&self, ops: &[Op]) -> Gone<'r> {
        let mut gone = Gone { lines: HashSet::new(), shifts: HashMap::new() };
        for line in ops.iter().flat_map(|op| op.old.clone()) {
            gone.lines.insert(line);
            gone.shifts.entry(self.search.search[line]).or_default().extend(self.shifts.of_line[line]);
        }
        gone
    }

    /// The lines of the file that a hunk removes.
    fn there(&self, op: &Op) -> Range<usize> {
        self.first + op.old.start..self.first + op.old.end
    }

    /// Returns how much deeper the lines of a hunk are written than in REPLACE: as all lines are that it
    /// removes, and the nearest on both sides. A hunk that removes the very lines between which the shift
    /// changes is written as in REPLACE if the lines that it begins with are in the file as in SEARCH: there
    /// it is the reply's own text that goes on.
    fn shift(&self, op: &Op, reach: Range<usize>, gone: &Gone<'_>) -> Result<isize, Unlaid> {
        let new = || op.new.clone().filter(|&line| !is_blank(self.search.replace[line]));
        let Some(line) = new().next() else {
            let besides = reach.clone().filter(|line| !op.old.contains(line));
            let one = self.shifts.differ_in(besides).is_empty() || self.shifts.differ_in(reach).len() < 2;
            return if one { Ok(0) } else { Err(Unlaid::Indentation { line: op.new.start + 1 }) };
        };
        let above = self.shifts.nearest((0..reach.start).rev());
        let below = self.shifts.nearest(reach.end..self.search.search.len());
        let unexplained = Unlaid::Indentation { line: line + 1 };
        let around = match self.is_across_a_step(op) {
            true => self.shifts.differ_in(above.into_iter().chain(self.shifts.nearest(op.old.clone()))),
            false => self.shifts.differ_in(reach.chain(above).chain(below)),
        };
        let [shift] = Vec::from_iter(around)[..] else { return Err(unexplained) };
        // A line that goes at one place and comes at another has moved.
        let moved = new().filter_map(|line| gone.shifts.get(self.search.replace[line]));
        let agrees = moved.flatten().all(|other| *other == shift);
        // A line that stays shows that REPLACE is indented like SEARCH; one that is as in the file shows that
        // it is not.
        let stays = above.into_iter().chain(below).any(|line| !gone.lines.contains(&line));
        let there: HashSet<&[u8]> = self.text.window(self.there(op)).into_iter().collect();
        let stands = new().any(|line| there.contains(self.search.replace[line]));
        let told = stays && !stands && !self.is_across_a_step(op);
        if agrees && (shift == 0 || told) { Ok(shift) } else { Err(unexplained) }
    }

    /// Returns whether the shift changes among the lines that a hunk removes.
    fn is_across_a_step(&self, op: &Op) -> bool {
        self.shifts.differ_in(op.old.clone()).len() > 1
    }

    /// The lines of SEARCH that a hunk removes, and those next to them that are equal to one that it removes or adds: it
    /// might as well be these that go, or that stay.
    fn reach(&self, op: &Op) -> Range<usize> {
        let Search { search, replace, .. } = self.search;
        let own: HashSet<&&[u8]> = search[op.old.clone()].iter().chain(&replace[op.new.clone()]).collect();
        let up = search[..op.old.start].iter().rev().take_while(|line| own.contains(line)).count();
        let down = search[op.old.end..].iter().take_while(|line| own.contains(line)).count();
        op.old.start - up..op.old.end + down
    }

    /// The first line of REPLACE, of hunks that are shifted, that may mean something else with another indentation.
    fn doubtful<'o>(&self, mut moved: impl Iterator<Item = &'o Op>) -> Option<usize> {
        let Search { replace, language, .. } = self.search;
        let before = Texts::new(*language, &self.text.window(0..self.text.len()), Extent::File);
        let after = Texts::new(*language, replace, Extent::Section);
        let in_text = |line: usize| before.of_line.get(line).is_some_and(Option::is_some);
        let opens_inside = in_text(self.first);
        moved.find_map(|op| {
            let around = self.first + op.old.start..=self.first + op.old.end;
            let inside = opens_inside || around.into_iter().any(in_text);
            let doubt = |line: &usize| {
                !is_blank(replace[*line])
                    && (inside || after.of_line[*line].is_some() || counts_at_margin_only(replace[*line]))
            };
            op.new.clone().find(doubt)
        })
    }

    /// A line of REPLACE as it is written into the file; none if the shift does not explain its indentation.
    fn written(&self, line: usize, shift: isize) -> Option<Cow<'r, [u8]>> {
        let line = self.search.replace[line];
        if is_blank(line) {
            return Some(Cow::Borrowed(line));
        }
        let white = indentation(line);
        let Shifts { of_line, kind } = self.shifts;
        if white.iter().any(|byte| byte != kind) {
            return None;
        }
        let by = shift.unsigned_abs();
        if shift <= 0 {
            return (by <= white.len()).then(|| Cow::Borrowed(&line[by..]));
        }
        // A line at the margin while the rest is indented may well belong there.
        let at_margin = |(at, known): (usize, &Option<isize>)| {
            *known == Some(shift) && indentation(self.search.search[at]).is_empty()
        };
        let from_margin = of_line.iter().enumerate().any(at_margin);
        (from_margin || !white.is_empty()).then(|| Cow::Owned([&vec![*kind; by], line].concat()))
    }
}

#[cfg(test)]
mod tests;
