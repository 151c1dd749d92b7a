//! The lines that introduce an edit or a fence: the one that names its file, the sentence above it, a heading that
//! rejects all of its section, and the opening of a comment around it.

use bstr::ByteSlice as _;

use super::{
    names, path_line,
    rows::Row,
    sentence,
    verdict::{self, Verdict},
};

/// The introduction of what comes next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Introduction<'a> {
    /// The line that only names a file, if it is the last one.
    path: Option<Row<'a>>,
    /// The last line that says more, since the last fence or edit.
    sentence: Option<Row<'a>>,
    /// A heading that rejects what is below it, and its depth.
    section: Option<(usize, Row<'a>)>,
    /// The line that opens a comment of HTML.
    comment: Option<Row<'a>>,
    /// The label of the edit directly above, and its verdict.
    before: Option<(Row<'a>, Verdict)>,
}

impl<'a> Introduction<'a> {
    /// Takes in a line with text, outside of fences and edits.
    pub(super) fn read(&mut self, row: Row<'a>) {
        let text = names::trim(row.text);
        if self.comment.take_if(|_| text.contains_str("-->")).is_none() && text.starts_with(b"<!--") {
            self.comment = self.comment.or(Some(row)).filter(|_| !text.contains_str("-->"));
        }
        let depth = text.iter().take_while(|sign| **sign == b'#').count();
        if depth > 0 {
            self.section.take_if(|(other, _)| depth <= *other);
            if verdict::of(text) == Some(Verdict::Rejected) {
                self.section = Some((depth, row));
            }
        }
        if is_path(text) {
            self.path = Some(row);
        } else {
            (self.path, self.sentence, self.before) = (None, Some(row), None);
        }
    }

    /// The line that says that what comes next is no change, if there is one.
    pub(super) fn verdict(&self) -> Option<(Row<'a>, Verdict)> {
        let of = |row: Row<'a>| verdict::of(row.text).map(|verdict| (row, verdict));
        let section = || {
            let (_, row) = self.section?;
            self.sentence
                .is_none_or(|line| !verdict::announces(line.text))
                .then_some((row, Verdict::Rejected))
        };
        let comment = self.comment.map(|row| (row, Verdict::Rejected));
        comment
            .or_else(|| self.path.filter(|row| sentence::may_be(row.text)).and_then(of))
            .or_else(|| self.sentence.and_then(of))
            .or(self.before)
            .or_else(section)
    }

    /// Goes on behind a fence, which a label above it was about.
    pub(super) fn pass(&mut self) {
        *self = Self { section: self.section, comment: self.comment, ..Self::default() };
    }

    /// Goes on behind an edit, with the verdict of it: another one directly below has the same label.
    pub(super) fn pass_edit(&mut self, verdict: Option<(Row<'a>, Verdict)>) {
        self.pass();
        self.before = verdict;
    }
}

/// Returns whether a line only names a file.
pub(super) fn is_path(line: &[u8]) -> bool {
    let first = path_line::candidates(line).into_iter().next();
    first.is_some_and(|path| path.creates && names::is_likely_path(&path.text))
}
