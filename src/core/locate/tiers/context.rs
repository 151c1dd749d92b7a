//! Tier `context`: lines that both sections have unchanged are compared loosely, those that change strictly.
//!
//! All lines of SEARCH with content are in the file, in order and with no other line with content between
//! them, but for white space anywhere in them, for blank lines around them, and for semicolons at their ends in
//! languages that let them be left out, or for line breaks alone; in a known language also but
//! for comments: those that only one of the texts has, or else all. Only one place of the file may read so.
//! The lines that change must be there as they are quoted, and new lines come between lines that are as far
//! apart as in SEARCH. The change is laid only if REPLACE reads the same as what comes of it.

mod blanks;
mod breaks;
mod commas;
mod cut;
mod gap;
mod quote;
mod reading;
mod remarks;
mod runs;
mod spaced;
mod start;

use std::{cell::OnceCell, collections::HashSet};

use crate::core::{
    language::lexer::Extent,
    locate::{
        found::Place,
        line::{Index, OverBudget, are_equal_but_for_edges},
        rung::{Answer, MatchNote, Site},
        slips::{may_stand_for_lines, trimmed},
        unlaid::Unlaid,
    },
};
use quote::Quote;
use reading::Reader;
use remarks::filled;

/// The place of a block whose quoted lines have other white space than the file's.
///
/// # Errors
///
/// When looking would take too long.
pub(in crate::core::locate) fn find<'r>(site: &Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let found = by_lines(site)?;
    if found == Answer::None { breaks::find(site) } else { Ok(found) }
}

/// The same where the lines are broken as in the file.
fn by_lines<'r>(site: &Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let mut found = by_reader(&mut Reader::of_lines(site.search.language), site)?;
    let language = site.search.language.filter(|_| !leaves_lines_out(site));
    let Some(language) = language else { return Ok(found) };
    let file = site.text.all();
    site.budget.spend(site.text.bytes().len())?;
    if found == Answer::None {
        site.budget.spend(site.text.bytes().len())?;
        found = by_reader(&mut Reader::of_shared(language, &site.search.search, &file), site)?;
    }
    if found == Answer::None { by_reader(&mut Reader::of_code(language), site) } else { Ok(found) }
}

/// Returns whether SEARCH has a comment that stands for other lines, and that is none of the file's own.
fn leaves_lines_out(site: &Site<'_, '_>) -> bool {
    let mut elisions = site.search.search.iter().filter(|line| may_stand_for_lines(line)).peekable();
    let file = site.text.all();
    let known = if elisions.peek().is_none() { HashSet::new() } else { trimmed(&file) };
    elisions.any(|line| !known.contains(line.trim_ascii()))
}

/// The place of a block whose lines read as the file's.
fn by_reader<'r>(reader: &mut Reader, site: &Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let Site { text, search, budget, .. } = *site;
    budget.spend(3 * text.bytes().len())?;
    let file = text.all();
    let wanted = reader.read(&search.search, Extent::Section);
    if wanted.lines.is_empty() || !reader.is_enough(&filled(&search.search).collect::<Vec<_>>()) {
        return Ok(Answer::None);
    }
    let there = reader.read(&file, Extent::File);
    let places = Index::new(there.keys.clone()).places(&wanted.keys, 0..there.keys.len(), budget)?;
    let lines_at = |at: usize| there.lines[at]..there.lines[at + wanted.lines.len() - 1] + 1;
    let at = match places[..] {
        [] => return Ok(Answer::None),
        [at] => at,
        _ => return Ok(Answer::Several(places.into_iter().map(lines_at).collect())),
    };
    let states = there.states.iter().zip(&there.behind).skip(at);
    let is_same =
        |((ours, behind), (theirs, other))| ours == theirs && (behind == other || Vec::is_empty(behind));
    if !wanted.states.iter().zip(&wanted.behind).zip(states).all(is_same) {
        return Ok(Answer::None);
    }
    let mut lines_of = vec![None; search.search.len()];
    for (line, there) in wanted.lines.iter().zip(&there.lines[at..]) {
        lines_of[*line] = Some(*there);
    }
    let quote = Quote {
        text,
        path: site.path.as_bstr(),
        file: &file,
        search,
        budget,
        lines_of,
        lines: lines_at(at),
        free: at.checked_sub(1).map_or(0, |above| there.lines[above] + 1)
            ..there.lines.get(at + wanted.lines.len()).copied().unwrap_or(file.len()),
        texts: OnceCell::new(),
        remarks: OnceCell::new(),
    };
    let known = wanted.lines.iter().map(|line| search.search[*line]);
    if !reader.is_enough(&known.chain(quote.alike_remarks()).collect::<Vec<_>>()) {
        return Ok(Answer::None);
    }
    if let Some((search, count)) = quote.with_commas_of_file() {
        let answer = by_reader(reader, &Site { search: &search, ..*site })?;
        return Ok(match answer {
            Answer::Laid { place, note: MatchNote::Quoted { differing, kept } } => {
                Answer::Laid { place, note: MatchNote::Quoted { differing: differing + count, kept } }
            }
            answer => answer,
        });
    }
    let is_unsure = reader.reads_code() && quote.has_other_remarks();
    if !quote.changes_what_is_there()
        || !quote.parts_what_stays()
        || quote.omits_within_comment()
        || quote.may_bring_comment()
        || quote.lacks_line_at_edge()
        || quote.has_rival(&there, &wanted, is_unsure)
    {
        return Ok(Answer::None);
    }
    if reader.reads_code() {
        // A text that begins within a comment reads as code, and as nothing where it is meant.
        budget.spend(3 * text.bytes().len())?;
        let mut lines = Reader::of_lines(quote.search.language);
        let wanted = lines.read(&search.search, Extent::Section);
        if quote.has_rival(&lines.read(&file, Extent::File), &wanted, is_unsure) {
            return Ok(Answer::None);
        }
    }
    if quote.ends_in_text()? {
        return Ok(Answer::None);
    }
    if let Some(line) = quote.quoted_as_made() {
        return Ok(Answer::Unlaid(Unlaid::HalfMade { line: line + 1 }));
    }
    let runs = match quote.runs() {
        Some(Ok(runs)) => runs,
        Some(Err(unlaid)) => return Ok(Answer::Unlaid(unlaid)),
        None => return Ok(Answer::None),
    };
    let place = match quote.lay(runs)? {
        Ok(hunks) => Place::new(quote.lines.clone(), hunks),
        Err(unlaid) => return Ok(Answer::Unlaid(unlaid)),
    };
    Ok(match quote.reads_as_replace(&place, reader) {
        true => Answer::Laid { note: quote.note(&place.hunks), place },
        false => Answer::None,
    })
}

/// The same where SEARCH differs in leading white space only.
///
/// # Errors
///
/// When looking would take too long.
pub(in crate::core::locate) fn uneven<'r>(site: &Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let wanted = &site.search.search;
    for first in site.candidates.iter().filter_map(|core| core.checked_sub(site.search.edges.0)) {
        let lines = first..first + wanted.len();
        site.budget.spend(wanted.len())?;
        let is_there = || are_equal_but_for_edges(&site.text.window(lines.clone()), wanted);
        if lines.end <= site.text.len() && is_there() {
            return Ok(match find(site)? {
                Answer::Laid { place, note } => {
                    // Blank lines at the edges of SEARCH belong to it too.
                    let lines = lines.start.min(place.lines.start)..lines.end.max(place.lines.end);
                    Answer::Laid { place: Place { lines, ..place }, note }
                }
                answer => answer,
            });
        }
    }
    Ok(Answer::None)
}

#[cfg(test)]
mod tests;
