//! Places of errors.

use tree_sitter::Node;

use super::{SyntaxError, What};

/// An error at a byte of a text; a token missing at the end of the text is missing behind its last line that
/// is not blank.
pub(super) fn at_byte(text: &[u8], place: usize, what: What) -> SyntaxError {
    let before = &text[..place.min(text.trim_ascii_end().len())];
    let line = memchr::memchr_iter(b'\n', before).count();
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    SyntaxError { what, line, column, last: line }
}

/// An error at a node.
pub(super) fn at_node(node: Node<'_>, what: What) -> SyntaxError {
    let (start, end) = (node.start_position(), node.end_position());
    // A node that ends with a line break does not reach into the next line.
    let last = if end.column == 0 { end.row.saturating_sub(1) } else { end.row };
    SyntaxError { what, line: start.row, column: start.column, last: last.max(start.row) }
}
