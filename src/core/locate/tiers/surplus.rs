//! White space at the ends of the lines of a reply that the file does not have: a chat client writes two blanks
//! at each, and a terminal pads them to its width. SEARCH beside the file shows it, and REPLACE has it too.

use std::borrow::Cow;

use bstr::ByteSlice;

use crate::core::{
    language::{Kind, Language},
    locate::unlaid::Unlaid,
    text::is_blank,
};

/// The white space that lines of SEARCH have at their ends beyond what those of the file have there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surplus<'l> {
    /// None, or not at all lines.
    None,
    /// The same at all lines.
    Same(&'l [u8]),
    /// As much as makes all lines as long as this, or, as their texts are as long as each other, this.
    UpTo(usize, &'l [u8]),
    /// More or less of it at each line, or at the only one.
    Padding,
    /// Some, where it would mean something, and too few lines show whether it does.
    InDoubt,
}

impl<'l> Surplus<'l> {
    /// Learns it from lines of SEARCH and those of the file that they are. The last line may end in no white space,
    /// as nothing follows it.
    pub(super) fn learn<'f>(
        pairs: impl IntoIterator<Item = (&'l [u8], &'f [u8])>,
        language: Option<&Language>,
    ) -> Self {
        let mut pairs: Vec<_> = pairs.into_iter().filter(|(wanted, _)| !is_blank(wanted)).collect();
        if pairs.len() > 1 {
            pairs.pop_if(|(last, _)| end(last).is_empty());
        }
        let more = |(wanted, file): (&'l [u8], &[u8])| {
            (end(wanted).strip_prefix(end(file)).unwrap_or_default(), width(wanted))
        };
        let more: Vec<(&[u8], usize)> = pairs.into_iter().map(more).collect();
        let Some((first, length)) = more.first().filter(|_| more.iter().all(|(more, _)| !more.is_empty()))
        else {
            return Self::None;
        };
        let is_same = more.len() > 1 && more.iter().all(|(other, _)| other == first);
        // A line break is no longer than this.
        let is_even = more.len() > 1 && more.iter().all(|(more, other)| other == length && more.len() > 2);
        if is_even {
            return Self::UpTo(*length, if is_same { first } else { b"" });
        }
        if language.is_some_and(|language| language.kind == Kind::Markdown) && !is_same {
            return Self::InDoubt;
        }
        if is_same { Self::Same(first) } else { Self::Padding }
    }

    /// Takes it off a line that is written for one of REPLACE, of this number.
    ///
    /// # Errors
    ///
    /// If the line has blanks that may mean something.
    pub(super) fn take_off(
        self,
        line: &mut Cow<'_, [u8]>,
        given: &[u8],
        number: usize,
    ) -> Result<(), Unlaid> {
        let count = given.len() - self.taken_off(given, number)?.len();
        if end(line) == end(given) {
            let rest = line.len() - count;
            match line {
                Cow::Borrowed(line) => *line = &line[..rest],
                Cow::Owned(line) => line.truncate(rest),
            }
        }
        Ok(())
    }

    fn taken_off(self, line: &[u8], number: usize) -> Result<&[u8], Unlaid> {
        let text = line.trim_ascii_end();
        match self {
            Self::UpTo(length, _) if width(line) == length => Ok(text),
            Self::Same(more) | Self::UpTo(_, more) if end(line).ends_with(more) => {
                Ok(&line[..line.len() - more.len()])
            }
            Self::InDoubt if end(line).starts_with(b"  ") && !text.is_empty() => {
                Err(Unlaid::Break { line: number + 1 })
            }
            Self::InDoubt | Self::Padding => Ok(text),
            _ => Ok(line),
        }
    }
}

/// Number of characters, which a terminal counts, and not bytes.
fn width(line: &[u8]) -> usize {
    line.chars().count()
}

/// The white space at the end of a line.
pub(super) fn end(line: &[u8]) -> &[u8] {
    &line[line.trim_ascii_end().len()..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::language;

    fn learnt<'l>(path: &str, pairs: &[(&'l str, &'l str)]) -> Surplus<'l> {
        let pairs = pairs.iter().map(|(wanted, file)| (wanted.as_bytes(), file.as_bytes()));
        Surplus::learn(pairs, language::of(path.as_bytes()))
    }

    #[test]
    fn blanks_that_all_lines_of_search_have_are_taken_off_new_lines() {
        let same = learnt("a.rs", &[("a  ", "a"), ("  ", ""), ("b   ", "b ")]);
        assert_eq!(same, Surplus::Same(b"  "));
        assert_eq!(same.taken_off(b"c  ", 0), Ok(&b"c"[..]));
        assert_eq!(same.taken_off(b"c   ", 0), Ok(&b"c "[..]));
        assert_eq!(same.taken_off(b"  ", 0), Ok(&b""[..]));
        assert_eq!(same.taken_off(b"c", 0), Ok(&b"c"[..]));
    }

    #[test]
    fn a_line_without_them_shows_that_they_are_no_clutter_but_the_last() {
        assert_eq!(learnt("a.rs", &[("a", "a"), ("b  ", "b")]), Surplus::None);
        assert_eq!(learnt("a.rs", &[("a  ", "a"), ("b  ", "b"), ("c", "c")]), Surplus::Same(b"  "));
        assert_eq!(learnt("a.rs", &[("a ", "a"), ("b ", "b ")]), Surplus::None);
        assert_eq!(learnt("a.rs", &[("a", "a")]), Surplus::None);
        assert_eq!(learnt("a.rs", &[]), Surplus::None);
    }

    #[test]
    fn padding_is_taken_off_whole() {
        let padded = learnt("a.rs", &[("a   ", "a"), ("bcd ", "bcd")]);
        assert_eq!(padded.taken_off(b"c     ", 0), Ok(&b"c"[..]));
    }

    #[test]
    fn lines_that_are_filled_up_to_one_length_lose_that_in_any_language() {
        for path in ["a.rs", "a.md"] {
            let padded = learnt(path, &[("a   ", "a"), ("b   ", "b")]);
            assert_eq!(padded.taken_off(b"c = ", 0), Ok(&b"c ="[..]));
            assert_eq!(padded.taken_off(b"    ", 0), Ok(&b""[..]));
            assert_eq!(padded.taken_off(b"c   d   ", 0), Ok(&b"c   d"[..]));
            assert_eq!(padded.taken_off("\u{2014}   ".as_bytes(), 0), Ok("\u{2014}".as_bytes()));
            assert_eq!(padded.taken_off(b"c  ", 0), Ok(&b"c  "[..]));
        }
    }

    #[test]
    fn one_line_of_markdown_does_not_show_that_a_break_is_none() {
        let doubt = learnt("a.md", &[("a  ", "a")]);
        assert_eq!(doubt.taken_off(b"c  ", 3), Err(Unlaid::Break { line: 4 }));
        assert_eq!(doubt.taken_off(b"c", 3), Ok(&b"c"[..]));
        assert_eq!(learnt("a.md", &[("a ", "a")]).taken_off(b"c ", 3), Ok(&b"c"[..]));
        assert_eq!(learnt("a.md", &[("a  ", "a"), ("b  ", "b")]).taken_off(b"c  ", 0), Ok(&b"c"[..]));
    }
}
