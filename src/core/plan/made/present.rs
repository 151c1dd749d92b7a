//! Changes whose lines are in the file already, or are nearer to another part of it.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::recorded::Among;
use crate::core::{
    locate::{self, Place, Presence, Rung, Tolerance},
    outcome::{Around, Failure, Outcome},
    plan::{
        files::{File, Removed},
        job::Job,
    },
    splice::Hunk,
    text::{bodies, has_letter, is_blank, without_blank_edges},
};

impl<'r> Job<'_, 'r> {
    /// The outcome if the lines that the change adds are there already.
    ///
    /// # Errors
    ///
    /// If a part of them is, or nothing proves that they are there because of this block.
    pub(crate) fn if_present(
        &self,
        file: &mut File<'r>,
        rung: &Rung,
        place: &Place<'r>,
    ) -> Result<Option<Outcome>, Failure> {
        if self.is_at_base(file) {
            return self.refuse_nearer(file, rung, place).map(|()| None);
        }
        let (is_beside, lines) = match self.presence(file, place)? {
            Presence::Made if !self.is_taken_out(file, place)? => return Ok(Some(Outcome::AlreadyApplied)),
            Presence::Made | Presence::Unclear => {
                self.refuse_alternative(file, &place.hunks, &place.lines)?;
                (true, place.lines.clone())
            }
            Presence::Absent => match self.made_elsewhere(file, rung, place)? {
                None => match self.by_commit(file, place, None)? {
                    Some(_) if self.is_taken_out(file, place)? => (true, place.lines.clone()),
                    Some(outcome) => return Ok(Some(outcome)),
                    None => {
                        self.refuse_within_batch(file, place)?;
                        return self.refuse_nearer(file, rung, place).map(|()| None);
                    }
                },
                Some(lines) => (false, lines),
            },
        };
        match self.by_record(&Among::All, file)? {
            Some(outcome) => Ok(Some(outcome)),
            None => Err(Failure::Duplicate { is_beside, around: Around::new(lines, &file.text) }),
        }
    }

    /// Returns whether the file is the version that the reply says it is based on, so that nothing of it can be made.
    fn is_at_base(&self, file: &File<'r>) -> bool {
        let named = self.base.and_then(|base| self.history.named(self.path_before(file), base));
        named.is_some_and(|older| *older.bytes == *file.text.bytes())
    }

    /// Answers whether the lines that the change adds are at its place already. Those that another block takes
    /// out there are no evidence of that, unless a commit made this change.
    fn presence(&self, file: &mut File<'r>, place: &Place<'r>) -> Result<Presence, Failure> {
        let mut answer = file.presence(place, self.others, self.number, &HashSet::new());
        if answer != Presence::Absent {
            let moved = self.moved(file, place)?;
            if moved.is_empty() {
                return Ok(answer);
            }
            answer = file.presence(place, self.others, self.number, &moved);
        }
        if answer != Presence::Absent || self.others.len() < 2 || !place.gaps.is_empty() {
            return Ok(answer);
        }
        let alone = locate::presence_among(place, &file.text, &file.text);
        Ok(if alone != Presence::Absent && self.was_committed(file) { alone } else { answer })
    }

    /// The keys of the lines that this block adds and that another one takes out beside the place, with nothing in their
    /// place.
    fn moved(&self, file: &mut File<'r>, place: &Place<'r>) -> Result<HashSet<u64>, Failure> {
        self.taken_out(file, place, |removed, _| removed.leaves)
    }

    /// Returns whether another block changes lines beside the place that this one adds, and quotes others with them. A
    /// reply does not add lines only to change them: those that are there are others, or the file is made in part.
    fn is_taken_out(&self, file: &mut File<'r>, place: &Place<'r>) -> Result<bool, Failure> {
        if self.others.len() < 2 {
            return Ok(false);
        }
        let quotes_others = |removed: &Removed<'_>, added: &HashSet<u64>| {
            bodies(removed.search).any(|line| has_letter(line) && !added.contains(&locate::key(line)))
        };
        Ok(!self.taken_out(file, place, quotes_others)?.is_empty())
    }

    /// The keys of the lines that this block adds and that another one takes out beside the place in a way that `counts`.
    fn taken_out(
        &self,
        file: &mut File<'r>,
        place: &Place<'r>,
        counts: impl Fn(&Removed<'r>, &HashSet<u64>) -> bool,
    ) -> Result<HashSet<u64>, Failure> {
        let added: HashSet<u64> = place.hunks.iter().flat_map(Hunk::bodies).map(locate::key).collect();
        let removers = file.removers(self.others);
        let mut gone: HashMap<&[u8], Vec<(usize, u64)>> = HashMap::new();
        for key in &added {
            for removed in removers.of_another(*key, self.number).filter(|removed| counts(removed, &added)) {
                gone.entry(removed.search).or_default().push((removed.line, *key));
            }
        }
        let last = place.hunks.iter().map(|hunk| hunk.new.len()).max().unwrap_or(0).saturating_sub(1);
        let text = &file.text;
        let counts = |line: &usize| !is_blank(text.body(*line)) && !locate::is_comment(text.body(*line));
        let above = (0..place.lines.start).rev().filter(counts).nth(last).unwrap_or(0);
        let below = (place.lines.end..text.len()).filter(counts).nth(last).unwrap_or(text.len());
        let beside = above..below + 1;
        let mut moved = HashSet::new();
        for (search, lines) in gone {
            let search: Vec<&[u8]> = bodies(search).collect();
            let blank = search.iter().take_while(|line| is_blank(line)).count();
            let places = file.places_of(without_blank_edges(&search))?;
            let is_beside = |line: usize| places.iter().any(|first| beside.contains(&(first + line - blank)));
            moved.extend(lines.into_iter().filter(|(line, _)| is_beside(*line)).map(|(_, key)| key));
        }
        Ok(moved)
    }

    /// The lines where all of REPLACE is, though a tolerant rung finds SEARCH at a place.
    fn made_elsewhere(
        &self,
        file: &mut File<'r>,
        rung: &Rung,
        place: &Place<'r>,
    ) -> Result<Option<Range<usize>>, Failure> {
        if rung.tolerates == Tolerance::Endings {
            return Ok(None);
        }
        let File { text, looks, budget, .. } = file;
        Ok(locate::made_beside(text, &self.search, &place.lines, looks, budget)?)
    }

    /// Refuses a block that only a tolerant rung finds where another part of the file comes nearer to what it
    /// says.
    fn refuse_nearer(&self, file: &mut File<'r>, rung: &Rung, place: &Place<'r>) -> Result<(), Failure> {
        if matches!(rung.tolerates, Tolerance::Endings | Tolerance::TrailingSpace) {
            return Ok(());
        }
        let rival = locate::rival(&file.text, &self.search, &place.lines, &mut file.looks, &file.budget)?;
        let Some(rival) = rival else { return Ok(()) };
        let mut both = vec![place.lines.clone(), rival];
        both.sort_by_key(|lines| lines.start);
        Err(file.ambiguous(rung.tier, both))
    }
}
