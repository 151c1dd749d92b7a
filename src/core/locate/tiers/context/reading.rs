//! Lines as the tier `context` reads them.

use std::collections::{HashMap, HashSet};

use crate::core::{
    language::{
        Language, ends,
        lexer::{Extent, Line, State, Token, read_with_docs},
        unspaced,
    },
    text::{TELLING, is_blank, letters_of},
};

/// The lines of a text that count, and a number for each that those share which read the same.
pub(super) struct Reading {
    pub(super) lines: Vec<usize>,
    pub(super) keys: Vec<usize>,
    /// The state in which each begins, where comments do not count.
    pub(super) states: Vec<State>,
    /// The parts of a comment behind the code of each that a program reads.
    pub(super) behind: Vec<Vec<u8>>,
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

    /// Returns whether these lines say enough to be the same.
    pub(super) fn is_enough(&self, lines: &[&[u8]]) -> bool {
        lines.len() >= if self.reads_code() { 3 } else { 1 } || letters_of(lines) >= 3 * TELLING
    }

    /// Returns whether comments count for less than code.
    pub(super) fn reads_code(&self) -> bool {
        matches!(self.counted, Counted::Code { .. })
    }

    pub(super) fn read(&mut self, lines: &[&[u8]], extent: Extent) -> Reading {
        let mut reading =
            Reading { lines: Vec::new(), keys: Vec::new(), states: Vec::new(), behind: Vec::new() };
        let read = match self.counted {
            Counted::Filled => {
                reading.lines = (0..lines.len()).filter(|line| !is_blank(lines[*line])).collect();
                reading.keys = reading.lines.iter().map(|line| self.number(unspaced(lines[*line]))).collect();
                return reading;
            }
            Counted::Code { language, .. } => read_with_docs(language, lines, extent, State::default()),
        };
        for (number, line) in read.into_iter().enumerate() {
            if let Some(key) = self.key(&line, lines[number]) {
                reading.lines.push(number);
                reading.keys.push(self.number(key));
                let behind = line.split().1.iter().flat_map(Token::bytes).copied().collect();
                reading.states.push(line.before);
                reading.behind.push(behind);
            }
        }
        reading
    }

    /// The key of a line, if it counts.
    fn key(&self, read: &Line<'_>, line: &[u8]) -> Option<Vec<u8>> {
        let Counted::Code { language, comments } = &self.counted else { return Some(unspaced(line)) };
        if read.is_comment(language) {
            return Some(unspaced(line)).filter(|key| comments.contains(key));
        }
        let code: Vec<&[u8]> = read.split().0.iter().map(Token::bytes).collect();
        Some(unspaced(&code.join(&b' '))).filter(|key| !key.is_empty())
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
    let read = read_with_docs(language, lines, extent, State::default());
    let comments = lines.iter().zip(read).filter(|(_, read)| read.is_comment(language));
    comments.map(|(line, _)| unspaced(line)).collect()
}
