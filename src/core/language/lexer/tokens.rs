//! Tokens of lines of a known language.

use super::{
    known::comment,
    pass::lex,
    state::State,
    stretch::{Extent, Spot, Stretch, TextKind},
    word::is_word,
};
use crate::core::{
    language::{Feature, Language, is_directive},
    text::is_blank,
};

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) enum Token<'l> {
    /// Letters and digits.
    Word(&'l [u8]),
    /// A bracket, a comma, a semicolon, or other signs in a row.
    Sign(&'l [u8]),
    /// A string with its quotes.
    Text(&'l [u8]),
    /// The inside of a multi-line string, or of one that does not end; a comment that a program reads.
    Raw(&'l [u8]),
    /// White space where it counts.
    Blank,
}

impl<'l> Token<'l> {
    /// Its part of the line; a blank for white space.
    pub(in crate::core) fn bytes(&self) -> &'l [u8] {
        match self {
            Self::Word(bytes) | Self::Sign(bytes) | Self::Text(bytes) | Self::Raw(bytes) => bytes,
            Self::Blank => b" ",
        }
    }
}

/// A line as it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::core) struct Line<'l> {
    /// The state at its beginning.
    pub(in crate::core) before: State,
    /// Its tokens: all but comments, save those that a program reads.
    pub(in crate::core) tokens: Vec<Token<'l>>,
    /// True if it has, or is in, a comment.
    pub(in crate::core) comment: bool,
    /// The number of tokens in front of a comment that ends it, and the byte behind them.
    pub(in crate::core) code: (usize, usize),
}

impl<'l> Line<'l> {
    /// Its tokens: those of its code, and what a program reads in a comment behind that.
    pub(in crate::core) fn split(&self) -> (&[Token<'l>], &[Token<'l>]) {
        let is_behind = (1..self.tokens.len()).contains(&self.code.0);
        self.tokens.split_at(if is_behind { self.code.0 } else { self.tokens.len() })
    }

    /// Returns whether it is a comment and nothing else, in a file of this language.
    pub(in crate::core) fn is_comment(&self, language: &Language) -> bool {
        let braces = [Token::Sign(b"{"), Token::Sign(b"}")];
        let language = self.before.language(language);
        self.comment && (self.tokens.is_empty() || language.has(Feature::Braced) && self.tokens == braces)
    }
}

/// Reads lines of which the first begins in `state`.
pub(in crate::core) fn read<'l>(
    language: &Language,
    lines: &[&'l [u8]],
    extent: Extent,
    state: State,
) -> Vec<Line<'l>> {
    let lexed = lex(Some(language), lines, extent, state);
    let mut rest = lexed.stretches.as_slice();
    let mut found = Vec::with_capacity(lines.len());
    for (number, (line, before)) in lines.iter().zip(lexed.states).enumerate() {
        let past = rest.iter().take_while(|stretch| stretch.to.0 < number).count();
        rest = &rest[past..];
        let language = before.language(language);
        let mut reader = Reader { language, line, at: 0, tokens: Vec::new(), comment: false, code: (0, 0) };
        for stretch in rest.iter().take_while(|stretch| stretch.from.0 <= number) {
            reader.read_stretch(stretch, number);
        }
        reader.read_code(line.len());
        let Reader { tokens, comment, code, .. } = reader;
        found.push(Line { before, tokens, comment, code });
    }
    found
}

struct Reader<'s, 'l> {
    language: &'s Language,
    line: &'l [u8],
    at: usize,
    tokens: Vec<Token<'l>>,
    comment: bool,
    code: (usize, usize),
}

impl<'l> Reader<'_, 'l> {
    fn push(&mut self, token: Token<'l>, length: usize) {
        self.tokens.push(token);
        self.at += length;
        self.code = (self.tokens.len(), self.at);
    }

    /// Reads the code in front of a comment or string, and its part of the line.
    fn read_stretch(&mut self, stretch: &Stretch, number: usize) {
        let on_line = |(line, at): Spot, otherwise: usize| if line == number { at } else { otherwise };
        let (from, to) = (on_line(stretch.from, 0), on_line(stretch.to, self.line.len()));
        self.read_code(from);
        let part = &self.line[from..to];
        self.at = to;
        if stretch.kind != TextKind::Comment {
            let is_whole = stretch.is_closed && stretch.from.0 == stretch.to.0;
            let token = if is_whole { Token::Text(part) } else { Token::Raw(part) };
            self.tokens.extend((is_whole || !is_blank(part)).then_some(token));
            self.code = (self.tokens.len(), self.at);
            return;
        }
        self.comment |= !part.is_empty();
        let begins = if stretch.from.0 == number { comment(self.language, self.line, from) } else { None };
        let Some((sign, end)) = begins else { return };
        let text = &part[sign.len()..];
        if end.is_none() {
            self.tokens.pop_if(|token| *token == Token::Blank);
        }
        let text = end.and_then(|end| text.strip_suffix(end)).unwrap_or(text);
        if is_directive(sign, text) {
            self.tokens.push(Token::Raw(text.trim_ascii()));
        }
    }

    /// Reads code up to a byte.
    fn read_code(&mut self, end: usize) {
        while self.at < end {
            let rest = &self.line[self.at..end];
            let count = |is: &dyn Fn(u8) -> bool| rest.iter().take_while(|byte| is(**byte)).count();
            if rest[0].is_ascii_whitespace() {
                self.read_blanks(count(&|byte| byte.is_ascii_whitespace()));
            } else if is_word(rest[0]) {
                let length = count(&is_word);
                self.push(Token::Word(&rest[..length]), length);
            } else {
                let length = signs(rest);
                self.push(Token::Sign(&rest[..length]), length);
            }
        }
    }

    fn read_blanks(&mut self, length: usize) {
        let directive = matches!(self.tokens.first(), Some(Token::Sign(sign)) if sign.starts_with(b"#"));
        let counts = !self.language.free || directive;
        if counts && !self.tokens.is_empty() && self.at + length < self.line.len() {
            self.tokens.push(Token::Blank);
        }
        self.at += length;
    }
}

/// Length of the signs in a row that are one token: all but those that are written together by custom.
fn signs(rest: &[u8]) -> usize {
    const SINGLE: &[u8] = b"()[]{},;";
    if rest[0] == b'\\' {
        return rest.len().min(2);
    }
    if SINGLE.contains(&rest[0]) {
        return 1;
    }
    let ends = |byte: &u8| {
        is_word(*byte) || byte.is_ascii_whitespace() || SINGLE.contains(byte) || b"\\\"'`".contains(byte)
    };
    1 + rest[1..].iter().take_while(|byte| !ends(byte)).count()
}

#[cfg(test)]
mod tests;
