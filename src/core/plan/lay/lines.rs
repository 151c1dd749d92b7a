//! A block's change, laid where its place is found: in the source, or in what earlier blocks made of it.

use std::{borrow::Cow, ops::Range};

use super::recipes;
use crate::core::{
    edits::Part,
    locate::{EXACT, Found, Place, Rung, Search, Tier, Tolerance},
    outcome::{Applied, Failure, Note, Outcome},
    plan::{
        files::{File, InResult, Laid},
        job::Job,
        refuse,
    },
    splice::Hunk,
    text::{Ending, Text, bodies, filled, has_letter, is_blank},
};

/// Names of files that are there to be empty.
pub(crate) const EMPTY_ON_PURPOSE: [&str; 4] = ["__init__.py", "py.typed", "mod.rs", ".gitkeep"];

impl<'r> Job<'_, 'r> {
    /// Makes the file, which is not there.
    pub(crate) fn create(&self, file: &mut File<'r>, ending: Ending) -> Result<(), Failure> {
        self.refuse_placeholder(&[], file.language)?;
        self.refuse_divider()?;
        self.refuse_markers(&[])?;
        self.admit()?;
        refuse::in_blanks(&file.text, file.language, &self.search.replace)?;
        file.ending = ending;
        match self.with_tabs(file) {
            Some(lines) => file.create(&lines),
            None => file.create(&self.search.replace),
        }
        file.given = self.is_file().then_some(self.number);
        file.final_newline = self.edit.hints.final_newline;
        refuse::limit(file.size(), self.settings).inspect_err(|_| file.remove())
    }

    /// The lines of a new file with tabs in front of those of recipes, where blanks are there.
    fn with_tabs(&self, file: &mut File<'r>) -> Option<Vec<Cow<'r, [u8]>>> {
        let lines = &self.search.replace;
        if !recipes::may_be(file.language, lines.iter()) {
            return None;
        }
        let new = lines.iter().map(|line| Cow::Borrowed(*line)).collect();
        let mut hunks = [Hunk { old: 0..0, new }];
        let is_tabbed = recipes::tabbed(&Text::default(), &mut hunks);
        file.notes.extend(is_tabbed.then_some(Note::Tabs));
        let [Hunk { new, .. }] = hunks;
        is_tabbed.then_some(new)
    }

    /// Lays the change at the one place of those found that is meant.
    pub(crate) fn lay_in_source(
        &self,
        file: &mut File<'r>,
        rung: &Rung,
        mut found: Found<'r>,
    ) -> Result<Outcome, Failure> {
        let count = found.lines().len();
        let mut named = self.named(rung, &mut found, file)?;
        if named.is_none() && found.unlaid.is_empty() && self.is_one_result(&found.places, file)? {
            named = Some(0);
        }
        let place = match named {
            Some(at) => found.places[at].clone(),
            None => self.choose(file, rung.tier, found)?,
        };
        // Equal blocks before it have taken all places.
        let is_more = self.equals.rank >= count && file.edits.has_block(self.equals.first);
        if is_more && let Some(outcome) = self.by_fewer_places(file, count)? {
            return Ok(outcome);
        }
        if is_more && !file.edits.has_all(&place.hunks) {
            file.notes.push(Note::Collapsed);
            return Ok(Outcome::Applied(Applied { tier: Some(rung.tier), before: Some(place.lines) }));
        }
        if count > 1 && named.is_none() {
            file.notes.push(Note::OneOfMany);
        } else if let Some(outcome) = self.if_present(file, rung, &place)? {
            return Ok(outcome);
        }
        let text = &file.text;
        let stands = |hunk: &Hunk<'_>| {
            let there = text.window(hunk.old.clone());
            there.len() == hunk.new.len() && there.iter().zip(&hunk.new).all(|(there, new)| *there == &**new)
        };
        if place.hunks.iter().all(stands) && !self.ends_otherwise(file) {
            return Ok(Outcome::AlreadyApplied);
        }
        let keeps = self.settings.keep_emptied || self.edit.hints.keeps_emptied;
        if (!keeps || self.edit.hints.whole) && self.empties(file, &place) {
            file.remove();
            return Ok(Outcome::Applied(Applied { tier: Some(rung.tier), before: Some(place.lines) }));
        }
        self.refuse_moved(file, &place.lines)?;
        self.refuse_below_head(file, &place)?;
        refuse::edit_of_copy(file, &place)?;
        self.add(file, place.hunks, Some(rung.tier), Some(place.lines))
    }

    /// Returns whether the file ends with a newline and shall not, or the reverse.
    pub(crate) fn ends_otherwise(&self, file: &File<'r>) -> bool {
        let has_newline = file.text.bytes().ends_with(b"\n");
        self.edit.hints.final_newline.is_some_and(|wanted| wanted != has_newline && !file.text.is_empty())
    }

    /// Adds the lines of a block without SEARCH in front of a line of the file, or at its end.
    pub(crate) fn insert(
        &self,
        file: &mut File<'r>,
        at: usize,
        tier: Option<Tier>,
    ) -> Result<Outcome, Failure> {
        let new = self.search.replace.iter().map(|&line| line.into()).collect();
        let place = Place::new(at..at, vec![Hunk { old: at..at, new }]);
        if let Some(outcome) = self.if_present(file, &EXACT, &place)? {
            return Ok(outcome);
        }
        self.add(file, place.hunks, tier, Some(place.lines))
    }

    /// The one place that is meant. Of several: each of as many equal blocks takes one, in order; or it is
    /// the one that no earlier block changes. Where one makes this very change, the block may repeat it; or the one
    /// whose lines no other block keeps. A place where the change cannot be laid may be meant as well as any other.
    fn choose(&self, file: &mut File<'r>, tier: Tier, found: Found<'r>) -> Result<Place<'r>, Failure> {
        let all = found.lines();
        let Found { mut places, mut unlaid } = found;
        let is_each = self.equals.is_of_one && places.len() == self.equals.count;
        if all.len() > 1 && unlaid.is_empty() && is_each {
            return Ok(places.swap_remove(self.equals.rank));
        }
        if all.len() > 1 {
            places.retain(|place| !file.edits.touches(&place.lines) || file.edits.has_all(&place.hunks));
            unlaid.retain(|(lines, _)| !file.edits.touches(lines));
            self.leave_out_kept(&mut places, file)?;
        }
        match <[Place<'r>; 1]>::try_from(places) {
            Ok([place]) if unlaid.is_empty() => Ok(place),
            _ => Err(self.undecided(file, tier, all)),
        }
    }

    /// Returns whether the block takes all text out of a file, so that the file itself is meant to go. Some
    /// files are empty on purpose.
    fn empties(&self, file: &File<'r>, place: &Place<'r>) -> bool {
        let blank = |line: usize| is_blank(file.text.body(line));
        let with_content = self.search.search.iter().filter(|line| !is_blank(line)).count();
        let kept = EMPTY_ON_PURPOSE.iter().any(|name| self.path.file_name() == *name);
        self.search.replace.iter().all(|line| is_blank(line))
            && (with_content >= 3 || self.edit.hints.whole)
            && file.edits.is_empty()
            && (0..place.lines.start).chain(place.lines.end..file.text.len()).all(blank)
            && (!kept || self.edit.hints.whole)
    }

    /// Adds the change, in lines of the source, to what becomes of the file. `before` are the lines that it
    /// is laid on.
    pub(crate) fn add(
        &self,
        file: &mut File<'r>,
        mut hunks: Vec<Hunk<'r>>,
        tier: Option<Tier>,
        before: Option<Range<usize>>,
    ) -> Result<Outcome, Failure> {
        self.admit_lines(file, &hunks)?;
        if recipes::may_be(file.language, hunks.iter().flat_map(|hunk| &hunk.new)) {
            file.budget.spend(file.text.len())?;
            file.notes.extend(recipes::tabbed(&file.text, &mut hunks).then_some(Note::Tabs));
        }
        if let Some(place) = &before {
            self.refuse_alternative(file, &hunks, place)?;
            self.refuse_lesser(file, &hunks, place)?;
            self.refuse_once_for_both(file, &hunks)?;
            self.refuse_added(file, &hunks, place, tier)?;
        }
        file.writes.note(&hunks);
        let so_far = self.so_far(file);
        let met = file
            .edits
            .add(&file.text, hunks, before.as_ref(), self.number)
            .map_err(|overlap| Failure::Overlap { block: overlap.block, line: overlap.line })?;
        self.keep_sized(file, so_far)?;
        if before.as_ref().is_some_and(|before| before.end == file.text.len()) {
            file.final_newline = self.edit.hints.final_newline.or(file.final_newline);
        }
        file.notes.extend(met.collapsed.then_some(Note::Collapsed));
        file.notes.extend(met.same_point.then_some(Note::SamePoint));
        Ok(Outcome::Applied(Applied { tier, before }))
    }

    /// Adds a change, in lines of a part of the result, to what becomes of the file.
    pub(super) fn add_to_result(
        &self,
        file: &mut File<'r>,
        part: &Part,
        hunks: Vec<Hunk<'r>>,
    ) -> Result<(), Failure> {
        self.admit_lines(file, &hunks)?;
        file.writes.note(&hunks);
        let so_far = self.so_far(file);
        file.edits.add_to_result(&file.text, part, hunks, self.number);
        self.keep_sized(file, so_far)
    }

    /// Looks in what earlier blocks made of the file: models edit their own edits.
    pub(crate) fn lay_in_result(&self, file: &mut File<'r>, rung: &Rung) -> Result<Option<Outcome>, Failure> {
        // Hints say where in the source.
        if file.edits.is_empty() || self.is_bound() || !file.writes.may_match(rung, &self.search) {
            return Ok(None);
        }
        let tier = rung.tier;
        let applied = Outcome::Applied(Applied { tier: Some(tier), before: None });
        let equal = file.rewrites.iter().any(|(search, by)| *by == tier && *search == self.search);
        let mut found = Vec::new();
        let reach = self.search.search.len().max(self.search.replace.len());
        for part in file.edits.parts(&file.text, reach) {
            found.extend(file.among_result(rung, part, &self.search)?);
        }
        let lines = found.iter().map(|at| at.part.first_line() + at.lines.start).collect();
        match <[_; 1]>::try_from(found) {
            Ok([InResult { laid: Laid::Done, .. }]) if !equal => Ok(Some(Outcome::AlreadyApplied)),
            Ok([InResult { laid: Laid::Unclear(around), .. }]) if !equal => {
                Err(Failure::Duplicate { is_beside: true, around })
            }
            Ok([InResult { laid: Laid::At(_), .. }])
                if !matches!(rung.tolerates, Tolerance::Endings | Tolerance::TrailingSpace)
                    && self.parts_written(file) =>
            {
                Ok(None)
            }
            Ok([InResult { part, laid: Laid::At(place), .. }]) => {
                let before = file.edits.of_part(&part).to_vec();
                self.add_to_result(file, &part, place.hunks)?;
                refuse::refuse_taken_back(file, &before)?;
                file.rewrites.push((self.search.clone(), tier));
                match file.made_together(self.number) {
                    Some(around) => Err(Failure::Duplicate { is_beside: true, around }),
                    None => Ok(Some(applied)),
                }
            }
            Err(found) if found.len() > 1 => {
                Err(Failure::Ambiguous { tier, lines, around: Vec::new(), unchosen: None })
            }
            _ if equal => {
                file.notes.push(Note::Collapsed);
                Ok(Some(applied))
            }
            _ => Ok(None),
        }
    }

    /// Returns whether the block takes out a line that an earlier one wrote, otherwise than that wrote it, together with
    /// lines of the source: those may come together by chance.
    fn parts_written(&self, file: &File<'r>) -> bool {
        let Search { replace, .. } = &self.search;
        let (written, source): (Vec<&[u8]>, Vec<&[u8]>) =
            filled(self.search.core().iter().copied()).partition(|line| file.writes.has(line));
        let earlier = &self.others[..self.others.partition_point(|(number, _)| *number < self.number)];
        let wrote = |line: &[u8]| {
            let mut sections = earlier.iter().flat_map(|(_, edit)| edit.readings());
            sections.any(|sections| bodies(sections.replace).any(|other| other == line))
        };
        let goes = |line: &&&[u8]| has_letter(line) && !replace.contains(line);
        !source.is_empty() && written.iter().filter(goes).any(|line| !wrote(line))
    }
}
