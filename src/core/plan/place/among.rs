//! One of several places, by what comes of each: all leave the same file, or another block keeps the lines of the
//! others.

use std::ops::Range;

use crate::core::{
    locate::Place,
    outcome::Failure,
    plan::{files::File, job::Job},
    reply::Extent,
    script,
    splice::Hunk,
    text::{Ending, Text, bodies, is_telling},
};

impl<'r> Job<'_, 'r> {
    /// Returns whether the file is the same whichever of these places is meant, as where one of two equal lines below
    /// each other goes.
    pub(crate) fn is_one_result(&self, places: &[Place<'r>], file: &mut File<'r>) -> Result<bool, Failure> {
        // Equal blocks take a place each.
        if places.len() < 2 || self.equals.count > 1 {
            return Ok(false);
        }
        // In order, so that two neighbours are compared and not all pairs.
        for pair in places.windows(2) {
            let lines =
                pair[0].lines.start.min(pair[1].lines.start)..pair[0].lines.end.max(pair[1].lines.end);
            file.budget.spend(lines.len())?;
            let endings = |line: usize| file.text.ending(line);
            let is_alike = |line: usize| [endings(lines.start), Ending::None].contains(&endings(line));
            let [one, other] = [0, 1].map(|at| changed_among(&file.text, &lines, &pair[at].hunks));
            let is_same = one.is_some() && one == other && lines.clone().all(is_alike);
            if !is_same || file.edits.near(&lines).next().is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves out the places of a block that takes lines away which another block quotes there and keeps, if that
    /// leaves exactly one.
    pub(crate) fn leave_out_kept(
        &self,
        places: &mut Vec<Place<'r>>,
        file: &mut File<'r>,
    ) -> Result<(), Failure> {
        let takes_away =
            |place: &Place<'_>| place.hunks.len() == 1 && place.hunks.iter().all(|hunk| hunk.new.is_empty());
        if places.len() < 2 || self.others.len() < 2 || !places.iter().all(takes_away) {
            return Ok(());
        }
        let kept = self.kept_by_others(file)?;
        let is_kept = |lines: &Range<usize>| {
            let is_said = lines.clone().filter(|line| is_telling(file.text.body(*line))).count() >= 2;
            is_said && kept.iter().any(|kept| kept.start <= lines.start && lines.end <= kept.end)
        };
        let stays = |place: &Place<'_>| place.hunks.iter().any(|hunk| is_kept(&hunk.old));
        if places.iter().filter(|place| !stays(place)).count() == 1 {
            places.retain(|place| !stays(place));
        }
        Ok(())
    }

    /// The runs of lines that the other blocks quote, each at the only place of its SEARCH, and keep.
    fn kept_by_others(&self, file: &mut File<'r>) -> Result<Vec<Range<usize>>, Failure> {
        let mut kept = Vec::new();
        let others = self.others.iter().filter(|(number, _)| *number != self.number);
        for (_, edit) in others.filter(|(_, edit)| edit.hints.extent == Extent::Lines) {
            let Some(sections) = edit.readings().next() else { continue };
            let [search, replace] =
                [sections.search, sections.replace].map(|text| bodies(text).collect::<Vec<_>>());
            let places = file.places_of(&search)?;
            let is_exact = |first: &usize| file.text.window(*first..*first + search.len()) == search;
            let mut exact = places.into_iter().filter(is_exact);
            let (Some(first), None) = (exact.next(), exact.next()) else { continue };
            let mut from = first;
            for goes in script::difference(&search, &replace) {
                kept.push(from..first + goes.old.start);
                from = first + goes.old.end;
            }
            kept.push(from..first + search.len());
        }
        Ok(kept)
    }
}

/// These lines of a file after a change of some of them; none if two hunks take the same line.
fn changed_among<'l>(text: &'l Text, lines: &Range<usize>, hunks: &'l [Hunk<'_>]) -> Option<Vec<&'l [u8]>> {
    let (mut changed, mut next) = (Vec::new(), lines.start);
    for Hunk { old, new } in hunks {
        if old.start < next || lines.end < old.end {
            return None;
        }
        changed.extend(text.window(next..old.start));
        changed.extend(new.iter().map(|line| &**line));
        next = old.end;
    }
    changed.extend(text.window(next..lines.end));
    Some(changed)
}
