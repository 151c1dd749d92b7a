//! The lines that frame blocks, found once for the whole reply.

use bstr::ByteSlice;
use memchr::memmem::Finder;

use super::{
    names, path_line,
    remark::Remark,
    tokens,
    words::{MarkerWords, Variant, Word},
};
use crate::core::text::{BOM, Span, split_ending};

/// The least number of signs of a marker.
const LEAST: usize = 5;

/// The part that a marker plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// `<<<<<<< SEARCH`
    Opener(Word),
    /// `=======`
    Divider,
    /// `>>>>>>> REPLACE`
    Closer(Word),
    /// `>>>>>>>` without a word, which closes a block only where nothing else can.
    BareCloser,
}

/// The signs that markers are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    opener: u8,
    closer: u8,
    /// True if all kinds of blocks have them, and closers may lack their word.
    is_general: bool,
}

impl Signs {
    /// `<<<<<<< SEARCH` and `>>>>>>> REPLACE`
    pub(super) const ANGLES: Self = Self { opener: b'<', closer: b'>', is_general: true };
    /// `------- SEARCH` and `+++++++ REPLACE`
    pub(super) const LINES: Self = Self { opener: b'-', closer: b'+', is_general: false };
}

/// One marker line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marker {
    /// The part of the block that it begins or ends.
    pub(super) role: Role,
    /// The number of marker characters, 5 to 9.
    pub(super) width: u8,
    /// The number of blanks before them.
    pub(super) indent: usize,
    /// Its line, from 1.
    pub(super) line: usize,
    /// The whole line with its ending.
    pub(super) span: Span,
    /// The part that it only may play, if it has another word.
    pub(super) variant: Option<Variant>,
}

impl Marker {
    /// The blanks before the marker.
    pub(super) fn indentation<'a>(&self, reply: &'a [u8]) -> &'a [u8] {
        &reply[self.span.start..self.span.start + self.indent]
    }

    /// Returns whether it opens a block.
    pub(super) fn is_opener(&self) -> bool {
        matches!(self.role, Role::Opener(_))
    }
}

/// The marker lines of a reply, in order, with those that only may be some.
pub(super) fn scan(reply: &[u8], signs: Signs, words: &MarkerWords) -> Vec<Marker> {
    let mut markers = Vec::new();
    let (mut from, mut line) = (if reply.starts_with(BOM) { BOM.len() } else { 0 }, 1);
    let mut others = Others::default();
    let made_of = [signs.opener, b'=', signs.closer];
    let more = if signs.is_general { &[][..] } else { b"<>" };
    let mut runs: Vec<Run<'_>> = made_of.iter().chain(more).map(|sign| Run::new(reply, *sign)).collect();
    while let Some(at) = runs.iter_mut().filter_map(|run| run.next(from)).min() {
        let start = memchr::memrchr(b'\n', &reply[from..at]).map_or(from, |before| from + before + 1);
        let end = memchr::memchr(b'\n', &reply[at..]).map_or(reply.len(), |behind| at + behind + 1);
        line += memchr::memchr_iter(b'\n', &reply[from..start]).count();
        let text = &reply[start..end];
        let found = classify(text, signs, words);
        let found = if signs.is_general { found } else { others.closer(text, found, words).or(found) };
        let span = Span { start, end };
        if let Some((role, width, indent)) = found {
            markers.push(Marker { role, width, indent, line, span, variant: None });
        } else if signs.is_general {
            markers.extend(variant(text, line, span, words));
        }
        (from, line) = (end, line + 1);
    }
    markers
}

/// A line that is a marker but for its word.
fn variant(text: &[u8], line: usize, span: Span, words: &MarkerWords) -> Option<Marker> {
    let (sign, width, indent, rest) = signs(text, Signs::ANGLES).filter(|(sign, ..)| *sign != b'=')?;
    let is_opener = sign == b'<';
    let variant = words.variant(is_opener, without_end_token(rest))?;
    let role = if is_opener { Role::Opener(Word::Edit) } else { Role::Closer(Word::Edit) };
    Some(Marker { role, width, indent, line, span, variant: Some(variant) })
}

/// The runs of a sign that are long enough for a marker. Most lines of a reply have none.
struct Run<'a> {
    reply: &'a [u8],
    finder: Finder<'static>,
    /// The offset of the next one, if there is any.
    at: Option<usize>,
}

impl<'a> Run<'a> {
    fn new(reply: &'a [u8], sign: u8) -> Self {
        let finder = Finder::new(&[sign; LEAST]).into_owned();
        Self { reply, at: finder.find(reply), finder }
    }

    /// The offset of the first one from an offset on, which is not before that of the last call.
    fn next(&mut self, from: usize) -> Option<usize> {
        if self.at.is_some_and(|at| at < from) {
            self.at = self.finder.find(&self.reply[from..]).map(|at| from + at);
        }
        self.at
    }
}

/// Blocks of `<` and `>` in the text of those of other signs.
#[derive(Debug, Default)]
struct Others {
    is_open: bool,
}

impl Others {
    /// The marker of `>` that closes a block which has other signs: one of `<` does not come before it.
    fn closer(
        &mut self,
        line: &[u8],
        found: Option<(Role, u8, usize)>,
        words: &MarkerWords,
    ) -> Option<(Role, u8, usize)> {
        let other = classify(line, Signs::ANGLES, words).filter(|(role, ..)| *role != Role::Divider);
        let was_open = self.is_open;
        match (found.or(other)?.0, other) {
            (Role::Opener(_), other) => self.is_open = other.is_some(),
            (Role::Closer(_), _) => self.is_open = false,
            (Role::Divider | Role::BareCloser, _) => return None,
        }
        other.filter(|(role, ..)| *role == Role::Closer(Word::Edit) && !was_open)
    }
}

/// Marker lines that are looked for outside of replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// `<<<<<<< SEARCH`
    Opener,
    /// `>>>>>>> REPLACE`
    Closer,
}

/// Returns whether a line frames a block by its word. A divider has none.
pub(crate) fn frame(line: &[u8], words: &MarkerWords) -> Option<Frame> {
    match classify(line, Signs::ANGLES, words)?.0 {
        Role::Opener(_) => Some(Frame::Opener),
        Role::Closer(_) => Some(Frame::Closer),
        Role::Divider | Role::BareCloser => None,
    }
}

/// Returns whether a line looks like a marker of any form, be it one that is cut off or has another word.
pub(super) fn is_marker(line: &[u8]) -> bool {
    let words = MarkerWords::default();
    signs(line, Signs::ANGLES).is_some() || classify(line, Signs::LINES, &words).is_some()
}

/// The path that an opener carries on its own line (`<<<<<<< SEARCH src/a.rs`).
pub(super) fn own_path<'l>(line: &'l [u8], words: &MarkerWords) -> Option<&'l [u8]> {
    let text = names::trim(split_ending(line).0).trim_start_with(|char| char == '<');
    let text = names::trim(text);
    let rest = words.searches().find_map(|word| text.strip_prefix(word))?;
    let path = names::trim(rest);
    let is_path = path_line::is_plain(path) || names::is_known(path);
    let is_remark = path.starts_with(b"(");
    (path.len() < rest.len() && is_path && !is_remark).then_some(path)
}

/// The line of the file, from 1, that a remark on the line of an opener names for so many lines: as many as it names
/// itself, if it has the last one too.
pub(super) fn named_line(line: &[u8], lines: impl FnOnce() -> usize) -> Option<usize> {
    let (_, remark) = Remark::behind(line)?;
    remark.line.filter(|_| remark.count.is_none_or(|count| count == lines()))
}

/// Returns whether a line, cut off at its end, may be the beginning of one that opens a block.
pub(super) fn begins_opener(line: &[u8], made_of: Signs, words: &MarkerWords) -> bool {
    let is_remark = |rest: &[u8]| rest.starts_with(b" (") && !rest.contains(&b')');
    let begins = |rest: &[u8]| {
        words.openers().any(|word| word.starts_with(rest) && rest.len() < word.len())
            || words.searches().any(|word| rest.strip_prefix(word).is_some_and(is_remark))
    };
    signs(line, made_of).is_some_and(|(sign, .., rest)| sign == made_of.opener && begins(rest))
}

/// The sign of a possible marker line, its width and indentation, and the rest of the line.
fn signs(line: &[u8], made_of: Signs) -> Option<(u8, u8, usize, &[u8])> {
    let indent = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let sign = line[indent];
    if ![made_of.opener, b'=', made_of.closer].contains(&sign) {
        return None;
    }
    let width = line[indent..].iter().take_while(|&&byte| byte == sign).take(10).count();
    let width = u8::try_from(width).ok().filter(|_| (LEAST..=9).contains(&width))?;
    Some((sign, width, indent, line[indent + usize::from(width)..].trim_ascii()))
}

/// The text in front of an end token that is glued to a marker.
fn without_end_token(rest: &[u8]) -> &[u8] {
    tokens::before_end(rest).unwrap_or(rest).trim_ascii_end()
}

fn classify(line: &[u8], made_of: Signs, words: &MarkerWords) -> Option<(Role, u8, usize)> {
    let (sign, width, indent, rest) = signs(line, made_of)?;
    let takes = |word: &Word| made_of.is_general || *word == Word::Edit;
    let role = if sign == b'=' {
        rest.is_empty().then_some(Role::Divider)
    } else if sign == made_of.closer {
        let rest = without_end_token(rest);
        if rest.is_empty() {
            made_of.is_general.then_some(Role::BareCloser)
        } else {
            let word = of_edit(rest, |rest| words.closes(word(rest)));
            word.filter(takes).map(Role::Closer)
        }
    } else {
        let own_path = || made_of.is_general && own_path(line, words).is_some();
        let word = of_edit(rest, |rest| words.opens(word(rest))).filter(takes);
        word.or_else(|| own_path().then_some(Word::Edit)).map(Role::Opener)
    };
    role.map(|role| (role, width, indent))
}

/// The word that a text is, or, for an edit alone, that is in front of a remark: `DELETE (lines 2-3)` is not for the file.
fn of_edit(rest: &[u8], word: impl Fn(&[u8]) -> Option<Word>) -> Option<Word> {
    let remarked = || word(Remark::behind(rest)?.0).filter(|word| *word == Word::Edit);
    word(rest).or_else(remarked)
}

/// The word of a marker, without stray `>` behind it.
fn word(rest: &[u8]) -> &[u8] {
    rest.trim_end_with(|char| char == '>').trim_ascii_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(line: &str) -> Option<Role> {
        classify(line.as_bytes(), Signs::ANGLES, &MarkerWords::default()).map(|(role, ..)| role)
    }

    #[test]
    fn five_to_nine_signs_make_a_marker() {
        for width in 0..12 {
            let found = role(&format!("{} SEARCH", "<".repeat(width))).is_some();
            assert_eq!(found, (5..=9).contains(&width), "{width}");
        }
    }

    #[test]
    fn trailing_space_and_stray_signs_are_ignored() {
        for line in ["<<<<<<< SEARCH> \r\n", "<<<<<<< ORIGINAL\t\n", "<<<<<<< SEARCH >"] {
            assert_eq!(role(line), Some(Role::Opener(Word::Edit)), "{line:?}");
        }
        assert_eq!(role(">>>>>>> REPLACE>\r\n"), Some(Role::Closer(Word::Edit)));
    }

    #[test]
    fn words_are_in_capitals_and_fill_the_line() {
        for line in
            ["<<<<<<< search", ">>>>>>> REPLACE now", "a >>>>>>> REPLACE", "<<<<<<< HEAD", "======= x"]
        {
            assert_eq!(role(line), None, "{line:?}");
        }
    }

    #[test]
    fn an_opener_may_carry_a_path_but_not_prose() {
        assert_eq!(own_path(b"<<<<<<< SEARCH src/a.rs\n", &MarkerWords::default()), Some(&b"src/a.rs"[..]));
        for line in ["<<<<<<< SEARCH src/a.rs", "<<<<<<< SEARCH Makefile"] {
            assert_eq!(role(line), Some(Role::Opener(Word::Edit)), "{line}");
        }
        assert_eq!(role("<<<<<<< SEARCH for the word"), None);
    }

    #[test]
    fn a_remark_may_name_lines_behind_the_word_of_an_edit_alone() {
        assert_eq!(role("<<<<<<< SEARCH (lines 2-3)"), Some(Role::Opener(Word::Edit)));
        assert_eq!(role(">>>>>>> REPLACE (lines 2-3)"), Some(Role::Closer(Word::Edit)));
        for line in [
            "<<<<<<< DELETE (lines 2-3)", "<<<<<<< RENAME (line 2)", ">>>>>>> DELETE (line 2)",
            "<<<<<<< SEARCH (first match)", "======= (line 2)", "<<<<<<< (line 2)", "<<<<<<< HEAD (line 2)",
        ] {
            assert_eq!(role(line), None, "{line}");
        }
        assert_eq!(role(">>>>>>> (line 2)"), None);
    }

    #[test]
    fn an_opener_may_be_cut_off_in_its_remark() {
        let begins = |line: &str| begins_opener(line.as_bytes(), Signs::ANGLES, &MarkerWords::default());
        assert!(begins("<<<<<<< SEARCH (lin") && begins("<<<<<<< SEA") && !begins("<<<<<<< SEARCH of"));
    }

    #[test]
    fn lines_are_counted_behind_a_byte_order_mark() {
        let markers =
            scan(b"\xef\xbb\xbf<<<<<<< SEARCH\nx\n=======\n", Signs::ANGLES, &MarkerWords::default());
        assert_eq!(markers.iter().map(|marker| marker.line).collect::<Vec<_>>(), [1, 3]);
    }

    proptest::proptest! {
        #[test]
        fn all_marker_lines_are_found_with_their_numbers(
            parts in proptest::collection::vec(
                proptest::sample::select(vec![
                    "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "\n", "\n", "\r\n", " ", "x", "<<<<", "=====",
                ]),
                0..24,
            ),
        ) {
            let reply = parts.concat().into_bytes();
            let words = MarkerWords::default();
            let lines = reply.lines_with_terminator().zip(1..);
            let by_line: Vec<_> = lines
                .filter_map(|(text, line)| Some((line, text, classify(text, Signs::ANGLES, &words)?.0)))
                .collect();
            let found = scan(&reply, Signs::ANGLES, &words);
            let sure = found.iter().filter(|it| it.variant.is_none());
            let found: Vec<_> =
                sure.map(|it| (it.line, &reply[it.span.start..it.span.end], it.role)).collect();
            proptest::prop_assert_eq!(found, by_line);
        }
    }
}
