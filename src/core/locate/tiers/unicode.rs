//! Tier `unicode`: equal but for compatible characters (NFKC), smart quotes, dashes and special spaces, line
//! by line.
//!
//! Models write `"` where a file has `“`. A line that only partly changes keeps the file's characters in the
//! part that does not; where that part ends inside something that folding merges or splits, nothing is
//! guessed.

use std::{borrow::Cow, collections::HashMap, ops::Range};

use bstr::ByteSlice as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{indent, signs::Signs};
use crate::core::{
    locate::{
        line::{are_equal_but_for_edges, are_equal_but_for_ends, fold, fold_text, folded_lines, plain},
        unlaid::Unlaid,
    },
    script::{self, Op},
    text::{indentation, is_blank},
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
    let is_special = window.iter().zip(&there).chain(search.iter().zip(&wanted)).any(begins_specially);
    if !is_special {
        return indent::learn(&there, &wanted).map(Some);
    }
    let (there, wanted) = (without_special(window), without_special(search));
    let (there, wanted) = (folded_lines(&there), folded_lines(&wanted));
    are_equal_but_for_ends(&plain(&there), &plain(&wanted)).then_some(None)
}

/// Returns whether a line has more white space in front once it is folded.
fn begins_specially((line, folded): (&&[u8], &&[u8])) -> bool {
    indentation(line).len() < indentation(folded).len()
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
        // Folded, it must be the line that is wanted: the file's characters change nothing else.
        let merged = merged.transpose().map_err(in_doubt)?.filter(|merged| is_equal_folded(merged, given));
        merged.map(Cow::Owned).ok_or(Unlaid::Characters { line: number })
    };
    new.iter().enumerate().map(line).collect()
}

fn is_equal_folded(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (fold(a), fold(b));
    a.trim_ascii() == b.trim_ascii()
}

/// The most comparisons of lines for one run of changes.
const MOST_COMPARED: usize = 10_000;

/// Pairs of lines of `old` and the lines of `new` that they became: in order, and so that the pairs have the
/// most in common. None if there are too many to tell.
pub(super) fn pairs(old: &[&[u8]], new: &[&[u8]]) -> Option<Vec<(usize, usize)>> {
    if old.len() * new.len() > MOST_COMPARED {
        return None;
    }
    let columns = new.len() + 1;
    let mut best = vec![0; columns * (old.len() + 1)];
    let gain = |row: usize, column: usize| same_line(old[row], new[column]);
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            let at = row * columns + column;
            let paired = gain(row, column).map_or(0, |gain| gain + best[at + columns + 1]);
            best[at] = paired.max(best[at + columns]).max(best[at + 1]);
        }
    }
    let (mut pairs, mut row, mut column) = (Vec::new(), 0, 0);
    while row < old.len() && column < new.len() {
        let at = row * columns + column;
        if best[at] == best[at + columns] {
            row += 1;
        } else if best[at] == best[at + 1] {
            column += 1;
        } else {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        }
    }
    Some(pairs)
}

/// Length of what two lines share, if that is enough for the one to have become the other.
fn same_line(old: &[u8], new: &[u8]) -> Option<usize> {
    let shared = shared(old, new);
    let shorter = old.trim_ascii().len().min(new.trim_ascii().len());
    (shared > 0 && shared * 2 >= shorter).then_some(shared)
}

fn shared(a: &[u8], b: &[u8]) -> usize {
    let (prefix, suffix) = script::common_edges(a.trim_ascii(), b.trim_ascii());
    prefix + suffix
}

/// The REPLACE line with the file's characters where it agrees with the SEARCH line. `mapped` is the REPLACE
/// line with the indentation that it gets, and `written` gives new text the file's characters. None where the
/// change cuts through something that folding merges or splits.
fn merge(
    file: &[u8],
    search: &[u8],
    replace: &[u8],
    mapped: &[u8],
    written: &dyn Fn(&str) -> Result<Vec<u8>, char>,
) -> Option<Result<Vec<u8>, char>> {
    if is_blank(replace) {
        return Some(Ok(mapped.to_vec()));
    }
    let (file_indent, file_text, file_trail) = split(file)?;
    let (search_indent, wanted, search_trail) = split(search)?;
    let (replace_indent, new, replace_trail) = split(replace)?;
    let old: Vec<&str> = wanted.graphemes(true).collect();
    let new: Vec<&str> = new.graphemes(true).collect();
    let (prefix, suffix) = script::common_edges(&old, &new);
    let front = boundary(file_text, folded_len(&old[..prefix])?)?;
    let behind = fold_text(file_text).len().checked_sub(folded_len(&old[old.len() - suffix..])?)?;
    let back = boundary(file_text, behind).filter(|&back| front <= back)?;
    let middle = new[prefix..new.len() - suffix].concat();
    let changed = folded_len(&old[..prefix])?..behind;
    if writes_plain(&file_text[front..back], &middle)
        || parts_quotes(file_text, wanted, changed)
        || joins(file_text, front..back, &middle)
    {
        return None;
    }
    // Special blanks in front of a line go where all of its text does.
    let is_whole = front == 0 && fold_text(file_text).starts_with(char::is_whitespace);
    let keeps = search_indent == replace_indent && !is_whole;
    let indent = if keeps { file_indent } else { indentation(mapped) };
    let trail = if search_trail == replace_trail { file_trail } else { replace_trail };
    let text = file_text.as_bytes();
    Some(written(&middle).map(|middle| [indent, &text[..front], &middle, &text[back..], trail].concat()))
}

/// Returns whether the new part of a line has a character as a keyboard writes it that the old part has in
/// another form: half of a pair of quotes might change.
fn writes_plain(old: &str, new: &str) -> bool {
    old.chars().any(|character| plain(character) != character && new.contains(plain(character)))
}

/// Returns whether the file has quotes of the other kind than SEARCH in the part kept before or behind the
/// change (`changed`, counted in folded bytes) and those are no pairs: the change would be between quotes
/// that the block does not know.
fn parts_quotes(file: &str, search: &str, changed: Range<usize>) -> bool {
    let (file, search) = (fold_text(file), fold_text(search));
    let other = |range: Range<usize>| {
        let pairs = file.bytes().zip(search.bytes()).enumerate();
        pairs.filter(|(at, (file, search))| range.contains(at) && file != search).count() % 2 == 1
    };
    file.len() == search.len() && (other(0..changed.start) || other(changed.end..file.len()))
}

/// Returns whether a character that is kept in the file's own form would become, or stop being, one sign with
/// the changed text next to it: `—` for the first `-` of a new `->`.
fn joins(file: &str, changed: Range<usize>, new: &str) -> bool {
    let old = &file[changed.clone()];
    let sign = |kept: Option<char>, beside: [Option<char>; 2]| {
        let Some(kept) = kept.filter(|&kept| plain(kept) != kept && plain(kept) != ' ') else { return false };
        let is_one = |&beside: &char| match plain(kept) {
            '-' => "-+=<>|~.:!*/&".contains(plain(beside)),
            quote => plain(beside) == quote,
        };
        beside.iter().flatten().any(is_one)
    };
    sign(file[..changed.start].chars().next_back(), [old.chars().next(), new.chars().next()])
        || sign(file[changed.end..].chars().next(), [old.chars().next_back(), new.chars().next_back()])
}

/// A line's leading white space, its text and its trailing white space, special blanks among it.
fn split(line: &[u8]) -> Option<(&[u8], &str, &[u8])> {
    let (indent, rest) = line.split_at(indentation(line).len());
    let rest = rest.to_str().ok()?;
    let (text, trail) = rest.split_at(rest.trim_end().len());
    Some((indent, text, trail.as_bytes()))
}

fn folded_len(parts: &[&str]) -> Option<usize> {
    let whole = fold_text(&parts.concat()).len();
    let by_part: usize = parts.iter().map(|part| fold_text(part).len()).sum();
    (whole == by_part).then_some(whole)
}

/// The offset in a text whose first part has this length once it is folded, if it lies between two graphemes.
fn boundary(text: &str, folded: usize) -> Option<usize> {
    offsets(text).find(|&(_, length)| length == folded).map(|(offset, _)| offset)
}

/// Grapheme boundaries: the offset, and the length of the folded text before it.
fn offsets(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut length = 0;
    let ends = text.grapheme_indices(true).map(move |(offset, grapheme)| {
        length += fold_text(grapheme).len();
        (offset + grapheme.len(), length)
    });
    std::iter::once((0, 0)).chain(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(file: &str, search: &str, replace: &str) -> Option<String> {
        let replace = replace.as_bytes();
        let as_it_is = |part: &str| Ok(part.as_bytes().to_vec());
        let line = merge(file.as_bytes(), search.as_bytes(), replace, replace, &as_it_is)?.ok()?;
        Some(String::from_utf8(line).expect("text"))
    }

    #[test]
    fn a_line_that_changes_in_part_keeps_the_files_characters_elsewhere() {
        assert_eq!(
            merged("say “hi” now", "say \"hi\" now", "say \"hi\" later").as_deref(),
            Some("say “hi” later")
        );
        assert_eq!(merged("“a” – b  ", "\"a\" - b", "\"c\" - b").as_deref(), Some("“c” – b  "));
    }

    #[test]
    fn a_line_whose_special_blanks_go_is_indented_as_it_is_written() {
        assert_eq!(merged("\u{a0}  },", "  },", "  )),").as_deref(), Some("  )),"));
    }

    #[test]
    fn a_special_blank_at_the_end_of_a_quoted_line_is_no_part_of_what_is_kept() {
        let made = merged("run: cargo test", "run: cargo test\u{2009}", "  cargo test\u{2009}");
        assert_eq!(made.as_deref(), Some("  cargo test"));
    }

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

    #[test]
    fn a_change_inside_what_folding_splits_is_refused() {
        assert_eq!(merged("wait… now", "wait... now", "wait.. now"), None);
        assert_eq!(merged("ﬁne", "fine", "fane"), None);
    }

    #[test]
    fn a_change_that_writes_a_quote_of_another_kind_is_refused() {
        assert_eq!(merged("f(“a”) now", "f(\"a\") now", "g(\"b\") now"), None);
        assert_eq!(merged("f(“a”) now", "f(\"a\") now", "g() now").as_deref(), Some("g() now"));
    }

    #[test]
    fn a_sign_is_not_made_of_a_dash_of_the_file_and_a_new_part() {
        for new in ["break--here", "break->here", "break-=here", "break>-here"] {
            assert_eq!(merged("break—here", "break-here", new), None, "{new}");
        }
        assert_eq!(merged("a—>b", "a->b", "a-b"), None);
        assert_eq!(merged("a — b", "a - b", "a - c").as_deref(), Some("a — c"));
        assert_eq!(merged("one–two", "one-two", "one-three").as_deref(), Some("one–three"));
    }

    #[test]
    fn straight_quotes_of_the_other_kind_are_kept_in_pairs() {
        let file = "t = \"#{n}/#{m[\"k\"]}\"";
        let made = merged(file, "t = \"#{n}/#{m['k']}\"", "t = \"-#{m['k']}/#{n}\"");
        assert_eq!(made.as_deref(), Some("t = \"-#{m['k']}/#{n}\""));
        assert_eq!(merged("f(\"a\", b)", "f('a', b)", "f('a', c)").as_deref(), Some("f(\"a\", c)"));
        assert_eq!(merged("f(b, \"a\")", "f(b, 'a')", "f(c, 'a')").as_deref(), Some("f(c, \"a\")"));
        for new in ["say('he said \"hi\"')", "say('$HOME')", "say('hi there')", "say('it\\'s')"] {
            assert_eq!(merged("say(\"hi\")", "say('hi')", new), None, "{new}");
        }
    }

    #[test]
    fn lines_are_paired_by_what_they_share() {
        assert_eq!(pairs(&[b"first one", b"second two"], &[b"first 1"]), Some(vec![(0, 0)]));
        assert_eq!(pairs(&[b"first one", b"second two"], &[b"second 2"]), Some(vec![(1, 0)]));
        assert_eq!(pairs(&[b"x = \"a\""], &[b"return \"b\""]), Some(vec![]));
    }

    #[test]
    fn a_change_ends_between_graphemes() {
        assert_eq!(merged("e\u{301} “x”", "e\u{301} \"x\"", "e \"x\"").as_deref(), Some("e “x”"));
    }
}
