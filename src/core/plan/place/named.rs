//! One of several places, by what a block says of it: the line at which it begins, and its heading.

use std::{collections::HashSet, ops::Range};

use super::{bounds::Bounds, versions::Meant};
use crate::core::{
    diff::Headings,
    locate::{Found, Rung, Tier, Tolerance},
    outcome::{Failure, Note, Origin, Unchosen},
    plan::{files::File, job::Job},
    reply::Hints,
};

impl<'r> Job<'_, 'r> {
    /// Of several places where SEARCH is exactly, the one at the line that the block names, or below its
    /// heading; or, of as many blocks with other lines as there are places, that of its rank; or the only one below the
    /// block before it. Leaves out those that are not below the heading.
    ///
    /// # Errors
    ///
    /// If its heading is in the file, and above other places alone.
    pub(crate) fn named(
        &self,
        rung: &Rung,
        found: &mut Found<'r>,
        file: &mut File<'r>,
    ) -> Result<Option<usize>, Failure> {
        let count = found.places.len();
        if count < 2 || rung.tolerates != Tolerance::Endings || !found.unlaid.is_empty() {
            return Ok(None);
        }
        let places: Vec<Range<usize>> = found.places.iter().map(|place| place.lines.clone()).collect();
        let below = self.below_heading(&places, file)?;
        let fits = |at: usize| below.as_ref().is_none_or(|below| below.binary_search(&at).is_ok());
        let heading = || self.edit.hints.heading.as_deref().unwrap_or_default().into();
        let by_line = match self.by_line(&places, below.as_deref(), file) {
            Ok(by_line) => by_line,
            Err(why) => return Err(refused(file.ambiguous(rung.tier, places), Some(why))),
        };
        let why = match (by_line.zip(self.edit.hints.line), below.as_deref()) {
            (Some(((at, note), _)), _) if fits(at) => {
                file.notes.extend(note);
                return Ok(Some(at));
            }
            (None, Some(&[only])) => {
                file.notes.push(Note::BelowHeading { count, heading: heading() });
                return Ok(Some(only));
            }
            (Some((_, line)), _) => Unchosen::Both(line, heading()),
            (None, Some([])) => Unchosen::Heading(heading()),
            (None, _) if let Some(at) = self.in_order(&places, file).filter(|at| fits(*at)) => {
                file.notes.push(Note::InOrder { count });
                return Ok(Some(at));
            }
            (None, _) => {
                if let Some(below) = &below {
                    let mut at = 0..;
                    found.places.retain(|_| at.next().is_some_and(|at| below.binary_search(&at).is_ok()));
                }
                return Ok(None);
            }
        };
        Err(refused(file.ambiguous(rung.tier, places), Some(why)))
    }

    /// The only place below what the block before it changes, where the format has blocks in the order of their places.
    fn in_order(&self, places: &[Range<usize>], file: &File<'r>) -> Option<usize> {
        let before =
            self.number.checked_sub(1).filter(|_| self.edit.hints.follows && self.equals.count == 1)?;
        let laid = file.edits.runs().iter().flat_map(|run| &run.laid);
        let end = laid.filter(|(block, _)| *block == before).map(|(_, lines)| lines.end).max()?;
        let mut below = places.iter().enumerate().filter(|(_, place)| place.start >= end);
        below.next().filter(|_| below.next().is_none()).map(|(at, _)| at)
    }

    /// The place that the line which the block names chooses, with a note; or that of its rank.
    ///
    /// # Errors
    ///
    /// If the line is that of different places in versions of the file. `below` are those below its heading.
    fn by_line(
        &self,
        places: &[Range<usize>],
        below: Option<&[usize]>,
        file: &mut File<'r>,
    ) -> Result<Option<(usize, Option<Note>)>, Unchosen> {
        let Some(line) = self.edit.hints.line else { return Ok(None) };
        let count = places.len();
        let note = |at: usize, origin: Option<Origin>| Note::AtLine {
            count,
            line,
            at: places[at].start + 1,
            origin,
        };
        // Their order is the same in each version.
        if let Some(rank) = self.rank_by_line(count) {
            let now = self.numbered(file).line(self.number, line.saturating_sub(1));
            let now = now.and_then(|now| places.iter().position(|place| place.start == now));
            let agrees = now.is_none_or(|now| now == rank);
            return Ok(agrees.then(|| (rank, now.map(|now| note(now, None)))));
        }
        let chosen = self.by_versions(line, places, below, file)?;
        Ok(chosen.map(|(at, origin)| (at, Some(note(at, origin)))))
    }

    /// The place to which the line leads in all versions of the file in which it may count, with one of them.
    fn by_versions(
        &self,
        line: usize,
        places: &[Range<usize>],
        below: Option<&[usize]>,
        file: &mut File<'r>,
    ) -> Result<Option<(usize, Option<Origin>)>, Unchosen> {
        let at = |lines: &Range<usize>| places.iter().position(|place| place == lines);
        let mut all = self.meant(file);
        let fits = |meant: &Meant| {
            let at = meant.lines.as_ref().and_then(at);
            at.is_none_or(|at| below.is_none_or(|below| below.contains(&at)))
        };
        if all.iter().any(fits) {
            all.retain(fits);
        }
        let Some(first) = all.first() else { return Ok(None) };
        if let Some(other) = all.iter().find(|other| other.lines != first.lines) {
            return Err(Unchosen::Versions { line, leads: [first.lead(), other.lead()].into() });
        }
        let is_borne_out = below.is_some() || all.iter().any(Meant::is_borne_out);
        match first.lines.as_ref().and_then(at).filter(|_| is_borne_out) {
            Some(at) => Ok(Some((at, first.origin.clone()))),
            None => Err(Unchosen::Versions { line, leads: [first.lead()].into() }),
        }
    }

    /// The failure of a block for which nothing chooses one of several places.
    pub(crate) fn undecided(&self, file: &File<'r>, tier: Tier, places: Vec<Range<usize>>) -> Failure {
        let is_none_at = |line: &usize| places.iter().all(|place| place.start + 1 != *line);
        let unchosen = self.edit.hints.line.filter(is_none_at).map(Unchosen::Line);
        refused(file.ambiguous(tier, places), unchosen)
    }

    /// Those of these places that are below the heading of the block, in order; none if it is not in the file. As
    /// git means it, it is the nearest line above that begins with a letter; or it heads the part of the file that
    /// the place is in.
    pub(super) fn below_heading(
        &self,
        places: &[Range<usize>],
        file: &mut File<'r>,
    ) -> Result<Option<Vec<usize>>, Failure> {
        let Some(heading) = &self.edit.hints.heading else { return Ok(None) };
        file.budget.spend(file.text.len().saturating_mul(2 + 2 * places.len()))?;
        let hints = Hints { anchors: [heading.clone()].into(), ..Hints::default() };
        let text = &file.text;
        let bounds = Bounds::new(text, &hints, file.language);
        let is_nearest = |place: &Range<usize>| {
            let mut above = (0..place.start).rev().filter_map(|line| Headings::Plain.shown(text.body(line)));
            above.next() == Some(heading)
        };
        let fits = |place: &Range<usize>| is_nearest(place) || bounds.head_part(place);
        let fitting: Vec<usize> = (0..places.len()).filter(|at| fits(&places[*at])).collect();
        Ok((bounds.has_anchors() || !fitting.is_empty()).then_some(fitting))
    }

    /// The rank of the block, by the lines that they name, among the blocks that only differ in those, if
    /// there are this many.
    fn rank_by_line(&self, count: usize) -> Option<usize> {
        let line = self.edit.hints.line?;
        let like = self.others.iter().filter(|(_, edit)| edit.readings().next() == Some(self.sections));
        let lines: Option<Vec<usize>> = like.map(|(_, edit)| edit.hints.line).collect();
        let lines = lines.filter(|lines| lines.len() == count)?;
        let distinct: HashSet<usize> = lines.iter().copied().collect();
        (distinct.len() == count).then(|| lines.iter().filter(|other| **other < line).count())
    }
}

/// The failure of a block with several places, with the reason why it chooses none.
pub(super) fn refused(failure: Failure, why: Option<Unchosen>) -> Failure {
    match failure {
        Failure::Ambiguous { tier, lines, around, .. } => {
            Failure::Ambiguous { tier, lines, around, unchosen: why }
        }
        failure => failure,
    }
}
