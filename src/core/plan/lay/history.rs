//! The tier `history`, which needs more than the file as it is.

use std::rc::Rc;

use crate::core::{
    locate::{
        self, Budget, Carried, Edges, Found, Hay, LADDER, OverBudget, Place, Presence, Rung, Search, Since,
        Tier, Tolerance, plain, plain_with,
    },
    outcome::{Failure, Note, Outcome},
    plan::{
        files::File,
        job::Job,
        types::{BYTES_PER_STEP, MOST_SEEN, Older, Step, stale},
    },
    reply::Extent,
    splice::Hunk,
    text::{Text, bodies},
    typeset,
};

impl<'r> Job<'_, 'r> {
    /// Looks for SEARCH in older versions of the file; the newest that has it decides.
    pub(crate) fn by_history(&self, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        for number in 0.. {
            match self.history.version(self.path_before(file), number, self.may_read) {
                Step::Version(older) => {
                    let outcome = self.on_version(&older, file)?;
                    if outcome.is_some() {
                        return Ok(outcome);
                    }
                }
                Step::End => break,
                Step::GaveUp { commits } => {
                    file.notes.push(Note::GaveUp { commits });
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Makes a block whose lines are in the file but for white space or characters by way of the newest version that
    /// has them exactly, where that had these lines too: the exact ones are meant.
    pub(crate) fn by_exact_version(
        &self,
        rung: &Rung,
        found: &Found<'r>,
        file: &mut File<'r>,
    ) -> Result<Option<Outcome>, Failure> {
        if rung.tolerates == Tolerance::Endings {
            return Ok(None);
        }
        let lines = found.lines();
        for older in self.older(file).take(MOST_SEEN) {
            file.budget.spend(older.bytes.len() / BYTES_PER_STEP)?;
            let then = Rc::new(Text::new(older.bytes.clone()));
            let Ok(Some((first, mut exact))) = self.places_in(&then) else { continue };
            if first.tolerates != Tolerance::Endings {
                continue;
            }
            let Some(since) = Since::new(&then, &file.text) else { break };
            if !lines.iter().any(|lines| since.was_there(lines)) {
                break;
            }
            return match (exact.places.pop(), lines.first()) {
                (Some(place), Some(lines)) if !self.may_use(Tier::History) => {
                    Err(stale(&older, &then, &place, &file.text, lines.clone()))
                }
                _ => self.on_version(&older, file),
            };
        }
        Ok(None)
    }

    /// Makes a block that is equal to earlier ones and has no place of its own by way of a version that has more places
    /// of SEARCH than the file has: lines around one of them changed since.
    pub(super) fn by_fewer_places(
        &self,
        file: &mut File<'r>,
        count: usize,
    ) -> Result<Option<Outcome>, Failure> {
        let length = self.search.core().len();
        for older in self.older(file).take(MOST_SEEN) {
            let Ok((then, places)) = older.places(self.search.core(), file.commits().1) else { break };
            if places.len() <= count {
                continue;
            }
            let Some(since) = Since::new(&then, &file.text) else { break };
            let today = |first: usize| -> Vec<usize> { since.lines(first..first + length).collect() };
            let mut changed = places.into_iter().map(|first| (first, today(first)));
            let Some((first, now)) = changed.find(|(_, now)| now.len() < length) else { continue };
            let then_at = first..first + length;
            let after = self.search.sections(Edges::Dropped).1;
            let place = Place::new(then_at.clone(), Hunk::between(&then.window(then_at), after, first));
            if self.may_use(Tier::History) {
                return self.carry_over(&then, &place, &older, file).map(Some);
            }
            let now = now.first().zip(now.last()).map_or(0..0, |(first, last)| *first..last + 1);
            return Err(stale(&older, &then, &place, &file.text, now));
        }
        Ok(None)
    }

    fn may_use(&self, tier: Tier) -> bool {
        locate::up_to(self.settings.last_tier).any(|rung| rung.tier == tier)
    }

    /// Applies the block to the version that the reply names, if SEARCH is there.
    pub(crate) fn on_base(&self, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        let Some(base) = self.base else { return Ok(None) };
        match self.history.named(self.path_before(file), base) {
            Some(older) if older.bytes == file.text.bytes() || self.may_use(Tier::History) => {
                self.on_version(&older, file)
            }
            Some(_) => Ok(None),
            None => {
                file.notes.push(Note::UnknownBase);
                Ok(None)
            }
        }
    }

    /// Applies the block to a version, if SEARCH is there, and merges the change into the file where that is another one.
    fn on_version(&self, older: &Older, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        let then = Text::new(older.bytes.clone());
        let Ok(Some((rung, mut found))) = self.places_in(&then) else { return Ok(None) };
        let is_today = older.bytes == file.text.bytes();
        if is_today && rung.tier != Tier::Exact {
            return Ok(None);
        }
        self.keep_admitted(&mut found, &then, file.language);
        let Found { mut places, unlaid } = found;
        if places.len() + unlaid.len() > 1 {
            let found = Found { places, unlaid };
            let lines = found.lines().into_iter().map(|lines| lines.start).collect();
            return Err(Failure::AmbiguousThen { origin: older.origin.clone(), lines });
        }
        let Some(place) = places.pop() else { return Ok(None) };
        // The version had the change, and it was taken back since.
        if locate::presence_among(&place, &then, &then) == Presence::Made {
            return Ok(None);
        }
        if is_today {
            return self.add(file, place.hunks, Some(rung.tier), Some(place.lines)).map(Some);
        }
        self.carry_over(&then, &place, older, file).map(Some)
    }

    /// The first rung that has places of SEARCH in a version, and these.
    fn places_in(&self, then: &Text) -> Result<Option<(&'static Rung, Found<'r>)>, OverBudget> {
        let bytes = then.bytes().len() + self.search.search.iter().map(|line| line.len() + 1).sum::<usize>();
        let budget = Budget::for_bytes(bytes);
        let candidates = locate::places(then, self.search.core(), &budget)?;
        let folded = typeset::folded(then);
        if candidates.is_empty() && self.search.is_plain() && folded.is_none() {
            return Ok(None);
        }
        let hay = Hay::new(&self.search, then, &candidates, &budget).with_folded(folded.as_ref());
        for rung in LADDER.iter().filter(|rung| rung.in_versions) {
            let found = rung.among_lines(&hay)?;
            if !found.places.is_empty() {
                return Ok(Some((rung, found)));
            }
        }
        Ok(None)
    }

    pub(super) fn carry_over(
        &self,
        then: &Text,
        place: &Place<'r>,
        older: &Older,
        file: &mut File<'r>,
    ) -> Result<Outcome, Failure> {
        let bytes = then.bytes().len() + file.text.bytes().len() + bytes(&self.search);
        let mut carried = locate::carry(then, place, &file.text, &Budget::for_bytes(bytes))?;
        if let Carried::Conflict(lines) | Carried::Laid(Place { lines, .. }) = &carried
            && self.came_in(then, file)?
        {
            let only = self.only_replace(file)?;
            let is_known = !matches!(self.edit.hints.extent, Extent::Numbered(_));
            let there = is_known
                && only.is_some_and(|only| lines.start <= only.start && only.end <= lines.end)
                && locate::went(then, &file.text, &self.search);
            carried = if there { Carried::Done } else { Carried::Conflict(lines.clone()) };
        }
        if let Carried::Laid(laid) = &carried
            && laid.hunks.len() < place.hunks.len()
            && self.was_made(then, place, older, file)?
        {
            carried = Carried::Conflict(laid.lines.clone());
        }
        // What is at its place already in part would come twice.
        if let Carried::Laid(laid) = &carried
            && laid
                .parts()
                .iter()
                .any(|part| locate::presence_among(part, &file.text, &file.text) != Presence::Absent)
        {
            carried = Carried::Conflict(laid.lines.clone());
        }
        if let Carried::Laid(laid) = &carried
            && let Some(outcome) = self.by_commit(file, laid, Some(older))?
        {
            return Ok(outcome);
        }
        let (old, now) = (then.all(), file.text.all());
        let label = format!("reply, written for {}", older.origin);
        let merged = self.history.merge(&plain(&old), &plain(&now), &plain_with(&old, &place.hunks), &label);
        let agrees = |laid: &Place<'r>| {
            let wanted = plain_with(&now, &laid.hunks);
            if merged.clean {
                return merged.bytes == wanted;
            }
            // A merge takes changes of lines next to each other for one: here others are between all lines.
            let [base, ours, theirs] = [plain(&old), plain(&now), plain_with(&old, &place.hunks)].map(spread);
            let merged = self.history.merge(&base, &ours, &theirs, &label);
            merged.clean && merged.bytes == spread(wanted)
        };
        match &carried {
            Carried::Laid(laid) if agrees(laid) => {
                file.notes.push(Note::AsOf(older.origin.clone()));
                let (hunks, lines) = (laid.hunks.clone(), laid.lines.clone());
                self.add(file, hunks, Some(Tier::History), Some(lines))
            }
            Carried::Done => {
                file.notes.push(Note::MadeSince(older.origin.clone()));
                Ok(Outcome::AlreadyApplied)
            }
            _ if self.settings.three_way && !merged.clean => {
                let hunks = marked(&now, &merged.bytes);
                file.notes.extend([Note::AsOf(older.origin.clone()), Note::Conflict]);
                self.add(file, hunks, Some(Tier::History), None)
            }
            Carried::Laid(Place { lines, .. }) | Carried::Conflict(lines) => {
                Err(stale(older, then, place, &file.text, lines.clone()))
            }
        }
    }

    /// Returns whether a version after an older one had all of a change. What of it is not in the file was taken
    /// back then.
    fn was_made(
        &self,
        then: &Text,
        place: &Place<'r>,
        older: &Older,
        file: &mut File<'r>,
    ) -> Result<bool, Failure> {
        for newer in self.older(file).take_while(|newer| **newer != *older) {
            let bytes = then.bytes().len() + newer.bytes.len();
            file.budget.spend(bytes)?;
            let budget = Budget::for_bytes(bytes);
            if locate::carry(then, place, &Text::new(newer.bytes.clone()), &budget)? == Carried::Done {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether REPLACE occurs in the file more often than in an older version.
    fn came_in(&self, then: &Text, file: &mut File<'r>) -> Result<bool, Failure> {
        let budget = Budget::for_bytes(then.bytes().len());
        let stood = locate::places(then, &self.search.replace, &budget)?;
        Ok(self.places_of_replace(file)?.len() > stood.len())
    }
}

/// A text with a line behind each that none has.
fn spread(text: Vec<u8>) -> Vec<u8> {
    bodies(&text).flat_map(|line| [line, b"\n\0\n"]).collect::<Vec<_>>().concat()
}

/// Number of bytes in the sections of a block.
fn bytes(search: &Search<'_>) -> usize {
    search.search.iter().chain(&search.replace).map(|line| line.len() + 1).sum()
}

/// The hunks that turn today's lines into a merge with conflict markers.
fn marked<'r>(now: &[&[u8]], merged: &[u8]) -> Vec<Hunk<'r>> {
    let merged: Vec<&[u8]> = bodies(merged).collect();
    Hunk::between(now, &merged, 0).into_iter().map(Hunk::into_owned).collect()
}
