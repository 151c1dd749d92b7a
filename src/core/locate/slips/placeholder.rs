//! Placeholders: lines in place of code that a model left out.
//!
//! A line is one only if it says nothing else: the text in a comment, in brackets or beside dots must be
//! words for code that is left out. In doubt it is content.

mod body;
mod gap;
mod inline;
mod marks;
mod words;

use std::{cell::LazyCell, collections::HashSet, ops::Range};

use bstr::ByteSlice as _;

use crate::core::{
    fence::Fence,
    language::{Feature, Kind, Language},
    locate::line::pairs,
    script::{self, Op},
    text::{counts, has_letter, indentation, is_blank},
};

use marks::{Marks, comment_alone};
use words::About;

/// The first new line of REPLACE (from 0) that is a placeholder, such as `// ... existing code ...`, or has one for
/// the body of a head on its line, or for the rest of a line. Code and prose differ by language.
pub fn placeholder(search: &[&[u8]], replace: &[&[u8]], language: Option<&Language>) -> Option<usize> {
    let is_prose = language.is_some_and(Language::is_prose);
    let changed = changes(search, replace);
    let has_no_dots = language.is_some_and(|language| language.has(Feature::NoDots));
    let stands_for_code = |body: &[u8]| {
        let is_about = |text| words::about_left_out(text) == About::LeftOut;
        let is_so = says_left_out(body, language) || comment_alone(body).is_some_and(is_about);
        !is_prose && (is_so || has_no_dots && is_dots(body))
    };
    let in_body = || inline::in_body(&changed, search, replace, stands_for_code);
    let cut_off = || inline::cut_off(&changed, search, replace);
    on_own_line(&changed, search, replace, language).or_else(in_body).or_else(cut_off)
}

/// The first new line that is a placeholder and nothing else.
fn on_own_line<'l>(
    changes: &[Op],
    search: &[&'l [u8]],
    replace: &[&'l [u8]],
    language: Option<&Language>,
) -> Option<usize> {
    let is_prose = language.is_some_and(Language::is_prose);
    let has_no_dots = language.is_some_and(|language| language.has(Feature::NoDots));
    let times = |lines: &[&'l [u8]]| counts(lines.iter().map(|line| line.trim_ascii()));
    let known = LazyCell::new(|| (times(search), times(replace)));
    // REPLACE has it more often than SEARCH.
    let is_new = |line: &[u8]| known.1.get(line.trim_ascii()) > known.0.get(line.trim_ascii());
    let place_of_code = |changes: &[Op]| in_place_of_code(changes, search, replace, is_prose, &is_new);
    let place_of_rest = || body::in_place_of_rest(changes, search, replace).filter(|_| !is_prose);
    let place_of_lines = || gap::in_place_of_lines(changes, search, replace, is_prose, &is_new);
    let place_behind = || place_of_code(&behind_versions(changes, search, replace));
    let at = place_of_code(changes).or_else(place_of_rest).or_else(place_of_lines).or_else(place_behind);
    if at.is_some() {
        return at;
    }
    let quoted = LazyCell::new(|| marks::are_quoted(replace));
    let is_dots = |at: usize| has_no_dots && is_dots_alone(replace, at) && !quoted[at];
    // In a document, an example may be abridged.
    let fenced = LazyCell::new(|| are_fenced(replace));
    let is_example = |at: usize| is_prose && fenced[at];
    // All other lines are in SEARCH.
    let mut lines = changes.iter().flat_map(|op| op.new.clone());
    lines.find(|&at| {
        (says_left_out(replace[at], language) || is_dots(at)) && is_new(replace[at]) && !is_example(at)
    })
}

/// The first comment that takes the place of lines and is about what is left out: by all of its words, or by
/// one of few where two lines of code go. The more words that are said of other things too, the more must go,
/// and the less may come. One that comes alone between lines that stay may be in place of those that go elsewhere.
fn in_place_of_code(
    changes: &[Op],
    search: &[&[u8]],
    replace: &[&[u8]],
    is_prose: bool,
    is_new: &dyn Fn(&[u8]) -> bool,
) -> Option<usize> {
    fn comment_in(line: &[u8], is_prose: bool) -> Option<&str> {
        // In prose, a sign of code is one of text.
        comment_alone(line).filter(|_| !is_prose || line.trim_ascii().starts_with(b"<!--"))
    }
    let is_comment = |line: &[u8]| comment_in(line, is_prose).is_some();
    let filled = |lines: &[&[u8]]| lines.iter().filter(|line| !is_blank(line)).count();
    let loses_lines = LazyCell::new(|| filled(search) >= filled(replace));
    changes.iter().find_map(|op| {
        let (old, new) = (&search[op.old.clone()], &replace[op.new.clone()]);
        let code = |lines: &[&[u8]]| lines.iter().filter(|line| !is_blank(line) && !is_comment(line)).count();
        let lost = LazyCell::new(|| code(old).saturating_sub(code(new)));
        let is_alone = LazyCell::new(|| filled(new) == 1);
        let is_lone = || filled(old) == 0 && *is_alone && *loses_lines;
        // A comment that is there already, or a line of the code as a comment.
        let is_known = |line: &[u8], text: &str| {
            !is_new(line) || old.iter().any(|known| known.contains_str(text.trim()))
        };
        let says =
            |line: &&[u8]| comment_in(line, is_prose).map(words::about_left_out) == Some(About::LeftOut);
        let lines = || old.iter().any(|line| !is_blank(line)) && !old.iter().any(says);
        op.new.clone().find(|&line| {
            let Some(text) = comment_in(replace[line], is_prose) else { return false };
            let heads_nothing = || heads_nothing(line, replace);
            match words::about_left_out(text) {
                About::LeftOut => lines() || is_lone() || lose_between(line, search, replace),
                About::Others => (*lost >= 1 || heads_nothing()) && lines() && !is_known(replace[line], text),
                About::Perhaps => *lost >= 2 && !describes_new(replace, line, &op.new, old),
                About::Hinted => {
                    *lost >= 2 && *is_alone && !is_known(replace[line], text) && !words::tell_why(text)
                }
                About::Another => false,
            }
        })
    })
}

/// Returns whether there is no code in the block of a comment below it, nor directly below it.
fn heads_nothing(at: usize, lines: &[&[u8]]) -> bool {
    lines.get(at + 1).is_none_or(|line| is_blank(line)) || body::ends_block(lines, at)
}

/// Returns whether SEARCH has lines that go between those of its lines that are nearest to a line of REPLACE: the
/// difference may show them beside another line.
fn lose_between(at: usize, search: &[&[u8]], replace: &[&[u8]]) -> bool {
    let place = |line: &&[u8]| search.iter().position(|other| has_letter(line) && other == line);
    let above = replace[..at].iter().rev().find_map(place);
    let below = replace[at + 1..].iter().find_map(|line| {
        let from = above? + 1;
        place(line).and_then(|_| Some(from + search[from..].iter().position(|other| other == line)?))
    });
    let is_lost = |line: &&[u8]| has_letter(line) && !replace.contains(line);
    above.zip(below).is_some_and(|(above, below)| search[above + 1..below].iter().any(is_lost))
}

/// Returns whether a comment is about the new line of code directly below it: it names something of that, and uses a
/// word for what is left out within a sentence about something else.
fn describes_new(lines: &[&[u8]], at: usize, new: &Range<usize>, old: &[&[u8]]) -> bool {
    let below = at + 1;
    if !new.contains(&below) || indentation(lines[below]) != indentation(lines[at]) {
        return false;
    }
    let Ok(comment) = lines[at].trim_ascii().to_str() else { return false };
    let Marks { brackets, dots, text, .. } = Marks::of(comment);
    let is_code = !is_blank(lines[below]) && comment_alone(lines[below]).is_none();
    let is_new = !old.iter().any(|line| line.trim_ascii() == lines[below].trim_ascii());
    is_code && is_new && !brackets && dots == (false, false) && words::describe(text, lines[below])
}

/// The runs that differ between two sections; those with only blank lines between them are one.
fn changes(search: &[&[u8]], replace: &[&[u8]]) -> Vec<Op> {
    let mut changes: Vec<Op> = Vec::new();
    for op in script::difference(search, replace) {
        match changes.last_mut() {
            Some(last) if search[last.old.end..op.old.start].iter().all(|line| is_blank(line)) => {
                (last.old.end, last.new.end) = (op.old.end, op.new.end);
            }
            _ => changes.push(op),
        }
    }
    changes
}

/// Of each run with a comment, the part behind the last line of code that has a version of its own: what comes there is
/// in place of what went there. Between two versions, a comment may head the second one.
fn behind_versions(changes: &[Op], search: &[&[u8]], replace: &[&[u8]]) -> Vec<Op> {
    let behind = |op: &Op| {
        let (old, new) = (&search[op.old.clone()], &replace[op.new.clone()]);
        let code: Vec<usize> = (0..new.len()).filter(|at| comment_alone(new[*at]).is_none()).collect();
        if code.len() == new.len() {
            return None;
        }
        let versions: Vec<&[u8]> = code.iter().map(|at| new[*at]).collect();
        let (was, is) = pairs(old, &versions)?.pop()?;
        Some(Op { old: op.old.start + was + 1..op.old.end, new: op.new.start + code[is] + 1..op.new.end })
    };
    changes.iter().filter_map(behind).collect()
}

/// Returns of each line whether a fence that opens above it is still open there.
fn are_fenced(lines: &[&[u8]]) -> Vec<bool> {
    let mut open = None;
    let mut is_fenced = |line| {
        let above = open;
        open = Fence::open_below(line, above);
        above.is_some()
    };
    lines.iter().map(|line| is_fenced(line)).collect()
}

/// Returns whether a line of a quotation may stand for others: it is dots, or a comment all of whose words are about
/// what is left out.
pub(in crate::core::locate) fn may_stand_for_lines(line: &[u8]) -> bool {
    leaves_out(line) || comment_alone(line).is_some_and(|text| words::about_left_out(text) == About::LeftOut)
}

/// Returns whether a line of a quotation stands for lines that are left out.
pub fn leaves_out(line: &[u8]) -> bool {
    is_dots(line) || says_left_out(line, None)
}

/// Returns whether a line is a placeholder for others: only dots, perhaps as a comment; or words to that
/// effect that the other section ([`trimmed`]) has too.
pub(in crate::core::locate) fn is_elision(line: &[u8], other: &HashSet<&[u8]>) -> bool {
    is_dots(line) || other.contains(line.trim_ascii()) && says_left_out(line, None)
}

/// Lines without white space at their edges, to be asked for.
pub(in crate::core::locate) fn trimmed<'l>(lines: &[&'l [u8]]) -> HashSet<&'l [u8]> {
    lines.iter().map(|line| line.trim_ascii()).collect()
}

/// Returns whether a line is only dots, perhaps as a comment.
pub(in crate::core::locate) fn is_dots(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let inner = [(&b"//"[..], &b""[..]), (b"#", b""), (b"--", b""), (b"/*", b"*/"), (b"<!--", b"-->")]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(line);
    matches!(inner.trim_ascii(), b"..." | b"\xe2\x80\xa6")
}

/// Returns whether a line holds dots alone where they are neither text between tags nor a parameter.
fn is_dots_alone(lines: &[&[u8]], at: usize) -> bool {
    if !matches!(lines[at].trim_ascii(), b"..." | b"\xe2\x80\xa6") {
        return false;
    }
    let above = lines[..at].iter().rev().find(|line| !is_blank(line)).map(|line| line.trim_ascii());
    let below = lines[at + 1..].iter().find(|line| !is_blank(line)).map(|line| line.trim_ascii());
    let text =
        above.is_some_and(|line| line.ends_with(b">")) || below.is_some_and(|line| line.starts_with(b"<"));
    let parameter = below.is_some_and(|line| line.starts_with(b")"));
    !text && !parameter
}

/// Returns whether a line of a file in this language says, by itself, that code is left out there. Dots alone
/// do not: they may be code.
pub fn says_left_out(line: &[u8], language: Option<&Language>) -> bool {
    const LONGEST: usize = 120;
    let is_prose = language.is_some_and(Language::is_prose);
    let Ok(line) = line.trim_ascii().to_str() else { return false };
    if line.len() > LONGEST {
        return false;
    }
    let Marks { comment, quoted, brackets, dots, text } = Marks::of(line);
    // `# Unchanged` is a heading there, and `// ...` a part of an example.
    let comment_alone = comment && (!is_prose || line.starts_with("<!--"));
    let Some(words) = words::of(text) else {
        return comment && !quoted && dots.0 && words::name_left_out(text);
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let dotted = dots.0 || dots.1;
    if words.is_empty() {
        let is_lisp = language.is_some_and(|language| language.kind == Kind::Lisp);
        return (comment_alone || brackets && !is_prose && !is_lisp) && dotted && !quoted;
    }
    let (only, surely) = (words::say_only_left_out(&words), words::say_surely_left_out(&words));
    // A test or a function may well be called `unchanged`.
    if quoted {
        return (dotted && only || surely) && (words::name_code(&words) || words::name_rest_of(&words));
    }
    match (comment, brackets) {
        (true, _) if dots.0 => words::name_left_out(text),
        (true, _) if dots.1 => surely || only && words.len() > 1,
        (true, true) => comment_alone && (surely || only && words::name_code(&words)),
        (true, false) => surely && comment_alone,
        (false, true) if language.is_some_and(|language| language.kind == Kind::Lisp) => false,
        (false, true) if dotted => only && words.len() > 1,
        // `(unchanged)`, and sentences.
        (false, true) => surely && words.len() != 2,
        (false, false) if dots.0 => only && words.len() > 1,
        (false, false) if dots.1 => surely && !is_prose,
        (false, false) => false,
    }
}

#[cfg(test)]
mod tests;
