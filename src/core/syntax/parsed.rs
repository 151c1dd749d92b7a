//! A text and its syntax tree.

use std::{
    borrow::Cow,
    ops::{ControlFlow, Range},
};

use bstr::ByteSlice as _;

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Point, Tree};

use super::{Language, SyntaxError, TooLong, What, grammar::grammar, json, python, toml};
use crate::core::text::bodies;

/// A text that is parsed.
#[derive(Clone, Debug)]
pub struct Parsed<'t> {
    language: Language,
    text: &'t [u8],
    tree: Tree,
}

/// Nobody reads more.
const MOST_ERRORS: usize = 1000;

impl<'t> Parsed<'t> {
    /// Whether the grammar of a language is compiled in.
    pub fn can(language: Language) -> bool {
        grammar(language).is_some()
    }

    /// Parses a text. None if the grammar is not compiled in.
    ///
    /// # Errors
    ///
    /// When the parser takes more steps than its length explains: what it recovers from may cost the square of it.
    pub fn new(language: Language, text: &'t [u8]) -> Result<Option<Self>, TooLong> {
        Self::within(language, text, 0..text.len())
    }

    /// Parses a part of a text as if it were all of it; its places are those in the text.
    ///
    /// # Errors
    ///
    /// As [`Parsed::new()`].
    pub(super) fn within(
        language: Language,
        text: &'t [u8],
        part: Range<usize>,
    ) -> Result<Option<Self>, TooLong> {
        let Some(grammar) = grammar(language) else { return Ok(None) };
        let mut parser = Parser::new();
        if parser.set_language(&grammar).is_err() {
            return Ok(None);
        }
        if part.len() < text.len() {
            let point = |at: usize| Point { row: text[..at].find_iter(b"\n").count(), column: 0 };
            let (start_point, end_point) = (point(part.start), point(part.end));
            let range =
                tree_sitter::Range { start_byte: part.start, end_byte: part.end, start_point, end_point };
            parser.set_included_ranges(&[range]).map_err(|_| TooLong)?;
        }
        // The parser asks about every hundred steps; a sound text takes about two steps a byte at most.
        let mut left = 2_000 + text.len() / 10;
        let mut ask = |_: &ParseState| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut ask);
        let read: Cow<'_, [u8]> =
            if language == Language::Jsonc { json::plain(text, true).into() } else { text.into() };
        let tree = parser.parse_with_options(&mut |at, _| &read[at.min(read.len())..], None, Some(options));
        let tree = tree.ok_or(TooLong)?;
        Ok(Some(Self { language, text, tree }))
    }

    /// Whether a text is known to be sound without its being parsed.
    pub(super) fn is_plainly_sound(language: Language, text: &[u8]) -> bool {
        match language {
            Language::Json | Language::Jsonc => json::is_sound(text, language == Language::Jsonc),
            _ => false,
        }
    }

    /// Its errors, in order.
    pub fn errors(&self) -> Vec<SyntaxError> {
        let root = self.root();
        let mut errors = if root.has_error() { errors(root) } else { Vec::new() };
        match self.language {
            Language::Json | Language::Jsonc if errors.is_empty() => errors.extend(json::second_value(self)),
            Language::Json | Language::Jsonc if Self::is_plainly_sound(self.language, self.text) => {
                errors.clear()
            }
            Language::Python | Language::Toml if !errors.is_empty() => {
                let lines: Vec<&[u8]> = bodies(self.text).collect();
                let is_newer =
                    if self.language == Language::Toml { toml::is_newer } else { python::is_newer };
                errors.retain(|error| !is_newer(&lines, error.line));
            }
            Language::Python => errors = python::errors(self),
            _ => {}
        }
        errors
    }

    /// The language that it was parsed as.
    pub(in crate::core) fn language(&self) -> Language {
        self.language
    }

    /// The text.
    pub(in crate::core) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The root of the tree.
    pub(in crate::core) fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }
}

/// The outermost errors of a tree, in order. A parser that has lost its way puts more errors inside of them.
fn errors(root: Node<'_>) -> Vec<SyntaxError> {
    let mut found = Vec::new();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            found.push(error(node));
            if found.len() == MOST_ERRORS {
                return found;
            }
        } else if node.has_error() {
            let mut children = node.walk();
            if !node.children(&mut children).any(|child| child.has_error()) {
                // What is missing is a token that the tree does not show.
                found.push(at(node, What::Missing(node.kind())));
            } else if cursor.goto_first_child() {
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

fn error(node: Node<'_>) -> SyntaxError {
    let what = if node.is_missing() { What::Missing(node.kind()) } else { What::Unexpected };
    at(node, what)
}

/// An error where a node stands.
pub(super) fn at(node: Node<'_>, what: What) -> SyntaxError {
    let (start, end) = (node.start_position(), node.end_position());
    // What ends with a line break does not reach into the next line.
    let last = if end.column == 0 { end.row.saturating_sub(1) } else { end.row };
    SyntaxError { what, line: start.row, column: start.column, last: last.max(start.row) }
}
