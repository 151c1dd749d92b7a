//! Tier `unicode`: equal but for compatible characters (NFKC), smart quotes, dashes and special spaces, line
//! by line.
//!
//! Models write `"` where a file has `“`. A line that only partly changes keeps the file's characters in the words
//! and signs that do not.

use std::{borrow::Cow, collections::HashMap};

use bstr::ByteSlice as _;

use super::{
    indent,
    merge::merge,
    signs::{Signs, begins_specially},
};
use crate::core::{
    locate::{
        line::{are_equal_but_for_edges, are_equal_but_for_ends, pairs},
        unlaid::Unlaid,
    },
    script::Op,
    typeset::folded_lines,
};

/// Returns whether the folded lines fit, and by which mapping of leading white space if one is needed.
pub(super) fn fits(window: &[&[u8]], search: &[&[u8]]) -> Option<Option<indent::Mapping>> {
    fn plain<'l>(lines: &'l [Cow<'_, [u8]>]) -> Vec<&'l [u8]> {
        lines.iter().map(|line| &**line).collect()
    }
    let (there, wanted) = (folded_lines(window), folded_lines(search));
    let (there, wanted) = (plain(&there), plain(&wanted));
    if are_equal_but_for_ends(&there, &wanted) {
        return Some(None);
    }
    // Special blanks in front of a line say nothing about the indentation of others.
    if !window.iter().chain(search).any(|line| begins_specially(line)) {
        return indent::learn(&there, &wanted).map(Some);
    }
    let (there, wanted) = (without_special(window), without_special(search));
    let (there, wanted) = (folded_lines(&there), folded_lines(&wanted));
    are_equal_but_for_ends(&plain(&there), &plain(&wanted)).then_some(None)
}

/// The lines without the special blanks that they begin with.
fn without_special<'l>(lines: &[&'l [u8]]) -> Vec<&'l [u8]> {
    let is_special = |character: char| character.is_whitespace() && !character.is_ascii();
    let strip = |line: &'l [u8]| match line.to_str() {
        Ok(text) => text.trim_start_matches(is_special).as_bytes(),
        Err(_) => line,
    };
    lines.iter().map(|line| strip(line)).collect()
}

/// The lines that replace `file`, which `search` matched: each keeps the part of the file's line that it has
/// in common with the line of SEARCH that it changes. One that SEARCH quotes elsewhere is written as the file
/// has it, and what is new with the characters that the file has in their place.
pub(super) fn lines<'r>(
    (mapping, signs): (Option<&indent::Mapping>, &Signs),
    file: &[&[u8]],
    search: &[&[u8]],
    replace: &[&'r [u8]],
    op: &Op,
) -> Result<Vec<Cow<'r, [u8]>>, Unlaid> {
    let new = &replace[op.new.clone()];
    // A change to lines that are plain ASCII has nothing to keep.
    let pairs = if are_equal_but_for_edges(file, search) { Some(Vec::new()) } else { pairs(search, new) };
    let pairs = pairs.ok_or(Unlaid::Characters { line: op.new.start + 1 })?;
    let old_of: HashMap<usize, usize> = pairs
        .into_iter()
        .filter(|(old, _)| file[*old].trim_ascii() != search[*old].trim_ascii())
        .map(|(old, at)| (at, old))
        .collect();
    let line = |(at, given): (usize, &&'r [u8])| {
        let number = op.new.start + at + 1;
        let mapped = |line: Cow<'r, [u8]>| match mapping {
            None => Ok(line),
            Some(mapping) => {
                let mapped = mapping.line(&line).ok_or(Unlaid::Indentation { line: number })?;
                Ok(Cow::Owned(mapped.into_owned()))
            }
        };
        let given: &'r [u8] = given;
        if let Some((text, there)) = signs.quoted(given) {
            return mapped(match &given[text.clone()] == there {
                true => Cow::Borrowed(given),
                false => Cow::Owned([&given[..text.start], there, &given[text.end..]].concat()),
            });
        }
        let in_doubt = |sign| Unlaid::Sign { line: number, sign };
        let Some(&old) = old_of.get(&at) else {
            return mapped(signs.written(given, given).map_err(in_doubt)?);
        };
        let written = |part: &str| signs.written(part.as_bytes(), given).map(Cow::into_owned);
        let merged = merge(file[old], search[old], given, &mapped(Cow::Borrowed(given))?, &written);
        merged.transpose().map_err(in_doubt)?.map(Cow::Owned).ok_or(Unlaid::Characters { line: number })
    };
    new.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::typeset::fold;

    #[test]
    fn a_special_blank_at_an_edge_costs_no_other_character() {
        let made = |file: &str, search: &str, replace: &str| {
            let op = Op { old: 0..1, new: 0..1 };
            let (file, search, replace) = ([file.as_bytes()], [search.as_bytes()], [replace.as_bytes()]);
            let signs = Signs::learn(&file, &search);
            lines((None, &signs), &file, &search, &replace, &op).map(|lines| lines[0].to_vec())
        };
        for (file, search, replace) in [
            ("a : 12\u{a0}", "a : 12", "a : 15"),
            ("\u{3000}no 12", "no 12", "no 15"),
            ("v(10)", "v(10)\u{a0}", "v(20)\u{a0}"),
        ] {
            let written = made(file, search, replace);
            let is_right = |line: Vec<u8>| {
                let (line, wanted) = (fold(&line).into_owned(), fold(replace.as_bytes()).into_owned());
                line.trim_ascii() == wanted.trim_ascii()
            };
            assert!(written.is_ok_and(is_right) || made(file, search, replace).is_err(), "{file}");
        }
    }
}
