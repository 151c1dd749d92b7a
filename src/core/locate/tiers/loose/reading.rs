//! Lines as the rung `loose` reads them.

use std::collections::HashMap;

use crate::core::{
    language::{
        Language,
        lexer::{self, Extent, State, Token},
    },
    locate::presence::key,
    text::is_blank,
};

/// The lines of a text that count, and a number for each that those share which read the same.
pub(super) struct Reading {
    pub(super) lines: Vec<usize>,
    pub(super) keys: Vec<usize>,
    /// The state in which each begins, where comments do not count.
    pub(super) states: Vec<State>,
}

/// Reads lines with content, or code alone.
pub(super) struct Reader {
    /// The language of which comments do not count.
    language: Option<&'static Language>,
    numbers: HashMap<Vec<u8>, usize>,
}

impl Reader {
    /// Reads all lines with content; where a language is given, only those with code, and without the comments in them.
    pub(super) fn new(language: Option<&'static Language>) -> Self {
        Self { language, numbers: HashMap::new() }
    }

    /// The least number of lines that have to be the same.
    pub(super) fn least(&self) -> usize {
        if self.language.is_some() { 3 } else { 2 }
    }

    pub(super) fn read(&mut self, lines: &[&[u8]], extent: Extent) -> Reading {
        let mut reading = Reading { lines: Vec::new(), keys: Vec::new(), states: Vec::new() };
        let Some(language) = self.language else {
            reading.lines = (0..lines.len()).filter(|line| !is_blank(lines[*line])).collect();
            reading.keys = reading.lines.iter().map(|line| self.number(key(lines[*line]))).collect();
            return reading;
        };
        let read = lexer::read(language, lines, extent, State::default());
        for (number, line) in read.into_iter().enumerate().filter(|(_, line)| !line.tokens.is_empty()) {
            if line.is_comment(language) {
                continue;
            }
            let code: Vec<&[u8]> = line.tokens.iter().map(Token::bytes).collect();
            reading.lines.push(number);
            reading.keys.push(self.number(key(&code.concat())));
            reading.states.push(line.before);
        }
        reading
    }

    fn number(&mut self, key: Vec<u8>) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(key).or_insert(next)
    }
}
