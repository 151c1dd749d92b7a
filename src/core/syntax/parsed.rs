//! A text and its syntax tree.

use std::{
    cell::Cell,
    ops::{ControlFlow, Range},
};

use bstr::ByteSlice as _;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Point, Tree};

use super::{
    SyntaxError, TooLong, What, Work,
    error::MOST_ERRORS,
    place::at_node,
    python, strict, tags,
    work::{PIECE, PIECES_OF_TURN, is_too_deep},
};
use crate::core::language::{Grammar, Language, Scanner};

/// A text that is parsed.
#[derive(Clone, Debug)]
pub struct Parsed<'t> {
    language: &'static Language,
    text: &'t [u8],
    syntax: Syntax,
}

/// Facts about a text.
#[derive(Clone, Debug)]
enum Syntax {
    Tree(Tree),
    /// The errors that a strict parser finds.
    Errors(Vec<SyntaxError>),
}

impl<'t> Parsed<'t> {
    /// Returns whether there is a parser for a language.
    pub fn can(language: &Language) -> bool {
        !matches!(language.grammar, Grammar::None)
    }

    /// The language that a file is read as which was `old` before.
    pub(super) fn read_as(language: &'static Language, old: Option<&[u8]>) -> &'static Language {
        strict::read_as(language, old)
    }

    /// Returns whether a language has a parser that takes it as it is, whatever the size of the text.
    pub(super) fn is_strict(language: &Language) -> bool {
        matches!(
            language.grammar,
            Grammar::Json | Grammar::Jsonc | Grammar::Toml | Grammar::Brackets | Grammar::Tags
        )
    }

    /// Parses a text. None if there is no parser for its language.
    ///
    /// # Errors
    ///
    /// When the parser takes more turns than its length explains: recovering from errors may cost the square
    /// of it.
    pub fn new(language: &'static Language, text: &'t [u8]) -> Result<Option<Self>, TooLong> {
        Self::within(language, text, 0..text.len(), &mut Work::of_file())
    }

    /// Parses a part of a text as if it were all of it; its places are those in the text.
    ///
    /// # Errors
    ///
    /// As [`Parsed::new()`], and when more than `work` is needed.
    pub(super) fn within(
        language: &'static Language,
        text: &'t [u8],
        part: Range<usize>,
        work: &mut Work,
    ) -> Result<Option<Self>, TooLong> {
        if let Some(errors) = strict::errors(language, text) {
            return Ok(Some(Self { language, text, syntax: Syntax::Errors(errors) }));
        }
        let Grammar::Tree(grammar) = language.grammar else { return Ok(None) };
        let grammar = grammar();
        if is_too_deep(language, &text[part.clone()]) {
            return Err(TooLong);
        }
        let is_python = language.scanner == Scanner::Python;
        let read = if is_python { python::with_line_feeds(text) } else { text.into() };
        let mut tree = parse(&grammar, &read, &part, work)?;
        if is_python && tree.root_node().has_error() {
            let found = errors(tree.root_node());
            if let Some(mended) = python::mended(&read, &found) {
                let again = parse(&grammar, &mended, &part, work)?;
                let fewer = !again.root_node().has_error() || errors(again.root_node()).len() < found.len();
                tree = if fewer { again } else { tree };
            }
        }
        Ok(Some(Self { language, text, syntax: Syntax::Tree(tree) }))
    }

    /// Its errors, in order.
    pub fn errors(&self) -> Vec<SyntaxError> {
        let root = match &self.syntax {
            Syntax::Errors(errors) => return errors.clone(),
            Syntax::Tree(tree) => tree.root_node(),
        };
        let mut errors = if root.has_error() { errors(root) } else { Vec::new() };
        if errors.is_empty() && self.language.scanner == Scanner::Html {
            // The grammar closes what is open.
            errors.extend(tags::error(self.language, self.text));
        }
        if self.language.scanner == Scanner::Python {
            if errors.is_empty() {
                errors = python::errors(self, root);
            }
            python::relocate(&mut errors, self.text);
            python::retain_of_this_version(&mut errors, self.text);
        }
        errors
    }

    /// The language that it was parsed as.
    pub(in crate::core) fn language(&self) -> &'static Language {
        self.language
    }

    /// The text.
    pub(in crate::core) fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The root of the tree; none where the language needs none.
    pub(in crate::core) fn root(&self) -> Option<Node<'_>> {
        match &self.syntax {
            Syntax::Tree(tree) => Some(tree.root_node()),
            Syntax::Errors(_) => None,
        }
    }
}

/// The tree of a part of a text. Work is both the turns that the parser takes and the pieces of text that it
/// reads: a scanner may look from every token to the end of the text, all of it in one turn.
fn parse(
    grammar: &tree_sitter::Language,
    text: &[u8],
    part: &Range<usize>,
    work: &mut Work,
) -> Result<Tree, TooLong> {
    let mut parser = Parser::new();
    parser.set_language(grammar).map_err(|_| TooLong)?;
    if part.len() < text.len() {
        let point = |at: usize| Point { row: text[..at].find_iter(b"\n").count(), column: 0 };
        let (start_point, end_point) = (point(part.start), point(part.end));
        let range = tree_sitter::Range { start_byte: part.start, end_byte: part.end, start_point, end_point };
        parser.set_included_ranges(&[range]).map_err(|_| TooLong)?;
    }
    let most = work.for_text(part.len());
    let (turns, pieces) = (Cell::new(0), Cell::new(0));
    let spent = || turns.get() + pieces.get() / PIECES_OF_TURN;
    let mut ask = |state: &ParseState| {
        turns.set(turns.get() + if state.has_error() { 3 } else { 1 });
        if spent() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut read = |at: usize, _| {
        pieces.set(pieces.get() + 1);
        let rest = &text[at.min(text.len())..];
        // The parser cannot be stopped in a turn, but the end of the text stops what reads it.
        if spent() > most { &[] } else { &rest[..rest.len().min(PIECE)] }
    };
    let options = ParseOptions::new().progress_callback(&mut ask);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    // Small texts take less than a turn, but no parser is for nothing.
    work.spend(spent() + 1);
    tree.filter(|_| spent() <= most).ok_or(TooLong)
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
                // A missing token is not in the tree.
                found.push(at_node(node, What::Missing(node.kind())));
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
    at_node(node, what)
}
