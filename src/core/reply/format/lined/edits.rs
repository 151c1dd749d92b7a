//! The rows of an edit.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use crate::core::{
    fence::is_fence,
    reply::{
        edit::{Edit, Extent, Hints, LineRange, ReplyLines},
        numbered::{Change, END, Header},
        rows::{Row, Rows},
    },
    text::{Span, is_blank},
};

/// The rows of an edit: their texts, and their lines in the reply.
#[derive(Debug, Default)]
pub(super) struct Edits<'a> {
    rows: Vec<&'a [u8]>,
    lines: Vec<usize>,
    /// The offset behind the last one.
    pub(super) end: Option<usize>,
    pub(super) rest: Rest<'a>,
}

/// The line below the rows.
#[derive(Debug, Default)]
pub(super) enum Rest<'a> {
    /// The line that ends them.
    #[default]
    End,
    /// A line that may be one of them.
    Mixed(Row<'a>),
}

impl<'a> Edits<'a> {
    /// Reads the rows that are next. They lack their signs only where a frame tells their end.
    pub(super) fn read(rows: &mut Rows<'a>, is_framed: bool) -> Self {
        let mut found = Self::default();
        let Some(first) = rows.peek() else { return found };
        let is_signed = first.text.starts_with(b"+");
        if !is_signed && !is_framed {
            if !is_blank(first.text) && !is_end(first.text) {
                found.rest = Rest::Mixed(first);
            }
            return found;
        }
        let mut blanks: Vec<Row<'a>> = Vec::new();
        while let Some(row) = rows.peek().filter(|row| !is_end(row.text)) {
            let has_sign = row.text.starts_with(b"+");
            if is_blank(row.text) {
                // They are rows if others follow.
                blanks.push(row);
            } else if is_signed != has_sign || is_signed && !blanks.is_empty() {
                // Prose may follow where nothing frames the rows.
                if has_sign || is_framed || blanks.is_empty() {
                    found.rest = Rest::Mixed(row);
                }
                break;
            } else {
                blanks.drain(..).for_each(|blank| found.push(blank, b""));
                found.push(row, row.text.strip_prefix(b"+").unwrap_or(row.text));
            }
            rows.inside();
        }
        found
    }

    fn push(&mut self, row: Row<'a>, text: &'a [u8]) {
        self.rows.push(text);
        self.lines.push(row.number);
        self.end = Some(row.end());
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows without numbers in front of them, if those count on from the place.
    pub(super) fn without_numbers(mut self, place: &LineRange) -> Self {
        let split = |row: &'a [u8]| -> Option<(usize, &'a [u8])> {
            let (number, text) = row.split_once_str(":")?;
            Some((number.to_str().ok()?.parse().ok()?, text))
        };
        let Some(split): Option<Vec<_>> = self.rows.iter().map(|row| split(row)).collect() else {
            return self;
        };
        let first = split.first().map_or(0, |(number, _)| *number);
        let counts = split.iter().zip(first..).all(|((number, _), wanted)| *number == wanted);
        if counts && (place.first..=place.first.saturating_add(1)).contains(&first) {
            self.rows = split.into_iter().map(|(_, text)| text).collect();
        }
        self
    }

    /// The edit that puts the rows in the place of lines of a version; `line` is the one that says so. With
    /// another version it is another edit.
    pub(super) fn edit<'e>(self, place: LineRange, line: &[u8], version: &[u8]) -> Edit<'e> {
        let divider = [b"======= ", line.trim_ascii(), b" #", version, b"\n"].concat();
        let span = Span { start: 0, end: divider.len() };
        let rows = self.rows.iter().flat_map(|row| [*row, b"\n"]).collect::<Vec<_>>().concat();
        Edit {
            body: [divider, rows].concat().into(),
            dividers: vec![span],
            indentation: Cow::Borrowed(b""),
            cleared: Vec::new(),
            hints: Hints { extent: Extent::Numbered(place), ..Hints::default() },
            header: 0,
            lines: Some(Box::new(ReplyLines { search: Vec::new(), replace: self.lines })),
        }
    }
}

/// Returns whether a line ends rows.
fn is_end(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text == END.as_bytes() || Header::read(line).is_some() || Change::begins(text) || is_fence(line)
}
