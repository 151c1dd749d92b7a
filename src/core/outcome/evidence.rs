//! Lines of a file that a failure shows.

use std::ops::Range;

use bstr::BString;

use crate::core::{locate::Nearest, script::Op, text::Text};

/// The region that a block is about, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its lines in the file, from 0.
    pub lines: Range<usize>,
    /// The runs that differ: lines of the other text, from 0 on in what is compared of it, and lines of the
    /// file.
    pub differences: Vec<Op>,
    /// The file's lines.
    pub text: Vec<BString>,
    /// The lines directly above; at most [`Around::SHOWN`].
    pub above: Vec<BString>,
    /// The lines directly below; at most [`Around::SHOWN`].
    pub below: Vec<BString>,
}

impl Region {
    /// Takes the text of the nearest region from the file.
    pub fn new(Nearest { lines, differences }: Nearest, text: &Text) -> Self {
        let bodies = text.window(lines.clone()).into_iter().map(BString::from).collect();
        let Around { above, below, lines } = Around::new(lines, text);
        Self { lines, differences, text: bodies, above, below }
    }

    /// The first line of the file that differs, counted from the region's first.
    pub fn first_difference(&self) -> usize {
        self.differences.first().map_or(0, |op| op.new.start - self.lines.start)
    }
}

/// One of several places, with the lines that distinguish it.
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
