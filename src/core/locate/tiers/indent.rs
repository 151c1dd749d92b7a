//! Tier `indent`: equal but for one mapping of leading white space for the whole block.
//!
//! The mapping is learnt from the lines of SEARCH and must hold for each of them; REPLACE lines are then
//! written by it. A line that it does not explain is not guessed at.

use std::borrow::Cow;

use super::steps::{MAX_WIDTH, counted, of_block, of_file};
use crate::core::{
    locate::{line::Lines, search::Search},
    text::{has_letter, indentation, is_blank},
};

/// The way in which the file's leading white space follows from the reply's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mapping {
    /// The file has this much more in front of each line. `from_margin`: SEARCH has lines without any
    /// indentation, so that the mapping is known to hold for those too.
    Deeper { by: Vec<u8>, from_margin: bool },
    /// The file has this much less in front of each line.
    Shallower { by: Vec<u8> },
    /// The file has its unit for each one of the reply: steps of another width, or tabs for blanks or the reverse.
    Units { reply: Vec<u8>, file: Vec<u8> },
    /// Tabs are blanks or the reverse, but all lines are on one level, so that nothing is known of others.
    Level { reply: Vec<u8>, file: Vec<u8> },
}

/// Finds the one mapping under which the file's lines are those of SEARCH (white space at their ends aside).
pub(super) fn learn(window: &[&[u8]], search: &[&[u8]]) -> Option<Mapping> {
    if window.len() != search.len() {
        return None;
    }
    let mut pairs = Vec::with_capacity(search.len());
    let (mut is_told, mut differs) = (false, false);
    for (file, wanted) in window.iter().zip(search) {
        if file.trim_ascii() != wanted.trim_ascii() {
            return None;
        }
        if !is_blank(wanted) {
            let pair = (indentation(file), indentation(wanted));
            differs |= pair.0 != pair.1;
            is_told |= pair.0 != pair.1 && has_letter(wanted);
            pairs.push(pair);
        }
    }
    // Nothing but its indentation tells a bracket from another one.
    if differs && !is_told && search.iter().any(|line| has_letter(line)) {
        return None;
    }
    shift(&pairs).or_else(|| tabs(&pairs)).or_else(|| steps(&pairs))
}

/// The white space in front of a line in the file, and in SEARCH.
type Pair<'a> = (&'a [u8], &'a [u8]);

fn shift(pairs: &[Pair<'_>]) -> Option<Mapping> {
    // Between lines that have more, one at the margin on both sides is the rest of a text, or a directive.
    let is_margin = |(file, wanted): &Pair<'_>| file.is_empty() && wanted.is_empty();
    if let [first, .., last] = pairs
        && !is_margin(first)
        && !is_margin(last)
        && pairs.iter().any(is_margin)
    {
        let others: Vec<Pair<'_>> = pairs.iter().filter(|pair| !is_margin(pair)).copied().collect();
        return shift(&others).filter(|mapping| matches!(mapping, Mapping::Shallower { .. }));
    }
    let &(file, wanted) = pairs.first()?;
    if let Some(by) = file.strip_suffix(wanted) {
        let holds = |(file, wanted): &(&[u8], &[u8])| file.strip_suffix(*wanted) == Some(by);
        let from_margin = pairs.iter().any(|(_, wanted)| wanted.is_empty());
        return (!by.is_empty() && uniform(by) && pairs.iter().all(holds))
            .then(|| Mapping::Deeper { by: by.to_vec(), from_margin });
    }
    let by = wanted.strip_suffix(file)?;
    let holds = |(file, wanted): &(&[u8], &[u8])| wanted.strip_suffix(*file) == Some(by);
    (uniform(by) && pairs.iter().all(holds)).then(|| Mapping::Shallower { by: by.to_vec() })
}

/// Number of blanks to a tab, if all white space of the one kind is tabs, and all of the other blanks.
fn width(tabbed: &[u8], blank: &[u8]) -> Option<usize> {
    let of_kind = tabbed.iter().all(|&byte| byte == b'\t') && blank.iter().all(|&byte| byte == b' ');
    let divides = of_kind && !tabbed.is_empty() && blank.len().is_multiple_of(tabbed.len());
    divides.then(|| blank.len() / tabbed.len()).filter(|width| (2..=MAX_WIDTH).contains(width))
}

fn tabs(pairs: &[Pair<'_>]) -> Option<Mapping> {
    let learnt = |width: &dyn Fn(&Pair<'_>) -> Option<usize>| {
        let mut indented = pairs.iter().filter(|(file, wanted)| !(file.is_empty() && wanted.is_empty()));
        let first = width(indented.next()?)?;
        indented.all(|pair| width(pair) == Some(first)).then_some(first)
    };
    let mapping = learnt(&|(file, wanted)| width(file, wanted))
        .map(Mapping::tabs)
        .or_else(|| learnt(&|(file, wanted)| width(wanted, file)).map(Mapping::blanks))?;
    let (file, reply) = *pairs.first()?;
    // The margin is a level too: where both have it, there is no shift besides.
    let one_level = pairs.iter().all(|(other, _)| *other == file);
    Some(if one_level { Mapping::Level { reply: reply.to_vec(), file: file.to_vec() } } else { mapping })
}

/// Steps of another width, known from two levels at least: with one there would be a shift as well.
fn steps(pairs: &[Pair<'_>]) -> Option<Mapping> {
    let blanks = |white: &[u8]| white.iter().all(|&byte| byte == b' ');
    if !pairs.iter().all(|(file, wanted)| blanks(file) && blanks(wanted)) {
        return None;
    }
    let step = |side: &dyn Fn(&Pair<'_>) -> usize| pairs.iter().map(side).fold(0, divisor);
    let (file, reply) = (step(&|pair| pair.0.len()), step(&|pair| pair.1.len()));
    let widths = 2..=MAX_WIDTH;
    let holds = |(there, wanted): &Pair<'_>| there.len() / file == wanted.len() / reply;
    (file != reply && widths.contains(&file) && widths.contains(&reply) && pairs.iter().all(holds))
        .then(|| Mapping::Units { reply: b" ".repeat(reply), file: b" ".repeat(file) })
}

/// The greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

impl Mapping {
    /// A tab for this many blanks.
    fn tabs(width: usize) -> Self {
        Self::Units { reply: b" ".repeat(width), file: b"\t".to_vec() }
    }

    /// This many blanks for a tab.
    fn blanks(width: usize) -> Self {
        Self::Units { reply: b"\t".to_vec(), file: b" ".repeat(width) }
    }

    /// Returns whether all lines are shifted by one amount.
    pub(super) fn is_shift(&self) -> bool {
        matches!(self, Self::Deeper { .. } | Self::Shallower { .. })
    }

    /// Learns from the rest of the block, or else from the file, how wide a tab is where SEARCH has one level
    /// only.
    pub(super) fn settled(self, search: &Search<'_>, lines: &dyn Lines) -> Self {
        if let Some((step, there, level)) = self.stretched(search) {
            let steps = counted(lines);
            let is_shift = steps.get(step).is_some_and(|shift| *shift >= steps[there]);
            return if is_shift { self } else { level };
        }
        let Self::Level { reply, file } = &self else { return self };
        match (width(file, reply), width(reply, file)) {
            (Some(width), _) if of_block(search) == Some(width) => Self::tabs(width),
            (_, Some(width)) if of_file(lines) == Some(width) => Self::blanks(width),
            _ => self,
        }
    }

    /// Returns whether REPLACE can be written only after looking at the file.
    pub(super) fn is_unsettled(&self, search: &Search<'_>) -> bool {
        match self {
            Self::Level { .. } => search.replace.iter().any(|line| self.line(line).is_none()),
            Self::Deeper { .. } | Self::Shallower { .. } => self.stretched(search).is_some(),
            Self::Units { .. } => false,
        }
    }

    /// The mapping of the one level that is known, if a shift may come from steps of another width instead; in front
    /// of it by how many blanks the reply steps in, and by how many the file would.
    fn stretched(&self, search: &Search<'_>) -> Option<(usize, usize, Self)> {
        let mut levels = search.search.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
        let reply = levels.next().filter(|level| level.iter().all(|&byte| byte == b' '))?;
        let file = match self {
            Self::Deeper { by, .. } => [by, reply].concat(),
            // A special blank that was folded is no indentation of the line as it is written.
            Self::Shallower { by } => reply.get(by.len()..)?.to_vec(),
            _ => return None,
        };
        let step = of_block(search).filter(|_| levels.all(|level| level == reply))?;
        let there = (step * file.len()).checked_div(reply.len())?;
        let fits = there * reply.len() == step * file.len() && (1..=MAX_WIDTH).contains(&there);
        fits.then(|| (step, there, Self::Level { reply: reply.to_vec(), file }))
    }
}

/// Returns whether white space is blanks only or tabs only: a mixture says nothing about how the next line is
/// indented.
fn uniform(white: &[u8]) -> bool {
    white.windows(2).all(|pair| pair[0] == pair[1])
}

impl Mapping {
    /// A REPLACE line as it is written into the file; none if the mapping does not explain its indentation.
    pub(super) fn line<'r>(&self, line: &'r [u8]) -> Option<Cow<'r, [u8]>> {
        if is_blank(line) {
            return Some(Cow::Borrowed(line));
        }
        let white = indentation(line);
        let rest = &line[white.len()..];
        match self {
            // A line at the margin while the rest of the block is indented (a heredoc, a directive) may well
            // belong there.
            Self::Deeper { from_margin: false, .. } if white.is_empty() => None,
            Self::Deeper { by, .. } => {
                let kind = by[0];
                white.iter().all(|&byte| byte == kind).then(|| Cow::Owned([by, line].concat()))
            }
            Self::Shallower { by } => line.strip_prefix(by.as_slice()).map(Cow::Borrowed),
            Self::Units { reply, file } => {
                let whole = white.chunks(reply.len()).all(|unit| unit == reply);
                whole.then(|| Cow::Owned([&file.repeat(white.len() / reply.len()), rest].concat()))
            }
            Self::Level { reply, file } => {
                (white == reply).then(|| Cow::Owned([file.as_slice(), rest].concat()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(file: &str, search: &str) -> Option<Mapping> {
        let lines = |text: &'static str| text.lines().map(str::as_bytes).collect::<Vec<_>>();
        learn(&lines(String::leak(file.to_owned())), &lines(String::leak(search.to_owned())))
    }

    fn written(mapping: &Mapping, line: &'static str) -> Option<String> {
        mapping.line(line.as_bytes()).map(|line| String::from_utf8_lossy(&line).into_owned())
    }

    #[test]
    fn a_shift_holds_for_every_line() {
        let by = b"    ".to_vec();
        assert_eq!(
            learnt("    a\n      b", "a\n  b"),
            Some(Mapping::Deeper { by: by.clone(), from_margin: true })
        );
        assert_eq!(learnt("a\n\n  b", "    a\n\n      b"), Some(Mapping::Shallower { by }));
        assert_eq!(learnt("    a\n    b", "a\n  b"), None);
    }

    #[test]
    fn a_bracket_alone_tells_no_shift_of_lines_with_words() {
        assert_eq!(learnt("    }\n);\nrun(a);\n", "  }\n);\nrun(a);\n"), None);
        assert!(learnt("    }\n  run(a);\n", "  }\nrun(a);\n").is_some());
        assert!(learnt("    }\n  );\n", "  }\n);\n").is_some());
        assert!(learnt("    имя\n", "  имя\n").is_some());
    }

    #[test]
    fn a_line_at_the_margin_is_not_shifted_silently() {
        let mapping = learnt("    a\n      b", "  a\n    b").expect("a shift");
        assert_eq!(written(&mapping, "EOF"), None);
        assert_eq!(written(&mapping, "  c"), Some("    c".into()));
        assert_eq!(written(&mapping, "\tc"), None);
    }

    #[test]
    fn a_line_at_the_margin_of_both_texts_says_nothing_of_a_shift_around_it() {
        let by = b"  ".to_vec();
        let shallower = learnt("  a\nrest\n    b", "    a\nrest\n      b");
        assert_eq!(shallower, Some(Mapping::Shallower { by }));
        // What begins at the margin may have lost its indentation.
        assert_eq!(learnt("  a\nrest\n    b", "a\nrest\n  b"), None);
        // At an edge it may head lines of another depth, or end them.
        assert_eq!(learnt("rest\n  a\n    b", "rest\n    a\n      b"), None);
        assert_eq!(learnt("  a\n    b\nrest", "    a\n      b\nrest"), None);
        assert_eq!(learnt("  a\nrest\n    b", "    a\nrest\n    b"), None);
    }

    #[test]
    fn tabs_stand_for_blanks_with_one_width() {
        let tabs = learnt("\ta\n\t\tb\nc", "  a\n    b\nc").expect("tabs");
        assert_eq!(tabs, Mapping::tabs(2));
        assert_eq!(written(&tabs, "      c"), Some("\t\t\tc".into()));
        assert_eq!(written(&tabs, "   c"), None);
        assert_eq!(learnt("\ta\n\t\tb", "  a\n      b"), None);
        assert_eq!(learnt("\ta\nb", "    a\nb"), Some(Mapping::tabs(4)));
        let blanks = learnt("    a\n        b", "\ta\n\t\tb").expect("blanks");
        assert_eq!(written(&blanks, "\t\t\tc"), Some("            c".into()));
    }

    #[test]
    fn steps_of_another_width_are_told_by_two_levels() {
        let wide = learnt("    a\n        b\n    c", "  a\n    b\n  c").expect("steps");
        assert_eq!(wide, Mapping::Units { reply: b"  ".to_vec(), file: b"    ".to_vec() });
        assert_eq!(written(&wide, "      d"), Some("            d".into()));
        assert_eq!(written(&wide, "   d"), None);
        assert_eq!(written(&wide, "\td"), None);
        let narrow = learnt("a\n  b\n    c", "a\n    b\n        c").expect("steps");
        assert_eq!(written(&narrow, "    d"), Some("  d".into()));
        assert_eq!(learnt("    a\n          b", "  a\n    b"), None);
    }

    fn settled(file: &str, search: &'static str, replace: &'static str) -> Mapping {
        let learnt = learnt(file, search).expect("one level");
        assert!(matches!(learnt, Mapping::Level { .. }));
        let file: Vec<&[u8]> = file.lines().map(str::as_bytes).collect();
        learnt.settled(&Search::new(search.as_bytes(), replace.as_bytes()), &file)
    }

    #[test]
    fn one_level_tells_a_width_only_where_the_block_steps_by_it() {
        let (file, search) = ("\t\ta\n\t\tb", "    a\n    b");
        assert_eq!(settled(file, search, "    a\n      c\n    b"), Mapping::tabs(2));
        let doubtful = settled(file, search, "    a\n        c\n    b");
        assert_eq!(written(&doubtful, "        c"), None);
        assert_eq!(written(&doubtful, "    c"), Some("\t\tc".into()));
        assert_eq!(written(&doubtful, "EOF"), None);
    }

    #[test]
    fn one_level_tells_a_width_only_where_the_file_steps_by_it() {
        let mapping = |file: &'static str| {
            let window: Vec<&[u8]> = file.lines().map(str::as_bytes).collect();
            let learnt = learn(&window[1..3], &[b"\ta", b"\tb"]).expect("one level");
            learnt.settled(&Search::new(b"\ta\n\tb\n", b"\t\tc\n"), &window)
        };
        assert_eq!(mapping("x\n    a\n    b\n        c"), Mapping::blanks(4));
        assert_eq!(written(&mapping("  x\n    a\n    b\n      c"), "\t\tc"), None);
    }

    #[test]
    fn a_shift_of_one_level_may_be_steps_of_another_width() {
        let mapping = |file: &'static str| {
            let window: Vec<&[u8]> = file.lines().map(str::as_bytes).collect();
            let search = Search::new(b"    a\n    b\n", b"    a\n      c\n    b\n");
            learn(&window[2..], &search.search).expect("a shift").settled(&search, &window)
        };
        assert_eq!(written(&mapping("x\n    y\n        a\n        b"), "      c"), None);
        let shift = mapping("    x\n      y\n        a\n        b");
        assert_eq!(written(&shift, "      c"), Some("          c".into()));
    }

    #[test]
    fn a_special_blank_in_front_of_the_reply_is_no_indentation_that_could_be_taken_away() {
        let shift = Mapping::Shallower { by: b" ".to_vec() };
        assert!(!shift.is_unsettled(&Search::new("\u{3000}a\n".as_bytes(), "\u{3000}b\n".as_bytes())));
    }

    #[test]
    fn less_indentation_than_the_mapping_takes_away_is_not_explained() {
        assert_eq!(written(&Mapping::Shallower { by: b"    ".to_vec() }, "  c"), None);
    }
}
