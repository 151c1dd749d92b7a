//! Chooses the reading of an edit in a file, and prepares its sections.

use crate::core::{
    fence::is_fence,
    locate::{Budget, Search, scan},
    reply::{Edit, Sections},
    text::{Text, bodies, is_blank},
};

/// Chooses the reading of each edit: the longest whose SEARCH section is found exactly, else the first.
pub(super) fn choose(text: &Text, edits: &[(usize, &Edit<'_>)], budget: &mut Budget) -> Vec<usize> {
    let mut needles: Vec<(usize, usize, Vec<&[u8]>)> = Vec::new();
    for (at, (_, edit)) in edits.iter().enumerate().filter(|(_, (_, edit))| edit.dividers.len() > 1) {
        for (reading, sections) in edit.readings().enumerate() {
            needles.push((at, reading, bodies(sections.search).collect()));
        }
    }
    let mut chosen = vec![0; edits.len()];
    let lines: Vec<&[&[u8]]> = needles.iter().map(|(_, _, lines)| lines.as_slice()).collect();
    if lines.is_empty() {
        return chosen;
    }
    for ((at, reading, lines), places) in needles.iter().zip(scan(text, &lines, budget)) {
        let exactly = |first: &usize| text.window(*first..first + lines.len()) == *lines;
        if !lines.iter().all(|line| is_blank(line)) && places.is_ok_and(|places| places.iter().any(exactly)) {
            chosen[*at] = *reading;
        }
    }
    chosen
}

/// Prepares the sections for searching. Where neither the file nor the lines of earlier blocks have a fence,
/// those around a section are a frame.
pub(super) fn searches<'r>(text: &Text, sections: &[Sections<'r>]) -> Vec<Search<'r>> {
    let taken = |apart: fn(&'r [u8], &'r [u8]) -> Search<'r>| {
        sections.iter().map(|sections| apart(sections.search, sections.replace)).collect::<Vec<_>>()
    };
    let plain = taken(Search::new);
    let holds_fence = |text: &[u8]| bodies(text).any(is_fence);
    if !sections.iter().any(|sections| holds_fence(sections.search) || holds_fence(sections.replace)) {
        return plain;
    }
    let framed = taken(Search::framed);
    let fences = || (0..text.len()).any(|line| is_fence(text.body(line)));
    if plain == framed || framed.iter().any(Search::holds_fence) || fences() { plain } else { framed }
}
