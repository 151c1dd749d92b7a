//! Where Python is less than its grammar says (indentation, which that takes as it comes), and more (what is newer).

use bstr::ByteSlice as _;
use tree_sitter::Node;

use super::{Parsed, SyntaxError, What, parsed::at};

/// What Python itself would refuse: a body that is missing, or a line that is indented as none around it.
pub(super) fn errors(parsed: &Parsed<'_>) -> Vec<SyntaxError> {
    let mut found = Vec::new();
    let mut open = vec![parsed.root()];
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> =
            node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect();
        match node.kind() {
            "module" => found.extend(aligned(parsed, &children, Some(b""))),
            "block" if children.is_empty() => found.push(at(node, What::NoBody)),
            "block" => found.extend(aligned(parsed, &children, None)),
            _ => found.extend(clauses(parsed, node, &children)),
        }
        open.extend(children.into_iter().filter(|child| holds_statements(child.kind())));
    }
    found.sort_by_key(|error| error.line);
    found
}

/// Whether the line of an error holds what Python has had for a shorter time than the grammar: lazy imports (3.15), and
/// defaults of type parameters (3.13).
pub(super) fn is_newer(lines: &[&[u8]], error: usize) -> bool {
    let starts = |line: &[u8], words: &[&[u8]]| words.iter().any(|word| line.trim_start().starts_with(word));
    if lines.get(error).is_some_and(|line| starts(line, &[b"lazy import ", b"lazy from "])) {
        return true;
    }
    let head = |line: &&[u8]| starts(line, &[b"def ", b"async def ", b"class ", b"type "]);
    let Some(first) = lines.iter().take(error + 1).rposition(head) else { return false };
    let text = lines[first..].join(&b'\n');
    let Some(open) = text.find_byteset(b"[(:=").filter(|at| text[*at] == b'[') else { return false };
    let mut depth = 0;
    let closes = |byte: &u8| {
        depth += i32::from(*byte == b'[') - i32::from(*byte == b']');
        depth == 0
    };
    let Some(length) = text[open..].iter().position(closes) else { return false };
    let last = first + text[..open + length].find_iter(b"\n").count();
    error <= last && text[open..open + length].contains(&b'=')
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
            return Some(at(*statement, What::Indentation));
        }
    }
    None
}

/// The clause of a statement (`else:`), or the definition behind a decorator, that is not indented as its beginning.
fn clauses(parsed: &Parsed<'_>, statement: Node<'_>, children: &[Node<'_>]) -> Option<SyntaxError> {
    let decorated = statement.kind() == "decorated_definition";
    let wanted = indent(parsed, statement)?;
    let mut clauses = children.iter().filter(|child| decorated || is_clause(child.kind()));
    let astray = clauses.find(|clause| indent(parsed, **clause).is_some_and(|indent| indent != wanted))?;
    Some(at(*astray, What::Indentation))
}

fn is_clause(kind: &str) -> bool {
    matches!(kind, "else_clause" | "elif_clause" | "except_clause" | "except_group_clause" | "finally_clause")
}

/// What stands before a node in its line, if that is nothing but blanks and the line begins there.
fn indent<'t>(parsed: &Parsed<'t>, node: Node<'_>) -> Option<&'t [u8]> {
    let before = &parsed.text()[..node.start_byte()];
    let start = before.rfind_byte(b'\n').map_or(0, |at| at + 1);
    let continued = before[..start].trim_end_with(|c| matches!(c, '\n' | '\r')).ends_with(b"\\");
    let line = &before[start..];
    let line = line.strip_prefix(crate::core::text::BOM).unwrap_or(line);
    // A form feed begins the indentation anew.
    let line = line.rfind_byte(b'\x0c').map_or(line, |at| &line[at + 1..]);
    (!continued && line.iter().all(|byte| matches!(byte, b' ' | b'\t'))).then_some(line)
}
