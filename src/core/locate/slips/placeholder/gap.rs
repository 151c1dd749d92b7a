//! Placeholders that are known by their form, where lines go: dots, whatever is said beside them.

use std::cell::LazyCell;

use bstr::ByteSlice as _;

use super::{
    marks::{Marks, are_quoted},
    words,
};
use crate::core::{script::Op, text::is_blank};

/// The first line of REPLACE that takes the place of lines by its form, among the runs that differ.
pub(super) fn in_place_of_lines(
    changes: &[Op],
    search: &[&[u8]],
    replace: &[&[u8]],
    is_prose: bool,
) -> Option<usize> {
    let form = |line: &[u8]| Form::of(line, is_prose);
    let text = |lines: &[&[u8]]| lines.iter().filter(|line| form(line) == Form::Text).count();
    let may_be_gap = |line: &&[u8]| matches!(form(line), Form::Dots | Form::Omission | Form::Unread);
    let quoted = LazyCell::new(|| are_quoted(replace));
    for op in changes.iter().filter(|op| replace[op.new.clone()].iter().any(may_be_gap)) {
        let old = text(&search[op.old.clone()]);
        if old == 0 {
            continue;
        }
        let new = text(&replace[op.new.clone()]);
        let lost =
            || statements(&search[op.old.clone()]).saturating_sub(statements(&replace[op.new.clone()]));
        let is_gap = |at: &usize| match form(replace[*at]) {
            Form::Dots if is_body(replace, *at) => lost() >= 2 && !are_stubs(replace),
            Form::Dots => old > new && !is_parameter(replace, *at),
            Form::Omission => old > new,
            Form::Unread => old >= 2 && new == 0,
            Form::Comment | Form::Text | Form::Blank => false,
        };
        let is_new = |at: &usize| !search.iter().any(|line| line.trim_ascii() == replace[*at].trim_ascii());
        // In a text, dots may be what it shows, but not where nothing else comes for several lines.
        let is_all = || old >= 2 && new == 0 && !are_sessions(search);
        let is_shown = |at: &usize| quoted[*at] && !is_all();
        if let Some(at) = op.new.clone().filter(is_gap).find(is_new).filter(|at| !is_shown(at)) {
            return Some(at);
        }
    }
    None
}

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Blank,
    /// Dots alone.
    Dots,
    /// A comment that begins with dots; in prose, dots or words for what is left out in brackets.
    Omission,
    /// A comment in another script than the words for what is left out are known in.
    Unread,
    Comment,
    /// Anything else.
    Text,
}

impl Form {
    fn of(line: &[u8], is_prose: bool) -> Self {
        let Ok(line) = line.trim_ascii().to_str() else { return Self::Text };
        let marks = Marks::of(line);
        let is_comment = marks.comment && !marks.quoted && (!is_prose || line.starts_with("<!--"));
        if is_blank(line.as_bytes()) {
            Self::Blank
        } else if is_comment {
            let has = |is: fn(&char) -> bool| marks.text.chars().any(|char| is(&char));
            let is_other_script = has(|char| char.is_alphabetic()) && !has(char::is_ascii_alphabetic);
            match () {
                () if marks.dots.0 || are_dots(marks.text) => Self::Omission,
                () if is_other_script => Self::Unread,
                () => Self::Comment,
            }
        } else if is_prose && is_bracketed_omission(line) {
            Self::Omission
        } else if are_dots(line) {
            Self::Dots
        } else {
            Self::Text
        }
    }
}

fn are_dots(text: &str) -> bool {
    let dots = text.chars().filter(|char| *char == '.').count();
    (dots >= 3 || text.contains(['…', '⋮'])) && text.chars().all(|char| ".…⋮ ".contains(char))
}

/// Returns whether a line of prose is nothing but dots, or words for what is left out, in brackets.
fn is_bracketed_omission(line: &str) -> bool {
    const PAIRS: [(char, char); 4] = [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}')];
    let line = line.trim_matches(['*', '_']);
    let inner = PAIRS.iter().find_map(|(open, close)| line.strip_prefix(*open)?.strip_suffix(*close));
    inner.is_some_and(|inner| {
        let inner = inner.trim_matches(['.', '…', ' ']);
        inner.is_empty() || words::are_of_left_out(inner)
    })
}

/// Number of lines that do something: texts that document and bodies that do nothing left out.
fn statements(lines: &[&[u8]]) -> usize {
    let acts = |line: &&&[u8]| {
        let line = line.trim_ascii();
        let is_text = line.starts_with(b"\"") || line.starts_with(b"'");
        let is_stub = line == b"pass" || line.starts_with(b"raise NotImplementedError");
        Form::of(line, false) == Form::Text && !is_text && !is_stub
    };
    lines.iter().filter(acts).count()
}

/// Returns whether lines declare functions without bodies, as Python has them for interfaces.
fn are_stubs(lines: &[&[u8]]) -> bool {
    let says = |line: &&[u8]| ["overload", "abstract", "Protocol"].iter().any(|word| line.contains_str(word));
    lines.iter().any(says)
}

/// Returns whether lines show a session of Python, in which dots stand for any output.
fn are_sessions(lines: &[&[u8]]) -> bool {
    lines.iter().any(|line| line.contains_str(">>>") || line.contains_str("Traceback"))
}

/// Returns whether dots are the body of what the line above opens, as in Python.
fn is_body(lines: &[&[u8]], at: usize) -> bool {
    let above = lines[..at].iter().rev().find(|line| !is_blank(line)).map(|line| line.trim_ascii());
    above.is_some_and(|line| line.ends_with(b":") || line.ends_with(b"\"\"\""))
}

/// Returns whether dots stand in a list of parameters.
fn is_parameter(lines: &[&[u8]], at: usize) -> bool {
    let below = lines[at + 1..].iter().find(|line| !is_blank(line)).map(|line| line.trim_ascii());
    below.is_some_and(|line| line.starts_with(b")") || line.starts_with(b"]"))
}
