//! The sections of an edit, and the hints at its place.

use std::borrow::Cow;

use super::said::Said;
use crate::core::{
    change::FileMode,
    text::{Ending, Span, is_blank},
};

/// The sections of an edit. More than one line may be the divider (headings, conflict markers as content).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<'a> {
    /// Everything between the opening and the closing marker; owned where the markers' indentation was taken
    /// off it. In other formats: the SEARCH section, a divider that holds the hints, and the REPLACE section,
    /// so that edits with equal bodies are equal.
    pub body: Cow<'a, [u8]>,
    /// The lines in `body`, with their endings, that may be the divider; 1 to 64, in order.
    pub dividers: Vec<Span>,
    /// The indentation that was taken off each line, which may be the text's own.
    pub indentation: Cow<'a, [u8]>,
    /// The sections without line numbers or the like, in each way in which they may have some.
    pub cleared: Vec<Cleared>,
    /// Hints at its place.
    pub hints: Hints<'a>,
    /// Number of lines of a header between the opening marker and `body`.
    pub header: usize,
    /// The lines of the reply that hold those of the sections; none in a SEARCH/REPLACE block, where they
    /// follow each other.
    pub lines: Option<Box<ReplyLines>>,
}

/// Extent of the text of an edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Whole lines.
    #[default]
    Lines,
    /// Exact text, at its only place.
    Text,
    /// Exact text, at every place.
    EveryText,
    /// Exact text, at every place, of which there are so many.
    Texts(usize),
    /// All of the file.
    File {
        /// True if the reply or the user says that the text is the whole file; if not, it may be a part that
        /// looks so.
        is_sure: bool,
    },
    /// Lines of the version that the block names, by their numbers.
    Numbered(LineRange),
    /// New lines below the line of the file with this number, from 1; 0 for the top.
    Below(usize),
}

/// Lines of a version, from 0, up to `end`; where that is the first one, the place above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRange {
    /// The first of them; `usize::MAX` for the end of the version.
    pub first: usize,
    /// The one below the last of them.
    pub end: usize,
}

/// The line of the reply, from 1, that holds each line of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyLines {
    /// Those of SEARCH.
    pub search: Vec<usize>,
    /// Those of REPLACE.
    pub replace: Vec<usize>,
}

/// Hints at the place of an edit besides its SEARCH section. They choose among places, and never make one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints<'a> {
    /// Lines of the file that are above its place in this order, and head the part of the file that it is in
    /// if they head any; the place may begin with the last ones.
    pub anchors: Box<[Cow<'a, [u8]>]>,
    /// Extent of its text.
    pub extent: Extent,
    /// The sentences beside it, where it may be the text of a whole file.
    pub said: Option<Box<Said<'a>>>,
    /// Its first line in the file, from 1: chooses among several places where SEARCH is exactly.
    pub line: Option<usize>,
    /// The line that a diff names behind its ranges, which is above its place: chooses as its first line does.
    pub heading: Option<Cow<'a, [u8]>>,
    /// True if it is below the edit before it: chooses the only one of several places that is.
    pub follows: bool,
    /// True if its place ends where the file ends.
    pub at_end: bool,
    /// True if its place is the whole file, which goes.
    pub whole: bool,
    /// True if a file that it leaves without text stays, and is empty.
    pub keeps_emptied: bool,
    /// True if SEARCH must be in the file exactly, but for white space at the ends of lines.
    pub exact: bool,
    /// True if the file has a newline at its end then, false if it has none, where its place is the end of
    /// the file.
    pub final_newline: Option<bool>,
    /// The ending of the lines of a file that it makes or fills, if the reply says one.
    pub ending: Option<Ending>,
    /// Number of lines that lost their `+`, as the ranges of its hunk say; of those that lost their `-`, less than 0.
    pub unsigned: i32,
    /// Clutter that was cut off its REPLACE section.
    pub cut: Option<Clutter>,
    /// The mode of the file that it makes, if the reply says one.
    pub mode: Option<FileMode>,
}

/// One reading of an edit: the texts on both sides of a divider, each with the endings of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sections<'a> {
    /// The text to find.
    pub search: &'a [u8],
    /// The text to put there.
    pub replace: &'a [u8],
}

/// Text in a section that is no text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clutter {
    /// A number or a tag in front of each line, such as `12 | `, `12: `, `12:a3|` or `ywf|`.
    LinePrefixes,
    /// The signs of a diff in front of the lines of both sections: `-` and `+` where they differ, else a blank.
    DiffSigns,
    /// HTML entities: `&lt;`, `&gt;`, `&amp;`, `&quot;`, `&#39;`.
    Entities,
    /// Line breaks and quotes of a call that are escaped once more: `\\n`, `\\"`.
    Escapes,
    /// Signs of HTML and slashes of a call that are escaped once more, as some encoders do: `\\u003c`, `\\/`.
    CodePoints,
    /// The marks of unparsed text around both texts of a call in XML: `<![CDATA[` and `]]>`.
    Unparsed,
    /// The path of the file and a rule, above SEARCH.
    Path,
    /// Fences around all lines of a new file.
    Fences,
    /// A second divider directly above the closing marker.
    Divider,
    /// The first blank of lines that stay in a hunk, taken for their sign.
    Sign,
    /// The token with which a model ends its answer, at the end of REPLACE.
    EndToken,
}

/// The sections of an edit without clutter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleared {
    /// The clutter.
    pub clutter: Clutter,
    /// The text to find.
    pub search: Vec<u8>,
    /// The text to put there.
    pub replace: Vec<u8>,
    /// False if lines of REPLACE may as well begin with another number of blanks.
    pub is_sure: bool,
}

impl Edit<'_> {
    /// Returns whether it gives a whole file: SEARCH is blank up to the first divider, and no hint leads to a
    /// place.
    pub fn creates(&self) -> bool {
        let Some(Sections { search, .. }) = self.readings().next() else { return false };
        match self.hints.extent {
            Extent::Lines => is_blank(search) && !self.hints.at_end,
            Extent::Text => search.is_empty(),
            Extent::File { .. } => true,
            Extent::EveryText | Extent::Texts(_) | Extent::Below(_) | Extent::Numbered(_) => false,
        }
    }

    /// Its REPLACE section, if it is clear where that begins, and it is whole lines.
    pub fn editable(&self) -> Option<&[u8]> {
        let [divider] = self.dividers[..] else { return None };
        (self.hints.extent == Extent::Lines).then(|| &self.body[divider.end..])
    }

    /// Puts other lines in the place of its REPLACE section, where that is editable.
    pub fn put_replace(&mut self, lines: &[u8]) {
        let Some(end) = self.editable().and(self.dividers.first()).map(|divider| divider.end) else { return };
        let mut body = self.body[..end].to_vec();
        body.extend_from_slice(lines);
        if !body.ends_with(b"\n") {
            body.push(b'\n');
        }
        for cleared in &mut self.cleared {
            cleared.replace = body[end..].to_vec();
        }
        self.body = Cow::Owned(body);
        if let Some(places) = &mut self.lines {
            places.replace.clear();
        }
    }

    /// The readings, one for each possible divider, the shortest SEARCH section first.
    pub fn readings(&self) -> impl ExactSizeIterator<Item = Sections<'_>> {
        self.dividers.iter().map(|divider| Sections {
            search: &self.body[..divider.start],
            replace: &self.body[divider.end..],
        })
    }
}
