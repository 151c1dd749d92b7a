//! Chooses the reading of an edit in a file, and prepares its sections.

use std::collections::{HashMap, HashSet};

use super::sought::Doubt;
use crate::core::{
    fence::is_fence,
    language::{Kind, Language},
    locate::{Budget, Search, are_equal_but_for_ends, scan},
    reply::{self, Clutter, Edit, Sections},
    text::{BOM, Span, Text, bodies, has_letter, is_blank},
};

/// A reading of an edit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading<'r> {
    /// Its sections.
    pub(super) sections: Sections<'r>,
    /// The reason why it may not be the one that is meant.
    pub(super) doubt: Option<Doubt>,
    /// The clutter that it leaves out.
    pub(super) clutter: Option<Clutter>,
    /// The divider, where the file has it as text if it goes on with it.
    divider: Option<&'r [u8]>,
}

impl<'r> Reading<'r> {
    /// The reading by a divider of an edit that ends there.
    fn by(edit: &'r Edit<'r>, divider: Span, end: usize) -> Self {
        let sections =
            Sections { search: &edit.body[..divider.start], replace: &edit.body[divider.end..end] };
        let divider = Some(edit.body[divider.range()].trim_ascii_end());
        Self { sections, doubt: None, clutter: None, divider }
    }
}

/// A file, and what it is known to have or not: lines like a divider, and marks of unparsed text.
struct Scene<'t> {
    text: &'t Text,
    language: Option<&'t Language>,
    dividers: HashMap<Vec<u8>, bool>,
    has_marks: Option<bool>,
}

impl Scene<'_> {
    /// The readings of an edit: without clutter in its lines, and by each of its dividers.
    fn readings<'r>(&mut self, edit: &'r Edit<'r>) -> Vec<Reading<'r>> {
        let cleared = edit.cleared.iter().map(|cleared| Reading {
            sections: Sections { search: &cleared.search, replace: &cleared.replace },
            doubt: (!cleared.is_sure).then_some(Doubt::Sign),
            clutter: Some(cleared.clutter),
            divider: None,
        });
        if let Some(both) = self.doubled_divider(edit) {
            let reading = Reading::by(edit, both, edit.body.len());
            return vec![Reading { clutter: Some(Clutter::Divider), ..reading }];
        }
        let more = self.second_divider(edit);
        let end = more.map_or(edit.body.len(), |span| span.start);
        let clutter = more.map(|_| Clutter::Divider);
        let dividers = edit.dividers.iter().filter(|divider| divider.end <= end);
        let dividers = dividers.map(|divider| Reading { clutter, ..Reading::by(edit, *divider, end) });
        cleared.chain(dividers).collect()
    }

    /// Two dividers below one another, of an edit of code, where the file has no such line.
    fn doubled_divider(&mut self, edit: &Edit<'_>) -> Option<Span> {
        let [first, second] = edit.dividers[..] else { return None };
        let is_doubled = first.end == second.start && second.end < edit.body.len();
        let is_code = !self.language.is_none_or(Language::is_prose);
        let line = edit.body[first.range()].trim_ascii_end();
        (is_doubled && is_code && !self.has(line)).then_some(Span { start: first.start, end: second.end })
    }

    /// A divider directly above the closing marker, of an edit of code that has another one and where the
    /// file has no such line.
    fn second_divider(&mut self, edit: &Edit<'_>) -> Option<Span> {
        let [_, .., last] = &edit.dividers[..] else { return None };
        // Under a heading it is text.
        let is_last = last.end == edit.body.len() && !self.language.is_none_or(Language::is_prose);
        let is_conflict = || bodies(&edit.body).any(|line| line.starts_with(b"<<<<<<<"));
        let line = edit.body[last.range()].trim_ascii_end();
        // A line that is the only change is meant.
        let is_all = || edit.body[..edit.dividers[0].start] == edit.body[edit.dividers[0].end..last.start];
        (is_last && !is_all() && !is_conflict() && !self.has(line)).then_some(*last)
    }

    /// The reading that makes a file: in prose fences are text, in data numbers are, and entities may be anywhere.
    fn of_new_file<'r>(&self, readings: &[Reading<'r>]) -> Option<Reading<'r>> {
        let is_prose = self.language.is_none_or(Language::is_prose);
        let is_text = |reading: &&Reading<'_>| match reading.clutter {
            Some(Clutter::Fences) => is_prose,
            Some(Clutter::LinePrefixes) => self.language.is_none(),
            clutter => clutter == Some(Clutter::Entities),
        };
        readings.iter().find(|reading| !is_text(reading)).copied()
    }

    /// The reading of a whole text without clutter, if it has lines of the file that the text as it is written has not,
    /// or the text is in a fence and the file is not. One that leaves the file as it is would make the clutter the
    /// change; and in prose, only what begins with a heading is seldom shown in a fence.
    fn of_whole_file<'r>(&self, readings: &[Reading<'r>]) -> Option<Reading<'r>> {
        let lines = || self.text.lines().filter(|line| has_letter(line));
        let known: HashSet<&[u8]> = lines().collect();
        let count = |reading: &Reading<'_>| {
            bodies(reading.sections.replace).filter(|line| known.contains(line)).count()
        };
        let written = readings.iter().find(|reading| reading.clutter.is_none()).map_or(0, count);
        let first = self.text.lines().find(|line| !is_blank(line));
        let is_prose = self.language.is_some_and(Language::is_prose);
        let changes = |reading: &&Reading<'_>| !bodies(reading.sections.replace).eq(self.text.lines());
        let is_meant = |reading: &&Reading<'_>| match reading.clutter {
            Some(Clutter::Fences) => {
                let may_be = |line: &[u8]| !is_fence(line) && (!is_prose || line.starts_with(b"#"));
                first.is_some_and(may_be) && count(reading) > 0
            }
            clutter => clutter.is_some() && count(reading) > written,
        };
        readings.iter().filter(is_meant).find(changes).copied()
    }

    /// The reading of a REPLACE section that is a diff of SEARCH, in code that has none itself: elsewhere a sign may be that
    /// of an item.
    fn of_diff<'r>(&self, readings: &[Reading<'r>]) -> Option<Reading<'r>> {
        let written = readings.iter().find(|reading| reading.clutter.is_none())?.sections.search;
        let is_diff = |reading: &&Reading<'_>| {
            reading.clutter == Some(Clutter::DiffSigns) && reading.sections.search == written
        };
        let reading = readings.iter().find(is_diff)?;
        let is_code = self.language.is_some_and(|language| language.kind == Kind::Code);
        (is_code && !self.text.lines().any(|line| line.starts_with(b"@@ "))).then_some(*reading)
    }

    /// The reading without marks of unparsed text, which only a file that has some can have where the reply has them.
    fn of_unparsed<'r>(&mut self, readings: &[Reading<'r>]) -> Option<Reading<'r>> {
        let reading = readings.iter().find(|reading| reading.clutter == Some(Clutter::Unparsed))?;
        let has_marks = || reply::is_text(Clutter::Unparsed, b"", self.text);
        (!*self.has_marks.get_or_insert_with(has_marks)).then_some(*reading)
    }

    /// Returns whether lines of the file have what a reading takes for clutter.
    fn is_text(&self, reading: &Reading<'_>, edit: &Edit<'_>) -> bool {
        let Some(written) = edit.readings().next() else { return false };
        reading.clutter.is_some_and(|clutter| reply::is_text(clutter, written.search, self.text))
    }

    /// Returns whether the file has a line like a divider.
    fn has(&mut self, divider: &[u8]) -> bool {
        let text = self.text;
        let is_there = || text.lines().any(|line| line.trim_ascii_end() == divider);
        *self.dividers.entry(divider.to_vec()).or_insert_with(is_there)
    }
}

/// The reading of each edit that is meant: the longest whose SEARCH section is found exactly, else the first
/// by a divider.
pub(super) fn choose<'r>(
    text: &Text,
    edits: &[(usize, &'r Edit<'r>)],
    language: Option<&Language>,
    budget: &Budget,
) -> Vec<Reading<'r>> {
    let mut needles: Vec<(usize, Reading<'r>, Vec<&[u8]>)> = Vec::new();
    let mut chosen = Vec::with_capacity(edits.len());
    let mut scene = Scene { text, language, dividers: HashMap::new(), has_marks: None };
    for (at, (_, edit)) in edits.iter().enumerate() {
        if let ([divider], []) = (&edit.dividers[..], &edit.cleared[..]) {
            chosen.push(Reading::by(edit, *divider, edit.body.len()));
            continue;
        }
        let all = scene.readings(edit);
        let by_divider = all.iter().filter(|reading| reading.divider.is_some());
        let is_guess = by_divider.clone().count() > 1 && !edit.creates();
        let doubt = is_guess.then_some(Doubt::Divider);
        if edit.creates() && text.is_empty() && edit.dividers.len() == 1 {
            chosen.extend(scene.of_new_file(&all));
            continue;
        }
        if edit.creates()
            && let Some(reading) = scene.of_whole_file(&all)
        {
            chosen.push(reading);
            continue;
        }
        if let Some(reading) = scene.of_unparsed(&all).or_else(|| scene.of_diff(&all)) {
            chosen.push(reading);
            continue;
        }
        chosen.extend(by_divider.take(1).map(|first| Reading { doubt, ..*first }));
        if all.len() > 1 {
            needles
                .extend(all.iter().map(|reading| (at, *reading, bodies(reading.sections.search).collect())));
        }
    }
    let lines: Vec<&[&[u8]]> = needles.iter().map(|(_, _, lines)| lines.as_slice()).collect();
    if lines.is_empty() {
        return chosen;
    }
    let found: Vec<Vec<usize>> =
        scan(text, &lines, budget).into_iter().map(Result::unwrap_or_default).collect();
    // Where the lines are in the file as they are written, nothing in them is clutter.
    let as_written: HashSet<usize> = needles
        .iter()
        .zip(&found)
        .filter(|((_, reading, lines), places)| {
            reading.divider.is_some() && !places.is_empty() && !lines.iter().all(|line| is_blank(line))
        })
        .map(|((at, ..), _)| *at)
        .collect();
    // What one edit of the file shows of the text holds for the others.
    let mut are_escaped = false;
    let mut escaped: Vec<(usize, Reading<'r>)> = Vec::new();
    for ((at, reading, lines), places) in needles.iter().zip(&found) {
        let is_entities = reading.clutter == Some(Clutter::Entities);
        let is_same = |written: Sections<'_>| written.search == reading.sections.search;
        let is_new = is_entities && edits[*at].1.readings().next().is_some_and(is_same);
        let exactly = |first: &usize| {
            let end = first + lines.len();
            let there = text.window(*first..end);
            // Where the file goes on with the divider, that is text of the file: the underline of a heading.
            let goes_on = || end < text.len() && Some(text.body(end).trim_ascii_end()) == reading.divider;
            match reading.divider {
                Some(_) => there == *lines && !goes_on(),
                // The white space in front of a line is lost where that is blank.
                None => are_equal_but_for_ends(&there, lines),
            }
        };
        let is_said = || match reading.divider {
            Some(_) => true,
            // It differs in white space alone from what is written, which goes first where that is exact.
            None if reading.clutter == Some(Clutter::Sign) => true,
            None => !as_written.contains(at) && !scene.is_text(reading, edits[*at].1),
        };
        if lines.iter().all(|line| is_blank(line)) || !places.iter().any(exactly) {
            continue;
        }
        if is_new {
            escaped.extend((!scene.is_text(reading, edits[*at].1)).then_some((*at, *reading)));
        } else if is_said() {
            chosen[*at] = *reading;
            are_escaped |= is_entities;
        }
    }
    for (at, reading) in escaped.into_iter().filter(|_| are_escaped) {
        chosen[at] = reading;
    }
    chosen
}

/// The sections taken apart. Where neither the file nor what the blocks put there has a fence, those around a
/// section are a frame.
pub(super) fn searches<'r>(
    text: &Text,
    sections: &[Sections<'r>],
    language: Option<&'static Language>,
) -> Vec<Search<'r>> {
    let taken = |apart: &dyn Fn(&'r [u8], &'r [u8]) -> Search<'r>| -> Vec<Search<'r>> {
        let sections = sections.iter().map(|sections| without_mark(sections, text));
        sections.map(|(search, replace)| apart(search, replace).in_language(language)).collect()
    };
    let plain = taken(&Search::new);
    let holds_fence = |lines: &[&[u8]]| lines.iter().any(|line| is_fence(line));
    if !plain.iter().any(|plain| holds_fence(&plain.search) || holds_fence(&plain.replace)) {
        return plain;
    }
    let is_code = !language.is_none_or(Language::is_prose);
    let framed = taken(&|search, replace| Search::framed(search, replace, is_code));
    let fences = || text.lines().any(is_fence);
    let is_all = |search: &Search<'_>| search.search == search.replace;
    // Where the fences are all that differs, they are what is meant.
    let is_meant = || framed.iter().zip(&plain).any(|(framed, plain)| is_all(framed) && !is_all(plain));
    if plain == framed || framed.iter().any(Search::holds_fence) || fences() || is_meant() {
        plain
    } else {
        framed
    }
}

/// The sections without a byte order mark: it belongs to the file, never to its first line. One that the file lacks may
/// come with a whole text.
fn without_mark<'r>(sections: &Sections<'r>, text: &Text) -> (&'r [u8], &'r [u8]) {
    let Sections { search, replace, .. } = *sections;
    if is_blank(search) && !text.bytes().starts_with(BOM) {
        return (search, replace);
    }
    (search.strip_prefix(BOM).unwrap_or(search), replace.strip_prefix(BOM).unwrap_or(replace))
}
