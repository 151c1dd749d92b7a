//! The line at which a block says that it is: it chooses among places, and shows what is made already.

use std::ops::Range;

use super::named::refused;
use crate::core::{
    locate::{Found, Tier},
    outcome::{Failure, Lead, Unchosen},
    plan::{
        files::{File, is_at},
        job::Job,
    },
    text::{TELLING, has_letter, letters_of},
};

impl<'r> Job<'_, 'r> {
    /// Returns whether REPLACE is at the line that the block names, or alone below its heading, and SEARCH
    /// elsewhere.
    ///
    /// # Errors
    ///
    /// If that shows nothing, as no line of REPLACE is new.
    pub(crate) fn is_done_as_named(&self, found: &Found<'r>, file: &mut File<'r>) -> Result<bool, Failure> {
        let by_number = self.edit.hints.line.and_then(|line| {
            let line = line.saturating_sub(1);
            self.numbered(file).line(self.number, line)
        });
        let Some(line) = (match by_number {
            Some(line) => Some(line),
            None => self.only_below_heading(found, file)?,
        }) else {
            return Ok(false);
        };
        let replace = &self.search.replace;
        let Some(end) = line.checked_add(replace.len()) else { return Ok(false) };
        let lines = line..end;
        let mut all = found.lines();
        let meets = |other: &Range<usize>| other.start < lines.end && lines.start < other.end;
        if all.iter().any(meets) || !is_at(&file.text, line, replace) || !self.is_evidence(&lines, file) {
            return Ok(false);
        }
        if by_number.is_some() {
            self.refuse_unless_done(&lines, &all, file)?;
        }
        if replace.iter().any(|line| has_letter(line) && !self.search.search.contains(line)) {
            return Ok(true);
        }
        // Lines that say less may be anywhere.
        if letters_of(replace) < TELLING {
            return Ok(false);
        }
        all.push(lines);
        all.sort_by_key(|lines| lines.start);
        Err(file.ambiguous(Tier::Exact, all))
    }

    /// Refuses a block whose number leads to REPLACE, and in an older version of the file to a place where SEARCH
    /// still is.
    fn refuse_unless_done(
        &self,
        done: &Range<usize>,
        all: &[Range<usize>],
        file: &mut File<'r>,
    ) -> Result<(), Failure> {
        let open = self.meant(file).into_iter().find(|meant| meant.lines.is_some());
        let Some((open, line)) = open.zip(self.edit.hints.line) else { return Ok(()) };
        let leads = [Lead { origin: None, line: Some(done.start) }, open.lead()];
        let why = Unchosen::Versions { line, leads: leads.into() };
        Err(refused(file.ambiguous(Tier::Exact, all.to_vec()), Some(why)))
    }

    /// The only line below the heading of the block at which REPLACE is, if SEARCH is nowhere below it.
    fn only_below_heading(&self, found: &Found<'r>, file: &mut File<'r>) -> Result<Option<usize>, Failure> {
        if self.edit.hints.heading.is_none()
            || self.below_heading(&found.lines(), file)?.is_none_or(|below| !below.is_empty())
        {
            return Ok(None);
        }
        let replace = &self.search.replace;
        let places: Vec<Range<usize>> =
            self.places_of_replace(file)?.into_iter().map(|first| first..first + replace.len()).collect();
        let below = self.below_heading(&places, file)?.unwrap_or_default();
        Ok(match below[..] {
            [only] => Some(places[only].start),
            _ => None,
        })
    }
}
