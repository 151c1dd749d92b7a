//! Quoted lines with other line breaks: without white space, SEARCH has the characters of one place of the file, which
//! may begin and end within lines that have closing signs there.

use std::{collections::HashSet, ops::Range};

use memchr::memmem;

use crate::core::{
    language::lexer::{self, Extent, State, Token},
    locate::{
        found::Place,
        line::{OverBudget, are_equal_but_for_ends},
        rung::{Answer, MatchNote, Site},
        search::Search,
    },
    script::Op,
    splice::Hunk,
    text::{TELLING, indentation, is_blank, letters},
};

/// The place of a block whose lines that stay are broken otherwise in the file. Those that change must be there as
/// they are quoted, new ones come where a line begins, and all lines that begin alike are indented alike. What comes
/// of it must have the characters of REPLACE, as code too.
///
/// # Errors
///
/// When looking would take too long.
pub(super) fn find<'r>(site: &Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let Site { text, search, budget, .. } = *site;
    budget.spend(2 * text.bytes().len())?;
    let file = text.all();
    let (ours, theirs) = (Stream::of(&search.search), Stream::of(&file));
    if ours.bytes.len() < 3 * TELLING {
        return Ok(Answer::None);
    }
    let place = memmem::find(&theirs.bytes, &ours.bytes)
        .filter(|at| memmem::rfind(&theirs.bytes, &ours.bytes) == Some(*at));
    let Some(at) = place else { return Ok(Answer::None) };
    let broken = Broken { search, file: &file, ours, theirs, at };
    let Some(lines) = broken.lines().filter(|lines| broken.is_sure(lines)) else { return Ok(Answer::None) };
    let hunks: Option<Vec<_>> = search.ops().map(|op| broken.hunk(&op)).collect();
    let place = hunks.map(|hunks| Place::new(lines, hunks)).filter(|place| broken.reads_as_replace(place));
    Ok(place.map_or(Answer::None, |place| Answer::Laid { note: broken.note(&place), place }))
}

/// The characters of lines without white space, and commas in front of closing brackets.
struct Stream {
    bytes: Vec<u8>,
    /// Where each line begins, and the end.
    starts: Vec<usize>,
}

impl Stream {
    fn of(lines: &[&[u8]]) -> Self {
        let mut found = Self { bytes: Vec::new(), starts: Vec::with_capacity(lines.len() + 1) };
        for line in lines {
            found.starts.push(found.bytes.len());
            for byte in line.iter().filter(|byte| !byte.is_ascii_whitespace()) {
                if b")]}".contains(byte) && found.bytes.last() == Some(&b',') {
                    found.bytes.pop();
                    let end = found.bytes.len();
                    for start in found.starts.iter_mut().rev().take_while(|start| **start > end) {
                        *start = end;
                    }
                }
                found.bytes.push(*byte);
            }
        }
        found.starts.push(found.bytes.len());
        found
    }

    /// The first line that begins here, blank ones included.
    fn first_at(&self, at: usize) -> Option<usize> {
        let line = self.starts.partition_point(|start| *start < at);
        (self.starts.get(line) == Some(&at)).then_some(line)
    }

    /// The line with content that begins here.
    fn line_at(&self, at: usize) -> Option<usize> {
        self.line_around(at).filter(|line| self.starts[*line] == at)
    }

    /// The line with content that this is in.
    fn line_around(&self, at: usize) -> Option<usize> {
        let line = self.starts.partition_point(|start| *start <= at).checked_sub(1)?;
        (line + 1 < self.starts.len()).then_some(line)
    }
}

/// A block at the one place that has its characters.
struct Broken<'s, 'r> {
    search: &'s Search<'r>,
    file: &'s [&'s [u8]],
    ours: Stream,
    theirs: Stream,
    /// Where the place begins in the file.
    at: usize,
}

impl<'r> Broken<'_, 'r> {
    /// The lines of the place; none if it begins or ends within one that has more than closing signs there.
    fn lines(&self) -> Option<Range<usize>> {
        let (at, end) = (self.at, self.at + self.ours.bytes.len());
        let start = self.theirs.line_around(at)?;
        let after = self.theirs.first_at(end).or_else(|| Some(self.theirs.line_around(end)? + 1))?;
        let lines = start..after;
        self.beyond(&lines).concat().iter().all(|byte| b")]};,".contains(byte)).then_some(lines)
    }

    /// The characters of these lines in front of the place, and behind it.
    fn beyond(&self, lines: &Range<usize>) -> [&[u8]; 2] {
        let (Stream { bytes, starts }, end) = (&self.theirs, self.at + self.ours.bytes.len());
        [&bytes[starts[lines.start]..self.at], &bytes[end..starts[lines.end]]]
    }

    /// The line of the file that begins and ends as a line of SEARCH does.
    fn same(&self, line: usize) -> Option<usize> {
        let there = self.there(line)?;
        let is_same = !is_blank(self.search.search[line])
            && self.theirs.starts[there + 1] == self.at + self.ours.starts[line + 1];
        is_same.then_some(there)
    }

    /// The lines of SEARCH that the file has with other line breaks.
    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        let is_other = |line: &usize| !is_blank(self.search.search[*line]) && self.same(*line).is_none();
        (0..self.search.search.len()).filter(is_other)
    }

    /// Returns whether line breaks are what differs, lines that begin alike are indented alike, and no other part
    /// of the file may be meant: one that has a line that differs as it is quoted, or all of them.
    fn is_sure(&self, lines: &Range<usize>) -> bool {
        let is_indented = |line: usize| {
            let there = self.there(line);
            let wanted = self.search.search[line];
            is_blank(wanted) || there.is_none_or(|there| indentation(self.file[there]) == indentation(wanted))
        };
        let others: HashSet<&[u8]> =
            self.others().map(|line| self.search.search[line].trim_ascii()).collect();
        let outside = self.file[..lines.start].iter().chain(&self.file[lines.end..]);
        let elsewhere: HashSet<&[u8]> =
            outside.map(|line| line.trim_ascii()).filter(|line| others.contains(line)).collect();
        elsewhere.len() < others.len()
            && elsewhere.iter().all(|line| letters(line) < TELLING)
            && (0..self.search.search.len()).all(is_indented)
    }

    /// The line of the file that begins as a line of SEARCH does.
    fn there(&self, line: usize) -> Option<usize> {
        self.theirs.line_at(self.at + self.ours.starts[line])
    }

    /// A run of the change at its place.
    fn hunk(&self, op: &Op) -> Option<Hunk<'r>> {
        let start = if op.old.is_empty() { self.gap(op.old.start)? } else { self.removed(&op.old)? };
        if !self.is_no_deeper(op) {
            return None;
        }
        let new = self.search.replace[op.new.clone()].iter().map(|line| (*line).into()).collect();
        Some(Hunk { old: start..start + op.old.len(), new })
    }

    /// The first of the lines of the file that go, if all are there as they are quoted.
    fn removed(&self, old: &Range<usize>) -> Option<usize> {
        let start = old.clone().find_map(|line| (self.same(line)? + old.start).checked_sub(line))?;
        let there = self.file.get(start..start + old.len())?;
        are_equal_but_for_ends(there, &self.search.search[old.clone()]).then_some(start)
    }

    /// The line of the file at which new lines come in front of a line of SEARCH: between as many blank ones.
    fn gap(&self, at: usize) -> Option<usize> {
        let search = &self.search.search;
        let above = search[..at].iter().rev().take_while(|line| is_blank(line)).count();
        let below = search[at..].iter().take_while(|line| is_blank(line)).count();
        let first = self.theirs.first_at(self.at + self.ours.starts[at])?;
        let all = self.file[first..].iter().take_while(|line| is_blank(line)).count();
        match (above < at, at + below < search.len()) {
            (true, true) => (above + below == all).then_some(first + above),
            (true, false) => (above <= all).then_some(first + above),
            (false, true) => (first + all).checked_sub(below).filter(|line| *line >= first),
            (false, false) => None,
        }
    }
    /// Returns whether a new line is no deeper than one that the file has beside it, where the line above it
    /// begins within one of the file: that one may be less deep.
    fn is_no_deeper(&self, op: &Op) -> bool {
        let Search { search, replace, .. } = self.search;
        let filled = |lines: Range<usize>| lines.filter(|line| !is_blank(search[*line]));
        let Some(new) = replace[op.new.clone()].iter().find(|line| !is_blank(line)) else { return true };
        let above = filled(0..op.old.start).next_back().filter(|line| self.there(*line).is_none());
        let Some(above) = above else { return true };
        let known = filled(0..above).rev().find(|line| self.there(*line).is_some());
        let mut beside = known.into_iter().chain(filled(op.old.start..search.len()).next());
        beside.any(|line| indentation(search[line]).starts_with(indentation(new)))
    }

    /// Returns whether the lines have the characters of REPLACE once they are changed, and the same of them are
    /// code.
    fn reads_as_replace(&self, place: &Place<'_>) -> bool {
        let Some((after, lines)) = place.made_in(self.file) else { return false };
        let (result, replace) = (&after[lines], &self.search.replace);
        let [before, behind] = self.beyond(&place.lines);
        let whole = |bytes: Vec<u8>| [before, &bytes, behind].concat();
        let bytes = |lines: &[&[u8]]| Stream::of(lines).bytes;
        let code = |lines: &[&[u8]]| {
            let language = self.search.language?;
            let read = lexer::read(language, lines, Extent::Section, State::default());
            let tokens = read.iter().flat_map(|line| line.tokens.iter().map(Token::bytes));
            Some(bytes(&tokens.collect::<Vec<_>>()))
        };
        bytes(result) == whole(bytes(replace)) && code(result) == code(replace).map(whole)
    }

    /// The remark: which lines are not as they are quoted.
    fn note(&self, place: &Place<'_>) -> MatchNote {
        let same: HashSet<usize> = (0..self.search.search.len()).filter_map(|line| self.same(line)).collect();
        let goes: HashSet<usize> = place.hunks.iter().flat_map(|hunk| hunk.old.clone()).collect();
        let is_kept =
            |line: &usize| !is_blank(self.file[*line]) && !same.contains(line) && !goes.contains(line);
        let kept = place.lines.clone().filter(is_kept).collect();
        MatchNote::Quoted { differing: self.others().count(), kept }
    }
}
