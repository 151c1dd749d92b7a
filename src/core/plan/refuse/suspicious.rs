//! Characters that deceive the reader, in the lines that a block adds.

use std::collections::HashMap;

use crate::core::{
    escape::{self, Suspicious},
    locate::Search,
    outcome::Note,
    text::BOM,
};

/// The suspicious characters that the change brings in, as a note; none if there are none. Characters that
/// the replaced lines had already do not count. `line_of` gives the line of the reply, from 1, that
/// holds a line of REPLACE, from 0.
pub(crate) fn suspicious(search: &Search<'_>, line_of: impl Fn(usize) -> usize) -> Option<Note> {
    let mut first: Option<(usize, Suspicious)> = None;
    let mut count = 0;
    for op in search.ops() {
        let mut known: HashMap<char, usize> = HashMap::new();
        for found in search.search[op.old].iter().flat_map(|line| escape::suspicious(line)) {
            *known.entry(found.character).or_default() += 1;
        }
        for at in op.new {
            // A byte order mark at the very start belongs to the file.
            let line = search.replace[at];
            let line = if at == 0 { line.strip_prefix(BOM).unwrap_or(line) } else { line };
            for found in escape::suspicious(line) {
                match known.get_mut(&found.character).filter(|left| **left > 0) {
                    Some(left) => *left -= 1,
                    None => {
                        first = first.or(Some((at, found)));
                        count += 1;
                    }
                }
            }
        }
    }
    first.map(|(at, first)| Note::Suspicious { line: line_of(at), first, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str, replace: &str) -> Option<(usize, char, usize)> {
        match suspicious(&Search::new(search.as_bytes(), replace.as_bytes()), |at| 10 + at)? {
            Note::Suspicious { line, first, count } => Some((line, first.character, count)),
            _ => None,
        }
    }

    #[test]
    fn a_character_that_the_change_adds_is_found_with_its_line_in_the_reply() {
        assert_eq!(found("a\nb\n", "a\nb\u{202e}\u{200b}\n"), Some((11, '\u{202e}', 2)));
    }

    #[test]
    fn a_character_that_the_replaced_lines_held_is_not_brought_in() {
        assert_eq!(found("a\u{200b}\n", "b\u{200b}\n"), None);
        assert_eq!(found("a\u{200b}\n", "b\u{200b}\u{200b}\n"), Some((10, '\u{200b}', 1)));
    }

    #[test]
    fn a_byte_order_mark_belongs_to_the_file_at_its_very_start_alone() {
        assert_eq!(found("a\n", "\u{feff}b\n"), None);
        assert_eq!(found("a\nb\n", "a\n\u{feff}c\n"), Some((11, '\u{feff}', 1)));
    }

    #[test]
    fn lines_that_are_in_both_sections_are_not_looked_at() {
        assert_eq!(found("x\u{200b}\na\n", "x\u{200b}\nb\n"), None);
    }
}
