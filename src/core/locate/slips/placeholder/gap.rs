//! Placeholders that are known by their form, where lines go: dots, whatever is said beside them.

use std::cell::LazyCell;

use bstr::ByteSlice as _;

use super::marks::{Marks, are_quoted, begins_word};
use crate::core::{script::Op, text::is_blank};

/// The first line of REPLACE that takes the place of lines by its form, among the runs that differ.
pub(super) fn in_place_of_lines(
    changes: &[Op],
    search: &[&[u8]],
    replace: &[&[u8]],
    is_prose: bool,
    is_new: &dyn Fn(&[u8]) -> bool,
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
            Form::Dots => match Around::of(replace, *at) {
                Around::Head => lost() >= 2 && !are_stubs(replace),
                Around::Tags | Around::Brackets => lost() >= 2,
                Around::Parameters => false,
                Around::Other => old > new,
            },
            Form::Omission => old > new,
            Form::Unread => old >= 2 && new == 0,
            Form::Comment | Form::Text | Form::Blank => false,
        };
        // In a text, dots may be what it shows, but not where nothing else comes for several lines.
        let is_all = || old >= 2 && new == 0 && !are_sessions(search);
        let is_shown = |at: &usize| quoted[*at] && !is_all();
        if let Some(at) =
            op.new.clone().filter(is_gap).find(|at| is_new(replace[*at])).filter(|at| !is_shown(at))
        {
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
    /// A comment that begins with dots.
    Omission,
    /// A comment in another script than the words for what is left out are known in.
    Unread,
    Comment,
    /// Anything else.
    Text,
}

impl Form {
    fn of(line: &[u8], is_prose: bool) -> Self {
        if begins_word(line) {
            return Self::Text;
        }
        let Ok(line) = line.trim_ascii().to_str() else { return Self::Text };
        let marks = Marks::of(line);
        let is_comment = marks.comment && !marks.quoted && (!is_prose || line.starts_with("<!--"));
        if is_blank(line.as_bytes()) {
            Self::Blank
        } else if is_comment {
            let has = |is: fn(&char) -> bool| marks.text.chars().any(|char| is(&char));
            let is_other_script = has(|char| char.is_alphabetic()) && !has(char::is_ascii_alphabetic);
            match () {
                () if marks.dots.0 || has_dots_between(marks.text) => Self::Omission,
                () if is_other_script => Self::Unread,
                () => Self::Comment,
            }
        } else if are_dots_of_item(line.as_bytes()) {
            Self::Dots
        } else {
            Self::Text
        }
    }
}

/// Returns whether a text has dots with blanks around them: `setup(x) ... parse(a)`.
fn has_dots_between(text: &str) -> bool {
    text.split_ascii_whitespace().any(are_dots)
}

/// Returns whether a line is nothing but dots in place of others, perhaps as an item of a list, a row of a table, or a
/// field of data: `- ...`, `| ... | ... |`, `"...": "..."`.
fn are_dots_of_item(line: &[u8]) -> bool {
    if begins_word(line) {
        return false;
    }
    let Ok(line) = line.trim_ascii().to_str() else { return false };
    // Dots with a comma alone may be an argument.
    let field = if line.starts_with('"') { line.strip_suffix(',').unwrap_or(line) } else { line };
    let dots: String = field.chars().filter(|char| !"-*+|\"': ".contains(*char)).collect();
    are_dots(&dots)
}

/// Returns whether a text is nothing but dots in place of others.
pub(super) fn are_dots(text: &str) -> bool {
    let dots = text.chars().filter(|char| *char == '.').count();
    (dots >= 3 || text.contains(['…', '⋮'])) && text.chars().all(|char| ".…⋮ ".contains(char))
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

/// The place of dots among the lines around them.
enum Around {
    /// Below what opens a body, as in Python.
    Head,
    /// The text between two tags.
    Tags,
    /// All that is between parentheses or square brackets: a body, or an argument.
    Brackets,
    /// Among others in brackets.
    Parameters,
    Other,
}

impl Around {
    fn of(lines: &[&[u8]], at: usize) -> Self {
        let above = lines[..at].iter().rev().find(|line| !is_blank(line)).map(|line| line.trim_ascii());
        let below = lines[at + 1..].iter().find(|line| !is_blank(line)).map(|line| line.trim_ascii());
        let is_above =
            |ends: &[&str]| above.is_some_and(|line| ends.iter().any(|end| line.ends_with(end.as_bytes())));
        let is_below = |starts: &[&str]| {
            below.is_some_and(|line| starts.iter().any(|start| line.starts_with(start.as_bytes())))
        };
        match () {
            () if is_above(&[":", "\"\"\""]) => Self::Head,
            () if is_above(&[">"]) && is_below(&["</"]) => Self::Tags,
            () if is_above(&["(", "["]) && is_below(&[")", "]"]) => Self::Brackets,
            () if is_below(&[")", "]"]) => Self::Parameters,
            () => Self::Other,
        }
    }
}
