//! Lays a block's change into the lines of a file so that no other byte moves.
//!
//! The change is the difference between SEARCH and REPLACE, by bytes. Only that difference is laid onto the
//! file's own lines: a line that both sections have keeps the file's bytes, whatever tier matched.

use std::{borrow::Cow, ops::Range};

use super::{
    script::{self, Op},
    text::{Ending, Span, Text},
};

/// Lines of a file that go, and the lines (without endings) that come in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk<'r> {
    /// Lines of the file; empty for an insertion before `old.start`.
    pub old: Range<usize>,
    /// The new lines without their endings.
    pub new: Vec<Cow<'r, [u8]>>,
}

impl<'r> Hunk<'r> {
    /// The hunks that make `new` of `old`, which are lines of a file from `first` on.
    pub(in crate::core) fn between(old: &[&[u8]], new: &[&'r [u8]], first: usize) -> Vec<Self> {
        let hunk = |op: Op| Self {
            old: first + op.old.start..first + op.old.end,
            new: new[op.new].iter().map(|line| Cow::Borrowed(*line)).collect(),
        };
        script::difference(old, new).into_iter().map(hunk).collect()
    }

    /// The same with lines of its own.
    pub(in crate::core) fn into_owned<'o>(self) -> Hunk<'o> {
        Hunk { old: self.old, new: self.new.into_iter().map(|line| Cow::Owned(line.into_owned())).collect() }
    }

    /// The new lines.
    pub(in crate::core) fn bodies(&self) -> Vec<&[u8]> {
        self.new.iter().map(|line| &**line).collect()
    }
}

/// Lines after a change of some of them.
pub(in crate::core) fn changed<'l>(
    lines: &[&'l [u8]],
    hunks: impl IntoIterator<Item = &'l Hunk<'l>>,
) -> Vec<&'l [u8]> {
    let (mut changed, mut next) = (Vec::with_capacity(lines.len()), 0);
    for hunk in hunks {
        changed.extend(&lines[next..hunk.old.start]);
        changed.extend(hunk.bodies());
        next = hunk.old.end;
    }
    changed.extend(&lines[next..]);
    changed
}

/// A line to be written: its body and its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine<'r> {
    /// The line without its ending.
    pub body: Cow<'r, [u8]>,
    /// Its ending; `None` where only the file's surroundings can tell.
    pub ending: Ending,
}

/// A run of source lines that goes, the lines that come there, and the blocks that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'r> {
    /// Lines of the source; empty for an insertion.
    pub old: Range<usize>,
    /// The lines that come there.
    pub new: Vec<NewLine<'r>>,
    /// The blocks (numbers in the batch) that made it, in order.
    pub blocks: Vec<usize>,
    /// The blocks that were laid in the source, each with the lines of it that it changes.
    pub laid: Vec<(usize, Range<usize>)>,
    /// The quoted lines next to it.
    pub anchor: Anchor,
    /// The lines of the source that its blocks quote, which it is among.
    pub place: Range<usize>,
}

impl Run<'_> {
    /// The run without the endings of its lines.
    pub fn hunk(&self) -> Hunk<'_> {
        let new = self.new.iter().map(|line| Cow::Borrowed(&*line.body)).collect();
        Hunk { old: self.old.clone(), new }
    }
}

/// The side of a change on which its block quotes lines. Of insertions at one point, those bound to the line
/// above come first, and those bound to the line below last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// Above it alone.
    Above,
    /// On both sides, or on none.
    #[default]
    Both,
    /// Below it alone.
    Below,
}

impl Anchor {
    /// The anchor of a change of these lines in a block that is for `place`.
    pub fn of(old: &Range<usize>, place: &Range<usize>) -> Self {
        match (place.start < old.start, old.end < place.end) {
            (true, false) => Self::Above,
            (false, true) => Self::Below,
            _ => Self::Both,
        }
    }
}

/// Gives the lines of a hunk their endings: each takes that of the line it replaces at the same offset, else
/// of the line before, else of the line after; `None` where there is no ending to go by. `endings` are those
/// of all lines that the hunk counts in.
pub fn with_endings<'r>(hunk: Hunk<'r>, lines: usize, endings: impl Fn(usize) -> Ending) -> Vec<NewLine<'r>> {
    let known = |line: usize| (line < lines).then(|| endings(line)).filter(|&ending| ending != Ending::None);
    // The last line may have no ending; the one above it tells then.
    let mut before = (0..hunk.old.start).rev().take(2).find_map(known);
    let after = known(hunk.old.end);
    let old = hunk.old;
    let end = |(offset, body): (usize, Cow<'r, [u8]>)| {
        let replaced = old.clone().nth(offset).and_then(known);
        before = replaced.or(before).or(after);
        NewLine { body, ending: before.unwrap_or(Ending::None) }
    };
    hunk.new.into_iter().enumerate().map(end).collect()
}

/// Bytes of a source that go, and those that come in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// Bytes of the source; empty for an insertion.
    pub old: Span,
    /// The bytes that come there.
    pub new: Vec<u8>,
}

impl Splice {
    /// The one splice that makes `new` of `old`: all but what they begin and end with in common. None if they
    /// are equal.
    pub fn between(old: &[u8], new: &[u8]) -> Option<Self> {
        if old == new {
            return None;
        }
        let start = common(old, new, |text, at, len| &text[at..at + len]);
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let same = common(old_rest, new_rest, |text, at, len| &text[text.len() - at - len..text.len() - at]);
        Some(Self {
            old: Span { start, end: old.len() - same },
            new: new_rest[..new_rest.len() - same].to_vec(),
        })
    }
}

/// Number of bytes that two texts share, seen through `part`: `len` bytes, `at` bytes in from one side.
fn common(a: &[u8], b: &[u8], part: impl Fn(&[u8], usize, usize) -> &[u8]) -> usize {
    let limit = a.len().min(b.len());
    let mut at = 0;
    // Whole blocks compare at the speed of memory; only the last one is looked at byte by byte.
    for step in [4096, 1] {
        while at + step <= limit && part(a, at, step) == part(b, at, step) {
            at += step;
        }
    }
    at
}

/// Turns runs of changed lines (ascending, not overlapping) into splices of bytes.
///
/// The newline at the end of the file, or its lack, belongs to the file and not to its last line: it is kept
/// whatever the runs do there. `default` ends lines in a file that has no ending to go by.
pub fn splices(text: &Text, runs: &[Run<'_>], default: Ending) -> Vec<Splice> {
    let open_end = !text.is_empty() && text.ending(text.len() - 1) == Ending::None;
    let touching = |a: &Run<'_>, b: &Run<'_>| a.old.end == b.old.start;
    runs.chunk_by(touching).map(|runs| splice(text, runs, default, open_end)).collect()
}

/// The splice of runs that touch each other.
fn splice(text: &Text, runs: &[Run<'_>], default: Ending, open_end: bool) -> Splice {
    let old = runs[0].old.start..runs[runs.len() - 1].old.end;
    let mut span = Span { start: text.start(old.start), end: text.start(old.end) };
    let lines: Vec<&NewLine<'_>> = runs.iter().flat_map(|run| &run.new).collect();
    let end = |line: &NewLine<'_>| if line.ending == Ending::None { default } else { line.ending };
    let at_open_end = open_end && old.end == text.len();
    let mut new = Vec::new();
    if let (true, true, Some(line)) = (at_open_end, old.is_empty(), lines.first()) {
        // The file's last line is not its last any longer: it needs an ending now.
        new.extend_from_slice(end(line).as_bytes());
    }
    for (at, line) in lines.iter().enumerate() {
        new.extend_from_slice(&line.body);
        if !(at_open_end && at + 1 == lines.len()) {
            new.extend_from_slice(end(line).as_bytes());
        }
    }
    if at_open_end && lines.is_empty() && old.start > 0 {
        // The line before is the last one now: its ending goes.
        span.start -= text.ending(old.start - 1).as_bytes().len();
    }
    Splice { old: span, new }
}

/// The source with its splices (ascending, not overlapping) made.
///
/// # Examples
///
/// ```
/// use git_sr::core::splice::{Splice, apply};
///
/// let (old, new) = (b"let a = 1;\r\n", b"let a = 20;\r\n");
/// let splice = Splice::between(old, new).expect("they differ");
/// assert_eq!((splice.old.range(), splice.new.as_slice()), (8..9, &b"20"[..]));
/// assert_eq!(apply(old, &[splice]), new);
/// ```
pub fn apply(source: &[u8], splices: &[Splice]) -> Vec<u8> {
    let grown: usize = splices.iter().map(|splice| splice.new.len()).sum();
    let gone: usize = splices.iter().map(|splice| splice.old.len()).sum();
    let mut out = Vec::with_capacity(source.len() + grown - gone);
    let mut from = 0;
    for splice in splices {
        out.extend_from_slice(&source[from..splice.old.start]);
        out.extend_from_slice(&splice.new);
        from = splice.old.end;
    }
    out.extend_from_slice(&source[from..]);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::edits::Edits;

    fn laid(source: &str, old: Range<usize>, new: &[&'static str]) -> String {
        let text = Text::new(source.as_bytes().to_vec());
        let mut edits = Edits::default();
        let new = new.iter().map(|line| Cow::Borrowed(line.as_bytes())).collect();
        edits.add(&text, vec![Hunk { old, new }], None, 0).expect("nothing to overlap with");
        let out = apply(text.bytes(), &splices(&text, edits.runs(), Ending::Lf));
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn whether_a_file_ends_with_a_newline_belongs_to_the_file() {
        assert_eq!(laid("a\nb", 1..2, &["b", "c"]), "a\nb\nc");
        assert_eq!(laid("a\nb", 1..2, &[]), "a");
        assert_eq!(laid("a\nb", 2..2, &["c"]), "a\nb\nc");
        assert_eq!(laid("a\nb\n", 1..2, &[]), "a\n");
        assert_eq!(laid("a", 0..1, &[]), "");
        assert_eq!(laid("", 0..0, &["a"]), "a\n");
        assert_eq!(laid("a", 0..1, &["b", "c"]), "b\nc");
    }

    #[test]
    fn a_line_takes_the_ending_of_the_one_it_replaces_else_of_the_one_before_else_after() {
        assert_eq!(laid("a\r\nb\nc\r\n", 0..2, &["x", "y", "z"]), "x\r\ny\nz\nc\r\n");
        assert_eq!(laid("a\r\nb\n", 1..1, &["x"]), "a\r\nx\r\nb\n");
        assert_eq!(laid("a\r\nb\n", 0..0, &["x"]), "x\r\na\r\nb\n");
        assert_eq!(laid("a\r\nb", 1..2, &["x", "y"]), "a\r\nx\r\ny");
        assert_eq!(laid("a\r\nb", 2..2, &["y"]), "a\r\nb\r\ny");
    }

    #[test]
    fn a_byte_order_mark_stays_in_front() {
        assert_eq!(laid("\u{feff}a\n", 0..1, &["b"]), "\u{feff}b\n");
        assert_eq!(laid("\u{feff}a\n", 0..0, &["b"]), "\u{feff}b\na\n");
    }

    #[test]
    fn a_change_is_bound_to_the_side_on_which_its_block_quotes_more() {
        for (place, anchor) in
            [(1..2, Anchor::Above), (2..3, Anchor::Below), (1..3, Anchor::Both), (2..2, Anchor::Both)]
        {
            assert_eq!(Anchor::of(&(2..2), &place), anchor, "{place:?}");
        }
    }

    #[test]
    fn the_splice_between_long_texts_is_where_they_differ() {
        let long = |line: &str| ["a line\n".repeat(2000), line.into(), "another\n".repeat(2000)].concat();
        let splice = Splice::between(long("old").as_bytes(), long("open").as_bytes()).expect("they differ");
        assert_eq!((splice.old.range(), &splice.new[..]), (14_001..14_003, &b"pen"[..]));
        assert_eq!(Splice::between(b"same", b"same"), None);
    }

    proptest! {
        #[test]
        fn the_splice_between_two_texts_has_no_edge_in_common(old in "[ab]{0,12}", new in "[ab]{0,12}") {
            let splice = Splice::between(old.as_bytes(), new.as_bytes());
            prop_assert_eq!(apply(old.as_bytes(), splice.as_slice()), new.as_bytes());
            if let Some(splice) = splice {
                let gone = &old.as_bytes()[splice.old.range()];
                let differ = |a: Option<&u8>, b: Option<&u8>| a.is_none() || b.is_none() || a != b;
                prop_assert!(differ(gone.first(), splice.new.first()) && differ(gone.last(), splice.new.last()));
            }
        }

        #[test]
        fn lines_that_no_run_names_keep_their_bytes(
            source in "((\r?[ab]){0,2}(\r\n|\n)){0,6}[ab]{0,2}",
            cuts in proptest::collection::vec(0usize..8, 2),
            new in proptest::collection::vec("[xy]{0,2}", 0..4),
        ) {
            let text = Text::new(source.clone().into_bytes());
            let (start, end) = (cuts[0].min(text.len()), cuts[1].min(text.len()));
            let old = start.min(end)..start.max(end);
            let hunk = Hunk { old: old.clone(), new: new.iter().map(|line| Cow::Borrowed(line.as_bytes())).collect() };
            let mut edits = Edits::default();
            edits.add(&text, vec![hunk], None, 0).expect("nothing to overlap with");
            let out = apply(text.bytes(), &splices(&text, edits.runs(), Ending::Lf));
            prop_assert!(out.starts_with(text.bytes()[..text.start(old.start)].trim_ascii_end()));
            let bodies = |text: &Text| (0..text.len()).map(|line| text.body(line).to_vec()).collect::<Vec<_>>();
            let mut wanted = bodies(&text);
            wanted.splice(old, new.iter().map(|line| line.clone().into_bytes()));
            let got = Text::new(out);
            let open = |text: &Text| !text.bytes().is_empty() && !text.bytes().ends_with(b"\n");
            if wanted.last().is_some_and(|line| !line.is_empty()) {
                prop_assert_eq!(bodies(&got), wanted);
                prop_assert_eq!(open(&got), open(&text));
            }
        }
    }
}
