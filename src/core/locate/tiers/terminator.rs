//! A semicolon at the end of a line, where the language lets it be left out: models write it from habit, or
//! leave it out.
//!
//! A place counts where the grammar reads the file, and what becomes of it, the same with the ends of SEARCH;
//! and where the rest of the file says that its ends are its style.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use super::{fit::fits, lay, unicode};
use crate::core::{
    language::Language,
    locate::{
        already::stands_around,
        carry::{plain, plain_with},
        equivalence::{Edges, Tolerance},
        folding::folded_lines,
        found::Place,
        lines::Lines as _,
        rung::{Answer, MatchNote, Site},
        scan::{Budget, OverBudget},
        search::Search,
        word::is_word,
    },
    script::Op,
    splice::Hunk,
    syntax::{self, Ends, languages},
    text::{Text, is_blank},
};

/// Least ratio of statements that end as those at the place do to the others, for that to be the file's
/// style.
const STYLE: usize = 4;

/// The one place of SEARCH but for semicolons at the ends of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ended<'r> {
    /// The lines that SEARCH matched.
    lines: Range<usize>,
    /// The lines of the file, from 0, that end otherwise.
    differing: Vec<usize>,
    /// True if the file has no semicolon there, false if SEARCH has none.
    lacks: bool,
    /// These lines as the file would have them if they ended as in SEARCH.
    as_quoted: Vec<Vec<u8>>,
    /// The change that the block makes there; none if all that it inserts is there already.
    change: Option<Change<'r>>,
}

/// A change of lines that end otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change<'r> {
    /// The lines to write: those that only change in part end as in the file.
    written: Vec<Hunk<'r>>,
    /// The lines to write if the file's lines ended as in SEARCH.
    meant: Vec<Hunk<'r>>,
}

/// The place of a block but for semicolons that say nothing, before and after the change, where the rest of
/// the file says that this is its style.
///
/// # Errors
///
/// When looking would take too long.
pub(in crate::core::locate) fn find<'r>(site: &mut Site<'_, 'r>) -> Result<Answer<'r>, OverBudget> {
    let [language] = languages(site.path)[..] else { return Ok(Answer::None) };
    if !syntax::has_optional_ends(language) {
        return Ok(Answer::None);
    }
    let Some(found) = by_terminator(site.text, site.search, site.budget)? else { return Ok(Answer::None) };
    let now = site.text.window(0..site.text.len());
    let quoted = found.as_quoted.iter().map(Vec::as_slice);
    let quoted = [&now[..found.lines.start], &quoted.collect::<Vec<_>>(), &now[found.lines.end..]].concat();
    let says_nothing = |a: &[u8], b: &[u8]| syntax::differ_in_ends_only(language, a, b);
    let (text, as_quoted) = (plain(&now), plain(&quoted));
    if !says_nothing(&text, &as_quoted) || !is_style(language, &text, &as_quoted, &found) {
        return Ok(Answer::None);
    }
    let Some(change) = found.change else { return Ok(Answer::Done) };
    let written = plain_with(&now, &change.written);
    if written == text || !says_nothing(&written, &plain_with(&quoted, &change.meant)) {
        return Ok(Answer::None);
    }
    let note = MatchNote::Terminators { lines: found.differing, lacks: found.lacks };
    Ok(Answer::Laid { place: Place { lines: found.lines, hunks: change.written }, note })
}

/// Returns whether the statements of the file mostly end as the differing lines do, all of those at the place
/// do, and all of those in SEARCH end the other way.
fn is_style(language: &'static Language, text: &[u8], as_quoted: &[u8], found: &Ended<'_>) -> bool {
    let ends = |text| syntax::ends(language, text, &found.lines);
    let (Some((all, inside)), Some((_, quoted))) = (ends(text), ends(as_quoted)) else { return false };
    // Number that end as in the file, and number as in SEARCH.
    let sides = |ends: Ends| if found.lacks { (ends.without, ends.with) } else { (ends.with, ends.without) };
    let ((own, other), (_, against), (against_too, _)) = (sides(all), sides(inside), sides(quoted));
    own > 0 && other * STYLE <= own && against + against_too == 0
}

/// Returns whether the lines that REPLACE adds are around a line of the file as REPLACE has them: their ends
/// may say something.
fn stands_as_written(window: &[&[u8]], first: usize, search: &Search<'_>) -> bool {
    let reach = search.replace.len();
    let around = &window[first.saturating_sub(reach)..(first + reach).min(window.len())];
    let there: HashSet<&[u8]> = around.iter().map(|line| line.trim_ascii()).collect();
    let mut added = search.ops().flat_map(|op| op.new).map(|line| search.replace[line].trim_ascii());
    added.all(|line| there.contains(line))
}

/// Finds the one place where SEARCH matches but for semicolons at the ends of lines, all of which the file
/// lacks, or all of which SEARCH lacks; and but for differences that the earlier tiers tolerate. None too
/// where a line could go on below, or where the block adds or takes away just a semicolon.
///
/// # Errors
///
/// When looking would take too long.
fn by_terminator<'r>(
    text: &Text,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Option<Ended<'r>>, OverBudget> {
    budget.spend(text.bytes().len())?;
    let window = text.window(0..text.len());
    let core = search.core();
    let (file, wanted) = (folded_lines(&window), folded_lines(core));
    let (file, wanted) = (without_ends(&file), without_ends(&wanted));
    let [first] = file.places(&wanted, budget)?[..] else { return Ok(None) };
    let lines = first..first + core.len();
    let Some((differing, lacks)) = differing(&window, first, core) else { return Ok(None) };
    let as_quoted: Vec<Vec<u8>> = window[lines.clone()]
        .iter()
        .enumerate()
        .map(|(at, line)| if differing.contains(&at) { turned(line) } else { line.to_vec() })
        .collect();
    let whole = folded_lines(search.sections(Edges::Dropped).1);
    let done = stands_around(&file, first, &wanted, &without_ends(&whole), Tolerance::Characters);
    if done && !stands_as_written(&window, first, search) {
        return Ok(None);
    }
    let mut change = None;
    if !done {
        let quoted: Vec<&[u8]> = as_quoted.iter().map(Vec::as_slice).collect();
        let Some(fit) = fits(Tolerance::Characters, &quoted, core) else { return Ok(None) };
        // White space at the ends of lines is no part of the change.
        let (ops, replace) = (search.ops_but_for_ends(), &search.replace[search.edges.0..]);
        let laid = fit
            .checked(search, text, budget)?
            .and_then(|fit| lay::lay_ops(&ops, core, replace, &quoted, 0, &fit));
        change = laid
            .ok()
            .and_then(|meant| with_ends(search, &ops, &differing, lacks, meant))
            .map(|change| Change { written: at(change.written, first), meant: at(change.meant, first) });
        if change.as_ref().is_none_or(|change| change.written.iter().any(|hunk| opens(hunk, &window))) {
            return Ok(None);
        }
    }
    let differing = differing.into_iter().map(|at| first + at).collect();
    Ok(Some(Ended { lines, differing, lacks, as_quoted, change }))
}

/// The lines of SEARCH that end otherwise in the file, where it begins at line `first`, and whether it is the
/// file that lacks the semicolon; none where they do not agree in that, or where one may go on below.
fn differing(file: &[&[u8]], first: usize, core: &[&[u8]]) -> Option<(Vec<usize>, bool)> {
    let differs = |at: &usize| ends(file[first + at]) != ends(core[*at]);
    let differing: Vec<usize> = (0..core.len()).filter(differs).collect();
    let lacks = ends(core[*differing.first()?]);
    let sound = |at: &usize| {
        ends(core[*at]) == lacks && !is_open(file[first + at]) && !goes_on(&file[first + at + 1..])
    };
    differing.iter().all(sound).then_some((differing, lacks))
}

/// The change with the file's ends where a line changes only in part; none where it cannot be told whose end
/// is kept.
fn with_ends<'r>(
    search: &Search<'r>,
    ops: &[Op],
    differing: &[usize],
    lacks: bool,
    meant: Vec<Hunk<'r>>,
) -> Option<Change<'r>> {
    let replace = &search.replace[search.edges.0..];
    let mut written = meant.clone();
    for (op, hunk) in ops.iter().zip(&mut written) {
        let (old, new) = (&search.core()[op.old.clone()], &replace[op.new.clone()]);
        for (was, is) in unicode::pairs(old, new)? {
            if !differing.contains(&(op.old.start + was)) {
                continue;
            }
            let (old, line) = (old[was].trim_ascii(), new[is].trim_ascii());
            // Nothing but the end changes, unless the statement goes on now.
            let just_the_end = old != line && without_end(old) == without_end(line);
            if just_the_end && !goes_on(&new[is + 1..]) {
                return None;
            }
            // An end that REPLACE alone has, or has no more, is a part of the change.
            if !just_the_end && ends(line) == lacks {
                if old.last() != line.last() {
                    return None;
                }
                hunk.new[is] = Cow::Owned(turned(&hunk.new[is]));
            }
        }
    }
    Some(Change { written, meant })
}

/// Returns whether the lines of a change go on below, since REPLACE does without a semicolon there, and those
/// before them did not: of these only the line that the last one replaces may have done so.
fn opens(hunk: &Hunk<'_>, file: &[&[u8]]) -> bool {
    let new: Vec<&[u8]> = hunk.new.iter().map(|line| line.as_ref()).collect();
    let (old, Some(last)) = (&file[hunk.old.clone()], new.last()) else { return false };
    if ends(last) || !goes_on(&file[hunk.old.end..]) {
        return false;
    }
    let takes_its_place =
        |pairs: Vec<(usize, usize)>| pairs.last().is_some_and(|pair| *pair == (old.len() - 1, new.len() - 1));
    old.last().is_none_or(|last| ends(last)) || !unicode::pairs(old, &new).is_some_and(takes_its_place)
}

fn at(hunks: Vec<Hunk<'_>>, first: usize) -> Vec<Hunk<'_>> {
    hunks
        .into_iter()
        .map(|hunk| Hunk { old: hunk.old.start + first..hunk.old.end + first, new: hunk.new })
        .collect()
}

/// Returns whether a line ends with a semicolon, and is more than that.
fn ends(line: &[u8]) -> bool {
    without_end(line).len() < line.trim_ascii().len()
}

/// A line without the white space at its edges and the semicolon at its end; a semicolon alone is no end.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_suffix(b";").filter(|rest| !rest.is_empty()).unwrap_or(line)
}

fn without_ends<'l>(lines: &'l [Cow<'_, [u8]>]) -> Vec<&'l [u8]> {
    lines.iter().map(|line| without_end(line)).collect()
}

/// A line with the semicolon that it lacks, or without the one that it has.
fn turned(line: &[u8]) -> Vec<u8> {
    let (text, trail) = line.split_at(line.trim_ascii_end().len());
    match text.strip_suffix(b";") {
        Some(text) => [text, trail].concat(),
        None => [text, b";", trail].concat(),
    }
}

/// Returns whether a line ends so that it goes on below: with a sign, or with a word that something may
/// follow.
fn is_open(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 33] = [
        b"abstract",
        b"accessor",
        b"as",
        b"async",
        b"await",
        b"case",
        b"const",
        b"declare",
        b"delete",
        b"do",
        b"else",
        b"export",
        b"extends",
        b"from",
        b"get",
        b"import",
        b"in",
        b"instanceof",
        b"let",
        b"new",
        b"of",
        b"override",
        b"private",
        b"protected",
        b"public",
        b"readonly",
        b"satisfies",
        b"set",
        b"static",
        b"type",
        b"typeof",
        b"var",
        b"void",
    ];
    let line = without_end(line);
    let word = line.iter().rev().take_while(|byte| is_word(**byte)).count();
    let Some(last) = line.last() else { return true };
    // `a++` is whole.
    let sign = b"+-".contains(last) && !line.ends_with(b"++") && !line.ends_with(b"--");
    sign || b".([{,?*/%:&|^<>=!~;\\".contains(last) || WORDS.contains(&&line[line.len() - word..])
}

/// Returns whether the next line that is code begins so that it may continue the one above.
fn goes_on(below: &[&[u8]]) -> bool {
    const WORDS: [&[u8]; 4] = [b"in", b"instanceof", b"as", b"satisfies"];
    let mut commented = false;
    for line in below.iter().map(|line| line.trim_ascii()).filter(|line| !is_blank(line)) {
        if commented || line.starts_with(b"/*") {
            commented = !line.ends_with(b"*/");
            continue;
        }
        if line.starts_with(b"//") {
            continue;
        }
        let word = line.iter().take_while(|byte| is_word(**byte)).count();
        return b".([`?+-*/%,:&|^<>=!".contains(&line[0]) || WORDS.contains(&&line[..word]);
    }
    false
}

#[cfg(test)]
mod tests;
