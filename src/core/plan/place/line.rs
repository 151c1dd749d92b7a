//! The line at which a block says that it is: it chooses among places, and shows what is made already.

use std::ops::Range;

use crate::core::{
    locate::{self, Found, Tier},
    outcome::Failure,
    plan::{files::File, job::Job},
    reply::Edit,
    text::{TELLING, Text, bodies, has_letter, letters},
};

impl<'r> Job<'_, 'r> {
    /// The line, from 0, that the block names, in the file as it is: where other blocks are at one place, it
    /// is as far from the number as they are from theirs. None if they do not agree.
    pub(super) fn line(&self, file: &mut File<'r>) -> Option<usize> {
        let line = self.edit.hints.line?.saturating_sub(1);
        let shifts = file.shifts.take().unwrap_or_else(|| self.shifts(file));
        let mut others = shifts.iter().filter(|(number, _)| *number != self.number).map(|(_, shift)| *shift);
        let first = others.next().unwrap_or(0);
        let agree = others.all(|shift| shift == first);
        file.shifts = Some(shifts);
        agree.then(|| line.saturating_add_signed(first))
    }

    /// Number of lines by which blocks are below the lines that they name, where they are at one place.
    fn shifts(&self, file: &mut File<'r>) -> Vec<(usize, isize)> {
        let named: Vec<(usize, usize, Vec<&[u8]>)> =
            self.others.iter().filter_map(|(number, edit)| named(*number, edit)).collect();
        let needles: Vec<&[&[u8]]> = named.iter().map(|(.., search)| &search[..]).collect();
        let places = locate::scan(&file.text, &needles, &mut file.budget);
        let shifts = named.iter().zip(places).filter_map(|((number, line, search), places)| {
            let mut exact = places.ok()?.into_iter().filter(|&first| stands(&file.text, first, search));
            let only = exact.next().filter(|_| exact.next().is_none())?;
            Some((*number, isize::try_from(only).ok()?.checked_sub_unsigned(*line)?))
        });
        shifts.collect()
    }

    /// Returns whether REPLACE is at the line that the block names, or alone below its heading, and SEARCH
    /// elsewhere.
    ///
    /// # Errors
    ///
    /// If that shows nothing, as no line of REPLACE is new.
    pub(crate) fn is_done_as_named(&self, found: &Found<'r>, file: &mut File<'r>) -> Result<bool, Failure> {
        let lines = match self.line(file) {
            Some(line) => Some(line),
            None => self.only_below_heading(found, file)?,
        };
        let Some(line) = lines else { return Ok(false) };
        let replace = &self.search.replace;
        let Some(end) = line.checked_add(replace.len()) else { return Ok(false) };
        let lines = line..end;
        let mut all = found.stands();
        let meets = |other: &Range<usize>| other.start < lines.end && lines.start < other.end;
        if all.iter().any(meets) || !stands(&file.text, line, replace) || !self.is_evidence(&lines, file) {
            return Ok(false);
        }
        if replace.iter().any(|line| has_letter(line) && !self.search.search.contains(line)) {
            return Ok(true);
        }
        // Lines that say less may be anywhere.
        if replace.iter().map(|line| letters(line)).sum::<usize>() < TELLING {
            return Ok(false);
        }
        all.push(lines);
        all.sort_by_key(|lines| lines.start);
        Err(file.ambiguous(Tier::Exact, all))
    }

    /// The only line below the heading of the block at which REPLACE is, if SEARCH is nowhere below it.
    fn only_below_heading(&self, found: &Found<'r>, file: &mut File<'r>) -> Result<Option<usize>, Failure> {
        if self.edit.hints.heading.is_none()
            || self.below_heading(&found.stands(), file)?.is_none_or(|below| !below.is_empty())
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

/// The number of an edit, the line, from 0, that it names, and its SEARCH section.
fn named<'r>(number: usize, edit: &'r Edit<'r>) -> Option<(usize, usize, Vec<&'r [u8]>)> {
    let line = edit.hints.line?.saturating_sub(1);
    Some((number, line, bodies(edit.readings().next()?.search).collect()))
}

/// Returns whether lines are in a text exactly, from one line on.
fn stands(text: &Text, first: usize, lines: &[&[u8]]) -> bool {
    let end = first.checked_add(lines.len()).filter(|end| !lines.is_empty() && *end <= text.len());
    end.is_some_and(|end| text.window(first..end) == lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_nowhere_beyond_the_end() {
        let text = Text::new(b"a\nb\n".to_vec());
        assert!(stands(&text, 1, &[b"b"]) && !stands(&text, 1, &[b"b", b"c"]));
        assert!(!stands(&text, usize::MAX, &[b"a", b"b"]) && !stands(&text, 2, &[b"a"]));
    }
}
