//! Texts that document the code which they stand in: to what the code does they say as much as comments.

use super::{
    state::State,
    stretch::Extent,
    tokens::{self, Line, Token},
};
use crate::core::language::{Feature, Language};

/// Reads lines of which the first begins in `state`, with texts that are the first statement of a definition as comments.
pub(in crate::core) fn read_with_docs<'l>(
    language: &Language,
    lines: &[&'l [u8]],
    extent: Extent,
    state: State,
) -> Vec<Line<'l>> {
    let mut read = tokens::read(language, lines, extent, state);
    if !language.has(Feature::Documented) {
        return read;
    }
    // A section may begin below the head of its definition.
    let mut is_first = true;
    let mut line = 0;
    while line < read.len() {
        let end = if is_first { end_of_text(&read, line) } else { None };
        for documents in &mut read[line..end.unwrap_or(line)] {
            documents.comment |= !documents.tokens.is_empty();
            documents.tokens.clear();
        }
        if end.is_none() && !read[line].tokens.is_empty() {
            is_first = is_head(&read[line].tokens);
        }
        line = end.unwrap_or(line + 1);
    }
    read
}

/// Returns whether a line ends the head of a definition.
fn is_head(tokens: &[Token<'_>]) -> bool {
    let begins = match tokens.first() {
        Some(Token::Word(word)) => matches!(*word, b"async" | b"class" | b"def"),
        first => first == Some(&Token::Sign(b")")),
    };
    let last = tokens.last();
    begins && matches!(last, Some(Token::Sign(sign)) if sign.ends_with(b":"))
}

/// The line behind a text that is a statement of its own and begins with this line.
fn end_of_text(read: &[Line<'_>], first: usize) -> Option<usize> {
    let [Token::Text(text) | Token::Raw(text)] = read[first].tokens[..] else { return None };
    if !text.starts_with(b"\"") && !text.starts_with(b"'") || read[first].before != State::default() {
        return None;
    }
    let inside = read[first + 1..].iter().take_while(|line| line.before != State::default());
    let end = first + 1 + inside.clone().count();
    let is_text = |line: &Line<'_>| line.tokens.iter().all(|token| matches!(token, Token::Raw(_)));
    // Of a text that does not end here nothing is known.
    (inside.into_iter().all(is_text) && (end < read.len() || end == first + 1)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language;

    /// The lines that are read as comments.
    fn documents(text: &str) -> Vec<&str> {
        let language = language::of(b"a.py").expect("a language");
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let read = read_with_docs(language, &lines, Extent::File, State::default());
        text.lines().zip(read).filter(|(_, line)| line.comment).map(|(text, _)| text).collect()
    }

    #[test]
    fn the_first_statement_documents_if_it_is_a_text() {
        for text in ["'says'", "\"says\"", "\"\"\"says\"\"\"", "'''says'''"] {
            assert_eq!(documents(&format!("def f():\n    {text}\n    g()\n")), [format!("    {text}")]);
        }
        assert_eq!(documents("class A:\n    \"\"\"one\n    two\n    \"\"\"\n    x = 1\n").len(), 3);
    }

    #[test]
    fn other_texts_are_code() {
        for text in ["g()\n    'says'", "b'says'", "'says'.split()", "x = 'says'"] {
            assert_eq!(documents(&format!("def f():\n    {text}\n    return\n")), [""; 0], "{text}");
        }
    }
}
