//! Chooses the reading of an edit in a file, and prepares its sections.

use crate::core::{
    fence::is_fence,
    language::Language,
    locate::{Budget, Search, scan},
    reply::{Edit, Sections},
    text::{BOM, Text, bodies, is_blank},
};

/// A reading of an edit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Its number among the readings of the edit.
    pub(super) number: usize,
    /// True if the edit has several, and none has its SEARCH section in the file as it is.
    pub(super) is_guess: bool,
}

/// The reading of each edit that is meant: the longest whose SEARCH section is found exactly, else the first.
pub(super) fn choose(text: &Text, edits: &[(usize, &Edit<'_>)], budget: &mut Budget) -> Vec<Reading> {
    let mut needles: Vec<(usize, usize, Vec<&[u8]>)> = Vec::new();
    let divider = |at: usize, reading: usize| {
        let (_, edit) = edits[at];
        edit.body[edit.dividers[reading].range()].trim_ascii_end()
    };
    for (at, (_, edit)) in edits.iter().enumerate().filter(|(_, (_, edit))| edit.dividers.len() > 1) {
        for (reading, sections) in edit.readings().enumerate() {
            needles.push((at, reading, bodies(sections.search).collect()));
        }
    }
    let is_guess = |edit: &Edit<'_>| {
        let creates = edit.readings().next().is_some_and(|first| is_blank(first.search));
        edit.dividers.len() > 1 && !creates
    };
    let mut chosen: Vec<Reading> =
        edits.iter().map(|(_, edit)| Reading { number: 0, is_guess: is_guess(edit) }).collect();
    let lines: Vec<&[&[u8]]> = needles.iter().map(|(_, _, lines)| lines.as_slice()).collect();
    if lines.is_empty() {
        return chosen;
    }
    for ((at, reading, lines), places) in needles.iter().zip(scan(text, &lines, budget)) {
        // Where the file goes on with the divider, that is text of the file: the underline of a heading.
        let goes_on =
            |end: usize| end < text.len() && text.body(end).trim_ascii_end() == divider(*at, *reading);
        let exactly = |first: &usize| {
            let end = first + lines.len();
            text.window(*first..end) == *lines && !goes_on(end)
        };
        if !lines.iter().all(|line| is_blank(line)) && places.is_ok_and(|places| places.iter().any(exactly)) {
            chosen[*at] = Reading { number: *reading, is_guess: false };
        }
    }
    chosen
}

/// The sections taken apart. Where neither the file nor what the blocks put there has a fence, those around a section are
/// a frame.
pub(super) fn searches<'r>(
    text: &Text,
    sections: &[Sections<'r>],
    language: Option<&'static Language>,
) -> Vec<Search<'r>> {
    let taken = |apart: fn(&'r [u8], &'r [u8]) -> Search<'r>| {
        sections
            .iter()
            .map(without_mark)
            .map(|(search, replace)| apart(search, replace).in_language(language))
            .collect::<Vec<_>>()
    };
    let plain = taken(Search::new);
    let holds_fence = |text: &[u8]| bodies(text).any(is_fence);
    if !sections.iter().any(|sections| holds_fence(sections.search) || holds_fence(sections.replace)) {
        return plain;
    }
    let framed =
        taken(if language.is_some_and(Language::is_prose) { Search::framed } else { Search::framed_code });
    let fences = || (0..text.len()).any(|line| is_fence(text.body(line)));
    if plain == framed || framed.iter().any(Search::holds_fence) || fences() { plain } else { framed }
}

/// The sections without a byte order mark: it belongs to the file, never to its first line.
fn without_mark<'r>(sections: &Sections<'r>) -> (&'r [u8], &'r [u8]) {
    let Sections { search, replace, .. } = *sections;
    if is_blank(search) {
        return (search, replace);
    }
    (search.strip_prefix(BOM).unwrap_or(search), replace.strip_prefix(BOM).unwrap_or(replace))
}
