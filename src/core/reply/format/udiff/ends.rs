//! The endings of the lines of a hunk.

use crate::core::text::BOM;

/// Endings, and byte order marks, of the lines of a hunk.
#[derive(Default)]
pub(super) struct Ends {
    /// Number of lines with CRLF and of those with LF, in the old file, and of the new lines.
    pub(super) crlf: [usize; 2],
    pub(super) lf: [usize; 2],
    /// Number of lines with a byte order mark that go, and that come.
    marks: [usize; 2],
}

impl Ends {
    pub(super) fn count(&mut self, sign: u8, text: &[u8], is_crlf: bool) {
        let side = usize::from(sign == b'+');
        let of_kind = if is_crlf { &mut self.crlf } else { &mut self.lf };
        of_kind[side] += 1;
        self.marks[side] += usize::from(sign != b' ' && text.starts_with(BOM));
    }

    /// Takes back the last line that was counted: it has no ending.
    pub(super) fn uncount(&mut self, sign: u8, is_crlf: bool) {
        let of_kind = if is_crlf { &mut self.crlf } else { &mut self.lf };
        let side = &mut of_kind[usize::from(sign == b'+')];
        *side = side.saturating_sub(1);
    }

    /// Returns whether all new lines end otherwise than all old ones, or a mark comes or goes.
    pub(super) fn change(&self) -> bool {
        let are_all =
            |some: [usize; 2], others: [usize; 2]| some[0] > 0 && others[1] > 0 && others[0] + some[1] == 0;
        are_all(self.crlf, self.lf) || are_all(self.lf, self.crlf) || self.marks[0] != self.marks[1]
    }
}
