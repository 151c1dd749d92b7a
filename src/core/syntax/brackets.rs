//! Brackets in languages without a grammar here: outside of comments and strings each has its partner.

use super::{SyntaxError, What};
use crate::core::{
    language::{
        Language,
        lexer::{Extent, stretches},
    },
    text::bodies,
};

/// The first bracket without its partner: of those that are open at the end, the last.
pub(super) fn error(language: &Language, text: &[u8]) -> Option<SyntaxError> {
    error_in(language, &bodies(text).collect::<Vec<_>>())
}

/// The same of lines.
pub(super) fn error_in(language: &Language, lines: &[&[u8]]) -> Option<SyntaxError> {
    let mut texts = stretches(Some(language), lines, Extent::File).into_iter().peekable();
    let mut open: Vec<(u8, usize, usize)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let mut at = 0;
        while at < line.len() {
            while texts.next_if(|text| text.to <= (number, at)).is_some() {}
            if let Some(text) =
                texts.peek().filter(|text| text.from <= (number, at) && (number, at) < text.to)
            {
                at = if text.to.0 == number { text.to.1.max(at + 1) } else { line.len() };
                continue;
            }
            match line[at] {
                sign @ (b'(' | b'[' | b'{') => open.push((sign, number, at)),
                sign @ (b')' | b']' | b'}') => {
                    let opened = open.pop();
                    if opened.is_none_or(|(opener, ..)| partner(opener).as_bytes()[0] != sign) {
                        return Some(at_line(number, at, What::Unexpected));
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }
    let (opener, number, at) = open.pop()?;
    Some(at_line(number, at, What::Missing(partner(opener))))
}

fn partner(opener: u8) -> &'static str {
    match opener {
        b'(' => ")",
        b'[' => "]",
        _ => "}",
    }
}

fn at_line(number: usize, column: usize, what: What) -> SyntaxError {
    SyntaxError { what, line: number, column, last: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language::known;

    #[test]
    fn brackets_pair_outside_of_comments_and_strings() {
        let found = |text: &str| error(known("kt"), text.as_bytes()).map(|error| (error.what, error.line));
        assert_eq!(found("fun f() {\n    g(\"}\") // }\n    /* ( */\n}\n"), None);
        assert_eq!(found("fun f() {\n    if (a) {\n    g()\n}\n"), Some((What::Missing("}"), 0)));
        assert_eq!(found("fun f() {\n    g())\n}\n"), Some((What::Unexpected, 1)));
        assert_eq!(found("fun f() {\n    g(]\n}\n"), Some((What::Unexpected, 1)));
        assert_eq!(found("val a = \"\"\"\n{\n\"\"\"\n"), None);
    }
}
