//! A fence beside the edits of a reply, with what the lines above it say of its text.

use std::sync::Arc;

use crate::core::{
    reply::{
        beside::Fenced,
        format,
        rows::{Row, shown},
        types::{Aside, Block, Operation, PathCandidate, Wish},
        verdict::Verdict,
    },
    text::Span,
};

/// A line that names files.
pub(super) struct Sentence<'a> {
    pub(super) row: Row<'a>,
    pub(super) path: Option<Arc<[PathCandidate]>>,
    pub(super) wish: Wish,
}

impl Sentence<'_> {
    /// Returns whether it says of its file that the text of a fence, of commands or output by its info string,
    /// is that of the file.
    pub(super) fn is_file(&self, info: &[u8]) -> bool {
        let is_said = matches!(self.wish, Wish::File | Wish::New | Wish::Change | Wish::Remove);
        let mut path = self.path.iter().flat_map(|path| path.iter());
        format::file_in_info(info).is_some()
            || is_said && path.any(|path| format::is_of(info, &path.text, true))
    }
}

/// A fence whose text is judged.
pub(super) struct Judged<'a, 'f> {
    pub(super) fence: &'f Fenced<'a>,
    pub(super) is_diff: bool,
    /// The line that says that it is no change, and what it says.
    pub(super) verdict: Option<(Row<'a>, Verdict)>,
}

impl<'a> Judged<'a, '_> {
    /// The wish of a sentence with the text.
    pub(super) fn wish(&self, wish: Wish) -> Wish {
        match wish {
            wish if self.denied(wish).is_some() => Wish::Unmeant,
            _ if self.is_diff => Wish::Change,
            wish => wish,
        }
    }

    /// The line that says that the text is not meant so.
    fn denied(&self, wish: Wish) -> Option<Row<'a>> {
        let (label, verdict) = self.verdict?;
        (verdict == Verdict::Rejected || !self.is_diff && is_file(wish)).then_some(label)
    }

    /// The text, as this sentence wants it.
    pub(super) fn aside(&self, Sentence { row, path, wish }: Sentence<'a>) -> Aside<'a> {
        let Fenced { opener, text, end, is_whole } = *self.fence;
        let head = row.start.min(opener.row.start);
        let span = Span { start: opener.row.start, end };
        let operation = Operation::Edit(format::whole(text, opener.indentation, false));
        Aside {
            text: shown(self.denied(wish).unwrap_or(row).text),
            wish: self.wish(wish),
            block: Block::new(opener.row.number, span, head, path.unwrap_or_default(), operation),
            // A comment that names the file may be in the fence alone.
            content: Some(text.strip_prefix(row.text).unwrap_or(text)),
            is_diff: self.is_diff,
            is_whole: is_whole && !self.is_diff,
            is_word: false,
            instead: None,
        }
    }
}

/// Returns whether a file may be made of a text with this wish.
pub(super) fn is_file(wish: Wish) -> bool {
    matches!(wish, Wish::File | Wish::New | Wish::Title)
}
