//! Differences between Python and its grammar: it refuses more (indentation, which the grammar takes as it
//! comes), and allows more (newer syntax, and forms that the grammar lacks).

use std::{borrow::Cow, ops::Range};

use bstr::ByteSlice as _;
use tree_sitter::Node;

use super::{
    Parsed, SyntaxError, What,
    error::MOST_ERRORS,
    place::{at_byte, at_node},
};
use crate::core::text::{BOM, bodies};

/// Errors that Python itself would report: a body that is missing, or a line that is indented as none around
/// it.
pub(super) fn errors(parsed: &Parsed<'_>, root: Node<'_>) -> Vec<SyntaxError> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> =
            node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
        match node.kind() {
            "module" => found.extend(aligned(parsed, &children, Some(b""))),
            "block" if children.is_empty() => found.push(at_node(node, What::NoBody)),
            "block" => found.extend(aligned(parsed, &children, None)),
            _ => found.extend(clauses(parsed, node, &children)),
        }
        open.extend(children.into_iter().filter(|child| holds_statements(child.kind())));
    }
    found.sort_by_key(|error| error.line);
    found.truncate(MOST_ERRORS);
    found
}

/// Functions in changed lines that take `self` and are directly behind a class rather than in it. One that is assigned
/// to something may be meant so.
pub(super) fn methods_outside<'t>(
    text: &[u8],
    statements: &[Node<'t>],
    is_changed: impl Fn(&Node<'t>) -> bool,
) -> Vec<SyntaxError> {
    let named = |node: &Node<'_>| text.get(node.byte_range()).unwrap_or_default();
    let mut found = Vec::new();
    let mut is_behind = false;
    for node in statements {
        let is_function = node.kind() == "function_definition";
        let first = || node.child_by_field_name("parameters")?.named_child(0);
        let is_method = is_function && first().is_some_and(|first| matches!(named(&first), b"self" | b"cls"));
        let is_used = |name: Node<'_>| text.contains_str([b"= ", named(&name)].concat());
        let may_be_meant = || node.child_by_field_name("name").is_none_or(is_used);
        if is_behind && is_method && is_changed(node) && !may_be_meant() {
            found.push(at_node(*node, What::Outside));
        }
        is_behind = node.kind() == "class_definition" || is_behind && is_method;
    }
    found
}

/// The text with line feeds in the place of carriage returns that end lines alone, as they do in Python.
pub(super) fn with_line_feeds(text: &[u8]) -> Cow<'_, [u8]> {
    if !has_lone_returns(text) {
        return text.into();
    }
    let mut read = text.to_vec();
    for at in memchr::memchr_iter(b'\r', text) {
        if text.get(at + 1) != Some(&b'\n') {
            read[at] = b'\n';
        }
    }
    read.into()
}

/// Returns whether carriage returns end lines alone.
pub(in crate::core) fn has_lone_returns(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\r', text).any(|at| text.get(at + 1) != Some(&b'\n'))
}

/// Gives errors the lines of a text that has carriage returns in lines.
pub(super) fn relocate(errors: &mut [SyntaxError], text: &[u8]) {
    if errors.is_empty() || !has_lone_returns(text) {
        return;
    }
    let read = with_line_feeds(text);
    let starts: Vec<usize> =
        std::iter::once(0).chain(memchr::memchr_iter(b'\n', &read).map(|at| at + 1)).collect();
    for error in errors {
        let place = |row: usize| starts.get(row).copied().unwrap_or(text.len());
        let last = at_byte(text, place(error.last), error.what).line;
        *error = at_byte(text, place(error.line) + error.column, error.what);
        error.last = last.max(error.line);
    }
}

/// Rewrites forms that the grammar lacks, on the lines of errors, in as many bytes: a format that begins with
/// `=` (`{a:=^10}`), a character by its name in a format, and a starred list or tuple that is assigned to.
pub(super) fn mended(text: &[u8], errors: &[SyntaxError]) -> Option<Vec<u8>> {
    let mut out = text.to_vec();
    let starts: Vec<usize> =
        std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|at| at + 1)).collect();
    let end = |line: usize| starts.get(line + 1).copied().unwrap_or(text.len());
    let mut done = 0;
    for error in errors {
        for line in error.line.max(done)..(error.last + 1).min(starts.len()) {
            mend_line(&mut out[starts[line]..end(line)]);
            done = line + 1;
        }
    }
    (out != text).then_some(out)
}

fn mend_line(line: &mut [u8]) {
    for at in 0..line.len() {
        let before = line[..at].trim_ascii_end();
        match &line[at..] {
            [b':', b'=', rest @ ..] if closes_format(rest) => line[at + 1] = b'<',
            [b'\\', b'N', b'{', rest @ ..] if line[..at].contains(&b':') => {
                if let Some(end) = rest.find_byte(b'}') {
                    line[at..at + 4 + end].fill(b' ');
                }
            }
            [b'*', b'(' | b'[', ..]
                if before.is_empty()
                    || before.ends_with(b" for")
                    || b",([".contains(&before[before.len() - 1]) =>
            {
                line[at] = b' ';
            }
            _ => {}
        }
    }
}

/// Returns whether a format ends as one does, before a quote does.
fn closes_format(format: &[u8]) -> bool {
    format.find_byteset(b"{}'\"\n").is_some_and(|at| matches!(format[at], b'{' | b'}'))
}

/// Takes away the errors on lines that hold what Python has had for a shorter time than the grammar: lazy imports
/// (3.15), and defaults of type parameters (3.13); or what only Python 2 has.
pub(super) fn retain_of_this_version(errors: &mut Vec<SyntaxError>, text: &[u8]) {
    if errors.is_empty() {
        return;
    }
    let lines: Vec<&[u8]> = bodies(text).collect();
    let other: &[&[u8]] = &[b"lazy import ", b"lazy from ", b"exec "];
    let with_defaults = parameters_with_defaults(&lines);
    errors.retain(|error| {
        let before = with_defaults.partition_point(|range| range.start <= error.line);
        let is_within = before.checked_sub(1).is_some_and(|at| with_defaults[at].contains(&error.line));
        !is_within && !lines.get(error.line).is_some_and(|line| starts(line, other))
    });
}

/// The lines of the heads of definitions whose type parameters have defaults, in order. A head ends where the
/// next one begins.
fn parameters_with_defaults(lines: &[&[u8]]) -> Vec<Range<usize>> {
    let head = |line: &[u8]| starts(line, &[b"def ", b"async def ", b"class ", b"type "]);
    let heads: Vec<usize> = (0..lines.len()).filter(|line| head(lines[*line])).collect();
    let ends = heads.iter().skip(1).copied().chain([lines.len()]);
    heads.iter().zip(ends).filter_map(|(first, end)| with_defaults(*first, &lines[*first..end])).collect()
}

/// The lines from the first one of a definition to the end of its type parameters, if they have defaults.
fn with_defaults(first: usize, lines: &[&[u8]]) -> Option<Range<usize>> {
    let text = lines.join(&b'\n');
    let open = text.find_byteset(b"[(:=").filter(|at| text[*at] == b'[')?;
    let mut depth = 0;
    let closes = |byte: &u8| {
        depth += i32::from(*byte == b'[') - i32::from(*byte == b']');
        depth == 0
    };
    let length = text[open..].iter().position(closes)?;
    let last = first + text[..open + length].find_iter(b"\n").count();
    text[open..open + length].contains(&b'=').then_some(first..last + 1)
}

fn starts(line: &[u8], words: &[&[u8]]) -> bool {
    let line = line.trim_start();
    words.iter().any(|word| line.starts_with(word))
}

fn holds_statements(kind: &str) -> bool {
    matches!(kind, "block" | "function_definition" | "class_definition" | "decorated_definition")
        || kind.ends_with("_clause")
        || matches!(kind, "if_statement" | "for_statement" | "while_statement" | "try_statement")
        || matches!(kind, "with_statement" | "match_statement")
}

/// The first statement that is not indented as `wanted`, or as the first.
fn aligned(parsed: &Parsed<'_>, statements: &[Node<'_>], wanted: Option<&[u8]>) -> Option<SyntaxError> {
    let mut wanted = wanted;
    for statement in statements {
        let Some(indent) = indent(parsed, *statement) else { continue };
        if *wanted.get_or_insert(indent) != indent {
            return Some(at_node(*statement, What::Indentation));
        }
    }
    None
}

/// The clause of a statement (`else:`), or the definition behind a decorator, that is not indented as its
/// beginning.
fn clauses(parsed: &Parsed<'_>, statement: Node<'_>, children: &[Node<'_>]) -> Option<SyntaxError> {
    let decorated = statement.kind() == "decorated_definition";
    let wanted = indent(parsed, statement)?;
    let mut clauses = children.iter().filter(|child| decorated || is_clause(child.kind()));
    let astray = clauses.find(|clause| indent(parsed, **clause).is_some_and(|indent| indent != wanted))?;
    Some(at_node(*astray, What::Indentation))
}

fn is_clause(kind: &str) -> bool {
    matches!(kind, "else_clause" | "elif_clause" | "except_clause" | "except_group_clause" | "finally_clause")
}

/// The blanks before a node, if it is the first of its line and the line begins there.
fn indent<'t>(parsed: &Parsed<'t>, node: Node<'_>) -> Option<&'t [u8]> {
    let before = &parsed.text()[..node.start_byte()];
    let above = before.trim_end_with(|c| matches!(c, ' ' | '\t' | '\x0c'));
    let is_first = matches!(above, [] | [.., b'\n' | b'\r']) || above == BOM;
    let continued = above.trim_end_with(|c| matches!(c, '\n' | '\r')).ends_with(b"\\");
    let line = &before[above.len()..];
    // A form feed begins the indentation anew.
    let line = line.rfind_byte(b'\x0c').map_or(line, |at| &line[at + 1..]);
    (is_first && !continued).then_some(line)
}
