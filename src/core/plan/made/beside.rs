//! Changes that rewrite more lines than they quote: REPLACE has the lines beside the place too.

use crate::core::{
    locate::{Place, Presence},
    outcome::{Failure, Note},
    plan::{files::File, job::Job},
    splice::Hunk,
    text::{has_letter, indentation, is_blank, is_telling},
};

/// Number of lines that REPLACE may have too on each side.
const MOST: usize = 100;

impl<'r> Job<'_, 'r> {
    /// The change as if SEARCH had the lines too that are next to its place and that REPLACE repeats there: nobody
    /// means them twice in succession. They must have one that tells and is in no other place; and something must be
    /// left that goes and comes, so that they are more than the change itself.
    pub(crate) fn widened(
        &self,
        file: &mut File<'r>,
        place: &Place<'r>,
    ) -> Result<Option<Place<'r>>, Failure> {
        let Some(wider) = self.with_beside(file, place)? else { return Ok(None) };
        let is_unclear = self.presence(file, place)? == Presence::Unclear
            && self.presence(file, &wider)? == Presence::Absent
            && self.moved(file, place)?.is_empty();
        file.notes.extend(is_unclear.then_some(Note::Beside));
        Ok(is_unclear.then_some(wider))
    }

    fn with_beside(&self, file: &mut File<'r>, place: &Place<'r>) -> Result<Option<Place<'r>>, Failure> {
        let (lines, text) = (&place.lines, &file.text);
        let Some((first, last)) = place.hunks.first().zip(place.hunks.last()) else { return Ok(None) };
        // Nearly no block has such lines.
        let has = |hunk: &Hunk<'r>, at: usize| hunk.new.iter().any(|line| **line == *text.body(at));
        let has_above = lines.start > 0 && has(first, lines.start - 1);
        let has_below = lines.end < text.len() && has(last, lines.end);
        if !has_above && !has_below {
            return Ok(None);
        }
        let is_rewrite =
            place.hunks.iter().any(|hunk| text.window(hunk.old.clone()).into_iter().any(has_letter));
        if !is_rewrite || !place.gaps.is_empty() {
            return Ok(None);
        }
        let (head, tail) = (first.bodies(), last.bodies());
        let are_at = |new: &[&[u8]], at: usize| (at..).zip(new).all(|(at, line)| text.body(at) == *line);
        let is_above = |count: &usize| are_at(&head[..*count], lines.start - count);
        let is_below = |count: &usize| are_at(&tail[tail.len() - count..], lines.end);
        let most = |is_edge: bool, length: usize, is_there: &dyn Fn(&usize) -> bool| {
            (1..=length.min(MOST)).rev().filter(|_| is_edge).find(is_there).unwrap_or(0)
        };
        let above = most(first.old.start == lines.start, head.len().min(lines.start), &is_above);
        let below = most(last.old.end == lines.end, tail.len().min(text.len() - lines.end), &is_below);
        let is_one = place.hunks.len() == 1;
        if above + below == 0 || is_one && above + below >= head.len() {
            return Ok(None);
        }
        file.budget.spend(text.len())?;
        let is_telling_once = |line: &[u8]| {
            let others = (0..lines.start).chain(lines.end..text.len());
            is_telling(line)
                && others.filter(|other| text.body(*other).trim_ascii() == line.trim_ascii()).count() == 1
        };
        let (upper, lower) = (lines.start - above..lines.start, lines.end..lines.end + below);
        let tells = |lines: std::ops::Range<usize>| {
            lines.is_empty() || text.window(lines).into_iter().any(is_telling_once)
        };
        let wide = upper.start..lower.end;
        if !tells(upper) || !tells(lower) || file.edits.near(&wide).next().is_some() {
            return Ok(None);
        }
        // What is below it in REPLACE alone may be to come into another one like it.
        let is_within =
            |line: &[u8]| indentation(line).len() > indentation(text.body(wide.start + above - 1)).len();
        let begins_within =
            |some: &[&[u8]]| some.iter().find(|line| !is_blank(line)).is_some_and(|line| is_within(line));
        if above > 0 && begins_within(&head[above..]) && !begins_within(&text.window(lines.clone())) {
            return Ok(None);
        }
        let mut hunks = place.hunks.clone();
        hunks[0].new.drain(..above);
        if let Some(Hunk { new, .. }) = hunks.last_mut() {
            new.truncate(new.len() - below);
        }
        // What is left may be there too, in another order or with other lines between.
        let near = lines.start.saturating_sub(head.len() + 2)..(lines.end + tail.len() + 2).min(text.len());
        let is_near = |line: &[u8]| {
            let mut beside = near.clone().filter(|at| !lines.contains(at));
            has_letter(line) && beside.any(|at| text.body(at).trim_ascii() == line.trim_ascii())
        };
        if hunks.iter().flat_map(Hunk::bodies).any(is_near) {
            return Ok(None);
        }
        hunks.retain(|hunk| !hunk.old.is_empty() || !hunk.new.is_empty());
        Ok(Some(Place::new(wide, hunks)))
    }
}
