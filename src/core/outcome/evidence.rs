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
        let Around { above, below, lines, .. } = Around::new(lines, text);
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
    /// The file's lines there.
    pub text: Vec<BString>,
    /// The lines directly above it; at most [`Around::SHOWN`], more where that tells it from other places.
    pub above: Vec<BString>,
    /// The lines directly below it; likewise.
    pub below: Vec<BString>,
}

impl Around {
    /// So many lines on each side tell one place from another, mostly.
    pub const SHOWN: usize = 3;
    /// So many lines on one side are looked at for the one that tells a place from the others.
    pub const MOST: usize = 20;
    /// So many places are shown.
    pub const PLACES: usize = 6;

    /// Takes a place and the lines around it from the file.
    pub fn new(lines: Range<usize>, text: &Text) -> Self {
        Self::with(lines, text, [Self::SHOWN; 2])
    }

    /// Takes the first of several places, each with the lines up to the one that tells it from all others,
    /// on the side where that is nearer.
    pub fn apart(places: &[Range<usize>], text: &Text) -> Vec<Self> {
        let line = |place: &Range<usize>, side: Side, distance: usize| match side {
            Side::Above => place.start.checked_sub(distance).map(|line| text.body(line)),
            Side::Below => {
                Some(place.end + distance - 1).filter(|&line| line < text.len()).map(|l| text.body(l))
            }
        };
        // The distance at which the last of the others differs.
        let apart = |place: &Range<usize>, side: Side| {
            let mut same: Vec<&Range<usize>> = places.iter().filter(|other| *other != place).collect();
            (1..=Self::MOST).find(|&distance| {
                same.retain(|other| line(other, side, distance) == line(place, side, distance));
                same.is_empty()
            })
        };
        let shown = |place: &Range<usize>| {
            let shown = match [Side::Above, Side::Below].map(|side| apart(place, side)) {
                [Some(above), below] if below.is_none_or(|below| above <= below) => {
                    [above.max(Self::SHOWN), Self::SHOWN]
                }
                [_, Some(below)] => [Self::SHOWN, below.max(Self::SHOWN)],
                [_, None] => [Self::SHOWN; 2],
            };
            Self::with(place.clone(), text, shown)
        };
        places.iter().take(Self::PLACES).map(shown).collect()
    }

    fn with(lines: Range<usize>, text: &Text, [above, below]: [usize; 2]) -> Self {
        let bodies = |lines: Range<usize>| text.window(lines).into_iter().map(BString::from).collect();
        let (start, end, last) = (lines.start.min(text.len()), lines.end.min(text.len()), text.len());
        Self {
            text: bodies(start..end),
            above: bodies(start.saturating_sub(above)..start),
            below: bodies(end..last.min(end + below)),
            lines,
        }
    }
}

/// Side of a place.
#[derive(Clone, Copy)]
enum Side {
    Above,
    Below,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[BString]) -> Vec<&str> {
        lines.iter().map(|line| std::str::from_utf8(line).expect("UTF-8")).collect()
    }

    #[test]
    fn places_are_shown_up_to_the_line_that_tells_them_apart() {
        let text = Text::new(b"one\na\nb\nc\nd\nhere\nx\ntwo\na\nb\nc\nd\nhere\nx\n".to_vec());
        let found = Around::apart(&[5..6, 12..13], &text);
        assert_eq!(lines(&found[0].above), ["a", "b", "c", "d"][1..]);
        assert_eq!(lines(&found[0].below), ["x", "two", "a"]);
        let text = Text::new(b"one\na\nb\nc\nd\nhere\ntwo\na\nb\nc\nd\nhere\n".to_vec());
        let found = Around::apart(&[5..6, 11..12], &text);
        assert_eq!(lines(&found[1].below), [""; 0]);
        assert_eq!(lines(&found[1].text), ["here"]);
    }

    #[test]
    fn a_line_far_above_is_shown_with_all_lines_up_to_the_place() {
        let body = "same\n".repeat(8);
        let text = format!("fn one\n{body}here\n{body}\nfn two\n{body}here\n{body}");
        let text = Text::new(text.into_bytes());
        let places: Vec<Range<usize>> =
            (0..text.len()).filter(|&line| text.body(line) == b"here").map(|line| line..line + 1).collect();
        let found = Around::apart(&places, &text);
        assert_eq!(found[0].above.len() + found[0].below.len(), 12);
        assert!(found.iter().all(|place| place.above.len() == 9 || place.below.len() == 9));
    }
}
