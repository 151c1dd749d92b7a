//! Lines of a file that a failure shows.

use std::ops::Range;

use bstr::BString;

use crate::core::{locate::Nearest, text::Text};

/// The region nearest to a SEARCH section, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The first line of SEARCH (from 0) that differs from the file's.
    pub first_difference: usize,
    /// The file's lines.
    pub text: Vec<BString>,
}

impl Region {
    /// Takes the text of the nearest region from the file.
    pub fn new(nearest: Nearest, text: &Text) -> Self {
        let lines = text.window(nearest.lines.clone()).into_iter().map(BString::from).collect();
        Self { lines: nearest.lines, first_difference: nearest.first_difference, text: lines }
    }
}

/// A place of several, with what tells it from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The lines directly above it; at most [`Around::SHOWN`].
    pub above: Vec<BString>,
    /// The lines directly below it; at most [`Around::SHOWN`].
    pub below: Vec<BString>,
}

impl Around {
    /// So many lines on each side tell one place from another, mostly.
    pub const SHOWN: usize = 3;
    /// So many places are shown.
    pub const PLACES: usize = 3;

    /// Takes the lines around a place from the file.
    pub fn new(lines: Range<usize>, text: &Text) -> Self {
        let bodies = |lines: Range<usize>| text.window(lines).into_iter().map(BString::from).collect();
        let (end, last) = (lines.end.min(text.len()), text.len());
        let above = bodies(lines.start.saturating_sub(Self::SHOWN)..lines.start);
        Self { above, below: bodies(end..last.min(end + Self::SHOWN)), lines }
    }
}
