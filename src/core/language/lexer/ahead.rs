//! Index of the lines below a line, so that one pass suffices.

use std::collections::HashMap;

use bstr::ByteSlice as _;

use super::{
    stretch::Extent,
    word::{last_of_here, leading},
};
use crate::core::{fence::Fence, language::Language, text::is_blank};

/// Last places of closing signs, words and fences.
pub(super) struct Ahead<'l> {
    pub(super) extent: Extent,
    /// Those of unknown languages only.
    closers: Vec<(&'static [u8], Option<usize>)>,
    words: HashMap<&'l [u8], usize>,
    leading: HashMap<&'l [u8], usize>,
    fences: [Option<usize>; 2],
}

const CLOSERS: [&[u8]; 13] = [
    b"*/", b"-->", b"]]", b"\"\"\"", b"'''", b"\"", b"'", b"`", b"$$", b"</pre>", b"</textarea>", b"|}",
    b"|]",
];

impl<'l> Ahead<'l> {
    pub(super) fn new(language: Option<&Language>, lines: &[&'l [u8]], extent: Extent) -> Self {
        let read = if language.is_none() { lines } else { &[] };
        let last = |wanted: &dyn Fn(&[u8]) -> bool| read.iter().rposition(|line| wanted(line));
        let closers = CLOSERS.map(|closer| (closer, last(&|line| line.contains_str(closer))));
        let closes = |line: &[u8], sign| {
            Fence::read(line.trim_ascii()).is_some_and(|fence| fence.sign == sign && is_blank(fence.info))
        };
        let fence = |sign| last(&|line| closes(line, sign));
        let mut ahead = Self {
            extent,
            closers: closers.to_vec(),
            words: HashMap::new(),
            leading: HashMap::new(),
            fences: [fence(b'`'), fence(b'~')],
        };
        if lines.iter().any(|line| line.contains_str("<<")) {
            for (number, line) in lines.iter().enumerate() {
                ahead.words.insert(last_of_here(line), number);
                ahead.leading.insert(leading(line), number);
            }
        }
        ahead
    }

    /// Returns whether one of the signs that close something comes on a line or below.
    pub(super) fn closes(&self, closer: &[u8], line: usize) -> bool {
        let known = self.closers.iter().find(|(known, _)| *known == closer);
        known.is_none_or(|(_, last)| last.is_some_and(|last| last >= line))
    }

    /// The last line that could end a here-document with this word.
    pub(super) fn last_word(&self, word: &[u8], leads: bool) -> Option<usize> {
        if leads { &self.leading } else { &self.words }.get(word).copied()
    }

    /// Returns whether a fence of this sign that could close another comes below a line.
    pub(super) fn closes_fence(&self, sign: u8, line: usize) -> bool {
        self.fences[usize::from(sign == b'~')].is_some_and(|last| last > line)
    }
}
