//! The parts of a reply beside its edits: lines of prose, and fences.

use super::{
    fences::is_shell,
    format::Opener,
    rows::{Row, Rows},
    suggestions,
    types::{Reply, Suggestion},
};
use crate::core::{
    fence::is_fence,
    text::{Span, bodies, is_blank},
};

/// A part of a reply.
pub(super) enum Part<'a> {
    /// An edit, or a fence with some.
    Edit,
    /// A fence without edits.
    Fence(Fenced<'a>),
    /// A line outside of fences, with text.
    Line(Row<'a>),
}

/// The text of a fence.
pub(super) struct Fenced<'a> {
    pub(super) opener: Opener<'a>,
    pub(super) text: &'a [u8],
    /// The offset behind the fence.
    pub(super) end: usize,
    /// True if the fence is closed, and has none in it at which it might end.
    pub(super) is_whole: bool,
}

/// The shell commands beside the edits of a reply.
pub(super) fn commands(reply: &[u8], found: &Reply<'_>) -> Vec<Suggestion> {
    let mut commands = Vec::new();
    for part in Beside::new(reply, found) {
        match part {
            Part::Line(row) => suggestions::from_prose(&mut commands, row.text, row.number),
            Part::Fence(Fenced { opener, text, .. }) if is_shell(opener.fence.info) => {
                let start = commands.len();
                for (line, text) in bodies(text).enumerate() {
                    suggestions::from_shell(&mut commands, text, opener.row.number + 1 + line);
                }
                suggestions::finish_shell(&mut commands, start);
            }
            Part::Edit | Part::Fence(_) => {}
        }
    }
    commands
}

/// Reader of these parts, in order.
pub(super) struct Beside<'a> {
    rows: Rows<'a>,
    /// The edits, in order, and how many of them are passed.
    edits: Vec<Span>,
    next: usize,
    /// A line in a fence with edits that begins another one.
    opener: Option<Row<'a>>,
}

impl<'a> Beside<'a> {
    /// The parts of a reply with these edits.
    pub(super) fn new(reply: &'a [u8], found: &Reply<'_>) -> Self {
        let blocks = found.blocks.iter().map(|block| block.span);
        let mut edits: Vec<Span> = found.envelopes.iter().copied().chain(blocks).collect();
        edits.sort_by_key(|edit| edit.start);
        Self { rows: Rows::around(reply, found), edits, next: 0, opener: None }
    }

    /// The offset behind the last part.
    pub(super) fn at(&self) -> usize {
        self.rows.at()
    }

    /// Passes over the edit that a line is in.
    fn passes_edit(&mut self, row: Row<'_>) -> bool {
        while self.edits.get(self.next).is_some_and(|edit| edit.end <= row.start) {
            self.next += 1;
        }
        let edit = self.edits.get(self.next).filter(|edit| edit.start < row.end().max(row.start + 1));
        edit.inspect(|edit| self.rows.pass(edit.end)).is_some()
    }

    /// Reads a fence, up to its end or to a line in it that begins another one.
    fn fence(&mut self, opener: Opener<'a>) -> Part<'a> {
        let start = self.rows.at();
        let (mut has_edits, mut is_whole) = (false, true);
        let (text_end, end) = loop {
            let Some(row) = self.rows.inside() else {
                // The text may be cut off.
                is_whole = false;
                break (self.rows.at(), self.rows.at());
            };
            if self.passes_edit(row) {
                has_edits = true;
                continue;
            }
            match opener.within(row.text) {
                Some(fence) if fence.closes(opener.fence) => break (row.start, row.end()),
                Some(_) if has_edits => {
                    self.opener = Some(row);
                    return Part::Edit;
                }
                // Shorter ones are text of a longer one.
                within => is_whole &= within.is_none() || !is_fence(row.text),
            }
        };
        let text = self.rows.text(Span { start, end: text_end });
        if has_edits { Part::Edit } else { Part::Fence(Fenced { opener, text, end, is_whole }) }
    }
}

impl<'a> Iterator for Beside<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            let row = self.opener.take().or_else(|| self.rows.outside())?;
            if self.passes_edit(row) {
                return Some(Part::Edit);
            }
            match Opener::read(row) {
                Some(opener) => return Some(self.fence(opener)),
                None if is_blank(row.text) => {}
                None => return Some(Part::Line(row)),
            }
        }
    }
}
