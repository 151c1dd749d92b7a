//! Lexes lines by the rules of their file's language: code, comments, and the inside of multi-line strings.
//!
//! `literal/` tells strings and comments too, and neither can do the work of the other. That one does not
//! know the language, and lays the signs of all over each other: a comment too many leaves a block alone
//! there. Here it would let code that differs pass for a mere quotation; so the file's language says what a
//! sign is, and where that is not known nothing is one.

use bstr::ByteSlice as _;

use crate::core::{
    language::{Feature, Language, is_directive},
    locate::{literal::last_of_here, word::is_word},
    text::{indentation, is_blank},
};

/// State of the lexer at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Code,
    /// A comment that ends so.
    Comment(&'static [u8]),
    /// A string that ends so.
    Text(Vec<u8>),
    /// A document that ends with a line that is this word.
    Here(Vec<u8>),
    /// A string up to a line that is indented no further than this.
    Scalar(usize),
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'l> {
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
    /// The letters and digits, if it is a word.
    pub(super) fn word(&self) -> Option<&'l [u8]> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// A line as it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'l> {
    /// The state at its beginning.
    pub(super) before: State,
    /// Its tokens: all but comments, save those that a program reads.
    pub(super) tokens: Vec<Token<'l>>,
    /// True if it has, or is in, a comment.
    pub(super) comment: bool,
}

impl Line<'_> {
    /// Returns whether a line chooses the code to compile.
    pub(super) fn is_directive(&self, language: &Language) -> bool {
        let sign = matches!(self.tokens.first(), Some(Token::Sign(sign)) if sign.starts_with(b"#"));
        sign && language.has(Feature::Directive) && self.before == State::Code
    }

    /// Returns whether it is a comment and nothing else.
    pub(super) fn is_comment(&self, language: &Language) -> bool {
        let braces = [Token::Sign(b"{"), Token::Sign(b"}")];
        self.comment && (self.tokens.is_empty() || language.has(Feature::Braced) && self.tokens == braces)
    }
}

/// Reads lines of which the first begins in `state`.
pub(super) fn lex<'l>(language: &Language, lines: &[&'l [u8]], state: State) -> Vec<Line<'l>> {
    let mut state = state;
    lines
        .iter()
        .map(|line| Reader { language, line, at: 0, tokens: Vec::new(), comment: false }.read(&mut state))
        .collect()
}

struct Reader<'s, 'l> {
    language: &'s Language,
    line: &'l [u8],
    at: usize,
    tokens: Vec<Token<'l>>,
    comment: bool,
}

impl<'l> Reader<'_, 'l> {
    fn read(mut self, state: &mut State) -> Line<'l> {
        if let State::Scalar(column) = state
            && !is_blank(self.line)
            && indentation(self.line).len() <= *column
        {
            *state = State::Code;
        }
        let before = state.clone();
        match &before {
            State::Here(word) => {
                self.take_raw(self.line.len());
                if last_of_here(self.line) == word.as_slice() {
                    *state = State::Code;
                }
            }
            State::Scalar(_) => self.take_raw(self.line.len()),
            _ => self.read_on(state),
        }
        Line { before, tokens: self.tokens, comment: self.comment }
    }

    fn rest(&self) -> &'l [u8] {
        &self.line[self.at..]
    }

    fn take_raw(&mut self, end: usize) {
        let raw = &self.line[self.at..end];
        self.tokens.extend((!is_blank(raw)).then_some(Token::Raw(raw)));
        self.at = end;
    }

    /// Reads a line that may have code.
    fn read_on(&mut self, state: &mut State) {
        let mut here = None;
        while self.at < self.line.len() {
            match state {
                State::Comment(end) => {
                    let end = *end;
                    self.comment = true;
                    let Some(at) = self.rest().find(end) else { return };
                    self.at += at + end.len();
                    *state = State::Code;
                }
                State::Text(end) => {
                    let Some(at) = self.end_of(end, self.at) else { return self.take_raw(self.line.len()) };
                    self.take_raw(at);
                    *state = State::Code;
                }
                _ => self.read_code(state, &mut here),
            }
        }
        if *state == State::Code {
            let scalar =
                || self.language.has(Feature::Scalar).then(|| scalar(self.line, &self.tokens)).flatten();
            *state = here.map(State::Here).or_else(|| scalar().map(State::Scalar)).unwrap_or(State::Code);
        }
    }

    /// Behind the end of a string that is open at `from`.
    fn end_of(&self, end: &[u8], from: usize) -> Option<usize> {
        let raw =
            end.len() == 1 && self.language.raw.contains(&end[0]) || end.starts_with(b"\"#") || end == b"]]";
        let mut at = from;
        while at < self.line.len() {
            match self.line[at] {
                b'\\' if !raw => at += 2,
                _ if self.line[at..].starts_with(end) => return Some(at + end.len()),
                _ => at += 1,
            }
        }
        None
    }

    fn read_code(&mut self, state: &mut State, here: &mut Option<Vec<u8>>) {
        let (rest, byte) = (self.rest(), self.line[self.at]);
        if byte.is_ascii_whitespace() {
            return self.read_blanks();
        }
        // `=begin` has the beginning of its line.
        let begins = |begin: &[u8]| rest.starts_with(begin) && (begin[0] != b'=' || self.at == 0);
        if let Some((begin, end)) = self.language.between.iter().find(|(begin, _)| begins(begin)) {
            let text = &rest[begin.len()..];
            self.begin_comment(begin, &text[..text.find(end).unwrap_or(text.len())]);
            self.at += begin.len();
            *state = State::Comment(end);
        } else if let Some(leader) = self.comment_from_here() {
            self.tokens.pop_if(|token| *token == Token::Blank);
            self.begin_comment(leader, &rest[leader.len()..]);
            self.at = self.line.len();
        } else if let Some(end) = self.text_from_here() {
            self.read_text(end, state);
        } else if is_word(byte) {
            let length = rest.iter().take_while(|byte| is_word(**byte)).count();
            self.push(Token::Word(&rest[..length]), length);
        } else {
            if here.is_none() && self.language.has(Feature::Here) {
                *here = here_word(rest, self.line[..self.at].last().copied());
            }
            self.read_signs();
        }
    }

    fn begin_comment(&mut self, sign: &[u8], text: &'l [u8]) {
        self.comment = true;
        if is_directive(sign, text) {
            self.tokens.push(Token::Raw(text.trim_ascii()));
        }
    }

    fn push(&mut self, token: Token<'l>, length: usize) {
        self.tokens.push(token);
        self.at += length;
    }

    fn read_blanks(&mut self) {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let directive = matches!(self.tokens.first(), Some(Token::Sign(sign)) if sign.starts_with(b"#"));
        let counts = !self.language.free || directive;
        if counts && !self.tokens.is_empty() && self.at + length < self.line.len() {
            self.tokens.push(Token::Blank);
        }
        self.at += length;
    }

    /// Signs in a row are one token, but those that are written together by custom.
    fn read_signs(&mut self) {
        const SINGLE: &[u8] = b"()[]{},;";
        let rest = self.rest();
        if rest[0] == b'\\' {
            return self.push(Token::Sign(&rest[..rest.len().min(2)]), rest.len().min(2));
        }
        let mut length = 1;
        let single = SINGLE.contains(&rest[0]);
        while !single && length < rest.len() {
            let byte = rest[length];
            let other =
                is_word(byte) || byte.is_ascii_whitespace() || SINGLE.contains(&byte) || byte == b'\\';
            let begins = self.language.between.iter().any(|(begin, _)| rest[length..].starts_with(begin));
            if other || begins || QUOTES.contains(&byte) {
                break;
            }
            length += 1;
        }
        self.push(Token::Sign(&rest[..length]), length);
    }

    /// The sign of the comment to the end of the line that begins here, if one does.
    fn comment_from_here(&self) -> Option<&'static [u8]> {
        let before = self.line[..self.at].last();
        let stands = match self.language.alone {
            true => is_blank(&self.line[..self.at]),
            false => before.is_none_or(u8::is_ascii_whitespace),
        };
        // `#[...]` is an attribute.
        let attribute = self.rest().starts_with(b"#[") && self.language.to_end.len() > 1;
        let leader = self.language.to_end.iter().find(|leader| self.rest().starts_with(leader));
        leader.copied().filter(|_| stands && !attribute)
    }

    /// The signs that end the string that begins here, if one does; the bytes of its beginning, and whether
    /// it may span lines.
    fn text_from_here(&self) -> Option<Opened> {
        let rest = self.rest();
        let behind_word = self.line[..self.at].last().is_some_and(|byte| is_word(*byte));
        if self.language.has(Feature::Rust)
            && let Some(opened) = rust_text(rest, behind_word)
        {
            return Some(opened);
        }
        let long = self.language.long.iter().find(|(begin, _)| rest.starts_with(begin));
        if let Some((begin, end)) = long
            && (self.language.glued || !behind_word || *begin == b"`")
        {
            return Some(Opened { begin: begin.len(), end: end.to_vec(), long: true });
        }
        let short = self.language.short.contains(&rest[0]) && (self.language.glued || !behind_word);
        short.then(|| Opened { begin: 1, end: vec![rest[0]], long: false })
    }

    fn read_text(&mut self, opened: Opened, state: &mut State) {
        match self.end_of(&opened.end, self.at + opened.begin) {
            Some(end) => self.push(Token::Text(&self.line[self.at..end]), end - self.at),
            None => {
                self.take_raw(self.line.len());
                if opened.long {
                    *state = State::Text(opened.end);
                }
            }
        }
    }
}

const QUOTES: &[u8] = b"\"'`";

struct Opened {
    begin: usize,
    end: Vec<u8>,
    long: bool,
}

/// A character, or a raw string, of Rust.
fn rust_text(rest: &[u8], behind_word: bool) -> Option<Opened> {
    if rest[0] == b'\'' {
        let escaped = rest.get(1) == Some(&b'\\');
        let width = rest[1..].chars().next().map_or(0, char::len_utf8);
        let closed = if escaped {
            rest.iter().skip(3).take(10).any(|byte| *byte == b'\'')
        } else {
            rest.get(1 + width) == Some(&b'\'')
        };
        return closed.then(|| Opened { begin: 1, end: b"'".to_vec(), long: false });
    }
    let raw = rest.strip_prefix(b"br").or_else(|| rest.strip_prefix(b"r")).filter(|_| !behind_word)?;
    let hashes = raw.iter().take_while(|byte| **byte == b'#').count();
    let quoted = hashes > 0 && raw.get(hashes) == Some(&b'"');
    quoted.then(|| Opened {
        begin: rest.len() - raw.len() + hashes + 1,
        end: [b"\"", &raw[..hashes]].concat(),
        long: true,
    })
}

/// The word that ends the document which begins on the next line.
fn here_word(rest: &[u8], before: Option<u8>) -> Option<Vec<u8>> {
    let behind = rest.strip_prefix(b"<<<").or_else(|| rest.strip_prefix(b"<<"))?;
    let behind = behind.strip_prefix(b"-").or_else(|| behind.strip_prefix(b"~")).unwrap_or(behind);
    let adjacent = !behind.starts_with(b" ") && before.is_none_or(|byte| !is_word(byte));
    let word = behind.trim_start();
    let quoted = word.starts_with(b"'") || word.starts_with(b"\"") || word.starts_with(b"\\");
    let word = &word[usize::from(quoted)..];
    let length = word.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let word = &word[..length];
    let named = word.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    let shouted = !word.iter().any(u8::is_ascii_lowercase);
    (named && (shouted || adjacent || quoted)).then(|| word.to_vec())
}

/// Indentation of the key whose text begins on the next line, as in `- key: |`.
fn scalar(line: &[u8], tokens: &[Token<'_>]) -> Option<usize> {
    let opens = |sign: &[u8]| {
        let sign = sign.strip_prefix(b"|").or_else(|| sign.strip_prefix(b">"));
        sign.is_some_and(|rest| rest.iter().all(|byte| b"+-".contains(byte)))
    };
    let tokens = match tokens {
        // A comment that a program reads.
        [rest @ .., Token::Raw(_)] => rest,
        all => all,
    };
    let (last, number) = match tokens {
        [.., sign @ Token::Sign(_), Token::Word(word)] if word.iter().all(u8::is_ascii_digit) => (sign, 1),
        [.., sign @ Token::Sign(_)] => (sign, 0),
        _ => return None,
    };
    let Token::Sign(sign) = last else { return None };
    let before = tokens.len().checked_sub(2 + number).map(|at| tokens[at]);
    if !opens(sign) || before.is_some_and(|before| before != Token::Blank) {
        return None;
    }
    let mut column = indentation(line).len();
    while let Some(rest) = line[column..].strip_prefix(b"- ") {
        let inner = line.len() - rest.trim_ascii_start().len();
        // Text behind a lone dash is indented no further than the dash.
        if line[inner..].starts_with(b"|") || line[inner..].starts_with(b">") {
            break;
        }
        column = inner;
    }
    Some(column)
}

#[cfg(test)]
mod tests;
