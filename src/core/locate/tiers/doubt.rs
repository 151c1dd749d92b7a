//! Reasons against writing REPLACE lines by a mapping of leading white space that explains them.

mod wrap;

pub(super) use wrap::is_wrapped;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::indent::Mapping;
use crate::core::{
    language::lexer::{Extent, Text, TextKind, Texts, counts_at_margin_only},
    locate::{line::Edges, search::Search, unlaid::Unlaid},
    text::{indentation, is_blank, least_indentation},
};

/// Returns the reason why REPLACE cannot be written by a mapping, if there is one.
/// In a multi-line string white space is content. Such a line is shifted with the code around it only where
/// the string is a statement of its own that documents the code, or where the indentation that its lines have in
/// common does not count. `is_wrapped`: REPLACE has the lines of SEARCH in blocks of its own, and they are deeper for
/// that.
pub(super) fn doubtful(mapping: &Mapping, search: &Search<'_>, is_wrapped: bool) -> Option<Unlaid> {
    let given = search.sections(Edges::Dropped).1;
    if !is_wrapped && is_there_already(mapping, search.core(), given) {
        return Some(Unlaid::Shifted);
    }
    if let Some(line) = strides(mapping, search) {
        return Some(Unlaid::Indentation { line: line + 1 });
    }
    let new = || search.ops().flat_map(|op| op.new).filter(|&line| moves(mapping, search.replace[line]));
    let texts = Texts::new(search.language, &search.replace, Extent::Section);
    let mut along = HashMap::new();
    let margin_too = search.search.iter().any(|line| counts_at_margin_only(line));
    let doubt = new().find(|&line| match texts.of_line[line] {
        Some(text) => {
            !*along.entry(text.opens).or_insert_with(|| goes_along(&text, mapping, &search.replace))
        }
        None => !margin_too && counts_at_margin_only(search.replace[line]),
    });
    doubt.map(|line| Unlaid::Literal { line: line + 1 })
}

/// The first new line of REPLACE (from 0) that steps in by several steps of SEARCH, where none steps in by one: it may be
/// indented as the file is.
fn strides(mapping: &Mapping, search: &Search<'_>) -> Option<usize> {
    let reply = match mapping {
        // Of tabs, one may be a step of any width.
        Mapping::Units { reply, file } if reply[0] == file[0] => reply.len(),
        _ => return None,
    };
    let level = |line: usize| indentation(search.replace[line]).len();
    let is_filled = |line: &usize| !is_blank(search.replace[*line]);
    let new = search.ops().flat_map(|op| op.new).filter(is_filled);
    let steps = new.filter_map(|line| {
        let above = (0..line).rev().find(is_filled)?;
        Some((line, level(line).checked_sub(level(above)).filter(|step| *step > 0)?))
    });
    let steps: Vec<(usize, usize)> = steps.collect();
    let first = steps.first().map(|(line, _)| *line);
    first.filter(|_| steps.iter().all(|(_, step)| *step > reply))
}

/// Returns whether a mapping changes a line.
fn moves(mapping: &Mapping, line: &[u8]) -> bool {
    !is_blank(line) && mapping.line(line).is_some_and(|written| *written != *line)
}

/// Returns whether REPLACE is indented as the file is while SEARCH is not: mapped, it would be too deep, or
/// be shifted once more.
fn is_there_already(mapping: &Mapping, search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let there: Vec<Cow<'_, [u8]>> =
        search.iter().filter(|line| !is_blank(line)).filter_map(|line| mapping.line(line)).collect();
    let of_file = there.iter().map(|line| indentation(line).len()).min();
    let mut rest = replace.iter().filter(|line| !is_blank(line));
    let holds = |line: &Cow<'_, [u8]>| rest.any(|other| other.trim_ascii_end() == line.trim_ascii_end());
    let quoted: HashSet<&[u8]> = search.iter().map(|line| line.trim_ascii_end()).collect();
    // A bracket may be at the same depth by chance, but for one that both sections begin or end with.
    let is_shared =
        |line: &&[u8]| line.iter().any(u8::is_ascii_alphanumeric) && quoted.contains(line.trim_ascii_end());
    let have_edge = search.first() == replace.first() || search.last() == replace.last();
    let is_shifted = least_indentation(search) != of_file && !have_edge && !replace.iter().any(is_shared);
    let begins_as_file = first(replace) == there.first().map(|line| indentation(line).len());
    if is_shifted && (least_indentation(replace) == of_file || begins_as_file)
        || !there.is_empty() && there.iter().all(holds)
    {
        return true;
    }
    if is_quoted_as_there(mapping, search, replace) {
        return true;
    }
    let Mapping::Deeper { by, .. } = mapping else { return false };
    let is_shallow = least_indentation(search).is_some_and(|search| search < by.len());
    let is_deep = least_indentation(replace).is_some_and(|replace| replace >= by.len());
    is_shallow && (is_deep || is_deep_but_first(by.len(), search, replace))
}

/// Returns whether REPLACE has lines of SEARCH as the file has them, and none as SEARCH has it.
fn is_quoted_as_there(mapping: &Mapping, search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let written: HashSet<&[u8]> = replace.iter().map(|line| line.trim_ascii_end()).collect();
    let is_there =
        |line: &&[u8]| mapping.line(line).is_some_and(|there| written.contains(there.trim_ascii_end()));
    // Brackets count where there is nothing else.
    let has_words = |line: &&[u8]| line.iter().any(u8::is_ascii_alphanumeric);
    let are_brackets = !replace.iter().any(&has_words);
    let telling = |line: &&&[u8]| !is_blank(line) && (are_brackets || has_words(line));
    let is_quoted = |line: &&[u8]| !is_blank(line) && written.contains(line.trim_ascii_end());
    !search.iter().any(is_quoted) && search.iter().filter(telling).any(is_there)
}

/// Returns whether all lines but the first are as deep as the file, because the first lost its indentation in
/// both sections. Lines below one that opens a block are deeper in any case, and those below another one may go on
/// with it, unless that is a statement or the line of SEARCH.
fn is_deep_but_first(by: usize, search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let ([known], [first, rest @ ..]) = (search, replace) else { return false };
    let last = first.trim_ascii_end().last();
    let opens = last.is_some_and(|last| b":{([,>".contains(last));
    let deepest_for_block = if opens { by + 1 } else { by };
    (opens || known == first || last == Some(&b';'))
        && least_indentation(rest).is_some_and(|rest| rest >= deepest_for_block)
}

/// The indentation of the first line with content, in bytes.
fn first(lines: &[&[u8]]) -> Option<usize> {
    lines.iter().find(|line| !is_blank(line)).map(|line| indentation(line).len())
}

/// Returns whether a string means the same when it is shifted with the code around it.
fn goes_along(text: &Text, mapping: &Mapping, lines: &[&[u8]]) -> bool {
    match text.kind {
        TextKind::Embedded => mapping.is_shift(),
        TextKind::Triple => documents(text, lines),
        _ => false,
    }
}

/// Returns whether a string in three quotes is a statement of its own with no line further left, as
/// documentation of a function is.
fn documents(text: &Text, lines: &[&[u8]]) -> bool {
    let (first, column) = text.opens;
    let level = indentation(lines[first]);
    let prefix = &lines[first][level.len()..column];
    // `r"""`, or an attribute such as `@doc """`.
    let alone = prefix.len() <= 1 || prefix.starts_with(b"@") && !prefix.contains(&b'(');
    let deep = lines[first + 1..=text.last].iter().all(|line| is_blank(line) || line.starts_with(level));
    let last = lines[text.last].trim_ascii_end();
    let closed = last.ends_with(b"\"\"\"") || last.ends_with(b"'''") || text.last + 1 == lines.len();
    let above = lines[..first]
        .iter()
        .rev()
        .find(|line| !is_blank(line))
        .and_then(|line| line.trim_ascii_end().last());
    let below =
        lines[text.last + 1..].iter().find(|line| !is_blank(line)).and_then(|line| line.trim_ascii().first());
    let operand = above.is_some_and(|byte| b"([{,=+%\\.".contains(byte));
    let argument = below.is_some_and(|byte| b")]},.%+".contains(byte));
    alone && deep && closed && !operand && !argument
}

#[cfg(test)]
mod tests;
