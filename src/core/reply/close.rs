//! Finds the end of a block, and the lines that may divide it.

use bstr::ByteSlice;

use super::fences::{Custom, FenceLine};
use super::{
    markers::{Marker, Role},
    words::Word,
};
use crate::core::text::{Span, is_blank, split_ending};

/// Search for the end of the block that `markers[open]` opens.
pub(super) struct Search<'a, 'm> {
    pub(super) reply: &'a [u8],
    pub(super) markers: &'m [Marker],
    pub(super) open: usize,
    pub(super) word: Word,
    /// True if the opener is in a fence.
    pub(super) fenced: bool,
    pub(super) custom: Custom<'m>,
}

impl Search<'_, '_> {
    /// The index of the marker that ends the block. Each search ends at the next opener that could not be
    /// content, so that all searches of a reply together look at each marker a fixed number of times.
    pub(super) fn closer(&self) -> Option<usize> {
        self.by_word(true).or_else(|| self.by_word(false)).or_else(|| self.by_what_follows())
    }

    /// The first closing marker with the right word: of the opener's width, or of any.
    fn by_word(&self, same_width: bool) -> Option<usize> {
        let opener = &self.markers[self.open];
        let fits = |marker: &Marker| !same_width || marker.width == opener.width;
        for index in self.open + 1..self.markers.len() {
            let marker = &self.markers[index];
            if marker.is_opener() && (opener.indent > 0 || (marker.indent == 0 && fits(marker))) {
                return None;
            }
            if marker.role == Role::Closer(self.word) && fits(marker) && self.is_aligned(marker) {
                return Some(index);
            }
        }
        None
    }

    /// A bare closing marker or a second divider, where it is the only one and the block visibly ends there.
    fn by_what_follows(&self) -> Option<usize> {
        let opener = &self.markers[self.open];
        let ends_it = |marker: &Marker| marker.is_opener() && (opener.indent > 0 || marker.indent == 0);
        let rest = &self.markers[self.open + 1..];
        let count = rest.iter().position(ends_it).unwrap_or(rest.len());
        let next = rest.get(count);
        let inner =
            || (self.open + 1..self.open + 1 + count).filter(|&index| self.is_aligned(&self.markers[index]));
        let role = |index: usize| self.markers[index].role;

        let dividers: Vec<usize> = inner().filter(|&index| role(index) == Role::Divider).take(3).collect();
        let from = if self.word == Word::Edit { *dividers.first()? } else { self.open };
        let mut bare = inner().filter(|&index| index > from && role(index) == Role::BareCloser);
        let found = match (bare.next(), bare.next()) {
            (Some(only), None) => only,
            (None, _) if self.word == Word::Edit && dividers.len() == 2 => dividers[1],
            _ => return None,
        };
        if role(found) == Role::BareCloser && (self.is_cut(found) || self.holds_conflict(found)) {
            return None;
        }
        self.ends_at(&self.markers[found], next).then_some(found)
    }

    /// Returns whether a marker is the last of a reply that ends within its line, so that a word may be
    /// missing.
    fn is_cut(&self, marker: usize) -> bool {
        self.reply[self.markers[marker].span.end..].is_empty() && !self.reply.ends_with(b"\n")
    }

    /// Returns whether the block holds the beginning of a conflict, whose end the marker may be.
    fn holds_conflict(&self, marker: usize) -> bool {
        let held = &self.reply[self.markers[self.open].span.end..self.markers[marker].span.start];
        held.starts_with(b"<<<<<<<") || held.contains_str("\n<<<<<<<")
    }

    /// Returns whether a block visibly ends behind this marker: a fence end, a blank line, the next block or
    /// the end follows.
    fn ends_at(&self, last: &Marker, next: Option<&Marker>) -> bool {
        let divider = last.role == Role::Divider;
        if divider && self.underlines(last) {
            return false;
        }
        let end = next.map_or(self.reply.len(), |marker| marker.span.start);
        let mut texts = 0;
        for line in self.reply[last.span.end..end].lines_with_terminator().map(|line| split_ending(line).0) {
            let fence = FenceLine::read(line, self.custom);
            if is_blank(line) {
                // In a fence a heading of the content may be above a blank line, so only the frame tells.
                if texts == 0 && !(divider && self.fenced) {
                    return true;
                }
            } else if let Some(fence) = fence {
                if texts == 0 && fence.can_close() {
                    return true;
                }
            } else {
                texts += 1;
                if texts > 1 {
                    return false;
                }
            }
        }
        match next {
            Some(_) => true,
            None => texts == 0 && !(divider && self.fenced),
        }
    }

    /// Returns whether a divider is as long as the line above it, as under a heading.
    fn underlines(&self, divider: &Marker) -> bool {
        let above = self.reply[..divider.span.start].trim_end_with(|char| char == '\n' || char == '\r');
        let start = memchr::memrchr(b'\n', above).map_or(0, |at| at + 1);
        above[start..].trim().chars().take(10).count() == usize::from(divider.width)
    }

    /// The lines between opener and closer that may be the divider: of the opener's width, or else of any.
    pub(super) fn dividers(&self, close: usize) -> Vec<Span> {
        let all = || {
            let inner = self.markers[self.open + 1..close].iter();
            inner.filter(|marker| marker.role == Role::Divider && self.is_aligned(marker))
        };
        let same = || all().filter(|marker| marker.width == self.markers[self.open].width);
        // Nearly every block has one divider, and a reply many blocks: no room for more than there are.
        let mut found = Vec::with_capacity(same().count().max(1));
        found.extend(same().map(|marker| marker.span));
        if found.is_empty() {
            found.extend(all().map(|marker| marker.span));
        }
        found
    }

    fn is_aligned(&self, marker: &Marker) -> bool {
        marker.indentation(self.reply) == self.markers[self.open].indentation(self.reply)
    }
}

/// The index of the marker behind a block that is not closed. Its inside must not become an edit, so it
/// reaches to where there were as many closing markers as openers; none if it reaches to the end.
pub(super) fn behind_unterminated(markers: &[Marker], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, marker) in markers.iter().enumerate().skip(open) {
        match marker.role {
            Role::Opener(_) => depth += 1,
            Role::Closer(_) => depth = depth.saturating_sub(1),
            Role::Divider | Role::BareCloser => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}
