//! Lines as the tier `context` reads them.

use std::collections::{HashMap, HashSet};

use super::{docs, ends};
use crate::core::{
    language::{
        Language,
        lexer::{Extent, Line, State, Token, is_word},
    },
    locate::line::fold,
    text::is_blank,
};

/// The lines of a text that count, and a number for each that those share which read the same.
pub(super) struct Reading {
    pub(super) lines: Vec<usize>,
    pub(super) keys: Vec<usize>,
    /// The state in which each begins, where comments do not count.
    pub(super) states: Vec<State>,
}

/// Lines that count.
enum Counted {
    /// Those with content.
    Filled,
    /// Those with code, and whole comments of these keys.
    Code { language: &'static Language, comments: HashSet<Vec<u8>> },
}

/// Reads the lines that count.
pub(super) struct Reader {
    counted: Counted,
    /// The semicolons at the ends of lines are left out.
    without_ends: bool,
    numbers: HashMap<Vec<u8>, usize>,
}

impl Reader {
    fn new(counted: Counted, language: Option<&Language>) -> Self {
        Self { counted, without_ends: ends::are_optional(language), numbers: HashMap::new() }
    }

    /// Reads all lines with content.
    pub(super) fn of_lines(language: Option<&Language>) -> Self {
        Self::new(Counted::Filled, language)
    }

    /// Reads lines with code, without the comments in them.
    pub(super) fn of_code(language: &'static Language) -> Self {
        Self::new(Counted::Code { language, comments: HashSet::new() }, Some(language))
    }

    /// Reads lines with code, without the comments in them, and those comments that are lines of both texts.
    pub(super) fn of_shared(language: &'static Language, section: &[&[u8]], file: &[&[u8]]) -> Self {
        let ours = comments(language, section, Extent::Section);
        let mut shared = comments(language, file, Extent::File);
        shared.retain(|key| ours.contains(key));
        Self::new(Counted::Code { language, comments: shared }, Some(language))
    }

    /// The least number of lines that have to be the same.
    pub(super) fn least(&self) -> usize {
        match self.counted {
            Counted::Filled => 1,
            Counted::Code { .. } => 3,
        }
    }

    /// Returns whether comments count for less than code.
    pub(super) fn reads_code(&self) -> bool {
        matches!(self.counted, Counted::Code { .. })
    }

    pub(super) fn read(&mut self, lines: &[&[u8]], extent: Extent) -> Reading {
        let mut reading = Reading { lines: Vec::new(), keys: Vec::new(), states: Vec::new() };
        let read = match self.counted {
            Counted::Filled => {
                reading.lines = (0..lines.len()).filter(|line| !is_blank(lines[*line])).collect();
                reading.keys = reading.lines.iter().map(|line| self.number(key(lines[*line]))).collect();
                return reading;
            }
            Counted::Code { language, .. } => docs::read(language, lines, extent),
        };
        for (number, line) in read.into_iter().enumerate() {
            if let Some(key) = self.key(&line, lines[number]) {
                reading.lines.push(number);
                reading.keys.push(self.number(key));
                reading.states.push(line.before);
            }
        }
        reading
    }

    /// The key of a line, if it counts.
    fn key(&self, read: &Line<'_>, line: &[u8]) -> Option<Vec<u8>> {
        let Counted::Code { language, comments } = &self.counted else { return Some(key(line)) };
        if read.is_comment(language) {
            return Some(key(line)).filter(|key| comments.contains(key));
        }
        let code: Vec<&[u8]> = read.tokens.iter().map(Token::bytes).collect();
        Some(key(&code.join(&b' '))).filter(|key| !key.is_empty())
    }

    fn number(&mut self, mut key: Vec<u8>) -> usize {
        if self.without_ends && ends::ends(&key) || ends::has_comma(&key) {
            key.pop();
        }
        let next = self.numbers.len();
        *self.numbers.entry(key).or_insert(next)
    }
}

/// The keys of the lines that are comments.
fn comments(language: &Language, lines: &[&[u8]], extent: Extent) -> HashSet<Vec<u8>> {
    let read = docs::read(language, lines, extent);
    let comments = lines.iter().zip(read).filter(|(_, read)| read.is_comment(language));
    comments.map(|(line, _)| key(line)).collect()
}

/// The characters of a line, folded, with one blank where white space keeps two words apart.
fn key(line: &[u8]) -> Vec<u8> {
    let mut key: Vec<u8> = Vec::with_capacity(line.len());
    for part in fold(line).split(u8::is_ascii_whitespace).filter(|part| !part.is_empty()) {
        if key.last().is_some_and(|last| is_word(*last)) && is_word(part[0]) {
            key.push(b' ');
        }
        key.extend(part);
    }
    key
}
