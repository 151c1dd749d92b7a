//! Semicolons at the ends of statements, in languages that let them be left out.
//!
//! Only in JavaScript and TypeScript are both styles in wide use, so that one is taken for the other. In Go,
//! Kotlin, Swift and Scala hardly anybody writes them; in Groovy and Lua the same holds, and there a line may
//! go on in more ways.

use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use super::{MAX_BYTES, Parsed};
use crate::core::language::{Feature, Language};

/// Ends of the statements of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Number of those with a semicolon at their end.
    pub with: usize,
    /// Number of those without.
    pub without: usize,
}

/// Nodes that end with a semicolon or with their line, in both languages.
const STATEMENTS: [&str; 9] = [
    "expression_statement",
    "lexical_declaration",
    "variable_declaration",
    "return_statement",
    "throw_statement",
    "break_statement",
    "continue_statement",
    "import_statement",
    "type_alias_declaration",
];

/// Returns whether statements of a language may end with a semicolon or without one, by custom.
pub fn has_optional_ends(language: &Language) -> bool {
    language.has(Feature::OptionalSemicolon)
}

/// Returns whether two texts without errors are the same but for semicolons that say nothing. False where
/// that is not known.
pub fn differ_in_ends_only(language: &'static Language, a: &[u8], b: &[u8]) -> bool {
    let (Some(a), Some(b)) = (sound(language, a), sound(language, b)) else { return false };
    let (Some(root), Some(other)) = (a.root(), b.root()) else { return false };
    are_same(root, a.text(), other, b.text())
}

/// Counts the ends of the statements of a text, and of those that end in these lines of it, from 0.
pub fn ends(language: &'static Language, text: &[u8], lines: &Range<usize>) -> Option<(Ends, Ends)> {
    let parsed = sound(language, text)?;
    let (mut all, mut inside) = (Ends::default(), Ends::default());
    let mut cursor = parsed.root()?.walk();
    while let Some(node) = next(&mut cursor) {
        // The head of a loop has its semicolons by rule.
        let in_head = node.parent().is_some_and(|parent| parent.kind().starts_with("for_"));
        if !STATEMENTS.contains(&node.kind()) || in_head {
            continue;
        }
        let last = u32::try_from(node.child_count()).ok()?.checked_sub(1)?;
        let ended = node.child(last).is_some_and(|child| child.kind() == ";");
        let within = lines.contains(&node.end_position().row);
        for ends in [Some(&mut all), within.then_some(&mut inside)].into_iter().flatten() {
            *(if ended { &mut ends.with } else { &mut ends.without }) += 1;
        }
    }
    Some((all, inside))
}

fn sound<'t>(language: &'static Language, text: &'t [u8]) -> Option<Parsed<'t>> {
    if !has_optional_ends(language) || text.len() > MAX_BYTES {
        return None;
    }
    let parsed = Parsed::new(language, text).ok()??;
    parsed.root().is_some_and(|root| !root.has_error()).then_some(parsed)
}

/// The next node of a tree, from above down; the root itself is left out.
fn next<'t>(cursor: &mut TreeCursor<'t>) -> Option<Node<'t>> {
    if cursor.goto_first_child() {
        return Some(cursor.node());
    }
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return None;
        }
    }
    Some(cursor.node())
}

/// Returns whether two trees are the same but for tokens that are a semicolon.
fn are_same(a: Node<'_>, a_text: &[u8], b: Node<'_>, b_text: &[u8]) -> bool {
    let (mut a, mut b) = (a.walk(), b.walk());
    let counts = |node: &Node<'_>| node.is_named() || node.kind() != ";";
    loop {
        let step = |cursor: &mut TreeCursor<'_>| loop {
            match next(cursor) {
                Some(node) if counts(&node) => {
                    return Some((
                        node.kind_id(),
                        node.byte_range(),
                        node.child_count() == 0,
                        cursor.depth(),
                    ));
                }
                Some(_) => {}
                None => return None,
            }
        };
        match (step(&mut a), step(&mut b)) {
            (None, None) => return true,
            (Some((kind, bytes, leaf, depth)), Some((other, others, other_leaf, other_depth))) => {
                let same_text = !(leaf || other_leaf) || a_text[bytes] == b_text[others];
                if (kind, depth, leaf) != (other, other_depth, other_leaf) || !same_text {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests;
