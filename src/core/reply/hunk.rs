//! A hunk: lines that stay, go and come, as an edit.

mod signs;

use std::borrow::Cow;

use self::signs::Signs;
use super::{
    clutter,
    edit::{Edit, Hints, ReplyLines},
};
use crate::core::{
    change::FileMode,
    text::{Ending, Span, is_blank},
};

/// The lines of a hunk so far.
#[derive(Debug, Default)]
pub(super) struct Hunk {
    search: Vec<u8>,
    replace: Vec<u8>,
    lines: ReplyLines,
    /// Empty lines that stay if others follow: their numbers.
    blanks: Vec<usize>,
    signs: Signs,
    /// True if it makes a file: nothing can stay, so that empty lines come.
    makes_file: bool,
}

impl Hunk {
    /// The lines of a file that comes, where it `makes_file`, or of another one.
    pub(super) fn new(makes_file: bool) -> Self {
        Self { makes_file, ..Self::default() }
    }

    /// Adds a line that stays.
    pub(super) fn keep(&mut self, text: &[u8], number: usize) {
        self.flush();
        self.signs.keep(text, false, [self.search.len(), self.replace.len()]);
        self.old(text, number);
        self.new_line(text, number);
    }

    /// Adds a line that stays, with its sign in front: a blank.
    pub(super) fn keep_signed(&mut self, line: &[u8], number: usize) {
        if self.makes_file && is_blank(line) {
            return self.blank(number);
        }
        self.flush();
        self.signs.keep(line, true, [self.search.len(), self.replace.len()]);
        self.old(&line[1..], number);
        self.new_line(&line[1..], number);
    }

    /// Adds an empty line that stays if others follow.
    pub(super) fn blank(&mut self, number: usize) {
        self.blanks.push(number);
    }

    /// Number of empty lines that stay if others follow.
    pub(super) fn pending(&self) -> usize {
        self.blanks.len()
    }

    /// Adds the empty lines in front: the hunk goes on.
    pub(super) fn flush(&mut self) {
        for number in std::mem::take(&mut self.blanks) {
            if !self.makes_file {
                self.old(b"", number);
            }
            self.new_line(b"", number);
        }
    }

    /// Adds a line that goes.
    pub(super) fn remove(&mut self, text: &[u8], number: usize) {
        self.flush();
        self.signs.remove(text, self.search.len());
        self.old(text, number);
    }

    fn old(&mut self, text: &[u8], number: usize) {
        self.search.extend_from_slice(text);
        self.search.push(b'\n');
        self.lines.search.push(number);
    }

    /// Adds a line that comes.
    pub(super) fn add(&mut self, text: &[u8], number: usize) {
        self.flush();
        self.signs.add(text, self.replace.len());
        self.new_line(text, number);
    }

    fn new_line(&mut self, text: &[u8], number: usize) {
        self.replace.extend_from_slice(text);
        self.replace.push(b'\n');
        self.lines.replace.push(number);
    }

    /// Returns whether it has no line.
    pub(super) fn is_empty(&self) -> bool {
        self.search.is_empty() && self.replace.is_empty()
    }

    /// Returns whether it has no line to find.
    pub(super) fn only_adds(&self) -> bool {
        self.search.is_empty()
    }

    /// Returns whether it has no line but those that go.
    pub(super) fn only_removes(&self) -> bool {
        self.replace.is_empty()
    }

    /// Returns whether it has no line with content to find.
    pub(super) fn finds_nothing(&self) -> bool {
        is_blank(&self.search)
    }

    /// The edit.
    pub(super) fn edit(self, hints: Hints<'_>) -> Edit<'_> {
        let divider = divider(&hints);
        let span = Span { start: self.search.len(), end: self.search.len() + divider.len() };
        let unsigned = self.signs.without(&self.search, &self.replace);
        let body = [self.search, divider, self.replace].concat();
        let edit = Edit {
            body: body.into(),
            dividers: vec![span],
            indentation: Cow::Borrowed(b""),
            cleared: Vec::new(),
            hints,
            header: 0,
            lines: Some(Box::new(self.lines)),
        };
        let cleared = clutter::cleared(&edit).into_iter().chain(unsigned).collect();
        Edit { cleared, ..edit }
    }
}

/// The divider of an edit: it tells edits with different hints apart.
fn divider(hints: &Hints<'_>) -> Vec<u8> {
    let mut divider = b"=======".to_vec();
    for anchor in &hints.anchors {
        divider.extend_from_slice(b" @@ ");
        divider.extend_from_slice(anchor);
    }
    let Hints {
        anchors: _,
        extent: _,
        said: _,
        line,
        heading,
        // Equal edits, of which one is the first, are equal all the same.
        follows: _,
        at_end,
        whole,
        keeps_emptied: _,
        exact,
        final_newline,
        ending,
        unsigned: _,
        cut: _,
        mode,
    } = hints;
    if let Some(heading) = heading {
        divider.extend_from_slice(b" below ");
        divider.extend_from_slice(heading);
    }
    let mut hint = |text: &str| divider.extend_from_slice(text.as_bytes());
    if let Some(line) = line {
        hint(&format!(" line {line}"));
    }
    if *mode == Some(FileMode::Executable) {
        hint(" executable");
    }
    if let Some(newline) = final_newline {
        hint(if *newline { " newline" } else { " no newline" });
    }
    if *ending == Some(Ending::CrLf) {
        hint(" crlf");
    }
    for (is_set, text) in [(at_end, " at the end"), (whole, " whole"), (exact, " exact")] {
        if *is_set {
            hint(text);
        }
    }
    divider.push(b'\n');
    divider
}
