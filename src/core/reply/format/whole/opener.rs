//! Lines that open fences.

use crate::core::{fence::Fence, reply::rows::Row};

/// A line that opens a fence.
#[derive(Clone, Copy)]
pub(in crate::core::reply) struct Opener<'a> {
    pub(in crate::core::reply) row: Row<'a>,
    pub(in crate::core::reply) fence: Fence<'a>,
    pub(in crate::core::reply) indentation: &'a [u8],
}

impl<'a> Opener<'a> {
    /// Reads a line.
    pub(in crate::core::reply) fn read(row: Row<'a>) -> Option<Self> {
        let text = row.text.trim_ascii_start();
        let indentation = &row.text[..row.text.len() - text.len()];
        Some(Self { row, fence: Fence::read(text)?, indentation })
    }

    /// Returns whether a line closes the fence, with its indentation or without any.
    pub(in crate::core::reply) fn is_closed_by(&self, line: &[u8]) -> bool {
        let text = line.strip_prefix(self.indentation).unwrap_or(line);
        Fence::read(text).is_some_and(|fence| fence.closes(self.fence))
    }

    /// The fence in a line of its text, with its indentation.
    pub(in crate::core::reply) fn within(&self, line: &'a [u8]) -> Option<Fence<'a>> {
        let text = line.strip_prefix(self.indentation)?;
        let fence = Fence::read(text)?;
        (fence.sign == self.fence.sign && fence.width >= self.fence.width).then_some(fence)
    }
}
