//! Lines as the rung `loose` reads them.

use std::collections::HashMap;

use crate::core::{locate::presence::key, text::is_blank};

/// The lines with content of a text, and a number for each that equal ones share.
pub(super) struct Reading {
    pub(super) lines: Vec<usize>,
    pub(super) keys: Vec<usize>,
}

/// Numbers of lines that read the same.
#[derive(Default)]
pub(super) struct Readings {
    numbers: HashMap<Vec<u8>, usize>,
}

impl Readings {
    pub(super) fn of(&mut self, lines: &[&[u8]]) -> Reading {
        let with_content: Vec<usize> = (0..lines.len()).filter(|line| !is_blank(lines[*line])).collect();
        let keys = with_content.iter().map(|line| self.number(lines[*line])).collect();
        Reading { lines: with_content, keys }
    }

    fn number(&mut self, line: &[u8]) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(key(line)).or_insert(next)
    }
}
