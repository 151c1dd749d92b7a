//! From a place to the lines that change there.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{
    fit::Fit,
    surplus::{Surplus, end},
    unicode,
};
use crate::core::{
    language::Kind,
    locate::{
        line::{Lines, pairs},
        search::Search,
        unlaid::Unlaid,
    },
    script::Op,
    splice::Hunk,
    text::is_blank,
};

/// Lays the difference between SEARCH and REPLACE where the core of SEARCH starts at line `core`.
pub(super) fn lay<'r>(
    search: &Search<'r>,
    lines: &dyn Lines,
    core: usize,
    fit: &Fit,
) -> Result<Vec<Hunk<'r>>, Unlaid> {
    let Search { edges: (upper, lower), .. } = search;
    let whole = core.saturating_sub(*upper)..(core + search.core().len() + lower).min(lines.count());
    // White space at the ends of lines counts where all of it is quoted.
    let is_quoted = lines.bodies(whole) == search.search;
    let ops = if is_quoted { Cow::Borrowed(&*search.ops) } else { search.ops_but_for_ends() };
    let replace = &search.replace[search.edges.0..];
    let there = lines.bodies(core..core + search.core().len());
    let surplus = match is_quoted {
        true => Surplus::None,
        false => Surplus::learn(search.core().iter().copied().zip(there.iter().copied()), search.language),
    };
    let mut hunks = lay_ops(&ops, search.core(), replace, lines, core, &Way { fit, surplus })
        .map_err(|unlaid| unlaid.counted_from(search.edges.0 as isize))?;
    let is_markdown = search.language.is_some_and(|language| language.kind == Kind::Markdown);
    if !is_quoted {
        keep_ends_of_quoted(&mut hunks, &ops, search.core(), &there, replace, is_markdown);
    }
    if is_markdown {
        for (op, hunk) in ops.iter().zip(&mut hunks).filter(|(op, _)| op.old.len() == 1 && op.new.len() == 1)
        {
            keep_break(hunk, lines, search.core()[op.old.start], replace[op.new.start]);
        }
    }
    Ok(hunks)
}

/// Gives new lines that repeat one of SEARCH, with white space at its end that the file does not have, the
/// end that the file has. Where it breaks the line, only those that repeat it with the same white space.
fn keep_ends_of_quoted(
    hunks: &mut [Hunk<'_>],
    ops: &[Op],
    search: &[&[u8]],
    there: &[&[u8]],
    replace: &[&[u8]],
    breaks: bool,
) {
    fn key(line: &[u8], breaks: bool) -> &[u8] {
        if breaks || is_blank(line) { line } else { line.trim_ascii_end() }
    }
    let mut ends: HashMap<&[u8], HashSet<&[u8]>> = HashMap::new();
    for (wanted, file) in search.iter().zip(there).filter(|(wanted, _)| !wanted.is_empty()) {
        ends.entry(key(wanted, breaks)).or_default().insert(end(file));
    }
    for (op, hunk) in ops.iter().zip(hunks) {
        for (line, given) in hunk.new.iter_mut().zip(&replace[op.new.clone()]) {
            let known = ends.get(key(given, breaks)).filter(|_| !end(given).is_empty());
            if let Some(file) = known.filter(|known| known.len() == 1).into_iter().flatten().next() {
                let text = line.trim_ascii_end().len();
                line.to_mut().truncate(text);
                line.to_mut().extend(*file);
            }
        }
    }
}

/// Gives a line of Markdown that takes the place of another one the two blanks at its end, which break the
/// line.
fn keep_break(hunk: &mut Hunk<'_>, lines: &dyn Lines, wanted: &[u8], given: &[u8]) {
    if let [file] = lines.bodies(hunk.old.clone())[..]
        && end(file).starts_with(b"  ")
    {
        keep_end(&mut hunk.new[0], file, wanted, given);
    }
}

/// The way REPLACE lines are written at a place, from their beginnings to their ends.
pub(super) struct Way<'w> {
    pub(super) fit: &'w Fit,
    pub(super) surplus: Surplus<'w>,
}

/// Lays the runs that differ between `search` and `replace` where `search` starts at line `first`.
pub(super) fn lay_ops<'r>(
    ops: &[Op],
    search: &[&'r [u8]],
    replace: &[&'r [u8]],
    lines: &dyn Lines,
    first: usize,
    way: &Way<'_>,
) -> Result<Vec<Hunk<'r>>, Unlaid> {
    ops.iter()
        .map(|op| {
            let old = first + op.old.start..first + op.old.end;
            let (file, wanted) = (lines.bodies(old.clone()), &search[op.old.clone()]);
            let given = &replace[op.new.clone()];
            let Fit { mapping, signs } = way.fit;
            let mut new: Vec<Cow<'r, [u8]>> = match signs {
                Some(signs) => unicode::lines((mapping.as_ref(), signs), &file, wanted, replace, op)?,
                None => {
                    let indented = |(line, given): (usize, &&'r [u8])| {
                        way.fit.indented(given).ok_or(Unlaid::Indentation { line: line + 1 })
                    };
                    op.new.clone().zip(given).map(indented).collect::<Result<_, _>>()?
                }
            };
            for (number, line) in op.new.clone().zip(&mut new) {
                way.surplus.take_off(line, replace[number], number)?;
            }
            if file.iter().zip(wanted).any(|(file, wanted)| end(file) != end(wanted)) {
                for (before, after) in pairs(wanted, given).unwrap_or_default() {
                    keep_end(&mut new[after], file[before], wanted[before], given[after]);
                }
            }
            Ok(Hunk { old, new })
        })
        .collect()
}

/// Gives a line that takes the place of one of the file the white space at the end of that one, which the
/// sections do not quote. Where it is all that differs between them, the line is one that is kept.
fn keep_end(line: &mut Cow<'_, [u8]>, file: &[u8], wanted: &[u8], given: &[u8]) {
    let differs_in_end_only = wanted.trim_ascii_end() == given.trim_ascii_end();
    let has_none = end(wanted).is_empty() && end(given).is_empty();
    if end(wanted) != end(file) && (differs_in_end_only || has_none) {
        let text = line.trim_ascii_end().len();
        line.to_mut().truncate(text);
        line.to_mut().extend(end(file));
    }
}
