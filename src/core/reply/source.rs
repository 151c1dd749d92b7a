//! The text of a reply as one reader gets it: the lines of edits in other formats are passed over.

use crate::core::text::Span;

/// The parts of a reply that are plainly edits in some format, so that what looks like other edits in them
/// is their text: in order, and none in another.
#[derive(Clone, Debug, Default)]
pub(super) struct Owned {
    parts: Vec<(Span, &'static str)>,
}

impl Owned {
    /// Takes of all these parts the outermost ones: the edit that begins first has all lines to its end.
    pub(super) fn of(mut parts: Vec<(Span, &'static str)>) -> Self {
        parts.sort_by_key(|(part, _)| (part.start, std::cmp::Reverse(part.end)));
        let mut end = 0;
        parts.retain(|(part, _)| {
            let is_outer = part.start >= end;
            end = if is_outer { part.end.max(end) } else { end };
            is_outer
        });
        Self { parts }
    }

    /// All parts, in order, with the names of their formats.
    pub(super) fn parts(&self) -> &[(Span, &'static str)] {
        &self.parts
    }

    /// Returns whether an offset is in one of them.
    fn has(&self, offset: usize) -> bool {
        let next = self.parts.partition_point(|(part, _)| part.end <= offset);
        self.parts.get(next).is_some_and(|(part, _)| part.start <= offset)
    }
}

/// A reply for one reader.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a, 'o> {
    /// All of its bytes.
    pub(super) text: &'a [u8],
    owned: Option<&'o Owned>,
    /// The name of the format that is read.
    format: &'static str,
    /// True if tags of reasoning are text like any other.
    pub(super) is_blind: bool,
}

impl<'a, 'o> Source<'a, 'o> {
    /// A reply of which every line is read.
    pub(super) fn all(text: &'a [u8]) -> Self {
        Self { text, owned: None, format: "", is_blind: false }
    }

    /// A reply of which every line is read, that in reasoning too.
    pub(super) fn blind(text: &'a [u8]) -> Self {
        Self { is_blind: true, ..Self::all(text) }
    }

    /// A reply without the edits in other formats than this one.
    pub(super) fn without_others(text: &'a [u8], owned: &'o Owned, format: &'static str) -> Self {
        Self { text, owned: Some(owned), format, is_blind: false }
    }

    /// The text of a call, which has no reasoning, without the edits in other formats than this one.
    pub(super) fn held(text: &'a [u8], owned: &'o Owned, format: &'static str) -> Self {
        Self { is_blind: true, ..Self::without_others(text, owned, format) }
    }

    /// The parts with edits in other formats.
    pub(super) fn foreign(&self) -> Foreign {
        let parts = self.owned.map_or(&[][..], Owned::parts);
        let others = parts.iter().filter(|(_, format)| *format != self.format);
        Foreign(others.map(|(part, _)| *part).collect())
    }

    /// Returns whether an offset is in an edit of any format.
    pub(super) fn is_owned(&self, offset: usize) -> bool {
        self.owned.is_some_and(|owned| owned.has(offset))
    }
}

/// Parts of a reply that a reader passes over, in order.
#[derive(Debug)]
pub(super) struct Foreign(Vec<Span>);

impl Foreign {
    /// The first one that begins at an offset or behind it.
    pub(super) fn next(&self, offset: usize) -> Option<Span> {
        self.0.get(self.0.partition_point(|part| part.start < offset)).copied()
    }

    /// The one that an offset is in.
    pub(super) fn at(&self, offset: usize) -> Option<Span> {
        let part = *self.0.get(self.0.partition_point(|part| part.end <= offset))?;
        (part.start <= offset).then_some(part)
    }
}
