//! One SEARCH/REPLACE block on one file.

use bstr::{BString, ByteSlice as _};

use super::{History, Settings, file::File, size};
use crate::core::{
    locate::{self, Found, Place, Search, Tier, Unlaid},
    outcome::{Applied, Around, Failure, Limit, Note, Outcome, Region},
    path::RepoPath,
    prose::is_prose,
    splice::Hunk,
    text::is_blank,
};

/// Names of files that are there to be empty.
pub(crate) const EMPTY_ON_PURPOSE: [&str; 4] = ["__init__.py", "py.typed", "mod.rs", ".gitkeep"];

/// The block's rank among the blocks of the batch that are equal to it, and how many there are.
#[derive(Clone, Copy)]
pub(super) struct Equals {
    pub(super) rank: usize,
    pub(super) count: usize,
}

/// A block that is to be made on one file.
pub(super) struct Job<'a, 'r> {
    pub(super) number: usize,
    pub(super) path: &'a RepoPath,
    pub(super) search: Search<'r>,
    /// The block's divider, if other lines of it look like one.
    pub(super) divider: Option<&'r [u8]>,
    /// Where the core of SEARCH stands in the source but for white space at the edges of lines.
    pub(super) candidates: Vec<usize>,
    pub(super) equals: Equals,
    pub(super) settings: &'a Settings,
    /// Older versions, and merges.
    pub(super) history: &'a dyn History,
    /// Whether an older path of the file may be looked at.
    pub(super) may_read: &'a dyn Fn(&RepoPath) -> bool,
    /// The version that the reply says it is based on.
    pub(super) base: Option<&'a [u8]>,
    /// Why it is refused if it changes anything.
    pub(super) refused: Option<Failure>,
}

impl From<locate::OverBudget> for Failure {
    fn from(_: locate::OverBudget) -> Self {
        Self::Limit(Limit::Work)
    }
}

impl<'r> Job<'_, 'r> {
    /// Makes the block on a file that exists.
    pub(super) fn perform(self, file: &mut File<'r>, notes: &mut Vec<Note>) -> Result<Outcome, Failure> {
        let Search { search, replace, .. } = &self.search;
        let creates = search.iter().all(|line| is_blank(line));
        if creates && self.stands_whole(file) {
            return Ok(Outcome::AlreadyApplied);
        }
        if search == replace {
            let there = creates || !self.candidates.is_empty() || self.stands_somewhere(file)?;
            notes.extend((!there).then_some(Note::NotThere));
            return Ok(Outcome::NoOp);
        }
        self.refuse_placeholder()?;
        self.refuse_divider()?;
        if creates {
            return self.put_whole(file);
        }
        if let Some(outcome) = self.on_base(file, notes)? {
            return Ok(outcome);
        }
        let text = &file.text;
        if file.edits.is_empty() && (0..text.len()).all(|line| is_blank(text.body(line))) {
            return Err(Failure::Empty);
        }
        let mut unlaid = None;
        for tier in Tier::ALL.into_iter().filter(|tier| *tier <= self.settings.last_tier) {
            if let Some(outcome) = self.beyond_lines(tier, file, notes)? {
                return Ok(outcome);
            }
            let found = file.at_tier(tier, &self.candidates, &self.search)?;
            if !found.places.is_empty() || found.unlaid.len() > 1 {
                return self.lay_in_source(file, tier, found, notes);
            }
            // What stands in the source still is meant before what earlier blocks wrote.
            let stands = found.unlaid.iter().any(|(lines, _)| !file.edits.touches(lines));
            unlaid = unlaid.or(found.unlaid.into_iter().next().map(|(_, unlaid)| unlaid));
            if !stands && let Some(outcome) = self.lay_in_result(file, tier, notes)? {
                return Ok(outcome);
            }
            if let Some(outcome) = self.by_neighbours(tier, file, &mut unlaid, notes)? {
                return Ok(outcome);
            }
        }
        if unlaid.is_none()
            && let Some(outcome) = self.by_terminator(file, notes)?
        {
            return Ok(outcome);
        }
        let replace_places = self.places_of_replace(file)?;
        // The tier `history` has asked before.
        let done = self.settings.last_tier < Tier::History && self.is_done_instead(file)?;
        if done {
            return Ok(Outcome::AlreadyApplied);
        }
        let nearest = locate::nearest(&file.text, &self.search.search);
        let nearest = nearest.into_iter().map(|nearest| Region::new(nearest, &file.text)).collect();
        let replace = &self.search.replace;
        let stands = |first: &usize| {
            let there = file.text.window(*first..first + replace.len());
            there.iter().zip(replace).all(|(there, line)| there.trim_ascii_end() == line.trim_ascii_end())
        };
        let replace_at = replace_places.into_iter().find(stands);
        let tolerant = self.settings.last_tier >= Tier::Indent;
        let short = tolerant && !self.candidates.is_empty() && !self.search.is_telling();
        let unlaid = unlaid.or(short.then_some(Unlaid::Short));
        Err(Failure::NotFound { nearest, replace_at, unlaid })
    }

    /// The tiers that need more than the lines of the file.
    fn beyond_lines(
        &self,
        tier: Tier,
        file: &mut File<'r>,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        match tier {
            Tier::History => {
                let outcome = self.by_history(file, notes)?;
                let done = outcome.is_none() && self.is_done_instead(file)?;
                Ok(outcome.or(done.then_some(Outcome::AlreadyApplied)))
            }
            Tier::Context => self.by_context(file, notes),
            _ => Ok(None),
        }
    }

    /// Where REPLACE stands, but for white space at the edges of lines.
    pub(super) fn places_of_replace(&self, file: &mut File<'r>) -> Result<Vec<usize>, Failure> {
        let places = locate::scan(&file.text, &[&self.search.replace], &mut file.budget).swap_remove(0);
        places.map_err(Failure::from)
    }

    /// The only lines where REPLACE stands whole.
    pub(super) fn stands_instead(
        &self,
        file: &mut File<'r>,
    ) -> Result<Option<std::ops::Range<usize>>, Failure> {
        let places = self.places_of_replace(file)?;
        Ok(locate::stands_instead(&file.text, &places, &self.search.replace))
    }

    /// Whether REPLACE stands where SEARCH is meant, as far as the file alone can tell.
    fn is_done_instead(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        let only = self.stands_instead(file)?;
        Ok(only.is_some_and(|only| locate::done_instead(&file.text, &only, &self.search)))
    }

    /// Whether SEARCH stands in the file exactly.
    pub(super) fn stands_exactly(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        let found = file.at_tier(Tier::Exact, &self.candidates, &self.search)?;
        Ok(!found.places.is_empty())
    }

    /// Whether SEARCH stands in the file by any tier that is allowed, or in what earlier blocks made of it.
    fn stands_somewhere(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        let reach = self.search.search.len();
        for tier in Tier::ALL.into_iter().filter(|tier| *tier <= self.settings.last_tier) {
            if !file.at_tier(tier, &self.candidates, &self.search)?.places.is_empty() {
                return Ok(true);
            }
            for part in file.edits.parts(&file.text, reach) {
                if !file.at_tier_in_result(tier, part, &self.search)?.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Refuses lines that only stand for code left out.
    pub(super) fn refuse_placeholder(&self) -> Result<(), Failure> {
        if self.settings.allow_placeholder {
            return Ok(());
        }
        match locate::placeholder(&self.search.search, &self.search.replace, self.path.file_name()) {
            Some(line) => Err(Failure::Placeholder { line, text: BString::from(self.search.replace[line]) }),
            None => Ok(()),
        }
    }

    /// Refuses a line of REPLACE that is as long as the block's divider and is no underline of a heading, nor a part of
    /// a conflict: it would stay in the file.
    pub(super) fn refuse_divider(&self) -> Result<(), Failure> {
        let Some(divider) = self.divider else { return Ok(()) };
        let Search { search, replace, .. } = &self.search;
        let conflict = |line: &&[u8]| line.starts_with(b"<<<<<<<");
        if replace.iter().any(conflict) {
            return Ok(());
        }
        let prose = is_prose(self.path.file_name());
        // In prose a heading may be longer than its underline, but something follows it.
        let heads = |line: usize| prose && !replace[line + 1..].iter().all(|below| is_blank(below));
        let underlines = |line: usize| {
            line.checked_sub(1)
                .is_some_and(|above| replace[above].trim().chars().count() == divider.trim().len())
        };
        let doubtful = |line: &usize| {
            replace[*line].trim_end() == divider.trim_end()
                && !underlines(*line)
                && !heads(*line)
                && !search.iter().any(|known| known.trim_end() == divider.trim_end())
        };
        match (0..replace.len()).find(doubtful) {
            Some(line) => Err(Failure::Divider { line }),
            None => Ok(()),
        }
    }

    /// Whether REPLACE is the whole file, as the blocks so far leave it.
    fn stands_whole(&self, file: &File<'r>) -> bool {
        match &file.edits.parts(&file.text, file.text.len())[..] {
            [] => file.text.window(0..file.text.len()) == self.search.replace,
            whole => whole.iter().all(|part| file.edits.result(&file.text, part) == self.search.replace),
        }
    }

    /// A blank SEARCH section for a file that exists.
    fn put_whole(&self, file: &mut File<'r>) -> Result<Outcome, Failure> {
        let text = &file.text;
        let whole = text.window(0..text.len());
        let empty = file.edits.is_empty() && whole.iter().all(|line| is_blank(line));
        if !empty && !self.settings.overwrite {
            return Err(Failure::Exists);
        }
        if !empty {
            size::limit_shrink(file.text.bytes(), &self.search.replace, self.settings.max_shrink)?;
        }
        let hunks = crate::core::script::difference(&whole, &self.search.replace);
        let hunks = hunks.into_iter().map(|op| Hunk {
            old: op.old,
            new: self.search.replace[op.new].iter().map(|&line| line.into()).collect(),
        });
        let hunks = hunks.collect();
        // The whole file holds all that is to be in it, be it without what earlier blocks put there.
        file.forget_edits();
        self.add(file, hunks, None, None, &mut Vec::new())
    }

    pub(super) fn lay_in_source(
        &self,
        file: &mut File<'r>,
        tier: Tier,
        found: Found<'r>,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        let several = found.stands().len() > 1;
        let place = self.choose(file, tier, found)?;
        if several {
            notes.push(Note::OneOfMany);
        } else if locate::done_around(&file.text, place.lines.start, &self.search, tier) {
            return Ok(Outcome::AlreadyApplied);
        }
        let text = &file.text;
        let stands = |hunk: &Hunk<'_>| {
            let there = text.window(hunk.old.clone());
            there.len() == hunk.new.len() && there.iter().zip(&hunk.new).all(|(there, new)| *there == &**new)
        };
        if place.hunks.iter().all(stands) {
            return Ok(Outcome::AlreadyApplied);
        }
        if !self.settings.keep_emptied && self.empties(file, &place) {
            file.remove();
            return Ok(Outcome::Applied(Applied { tier: Some(tier), before: Some(place.lines) }));
        }
        self.add(file, place.hunks, Some(tier), Some(place.lines), notes)
    }

    /// The one place that is meant. Of several: each of as many equal blocks takes one, in order; or it is the one that
    /// no earlier block changes. A place where the change cannot be laid may be meant as well as any other.
    fn choose(&self, file: &File<'r>, tier: Tier, found: Found<'r>) -> Result<Place<'r>, Failure> {
        let all = found.stands();
        let Found { mut places, mut unlaid } = found;
        if all.len() > 1 && unlaid.is_empty() && places.len() == self.equals.count {
            return Ok(places.swap_remove(self.equals.rank));
        }
        if all.len() > 1 {
            places.retain(|place| !file.edits.touches(&place.lines));
            unlaid.retain(|(lines, _)| !file.edits.touches(lines));
        }
        match <[Place<'r>; 1]>::try_from(places) {
            Ok([place]) if unlaid.is_empty() => Ok(place),
            _ => {
                let shown = all.iter().take(Around::PLACES).cloned();
                let around = shown.map(|lines| Around::new(lines, &file.text)).collect();
                let lines = all.into_iter().map(|lines| lines.start).collect();
                Err(Failure::Ambiguous { tier, lines, around })
            }
        }
    }

    /// Whether the block takes all text out of a file, so that the file itself is meant to go. Some files are there to
    /// be empty.
    fn empties(&self, file: &File<'r>, place: &Place<'r>) -> bool {
        let blank = |line: usize| is_blank(file.text.body(line));
        let with_content = self.search.search.iter().filter(|line| !is_blank(line)).count();
        let kept = EMPTY_ON_PURPOSE.iter().any(|name| self.path.file_name() == *name);
        self.search.replace.iter().all(|line| is_blank(line))
            && with_content >= 3
            && file.edits.is_empty()
            && (0..place.lines.start).chain(place.lines.end..file.text.len()).all(blank)
            && !kept
    }

    pub(super) fn add(
        &self,
        file: &mut File<'r>,
        hunks: Vec<Hunk<'r>>,
        tier: Option<Tier>,
        before: Option<std::ops::Range<usize>>,
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        self.admit()?;
        file.note(&hunks);
        let so_far = self.so_far(file);
        let met = file
            .edits
            .add(&file.text, hunks, self.number)
            .map_err(|overlap| Failure::Overlap { block: overlap.block, line: overlap.line })?;
        self.keep_sized(file, so_far)?;
        notes.extend(met.collapsed.then_some(Note::Collapsed));
        notes.extend(met.same_point.then_some(Note::SamePoint));
        Ok(Outcome::Applied(Applied { tier, before }))
    }

    /// Looks in what earlier blocks made of the file: models edit their own edits.
    fn lay_in_result(
        &self,
        file: &mut File<'r>,
        tier: Tier,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        if file.edits.is_empty() || !file.may_stand_in_result(tier, &self.search) {
            return Ok(None);
        }
        let applied = Outcome::Applied(Applied { tier: Some(tier), before: None });
        let equal = file.rewrites.iter().any(|(search, by)| *by == tier && *search == self.search);
        let mut found = Vec::new();
        let reach = self.search.search.len().max(self.search.replace.len());
        for part in file.edits.parts(&file.text, reach) {
            found.extend(file.at_tier_in_result(tier, part, &self.search)?);
        }
        let lines = found.iter().map(|(part, lines, _)| part.first_line() + lines.start).collect();
        match <[_; 1]>::try_from(found) {
            Ok([(.., Some((_, true)))]) if !equal => Ok(Some(Outcome::AlreadyApplied)),
            Ok([(part, _, Some((place, false)))]) => {
                self.admit()?;
                file.note(&place.hunks);
                let so_far = self.so_far(file);
                file.edits.add_to_result(&file.text, &part, place.hunks, self.number);
                self.keep_sized(file, so_far)?;
                file.rewrites.push((self.search.clone(), tier));
                Ok(Some(applied))
            }
            Err(found) if found.len() > 1 => Err(Failure::Ambiguous { tier, lines, around: Vec::new() }),
            _ if equal => {
                notes.push(Note::Collapsed);
                Ok(Some(applied))
            }
            _ => Ok(None),
        }
    }
}
