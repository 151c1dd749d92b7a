//! A text as one run of bytes, in which exact text has its places: within lines, or over several of them.

use std::ops::Range;

use crate::core::{
    locate::Place,
    splice::Hunk,
    text::{Ending, Text, indentation, is_blank, places_of},
};

/// Of a text that is at more places, no more are named.
const MOST_PLACES: usize = 1000;

/// Lines as one text, with `\n` at their ends.
pub(super) struct Joined<'t> {
    lines: Vec<&'t [u8]>,
    pub(super) bytes: Vec<u8>,
    /// The offset of each line.
    starts: Vec<usize>,
}

impl<'t> Joined<'t> {
    pub(super) fn of(lines: Vec<&'t [u8]>, is_open: bool) -> Self {
        let (mut bytes, mut starts) = (Vec::new(), Vec::with_capacity(lines.len()));
        for line in &lines {
            starts.push(bytes.len());
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
        }
        if is_open {
            bytes.pop();
        }
        Self { lines, bytes, starts }
    }

    pub(super) fn of_text(text: &'t Text) -> Self {
        Self::of(text.all(), ends_open(text))
    }

    /// The places of a text where another one may come, or is, those that overlap too.
    pub(super) fn places(&self, old: &[u8], new: &[u8]) -> Vec<Range<usize>> {
        let offsets = offsets(old, new);
        let is_fit = |part: &Range<usize>| {
            !self.goes_on(part, old, new)
                && !self.begins_in_indentation(part.start, old, new)
                && (self.is_made(part, &offsets, new) || !self.is_cut(part))
        };
        places_of(old, &self.bytes).take(MOST_PLACES).map(|at| at..at + old.len()).filter(is_fit).collect()
    }

    /// Returns whether the new text would go on with a line that is not quoted, above or below: a line break at an edge
    /// of the old text that the new one has not there is a blank line, or the end of a line.
    fn goes_on(&self, part: &Range<usize>, old: &[u8], new: &[u8]) -> bool {
        let has_text = |beside: &[u8]| !beside.is_empty() && beside != b"\n";
        let (above, below) = (&self.bytes[..part.start], &self.bytes[part.end..]);
        let begins = |text: &[u8]| text.starts_with(b"\n");
        let ends = |text: &[u8]| text.ends_with(b"\n");
        !new.is_empty()
            && (begins(old) && !begins(new) && has_text(&above[above.len().saturating_sub(1)..])
                || ends(old) && !ends(new) && has_text(&below[..below.len().min(1)]))
    }

    /// Returns whether the old text means whole lines and begins within the indentation of its first one, or behind that
    /// while the new text begins with it: what is left of it would indent another line, or the first one twice.
    pub(super) fn begins_in_indentation(&self, at: usize, old: &[u8], new: &[u8]) -> bool {
        let left = &self.bytes[self.starts[self.line_at(at)]..at];
        let has_several = || [old, new].iter().any(|text| text.contains(&b'\n'));
        let is_indented = || old.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        let is_twice = || indentation(new) == left;
        !left.is_empty()
            && is_blank(left)
            && (old.ends_with(b"\n") || is_indented() && has_several() || !is_indented() && is_twice())
    }

    /// Returns whether a name or number is only in part in a part of the text.
    pub(super) fn is_cut(&self, part: &Range<usize>) -> bool {
        let binds = |at: usize| binds(&self.bytes[..at], &self.bytes[at..]);
        binds(part.start) || binds(part.end)
    }

    /// Returns whether a name or number is only in part in each of these parts, and a word of a name in one of them:
    /// `valid` in `invalid`. All names that begin with `old_` may be meant by that.
    pub(super) fn is_cut_at_all(&self, parts: &[Range<usize>]) -> bool {
        let cuts = |at: usize| cuts_word(&self.bytes[..at], &self.bytes[at..]);
        parts.iter().all(|part| self.is_cut(part))
            && parts.iter().any(|part| cuts(part.start) || cuts(part.end))
    }

    /// The first line that the new text has below its first one and that is indented less than the only line of the
    /// old text, which begins at an offset but for its indentation. The old text may be quoted without its indentation,
    /// and then so are the lines below.
    pub(super) fn outdented(&self, at: usize, old: &[u8], new: &[u8]) -> Option<usize> {
        let indentation = &self.bytes[self.starts[self.line_at(at)]..at];
        let is_less = |(_, line): &(usize, &[u8])| !is_blank(line) && !line.starts_with(indentation);
        let is_line = is_blank(indentation) && !old.contains(&b'\n');
        let mut below = new.split(|byte| *byte == b'\n').enumerate().skip(1);
        below.find(|line| is_line && is_less(line)).map(|(number, _)| number)
    }

    /// The places of a text that do not overlap, from the first on.
    pub(super) fn apart(&self, old: &[u8]) -> Vec<Range<usize>> {
        memchr::memmem::find_iter(&self.bytes, old).map(|at| at..at + old.len()).collect()
    }

    /// Returns whether the new text, which has the old one at these offsets, is around a part.
    pub(super) fn is_made(&self, part: &Range<usize>, offsets: &[usize], new: &[u8]) -> bool {
        let mut starts = offsets.iter().filter_map(|offset| part.start.checked_sub(*offset));
        starts.any(|start| self.bytes[start..].starts_with(new))
    }

    pub(super) fn line_at(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The rest of the lines of a part, in front of it and behind it.
    pub(super) fn around(&self, part: &Range<usize>) -> [&[u8]; 2] {
        let before = &self.bytes[self.starts[self.line_at(part.start)]..part.start];
        let end = self.bytes[part.end..].iter().position(|byte| *byte == b'\n');
        let is_line_end = self.bytes[..part.end].ends_with(b"\n");
        let end = if is_line_end { part.end } else { end.map_or(self.bytes.len(), |end| part.end + end) };
        [before, &self.bytes[part.end..end]]
    }

    /// The lines that a part touches.
    pub(super) fn lines_of(&self, part: &Range<usize>) -> Range<usize> {
        self.line_at(part.start)..self.line_at(part.end.saturating_sub(1)) + 1
    }

    /// The change of whole lines that puts `new` in the place of these parts, which are in order.
    pub(super) fn laid<'r>(&self, parts: &[Range<usize>], new: &[u8]) -> Option<Place<'r>> {
        let first = self.line_at(parts.first()?.start);
        let mut at = self.starts[first];
        let mut text = Vec::new();
        for part in parts {
            text.extend_from_slice(&self.bytes[at..part.start]);
            text.extend_from_slice(new);
            at = part.end;
        }
        let is_line_end = at > 0 && self.bytes[at - 1] == b'\n';
        let last = if is_line_end && (text.is_empty() || text.ends_with(b"\n") || at == self.bytes.len()) {
            // The lines of the parts end where the text ends.
            if at == self.bytes.len() { self.lines.len() } else { self.line_at(at) }
        } else {
            let last = self.line_at(at);
            text.extend_from_slice(&self.lines[last][at - self.starts[last]..]);
            text.push(b'\n');
            last + 1
        };
        let text = text.strip_suffix(b"\n").map_or_else(|| (!text.is_empty()).then_some(&text[..]), Some);
        let new: Vec<&[u8]> = text.map_or_else(Vec::new, |text| text.split(|byte| *byte == b'\n').collect());
        let hunks = Hunk::between(&self.lines[first..last], &new, first);
        Some(Place::new(first..last, hunks.into_iter().map(Hunk::into_owned).collect()))
    }
}

/// Returns whether the last sign of a text and the first of another one are of one name or number. Not all languages
/// have blanks between words, so that other letters than those of ASCII do not count.
fn binds(before: &[u8], after: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    match (before, after) {
        ([.., last], [first, ..]) if is_word(last) && is_word(first) => true,
        ([.., last], [b'.', rest @ ..]) => is_digit(Some(last)) && is_digit(rest.first()),
        ([rest @ .., b'.'], [first, ..]) => is_digit(rest.last()) && is_digit(Some(first)),
        _ => false,
    }
}

/// Returns whether the last sign of a text and the first of another one are of one word of a name, or of one number.
fn cuts_word(before: &[u8], after: &[u8]) -> bool {
    let is_parted = match (before, after) {
        ([.., b'_'], _) | (_, [b'_', ..]) => true,
        ([.., last], [first, rest @ ..]) if first.is_ascii_uppercase() => {
            last.is_ascii_lowercase() || rest.first().is_some_and(u8::is_ascii_lowercase)
        }
        _ => false,
    };
    binds(before, after) && !is_parted
}

/// Returns whether the last line has no newline.
pub(super) fn ends_open(text: &Text) -> bool {
    text.len().checked_sub(1).is_some_and(|last| text.ending(last) == Ending::None)
}

/// Offsets of a text in one that has more on its lines, and no more lines.
pub(super) fn offsets(old: &[u8], new: &[u8]) -> Vec<usize> {
    /// A text with more of them repeats itself.
    const MOST: usize = 8;
    let is_longer = |at: &usize| {
        let mut added = new[..*at].iter().chain(&new[at + old.len()..]);
        new.len() > old.len() && added.all(|byte| *byte != b'\n')
    };
    places_of(old, new).take(MOST).filter(is_longer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        edits::Edits,
        splice::{apply, splices},
    };

    /// The text with every place of `old` replaced, by changes of lines.
    fn replaced(source: &str, old: &str, new: &str) -> String {
        let text = Text::new(source.as_bytes().to_vec());
        let joined = Joined::of_text(&text);
        let place = joined.laid(&joined.apart(old.as_bytes()), new.as_bytes()).expect("a place");
        let mut edits = Edits::default();
        edits.add(&text, place.hunks, Some(&place.lines), 0).expect("nothing to overlap with");
        let bytes = apply(text.bytes(), &splices(&text, edits.runs(), Ending::Lf));
        String::from_utf8(bytes).expect("text")
    }

    proptest::proptest! {
        #[test]
        fn lines_change_as_the_text_does(source in "[ab\n]{0,12}", old in "[ab\n]{1,3}", new in "[abc\n]{0,3}") {
            let source = format!("x{source}x\n");
            // Whether a file ends with a newline belongs to the file.
            if source.contains(&old) && !source.ends_with(&old) {
                proptest::prop_assert_eq!(replaced(&source, &old, &new), source.replace(&old, &new));
            }
        }
    }

    /// The offsets of the places of a text.
    fn places(source: &str, old: &str, new: &str) -> Vec<usize> {
        let text = Text::new(source.as_bytes().to_vec());
        let places = Joined::of_text(&text).places(old.as_bytes(), new.as_bytes());
        places.into_iter().map(|part| part.start).collect()
    }

    #[test]
    fn the_new_text_does_not_go_on_with_a_line_that_is_not_quoted() {
        assert_eq!(places("a\nb\n", "\nb", "x"), [0; 0]);
        assert_eq!(places("b\nc\n", "b\n", "x"), [0; 0]);
        // A line break is left, nothing comes, or nothing is there.
        assert_eq!(places("a\nb\n", "\nb", "\nx"), [1]);
        assert_eq!(places("b\nc\n", "b\n", "x\n"), [0]);
        assert_eq!(places("a\n\nb\n", "\nb", "x"), [2]);
        assert_eq!(places("b\n\nc\n", "b\n", "x"), [0]);
        assert_eq!(places("a\nb\n", "\nb", ""), [1]);
        assert_eq!(places("\nb\n", "\nb", "x"), [0]);
        assert_eq!(places("a\nb\n", "b\n", "x"), [2]);
    }

    #[test]
    fn whole_lines_do_not_begin_within_their_indentation() {
        let text = Text::new(b"    a(1)\n    b(2)\n".to_vec());
        let joined = Joined::of_text(&text);
        let begins = |at: usize, old: &str, new: &str| {
            joined.begins_in_indentation(at, old.as_bytes(), new.as_bytes())
        };
        assert!(begins(4, "a(1)\n", "a(2)\n"));
        assert!(begins(4, "a(1)", "    a(2)"));
        assert!(begins(2, "  a(1)", "  a(2)\n  c"));
        assert!(!begins(4, "a(1)", "a(2)"));
        assert!(!begins(2, "  a(1)", "  a(2)"));
        assert!(!begins(0, "    a(1)\n", "a\n"));
        assert!(!begins(6, "1)\n", "2)\n"));
    }

    #[test]
    fn the_signs_of_a_name_or_number_bind() {
        for (before, after) in [("a", "b"), ("1", ".5"), ("1.", "5"), ("a_", "1")] {
            assert!(binds(before.as_bytes(), after.as_bytes()), "{before}{after}");
        }
        for (before, after) in [("a", ".5"), ("a.", "5"), ("1.", "x"), ("1", ".x"), ("a", " b")] {
            assert!(!binds(before.as_bytes(), after.as_bytes()), "{before}{after}");
        }
    }

    #[test]
    fn a_word_of_a_name_is_not_cut_at_its_edge() {
        for (before, after) in [("in", "valid"), ("AB", "CD"), ("1", "2")] {
            assert!(cuts_word(before.as_bytes(), after.as_bytes()), "{before}{after}");
        }
        for (before, after) in
            [("old_", "name"), ("old", "_name"), ("get", "ID"), ("HTTP", "Server"), ("a", " b")]
        {
            assert!(!cuts_word(before.as_bytes(), after.as_bytes()), "{before}{after}");
        }
        let text = Text::new(b"validity\n".to_vec());
        let joined = Joined::of_text(&text);
        assert!(joined.is_cut_at_all(std::slice::from_ref(&(0..5))));
        assert!(!joined.is_cut_at_all(std::slice::from_ref(&(0..8))));
    }

    #[test]
    fn new_lines_are_left_of_the_only_line_that_they_come_for() {
        let outdented = |source: &str, old: &str, new: &str| {
            let text = Text::new(source.as_bytes().to_vec());
            Joined::of_text(&text).outdented(2, old.as_bytes(), new.as_bytes())
        };
        assert_eq!(outdented("  a\n  b\n", "a", "c\n\nd"), Some(2));
        assert_eq!(outdented("  a\n  b\n", "a", "c\n\n  d"), None);
        assert_eq!(outdented("  a\n  b\n", "a\n  b", "c\nd"), None);
        assert_eq!(outdented("x a\n", "a", "c\nd"), None);
    }

    #[test]
    fn a_text_ends_as_its_file_does() {
        for source in ["a\nb", "a\nb\n"] {
            let text = Text::new(source.as_bytes().to_vec());
            assert_eq!(Joined::of_text(&text).bytes, source.as_bytes());
        }
    }

    #[test]
    fn line_endings_are_those_of_the_file() {
        assert_eq!(replaced("a\r\nb c\r\nd", "b c\nd", "e\nf\ng"), "a\r\ne\r\nf\r\ng");
    }
}
