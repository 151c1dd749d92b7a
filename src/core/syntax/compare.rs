//! The errors of a text that were not there before.

use std::{collections::HashMap, ops::Range};

use bstr::ByteSlice as _;

use super::{MAX_BYTES, Parsed, SyntaxError, TooLong, What, Work, template::is_template, window::window};
use crate::core::{language::Language, splice::Splice, text::bodies};

/// Errors that a change brings in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewErrors {
    /// The errors, in order.
    pub errors: Vec<SyntaxError>,
    /// True if there were errors before, or only a part was parsed, so that the result is less sure.
    pub was_broken: bool,
}

/// Larger texts are parsed around the change only, in bytes, but for languages with a strict parser.
const WHOLE: usize = 256 << 10;

/// Parses a text as far as needed to tell which errors it has that the old one has not, as `new_errors`.
/// None if there is no parser for the language.
///
/// # Errors
///
/// When parsing takes more than `work`, or the text is too large to be parsed where its part around the
/// change does not tell.
pub fn compare<'t>(
    language: &'static Language,
    old: Option<&[u8]>,
    new: &'t [u8],
    changed: &[Range<usize>],
    work: &mut Work,
) -> Result<Option<(Parsed<'t>, NewErrors)>, TooLong> {
    let language = Parsed::read_as(language, old);
    let is_small = new.len() <= WHOLE || Parsed::is_strict(language);
    if let (Some(old), Some(window)) = (old, window(language, new, changed))
        && let Some(parsed) = Parsed::within(language, new, window.clone(), work)?
    {
        let errors = parsed.errors();
        if errors.is_empty() {
            return Ok(Some((parsed, NewErrors::default())));
        }
        if !is_small {
            let is_new = is_sound_before(language, old, new, window, work)?;
            return if is_new {
                Ok(Some((parsed, NewErrors { errors, was_broken: true })))
            } else {
                Err(TooLong)
            };
        }
    }
    if !is_small {
        return if Parsed::can(language) { Err(TooLong) } else { Ok(None) };
    }
    let Some(parsed) = Parsed::within(language, new, 0..new.len(), work)? else { return Ok(None) };
    let found = new_errors(language, old, &parsed, changed, work)?;
    Ok(Some((parsed, found)))
}

/// Returns whether the old text is sound at a part of the new one.
fn is_sound_before(
    language: &'static Language,
    old: &[u8],
    new: &[u8],
    part: Range<usize>,
    work: &mut Work,
) -> Result<bool, TooLong> {
    let end = old.len().checked_sub(new.len() - part.end).filter(|end| *end >= part.start);
    let Some(end) = end else { return Ok(false) };
    let parsed = Parsed::within(language, old, part.start..end, work)?;
    Ok(parsed.is_some_and(|parsed| parsed.errors().is_empty()))
}

/// [`compare()`] for a file that may be in several languages: by the first that has no new errors in it, else
/// by the first of all. None also if there is no parser for one of them.
///
/// # Errors
///
/// When a text is larger than [`MAX_BYTES`], or parsing it takes too long, with the language that it was to
/// be read as.
pub fn compare_any<'t>(
    languages: &[&'static Language],
    old: Option<&[u8]>,
    new: &'t [u8],
    changed: &[Range<usize>],
    work: &mut Work,
) -> Result<Option<(Parsed<'t>, NewErrors)>, (&'static Language, TooLong)> {
    let mut first = None;
    if !languages.iter().all(|language| Parsed::can(language)) {
        return Ok(None);
    }
    for &language in languages {
        if new.len() > MAX_BYTES || old.is_some_and(|old| old.len() > MAX_BYTES) {
            return Err((language, TooLong));
        }
        let compared = compare(language, old, new, changed, work).map_err(|error| (language, error))?;
        let Some((parsed, found)) = compared else { return Ok(None) };
        if found.errors.is_empty() {
            return Ok(Some((parsed, found)));
        }
        first.get_or_insert((parsed, found));
    }
    Ok(first)
}

/// The errors that `new` has and `old` did not have; all of them if there is no old text. `changed` are the
/// lines of the new text, from 0, that are not those of the old one.
///
/// # Errors
///
/// When parsing the old text takes too long.
pub(super) fn new_errors(
    language: &'static Language,
    old: Option<&[u8]>,
    new: &Parsed<'_>,
    changed: &[Range<usize>],
    work: &mut Work,
) -> Result<NewErrors, TooLong> {
    let new_text = new.text();
    let mut errors = new.errors();
    if errors.is_empty() || is_template(language, new_text) {
        return Ok(NewErrors::default());
    }
    let before = match old {
        Some(old) => {
            let parsed = Parsed::within(language, old, 0..old.len(), work)?;
            parsed.map_or_else(Vec::new, |parsed| parsed.errors())
        }
        None => Vec::new(),
    };
    let was_broken = !before.is_empty();
    if was_broken {
        let grown = errors.len() > before.len();
        errors = unmatched(&before, old.unwrap_or_default(), errors, new_text);
        // Only new errors, and only at changed lines: the parser may stumble over an old error elsewhere now.
        errors.retain(|error| grown && touching(changed, error.line..error.line + 1).is_some());
    }
    errors.iter_mut().for_each(|error| move_to_change(error, changed, new_text));
    errors.sort_by_key(|error| (error.line, error.column));
    Ok(NewErrors { errors, was_broken })
}

/// The new errors without those of which the old text has one of the same kind on an equal line.
fn unmatched(
    old: &[SyntaxError],
    old_text: &[u8],
    new: Vec<SyntaxError>,
    new_text: &[u8],
) -> Vec<SyntaxError> {
    let old_lines: Vec<&[u8]> = bodies(old_text).collect();
    let new_lines: Vec<&[u8]> = bodies(new_text).collect();
    let mut known: HashMap<(What, &[u8]), usize> = HashMap::new();
    for error in old {
        let line = old_lines.get(error.line).map_or(&b""[..], |line| line.trim());
        *known.entry((error.what, line)).or_default() += 1;
    }
    let mut is_new = |error: &SyntaxError| {
        let line = new_lines.get(error.line).map_or(&b""[..], |line| line.trim());
        match known.get_mut(&(error.what, line)).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                false
            }
            None => true,
        }
    };
    new.into_iter().filter(|error| is_new(error)).collect()
}

fn touching(changed: &[Range<usize>], lines: Range<usize>) -> Option<&Range<usize>> {
    changed.iter().find(|range| range.start < lines.end && lines.start < range.end)
}

/// Moves the shown place of an error that spans much of a file to the change.
fn move_to_change(error: &mut SyntaxError, changed: &[Range<usize>], text: &[u8]) {
    let Some(range) = touching(changed, error.line..error.last + 1) else { return };
    if range.start <= error.line {
        return;
    }
    if let Some(line) = bodies(text).nth(range.start) {
        (error.line, error.column) = (range.start, line.len() - line.trim_start().len());
    }
}

/// The lines of the new text, from 0, that splices make; where they only take away, the lines on both sides.
pub fn changed_lines(splices: &[Splice], new: &[u8]) -> Vec<Range<usize>> {
    let (mut at, mut line) = (0, 0);
    let mut grown: isize = 0;
    let mut changed = Vec::with_capacity(splices.len());
    for splice in splices {
        let start = splice.old.start.saturating_add_signed(grown);
        let end = start + splice.new.len();
        grown += splice.new.len().cast_signed() - splice.old.len().cast_signed();
        let breaks = |range: Range<usize>| new[range].find_iter(b"\n").count();
        line += breaks(at..start);
        let last = line + breaks(start..end.saturating_sub(1).max(start));
        changed.push(if start == end { line.saturating_sub(1)..line + 1 } else { line..last + 1 });
        line += breaks(start..end);
        at = end;
    }
    changed
}
