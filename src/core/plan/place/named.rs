//! One of several places, by what a block says of it: the line at which it begins, and its heading.

use std::{collections::HashSet, ops::Range};

use super::bounds::Bounds;
use crate::core::{
    diff::Headings,
    locate::{Found, Rung, Tier, Tolerance},
    outcome::{Failure, Note, Unchosen},
    plan::{files::File, job::Job},
    reply::Hints,
};

impl<'r> Job<'_, 'r> {
    /// Of several places where SEARCH is exactly, the one at the line that the block names, or below its
    /// heading; or, of as many blocks with other lines as there are places, that of its rank. Leaves out those
    /// that are not below the heading.
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
        let at_line = self.line(file).and_then(|line| places.iter().position(|place| place.start == line));
        let by_line = match (at_line, self.rank_by_line(count)) {
            (Some(at), Some(rank)) if at != rank => None,
            (at, rank) => at.or(rank),
        };
        let why = match (by_line.zip(self.edit.hints.line), below.as_deref()) {
            (Some((at, _)), _) if fits(at) => {
                let line = self.edit.hints.line.filter(|_| at_line.is_some());
                file.notes.extend(line.map(|line| Note::AtLine { count, line, at: places[at].start + 1 }));
                return Ok(Some(at));
            }
            (None, Some(&[only])) => {
                file.notes.push(Note::BelowHeading { count, heading: heading() });
                return Ok(Some(only));
            }
            (Some((_, line)), _) => Unchosen::Both(line, heading()),
            (None, Some([])) => Unchosen::Heading(heading()),
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

    /// The failure of a block for which nothing chooses one of several places.
    pub(crate) fn undecided(&self, file: &File<'r>, tier: Tier, places: Vec<Range<usize>>) -> Failure {
        let is_none_at = |line: &usize| places.iter().all(|place| place.start + 1 != *line);
        let unchosen = self.edit.hints.line.filter(is_none_at).map(Unchosen::Line);
        refused(file.ambiguous(tier, places), unchosen)
    }

    /// Those of these places that are below the heading of the block, in order; none if it is not in the file. As git means
    /// it, it is the nearest line above that begins with a letter; or it heads the part of the file that the
    /// place is in.
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
fn refused(failure: Failure, why: Option<Unchosen>) -> Failure {
    match failure {
        Failure::Ambiguous { tier, lines, around, .. } => {
            Failure::Ambiguous { tier, lines, around, unchosen: why }
        }
        failure => failure,
    }
}
