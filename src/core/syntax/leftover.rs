//! Signs that a change leaves text behind it that it was to replace: its SEARCH section is only the beginning
//! of what its REPLACE section is all of.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use bstr::ByteSlice as _;
use tree_sitter::Node;

use super::{
    Parsed, SyntaxError, What, compare::changed_lines, error::MOST_ERRORS, place::at_node, python,
    twice::second_declarations,
};
use crate::core::{language::Scanner, splice::Splice};

/// Statements of a text without errors that nothing reaches, since the statement above them leaves their block
/// for good, where the splices change one of the two or what is between them, and do not write both; names that a changed
/// line declares once more, and keys of YAML; methods of Python that a change puts behind their class. None that the old
/// text has as well.
pub fn leftovers(parsed: &Parsed<'_>, old: &[u8], splices: &[Splice]) -> Vec<SyntaxError> {
    let mut found = signs(parsed, Some(&Change::of(splices, parsed.text())));
    if found.is_empty() {
        return found;
    }
    if let Ok(Some(before)) = Parsed::new(parsed.language(), old) {
        let line = |text: &'_ [u8], error: &SyntaxError| {
            text.lines().nth(error.line).map(|line| line.trim().trim_end_with(|sign| sign == ';').to_vec())
        };
        let known: HashSet<_> = signs(&before, None).iter().map(|error| line(old, error)).collect();
        found.retain(|error| !known.contains(&line(parsed.text(), error)));
    }
    found.sort_by_key(|error| (error.line, error.column));
    found.truncate(MOST_ERRORS);
    found
}

/// The lines of a new text, from 0, that a change makes.
struct Change {
    /// With those on both sides of what it only takes away.
    touched: Vec<Range<usize>>,
    written: Vec<Range<usize>>,
}

impl Change {
    fn of(splices: &[Splice], new: &[u8]) -> Self {
        let touched = changed_lines(splices, new);
        let written = touched.iter().zip(splices).filter(|(_, splice)| !splice.new.is_empty());
        Self { written: written.map(|(lines, _)| lines.clone()).collect(), touched }
    }
}

fn meet(all: &[Range<usize>], lines: &Range<usize>) -> bool {
    let next = all.partition_point(|other| other.end <= lines.start);
    all.get(next).is_some_and(|other| other.start < lines.end)
}

/// The signs that changed lines make of lines that are not; all of them, if no change is given.
fn signs(parsed: &Parsed<'_>, change: Option<&Change>) -> Vec<SyntaxError> {
    let Some(root) = parsed.root() else { return Vec::new() };
    let touches = |lines: Range<usize>| change.is_none_or(|change| meet(&change.touched, &lines));
    let first = |node: &Node<'_>| node.start_position().row..node.start_position().row + 1;
    let is_one_old = |pair: &[Node<'_>]| {
        let between = pair[0].end_position().row..pair[1].start_position().row + 1;
        let is_written = |node: &Node<'_>| change.is_some_and(|change| meet(&change.written, &first(node)));
        (touches(first(&pair[0])) || touches(between)) && !(is_written(&pair[0]) && is_written(&pair[1]))
    };
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if !touches(node.start_position().row..node.end_position().row + 1) {
            continue;
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> =
            node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
        for pair in children.windows(2) {
            let leaves = leaves(pair[0]) || leaves_scope(parsed.text(), pair);
            if leaves && is_statement(pair[1]) && is_one_old(pair) {
                found.push(at_node(pair[1], What::Unreached));
            }
        }
        if node.kind() == "block_mapping" {
            found.extend(second_keys(parsed.text(), &children, |pair| touches(first(pair))));
        }
        let is_changed = |node: &Node<'_>| touches(first(node));
        if parsed.language().scanner == Scanner::Python && node.kind() == "module" {
            found.extend(python::methods_outside(parsed.text(), &children, is_changed));
        }
        found.extend(second_declarations(parsed.language().name, parsed.text(), &children, is_changed));
        open.extend(children);
    }
    found
}

/// Returns whether a statement always leaves the block that it is in, with a value or an error.
fn leaves(node: Node<'_>) -> bool {
    match node.kind() {
        "return_statement" | "raise_statement" | "throw_statement" | "return" => true,
        "return_expression" | "throw_expression" => true,
        "expression_statement" => node.named_child(0).is_some_and(leaves),
        "if_statement" | "if_expression" => leaves_by_all(node),
        "block" | "compound_statement" | "elif_clause" | "else_clause" | "statement_block"
        | "statement_list" => last_child(node).is_some_and(leaves),
        _ => false,
    }
}

/// Returns whether all branches leave, one of which is for all other cases.
fn leaves_by_all(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let mut others = node.children_by_field_name("alternative", &mut cursor).peekable();
    let has_others = others.peek().is_some();
    let last = others.try_fold(None, |_, branch| leaves(branch).then_some(Some(branch))).flatten();
    let is_for_all = last.is_some_and(|branch| branch.kind() != "elif_clause");
    has_others && is_for_all && node.child_by_field_name("consequence").is_some_and(leaves)
}

/// Returns whether a statement leaves what it holds, such as a lock, and the next one holds the same. Some hold
/// errors back.
fn leaves_scope(text: &[u8], pair: &[Node<'_>]) -> bool {
    const KINDS: [&str; 3] = ["lock_statement", "synchronized_statement", "with_statement"];
    let head = |node: &Node<'_>| {
        let body = node.child_by_field_name("body")?;
        text.get(node.start_byte()..body.start_byte()).map(<[u8]>::trim_ascii)
    };
    let holds_errors = |head: &[u8]| [&b"suppress"[..], b"raises"].iter().any(|word| head.contains_str(word));
    let is_held =
        || head(&pair[0]).is_some_and(|first| head(&pair[1]) == Some(first) && !holds_errors(first));
    KINDS.contains(&pair[0].kind()) && pair[0].child_by_field_name("body").is_some_and(leaves) && is_held()
}

/// The last child that is no comment.
fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).last()
}

/// Returns whether a node does something when it is reached. Declarations count wherever they are, as labels
/// do; what leaves once more is there by custom; and a generator may have a `yield` that nothing reaches.
fn is_statement(node: Node<'_>) -> bool {
    let kind = node.kind();
    let does = kind.ends_with("statement")
        || kind.ends_with("assignment")
        || kind.ends_with("expression")
        || matches!(kind, "call" | "let_declaration" | "short_var_declaration" | "lexical_declaration");
    let is_custom =
        matches!(kind, "break_statement" | "empty_statement" | "labeled_statement" | "case_statement")
            || kind == "expression_statement"
                && node.named_child(0).is_some_and(|child| child.kind() == "yield");
    does && !is_custom
}

/// The keys of a mapping of YAML that one in a changed line gives too.
fn second_keys(text: &[u8], pairs: &[Node<'_>], is_changed: impl Fn(&Node<'_>) -> bool) -> Vec<SyntaxError> {
    let mut keys: HashMap<&[u8], (bool, usize)> = HashMap::new();
    let mut found = Vec::new();
    for pair in pairs {
        let Some(key) = pair.child_by_field_name("key") else { continue };
        // A merge is no key.
        let Some(name) = text.get(key.byte_range()).filter(|name| *name != b"<<") else { continue };
        let (has_changed, count) = keys.entry(name).or_default();
        *has_changed |= is_changed(pair);
        *count += 1;
        if *count > 1 && *has_changed {
            found.push(at_node(key, What::SecondKey));
        }
    }
    found
}
