//! Pairs of failed parts and the answers that correct them. An answer does by what it adds, or by its place;
//! each of its lines speaks for one part.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use bstr::{BStr, ByteSlice as _};

use crate::{
    core::{
        reply::{self, Block, Extent, Operation, PathCandidate},
        text::is_blank,
    },
    repo::{pending::FailedPart, serial::Bytes},
};

/// Lines with their numbers.
type Lines<'l> = HashMap<&'l [u8], usize>;

/// So many lines that an answer adds as a part did are no chance.
const TELLING: usize = 2;

/// A block of an answer, or a part of one that could not be read.
pub(super) struct Answer<'b> {
    path: &'b [PathCandidate],
    quoted: Vec<&'b [u8]>,
    adds: Vec<&'b [u8]>,
    is_whole_file: bool,
    is_operation: bool,
}

impl<'b> Answer<'b> {
    pub(super) fn of(block: &'b Block<'_>) -> Self {
        let is_whole_file = matches!(&block.operation, Operation::Edit(edit)
            if matches!(edit.hints.extent, Extent::Lines | Extent::File { .. })
                && edit.readings().next().is_some_and(|it| is_blank(it.search) && !is_blank(it.replace)));
        let (quoted, adds) = (telling(quoted(block)), added(block));
        Self { path: &block.path, quoted, adds, is_whole_file, is_operation: is_operation(block) }
    }

    /// A part with these lines.
    pub(super) fn unread(path: Option<&'b [PathCandidate]>, lines: &[&'b [u8]]) -> Self {
        let quoted = telling(filled(lines.iter().copied()).collect());
        Self {
            path: path.unwrap_or_default(),
            quoted,
            adds: Vec::new(),
            is_whole_file: false,
            is_operation: false,
        }
    }

    fn is_for(&self, path: &Bytes) -> bool {
        names(self.path, path.0.as_bstr())
    }
}

/// Returns whether a block is no edit of text.
pub(super) fn is_operation(block: &Block<'_>) -> bool {
    !matches!(block.operation, Operation::Edit(_))
}

/// Returns whether one of these paths, as they are written, may be this one.
pub(super) fn names(written: &[PathCandidate], path: &BStr) -> bool {
    written.iter().any(|written| reply::are_one(&written.text, path))
}

/// The lines with content that REPLACE has and SEARCH has not, without white space at their edges.
pub(super) fn added<'b>(block: &'b Block<'_>) -> Vec<&'b [u8]> {
    let search: HashSet<&[u8]> = quoted(block).into_iter().collect();
    let Operation::Edit(edit) = &block.operation else { return Vec::new() };
    let Some(sections) = edit.readings().next() else { return Vec::new() };
    filled(sections.replace.lines()).filter(|line| !search.contains(line)).collect()
}

/// The lines with content of SEARCH, likewise.
pub(super) fn quoted<'b>(block: &'b Block<'_>) -> Vec<&'b [u8]> {
    let Operation::Edit(edit) = &block.operation else { return Vec::new() };
    edit.readings().next().map(|sections| filled(sections.search.lines()).collect()).unwrap_or_default()
}

pub(super) fn filled<'l>(lines: impl Iterator<Item = &'l [u8]>) -> impl Iterator<Item = &'l [u8]> {
    lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// A failed part, with the lines of it that say something.
struct Part<'p> {
    part: &'p FailedPart,
    adds: Vec<&'p [u8]>,
    quoted: Vec<&'p [u8]>,
    near: Vec<&'p [u8]>,
    /// All of its lines, and those of the file that it is about.
    place: HashSet<&'p [u8]>,
    is_corrected: bool,
}

impl<'p> Part<'p> {
    fn new(part: &'p FailedPart) -> Self {
        let lines = |lines: &'p [Bytes]| telling(lines.iter().map(|line| line.0.as_slice()).collect());
        let (adds, quoted, near) = (lines(&part.adds), lines(&part.quoted), lines(&part.near));
        let place = adds.iter().chain(&quoted).chain(&near).copied().collect();
        Self { part, adds, quoted, near, place, is_corrected: false }
    }

    /// Returns whether nothing is known by which a correction could be told from another block.
    fn is_mute(&self) -> bool {
        self.place.is_empty()
    }
}

/// The lines with a letter or digit; all, if none has one.
fn telling(lines: Vec<&[u8]>) -> Vec<&[u8]> {
    let tells = |line: &&[u8]| line.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    if lines.iter().any(&tells) { lines.into_iter().filter(tells).collect() } else { lines }
}

/// Lines of an answer that spoke for no part yet.
struct Rest<'a> {
    answer: &'a Answer<'a>,
    adds: Lines<'a>,
    quoted: Lines<'a>,
    is_used: bool,
}

impl<'a> Rest<'a> {
    fn new(answer: &'a Answer<'a>) -> Self {
        let (adds, quoted) = (counted(&answer.adds), counted(&answer.quoted));
        Self { answer, adds, quoted, is_used: false }
    }

    /// Returns how well its lines fit a part, if they do.
    fn fits(&self, part: &Part<'_>) -> Option<Fit> {
        let (adds, quoted) = (shared(&part.adds, &self.adds), shared(&part.quoted, &self.quoted));
        let is_there = is_most(quoted, &part.quoted);
        if is_most(adds, &part.adds)
            && (adds >= TELLING || is_there || part.near.is_empty() || self.is_near(part))
        {
            return Some(Fit { by_text: true, lines: adds + quoted });
        }
        is_there.then_some(Fit { by_text: false, lines: quoted })
    }

    /// Returns whether it is for the lines of the file that a part is about.
    fn is_near(&self, part: &Part<'_>) -> bool {
        let there = self.answer.quoted.iter().filter(|line| part.place.contains(*line)).count();
        is_most(there, &self.answer.quoted) || is_most(shared(&part.near, &self.quoted), &part.near)
    }

    /// Takes the lines of a part out.
    fn speak_for(&mut self, part: &Part<'a>) {
        take(&mut self.adds, &part.adds);
        take(&mut self.quoted, &part.quoted);
        self.is_used = true;
    }
}

/// Strength of the evidence that an answer corrects a part. Text counts for more than the place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    by_text: bool,
    lines: usize,
}

fn counted<'l>(lines: &[&'l [u8]]) -> Lines<'l> {
    let mut counts = Lines::new();
    for line in lines {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

/// Number of these lines that are there, each as often as it is there.
fn shared(lines: &[&[u8]], there: &Lines<'_>) -> usize {
    let counted = counted(lines).into_iter();
    counted.map(|(line, count)| count.min(there.get(line).copied().unwrap_or_default())).sum()
}

fn take<'l>(from: &mut Lines<'l>, lines: &[&'l [u8]]) {
    for line in lines {
        if let Some(count) = from.get_mut(line) {
            *count = count.saturating_sub(1);
        }
    }
}

fn is_most(count: usize, all: &[&[u8]]) -> bool {
    2 * count > all.len()
}

/// Returns of each part whether an answer corrects it. The surest pairs are made first.
pub(super) fn corrected<'a>(failures: &'a [FailedPart], answers: &'a [Answer<'a>]) -> Vec<bool> {
    let mut parts: Vec<Part<'a>> = failures.iter().map(Part::new).collect();
    let mut rests: Vec<Rest<'a>> = answers.iter().map(Rest::new).collect();
    let is_of = |part: &Part<'_>, rest: &Rest<'_>| {
        part.part.path.as_ref().is_none_or(|path| rest.answer.is_for(path))
    };
    for part in &mut parts {
        let is_given_whole = |rest: &Rest<'_>| {
            let is_edit = !part.part.is_operation;
            is_edit
                && rest.answer.is_whole_file
                && part.part.path.as_ref().is_some_and(|path| rest.answer.is_for(path))
        };
        part.is_corrected = rests.iter().any(is_given_whole);
    }
    pair(&mut parts, &mut rests, |part, rest| if is_of(part, rest) { rest.fits(part) } else { None });
    by_several(&mut parts, &mut rests, is_of);
    pair(&mut parts, &mut rests, |part, rest| {
        let is_near = !rest.is_used && part.part.path.is_some() && is_of(part, rest) && rest.is_near(part);
        is_near.then_some(Fit { by_text: false, lines: shared(&part.near, &rest.quoted) })
    });
    // A correction may be for another file: the one that was meant.
    pair(&mut parts, &mut rests, |part, rest| {
        let adds = if is_of(part, rest) { 0 } else { shared(&part.adds, &rest.adds) };
        let tells = adds >= TELLING || adds > 0 && part.near.is_empty();
        (tells && adds == part.adds.len()).then_some(Fit { by_text: true, lines: adds })
    });
    pair(&mut parts, &mut rests, |part, rest| {
        let is_kind = rest.answer.is_operation || !part.part.is_operation;
        let is_other = part.is_mute() && is_kind && !rest.is_used && is_of(part, rest);
        is_other.then_some(Fit { by_text: false, lines: 0 })
    });
    parts.iter().map(|part| part.is_corrected).collect()
}

/// Lets answers correct parts, the ones that fit best first.
fn pair<'a>(
    parts: &mut [Part<'a>],
    rests: &mut [Rest<'a>],
    fit: impl Fn(&Part<'_>, &Rest<'_>) -> Option<Fit>,
) {
    let mut pairs: Vec<(Fit, usize, usize)> = Vec::new();
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_corrected) {
        let fits = rests.iter().enumerate().filter_map(|(other, rest)| Some((fit(part, rest)?, at, other)));
        pairs.extend(fits);
    }
    pairs.sort_by_key(|pair| Reverse(pair.0));
    for (_, at, other) in pairs {
        let (part, rest) = (&mut parts[at], &mut rests[other]);
        if !part.is_corrected && fit(part, rest).is_some() {
            rest.speak_for(part);
            part.is_corrected = true;
        }
    }
}

/// Lets several answers together correct a part that they split.
fn by_several<'a>(
    parts: &mut [Part<'a>],
    rests: &mut [Rest<'a>],
    is_of: impl Fn(&Part<'_>, &Rest<'_>) -> bool,
) {
    for part in parts.iter_mut().filter(|part| !part.is_corrected) {
        let mut all = Lines::new();
        for rest in rests.iter().filter(|rest| is_of(part, rest)) {
            for (line, count) in &rest.adds {
                *all.entry(line).or_default() += count;
            }
        }
        let adds = shared(&part.adds, &all);
        if adds < TELLING || !is_most(adds, &part.adds) {
            continue;
        }
        part.is_corrected = true;
        let mut left = part.adds.clone();
        for rest in rests.iter_mut().filter(|rest| is_of(part, rest)) {
            let before = left.len();
            left.retain(|line| match rest.adds.get_mut(line) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            });
            rest.is_used |= left.len() < before;
        }
    }
}
