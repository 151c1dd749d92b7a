//! Blocks that a commit made, by the newest version that has the lines that they would leave.

use std::{collections::HashSet, ops::Range, rc::Rc};

use super::made_since::STEPS_PER_LINE;
use crate::core::{
    locate::{Beside, Budget, OverBudget, Place, Since},
    outcome::{Around, Failure, Note, Origin, Outcome},
    plan::{
        files::File,
        job::Job,
        types::{Older, changed_since},
    },
    splice::Hunk,
    text::{TELLING, Text, has_letter, indentation, is_blank, letters},
};

/// Lines that a block would leave at its place.
struct Left<'l> {
    lines: Vec<&'l [u8]>,
    /// Those of them that it writes.
    new: Vec<Range<usize>>,
}

/// A block as a version has it.
struct Committed<'f, 'l> {
    older: Rc<Older>,
    then: Rc<Text>,
    since: Since,
    left: &'f Left<'l>,
    /// The lines that it wrote there.
    wrote: Vec<Range<usize>>,
}

impl<'r> Job<'_, 'r> {
    /// The outcome of a block some of whose new lines are near its place, by the newest version in which a commit had
    /// made it there. `until` is the version that the block was written for, if that is not today's. What takes too long
    /// is not shown to be made.
    ///
    /// # Errors
    ///
    /// If the lines that it added were changed since: it would add the others once more. If they are there but say
    /// little, so that others like them may be meant.
    pub(crate) fn by_commit(
        &self,
        file: &mut File<'r>,
        place: &Place<'r>,
        until: Option<&Older>,
    ) -> Result<Option<Outcome>, Failure> {
        if !self.comes_near(place, &file.text) {
            return Ok(None);
        }
        let is_asked = |older: &Rc<Older>| {
            let is_commit = matches!(older.origin, Origin::Index | Origin::Commit { .. });
            is_commit && until.is_none_or(|until| **older != *until)
        };
        let mut versions = self.older(file).take_while(is_asked);
        let (text, budget) = file.commits();
        let left = self.left_at(place, text);
        let in_version = |older| {
            left.iter().find_map(|left| self.committed(&older, left, place, text, budget).transpose())
        };
        let committed = versions.find_map(in_version);
        let Some(Ok(Committed { older, then, since, left, wrote })) = committed else { return Ok(None) };
        let removed = self.search.ops().flat_map(|op| &self.search.search[op.old]).copied();
        let removed: Vec<&[u8]> = removed.collect();
        if since.keeps(&wrote, &removed) {
            let lines = || wrote.iter().cloned().flatten();
            if lines().map(|line| letters(then.body(line))).sum::<usize>() < TELLING {
                let today =
                    since.lines(lines().next().unwrap_or(0)..lines().next_back().map_or(0, |last| last + 1));
                let today: Vec<usize> = today.collect();
                let today = today.first().zip(today.last()).map_or(0..0, |(one, last)| *one..last + 1);
                return Err(Failure::Duplicate { is_beside: true, around: Around::new(today, text) });
            }
            let lacks =
                |older: &Rc<Older>| older.places(&left.lines, budget).is_ok_and(|(_, all)| all.is_empty());
            let before = versions.find(lacks).map(|older| Note::MadeSince(older.origin.clone()));
            file.notes.extend(before);
            return Ok(Some(Outcome::AlreadyApplied));
        }
        let Some(today) = since.changed(&wrote, &removed) else { return Ok(None) };
        let with_content = || wrote.iter().cloned().flatten().filter(|line| !is_blank(then.body(*line)));
        let made =
            with_content().next().zip(with_content().next_back()).map_or(0..0, |(one, last)| one..last + 1);
        Err(changed_since(&older, &then, made, &file.text, today))
    }

    /// The lines that the block would leave at a place: REPLACE, and where the file has others than SEARCH, those of
    /// the file with what the block adds.
    fn left_at<'l>(&'l self, place: &'l Place<'r>, text: &'l Text) -> Vec<Left<'l>> {
        let new = self.search.ops().map(|op| op.new).collect();
        let replace = Left { lines: self.search.replace.clone(), new };
        let (mut lines, mut new, mut next) = (Vec::new(), Vec::new(), place.lines.start);
        for hunk in &place.hunks {
            lines.extend(text.window(next..hunk.old.start));
            new.push(lines.len()..lines.len() + hunk.new.len());
            lines.extend(hunk.bodies());
            next = hunk.old.end;
        }
        lines.extend(text.window(next..place.lines.end));
        if lines == replace.lines { vec![replace] } else { vec![replace, Left { lines, new }] }
    }

    /// The block as a version has it, if one of the lines that it keeps is at its place today.
    fn committed<'f, 'l>(
        &self,
        older: &Rc<Older>,
        left: &'f Left<'l>,
        place: &Place<'r>,
        now: &Text,
        budget: &Budget,
    ) -> Result<Option<Committed<'f, 'l>>, OverBudget> {
        let (then, places) = older.places(&left.lines, budget)?;
        if places.is_empty() {
            return Ok(None);
        }
        budget.spend(STEPS_PER_LINE * (then.len() + now.len()))?;
        let Some(since) = Since::new(&then, now) else { return Ok(None) };
        let is_new = |line: &usize| left.new.iter().any(|new| new.contains(line));
        let with_content = || (0..left.lines.len()).filter(|line| !is_blank(left.lines[*line]));
        let stay: Vec<usize> = with_content().filter(|line| !is_new(line)).collect();
        let is_here = |first: &usize| {
            let mut today = stay.iter().flat_map(|line| since.lines(first + line..first + line + 1));
            today.any(|line| place.lines.contains(&line))
        };
        // With another indentation than the lines that stay, the new ones are part of something else.
        let is_as_deep = |first: &usize| {
            let mut shifts =
                with_content().map(|line| deep(then.body(first + line)) - deep(left.lines[line]));
            shifts.next().is_none_or(|shift| shifts.all(|other| other == shift))
        };
        let Some(first) = places.into_iter().find(is_here).filter(is_as_deep) else { return Ok(None) };
        let wrote: Vec<_> = left.new.iter().map(|new| first + new.start..first + new.end).collect();
        let older = Rc::clone(older);
        Ok((!wrote.is_empty()).then_some(Committed { older, then, since, left, wrote }))
    }

    /// Returns whether the block adds lines, and one that only REPLACE has is near a place.
    fn comes_near(&self, place: &Place<'_>, text: &Text) -> bool {
        let adds = |hunk: &Hunk<'_>| hunk.new.len() > hunk.old.len();
        if !place.hunks.iter().any(adds) {
            return false;
        }
        let known: HashSet<&[u8]> = self.search.search.iter().map(|line| line.trim_ascii()).collect();
        let new = self.search.replace.iter().map(|line| line.trim_ascii());
        let fresh: HashSet<&[u8]> = new.filter(|line| has_letter(line) && !known.contains(line)).collect();
        let reach = Beside::reach(&place.hunks);
        let near = place.lines.start.saturating_sub(reach)..(place.lines.end + reach).min(text.len());
        !fresh.is_empty() && { near }.any(|line| fresh.contains(text.body(line).trim_ascii()))
    }
}

/// Number of bytes of a line's indentation.
fn deep(line: &[u8]) -> isize {
    indentation(line).len() as isize
}
