//! The tier `history`, which needs more than the file as it is.

use std::rc::Rc;

use super::{
    edit::Job,
    file::File,
    record::{Recorded, Rewrite, Sent, Side},
};
use crate::core::{
    locate::{
        self, Beside, Budget, Carried, Found, Hay, LADDER, Nearest, OverBudget, Place, Presence, Search,
        Tier, Tolerance, plain, plain_with, presence,
    },
    outcome::{Failure, Note, Origin, Outcome, Region, Stale},
    path::RepoPath,
    reply::Extent,
    script,
    splice::Hunk,
    text::{Text, bodies},
};

/// An older version of a file, as it would be in the work tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Older {
    /// Its origin.
    pub origin: Origin,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// One step of going through older versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next older version.
    Version(Rc<Older>),
    /// There is none.
    End,
    /// Looking further would take too long.
    GaveUp {
        /// Number of commits that were looked at.
        commits: usize,
    },
}

/// Result of merging two texts that were made from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The text; with conflict markers where the two do not agree.
    pub bytes: Vec<u8>,
    /// True if they agree.
    pub clean: bool,
}

/// Access to the repository's history, for rungs and for finding changes that were made already.
pub trait History {
    /// An older version of a file, `number` counting from 0 for the newest: the index, HEAD, the commits that
    /// touched it, earlier batches. `may_read` says of a path that the file had whether it may be looked at.
    fn version(&self, path: &RepoPath, number: usize, may_read: &dyn Fn(&RepoPath) -> bool) -> Step {
        let _ = (path, number, may_read);
        Step::End
    }

    /// Returns whether there was a file at a path that has none, as far as that can be told.
    fn had(&self, path: &RepoPath) -> Option<bool> {
        let _ = path;
        None
    }

    /// The version that a reply names by the id of a commit or a blob, which may be abbreviated.
    fn named(&self, path: &RepoPath, base: &[u8]) -> Option<Older> {
        let _ = (path, base);
        None
    }

    /// The id of a file with these bytes as git would store it, in hexadecimal, if that can be told.
    fn id(&self, path: &RepoPath, bytes: &[u8]) -> Option<String> {
        let _ = (path, bytes);
        None
    }

    /// The three-way merge of `ours` and `theirs`, both made from `base`; `label` names theirs at conflict
    /// markers.
    fn merge(&self, base: &[u8], ours: &[u8], theirs: &[u8], label: &str) -> Merged {
        let _ = (base, theirs, label);
        Merged { bytes: ours.to_vec(), clean: false }
    }

    /// The block as a batch in force made it; of equal ones, the newest that were recorded.
    fn recorded(&self, path: &RepoPath, sent: &Sent<'_>) -> Option<Recorded> {
        let _ = (path, sent);
        None
    }

    /// The batches in force that wrote to a file, the oldest first.
    fn rewrites(&self, path: &RepoPath) -> Vec<Rewrite> {
        let _ = path;
        Vec::new()
    }

    /// A version of a file beside a batch, if it is kept.
    fn side(&self, path: &RepoPath, side: Side) -> Option<Rc<Text>> {
        let _ = (path, side);
        None
    }
}

/// No history: nothing is found there, and nothing merges.
#[derive(Clone, Copy, Debug)]
pub struct NoHistory;

impl History for NoHistory {}

impl<'r> Job<'_, 'r> {
    /// Looks for SEARCH in older versions of the file; the newest that has it decides.
    pub(super) fn by_history(
        &self,
        file: &mut File<'r>,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        let path = file.from.clone().unwrap_or_else(|| self.path.clone());
        for number in 0.. {
            match self.history.version(&path, number, self.may_read) {
                Step::Version(older) => {
                    let outcome = self.on_version(&older, file, notes)?;
                    if outcome.is_some() {
                        return Ok(outcome);
                    }
                }
                Step::End => break,
                Step::GaveUp { commits } => {
                    notes.push(Note::GaveUp { commits });
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Applies the block to the version that the reply names, if SEARCH is there.
    pub(super) fn on_base(
        &self,
        file: &mut File<'r>,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        let Some(base) = self.base else { return Ok(None) };
        let path = file.from.clone().unwrap_or_else(|| self.path.clone());
        match self.history.named(&path, base) {
            Some(older) => self.on_version(&older, file, notes),
            None => {
                notes.push(Note::UnknownBase);
                Ok(None)
            }
        }
    }

    /// Applies the block to an older version, if SEARCH is there, and merges the change into today's file.
    fn on_version(
        &self,
        older: &Older,
        file: &mut File<'r>,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Outcome>, Failure> {
        let then = Text::new(older.bytes.clone());
        let Ok(Some(mut found)) = self.places_in(&then) else { return Ok(None) };
        self.keep_admitted(&mut found, &then, file.language);
        let Found { mut places, unlaid } = found;
        if places.len() + unlaid.len() > 1 {
            let found = Found { places, unlaid };
            let lines = found.stands().into_iter().map(|lines| lines.start).collect();
            return Err(Failure::AmbiguousThen { origin: older.origin.clone(), lines });
        }
        let Some(place) = places.pop() else { return Ok(None) };
        // The version had the change, and it was taken back since.
        let beside = Beside::of(&then, &place.lines, &place.hunks);
        let within = then.window(place.lines.clone());
        if presence(&place.hunks, &place.lines, &within, &beside, &then) == Presence::Made {
            return Ok(None);
        }
        self.carry_over(&then, &place, older, file, notes).map(Some)
    }

    /// The places of SEARCH in a version, by the first rung that has any.
    fn places_in(&self, then: &Text) -> Result<Option<Found<'r>>, OverBudget> {
        let bytes = then.bytes().len() + self.search.search.iter().map(|line| line.len() + 1).sum::<usize>();
        let mut budget = Budget::for_bytes(bytes);
        let candidates = locate::scan(then, &[self.search.core()], &mut budget).swap_remove(0)?;
        let folded = locate::folded(then);
        if candidates.is_empty() && self.search.is_plain() && folded.is_none() {
            return Ok(None);
        }
        for rung in LADDER.iter().filter(|rung| rung.in_versions) {
            let folded = folded.as_ref().or_else(|| (!self.search.is_plain()).then_some(then));
            let folded = folded
                .filter(|_| rung.tolerates == Tolerance::Characters)
                .map(|text| text as &dyn locate::Lines);
            let hay = Hay { lines: then, whole: None, folded, candidates: &candidates };
            let found = rung.among_lines(&hay, &self.search, &mut budget)?;
            if !found.places.is_empty() {
                return Ok(Some(found));
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
        notes: &mut Vec<Note>,
    ) -> Result<Outcome, Failure> {
        let bytes = then.bytes().len() + file.text.bytes().len() + bytes(&self.search);
        let mut carried = locate::carry(then, place, &file.text, &mut Budget::for_bytes(bytes))?;
        if let Carried::Conflict(lines) | Carried::Laid(Place { lines, .. }) = &carried
            && self.came_in(then, file)?
        {
            let only = self.stands_instead(file)?;
            let is_known = !matches!(self.hints.extent, Extent::Numbered(_));
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
        let (old, now) = (then.window(0..then.len()), file.text.window(0..file.text.len()));
        let label = older.origin.to_string();
        let merged = self.history.merge(&plain(&old), &plain(&now), &plain_with(&old, &place.hunks), &label);
        match &carried {
            Carried::Laid(laid) if merged.clean && merged.bytes == plain_with(&now, &laid.hunks) => {
                notes.push(Note::AsOf(older.origin.clone()));
                let (hunks, lines) = (laid.hunks.clone(), laid.lines.clone());
                self.add(file, hunks, Some(Tier::History), Some(lines), notes)
            }
            Carried::Done => {
                notes.push(Note::MadeSince(older.origin.clone()));
                Ok(Outcome::AlreadyApplied)
            }
            _ if self.settings.three_way && !merged.clean => {
                let hunks = marked(&now, &merged.bytes);
                notes.extend([Note::AsOf(older.origin.clone()), Note::Conflict]);
                self.add(file, hunks, Some(Tier::History), None, notes)
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
        let path = file.from.clone().unwrap_or_else(|| self.path.clone());
        for number in 0.. {
            let Step::Version(newer) = self.history.version(&path, number, self.may_read) else { break };
            if *newer == *older {
                break;
            }
            let bytes = then.bytes().len() + newer.bytes.len();
            file.budget.spend(bytes)?;
            let mut budget = Budget::for_bytes(bytes);
            if locate::carry(then, place, &Text::new(newer.bytes.clone()), &mut budget)? == Carried::Done {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether REPLACE occurs in the file more often than in an older version.
    fn came_in(&self, then: &Text, file: &mut File<'r>) -> Result<bool, Failure> {
        let mut budget = Budget::for_bytes(then.bytes().len());
        let stood = locate::scan(then, &[&self.search.replace], &mut budget).swap_remove(0)?;
        Ok(self.places_of_replace(file)?.len() > stood.len())
    }
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

/// The failure of a change to lines of an older version that are others in the file.
pub(super) fn stale(
    older: &Older,
    then: &Text,
    place: &Place<'_>,
    now: &Text,
    lines: std::ops::Range<usize>,
) -> Failure {
    let differences = script::difference(&then.window(place.lines.clone()), &now.window(lines.clone()));
    let today = differences.into_iter().map(|op| op.shifted(0, lines.start)).collect();
    let now = Region::new(Nearest { lines, differences: today }, now);
    let then = Region::new(Nearest { lines: place.lines.clone(), differences: Vec::new() }, then);
    Failure::Stale(Box::new(Stale { origin: older.origin.clone(), then, now }))
}
