//! The question that is asked of every place before a change is laid there: are the lines that it adds there
//! already?
//!
//! A change that is made has its lines directly beside its place, and so has one whose SEARCH section ends
//! too early or begins too late. Lines are compared without white space and by folded characters, as a
//! formatter may have been there since; comments and blank lines that only one side has are passed over.

use std::{
    collections::{HashSet, VecDeque},
    ops::Range,
};

use super::{
    equivalence::{Edges, are_equal_but_for_ends},
    folding::{fold, is_plain},
    lines::Lines,
    scan::{Budget, OverBudget},
    search::Search,
};
use crate::core::{
    script,
    splice::Hunk,
    text::{Text, is_blank},
};

/// Fewer letters and digits than these prove nothing: a bracket, a blank line or `pass` is there anyway.
const TELLING: usize = 8;

/// Answer to the question whether the lines that a change adds are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// They are not.
    Absent,
    /// All of them are, and they prove that the change is made.
    Made,
    /// A part of them is, or they do not prove that the change is made.
    Unclear,
}

/// The same for one part of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Absent,
    Made,
    /// All of its lines are there, but say little.
    Weak,
    Unclear,
}

/// Lines of a file beside a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside<'t> {
    /// Those above it, the nearest first.
    pub above: Vec<&'t [u8]>,
    /// Those below it, the nearest first.
    pub below: Vec<&'t [u8]>,
}

impl Beside<'_> {
    /// Number of lines on each side that are looked at for a change.
    pub fn reach(hunks: &[Hunk<'_>]) -> usize {
        // Blank lines and comments may have come in between.
        const MORE: usize = 8;
        hunks.iter().map(|hunk| hunk.new.len()).max().map_or(0, |new| 2 * new + MORE)
    }
}

/// Answers the question for a change at a place. `within` are the lines of the place, and `whole` those of
/// the file.
pub fn presence(
    hunks: &[Hunk<'_>],
    place: &Range<usize>,
    within: &[&[u8]],
    beside: &Beside<'_>,
    whole: &dyn Lines,
) -> Presence {
    let answers: Vec<Part> =
        hunks.iter().map(|hunk| of_hunk(hunk, hunks.len() == 1, place, within, beside, whole)).collect();
    // Lines that say little may be there by chance, where other parts of the change are not made.
    let is_open = answers.contains(&Part::Absent);
    let is_absent = |part: &Part| *part == Part::Absent || is_open && *part == Part::Weak;
    if answers.iter().all(is_absent) {
        if goes_on_beyond(hunks, place, within, beside) { Presence::Unclear } else { Presence::Absent }
    } else if answers.iter().all(|part| *part == Part::Made) {
        Presence::Made
    } else {
        Presence::Unclear
    }
}

/// Returns whether a change ends with lines that follow its place anyway, or begins with lines that precede
/// it, because SEARCH ends too early or begins too late. Some of them must be new, and say something.
/// Brackets and tags at another depth close something else.
fn goes_on_beyond(hunks: &[Hunk<'_>], place: &Range<usize>, within: &[&[u8]], beside: &Beside<'_>) -> bool {
    let mut result: Vec<(&[u8], bool)> = Vec::new();
    let mut from = place.start;
    for hunk in hunks {
        result.extend(
            within[from - place.start..hunk.old.start - place.start].iter().map(|line| (*line, false)),
        );
        result.extend(hunk.bodies().into_iter().map(|line| (line, true)));
        from = hunk.old.end;
    }
    result.extend(within[from - place.start..].iter().map(|line| (*line, false)));
    let is_beyond = |result: &[(&[u8], bool)], there: &mut dyn Iterator<Item = &&[u8]>| {
        result.iter().all(|(line, _)| {
            there.next().is_some_and(|there| there.trim_ascii_end() == line.trim_ascii_end())
        })
    };
    let tells = |result: &[(&[u8], bool)]| {
        result.iter().filter(|(_, is_new)| *is_new).map(|(line, _)| letters(line)).sum::<usize>() >= TELLING
    };
    // Lines that say nothing may go on as long as they like.
    const MOST: usize = 200;
    let reach = |beyond: &[&[u8]]| beyond.len().min(result.len().saturating_sub(1)).min(MOST);
    let ends_below = (1..=reach(&beside.below)).any(|count| {
        let tail = &result[result.len() - count..];
        is_beyond(tail, &mut beside.below[..count].iter()) && tells(tail)
    });
    ends_below
        || (1..=reach(&beside.above)).any(|count| {
            let head = &result[..count];
            is_beyond(head, &mut beside.above[..count].iter().rev()) && tells(head)
        })
}

fn of_hunk(
    hunk: &Hunk<'_>,
    is_alone: bool,
    place: &Range<usize>,
    within: &[&[u8]],
    beside: &Beside<'_>,
    whole: &dyn Lines,
) -> Part {
    let inserts = hunk.old.is_empty();
    let kept_above = &within[..hunk.old.start - place.start];
    let kept_below = &within[hunk.old.end - place.start..];
    let new = hunk.bodies();
    let lower = to_edge(&new, kept_below.iter(), inserts, VecDeque::rotate_left, VecDeque::front);
    let upper = to_edge(&new, kept_above.iter().rev(), inserts, VecDeque::rotate_right, VecDeque::back);
    let below = lower.map(|new| at_edge(&new, &beside.below, inserts, is_alone, whole));
    let above = upper.map(|mut new| {
        new.reverse();
        at_edge(&new, &beside.above, inserts, is_alone, whole)
    });
    match (above, below) {
        (Some(Part::Made), _) | (_, Some(Part::Made)) => Part::Made,
        (Some(Part::Unclear), _) | (_, Some(Part::Unclear)) => Part::Unclear,
        (Some(Part::Weak), _) | (_, Some(Part::Weak)) => Part::Weak,
        _ => Part::Absent,
    }
}

/// The lines that a change adds at an edge of its place; none if a quoted line with content is between them
/// and the edge. An insertion may be written in several ways, of which the one nearest to the edge is taken:
/// in front of a bracket, or behind the same bracket.
fn to_edge<'l>(
    new: &[&'l [u8]],
    kept: impl Iterator<Item = &'l &'l [u8]>,
    inserts: bool,
    pass: impl Fn(&mut VecDeque<&'l [u8]>, usize),
    next: impl for<'d> Fn(&'d VecDeque<&'l [u8]>) -> Option<&'d &'l [u8]>,
) -> Option<Vec<&'l [u8]>> {
    let mut new: VecDeque<&[u8]> = new.iter().copied().collect();
    for kept in kept {
        if inserts && next(&new) == Some(kept) {
            pass(&mut new, 1);
        } else if !is_blank(kept) {
            return None;
        }
    }
    Some(new.into())
}

/// Compares lines that are added at an edge with those beyond it; both begin at the edge.
fn at_edge(new: &[&[u8]], beyond: &[&[u8]], inserts: bool, is_alone: bool, whole: &dyn Lines) -> Part {
    let blank = |lines: &[&[u8]]| lines.iter().take_while(|line| is_blank(line)).count();
    if blank(new) == new.len() {
        let stands = inserts && is_alone && !new.is_empty() && blank(beyond) >= new.len();
        return if stands { Part::Weak } else { Part::Absent };
    }
    let first = |lines: &[&'_ [u8]]| lines.iter().position(|line| !is_blank(line));
    if let (Some(at), Some(there)) = (first(new), first(beyond))
        && part_ways(new[at], beyond[there])
    {
        return Part::Absent;
    }
    let is_verbatim = beyond.get(..new.len()).is_some_and(|there| are_equal_but_for_ends(new, there));
    let (new, beyond) = (known(new), known(beyond));
    let head = shared(&new, &beyond, |a, b| a.key == b.key);
    let once = |lines: &[Known<'_>]| {
        let most = lines.iter().max_by_key(|line| line.letters);
        most.is_some_and(|most| stands_once(most, whole))
    };
    if head.is_all {
        let telling = new.iter().map(|line| line.letters).sum::<usize>() >= TELLING;
        // With another indentation they may belong to something else, behind a blank line to something of its
        // own, and with other comments a part of them is not there.
        return match (inserts, telling) {
            (true, true) if is_verbatim && once(&new) => Part::Made,
            (true, false) => Part::Weak,
            (false, false) => Part::Absent,
            _ => Part::Unclear,
        };
    }
    // A part of the change is made. Another item may begin with the same attributes, and is not a part of it.
    let all: usize = new.iter().map(|line| line.letters).sum();
    let whole = new[..head.lines].iter().rposition(|line| !is_begun(line)).map_or(0, |last| last + 1);
    let said: usize = new[..whole].iter().map(|line| line.letters).sum();
    let is_much = said >= TELLING && 3 * said >= all || said >= 3 * TELLING;
    let is_half = || inserts && is_much && once(&new[..whole]);
    let rewrapped = || inserts && is_rewrapped(&new, &beyond);
    let edited = || inserts && whole > 0 && is_edited(&new, &beyond) && once(&new[..whole]);
    if is_half() || rewrapped() || edited() { Part::Unclear } else { Part::Absent }
}

/// Returns whether two lines of plain code begin alike, or not even that, and go on otherwise: then no line break
/// makes the one of the other. Most that is beyond an edge is so, and needs no further look.
fn part_ways(line: &[u8], other: &[u8]) -> bool {
    fn said(line: &[u8]) -> impl Iterator<Item = &u8> {
        line.iter().filter(|byte| !byte.is_ascii_whitespace() && !b";,".contains(byte))
    }
    let is_code = |line: &[u8]| is_plain(line) && !is_comment(line);
    said(line).zip(said(other)).any(|(byte, other)| byte != other) && is_code(line) && is_code(other)
}

/// Returns whether most of the new lines are there, with others between them: somebody edited them since.
fn is_edited(new: &[Known<'_>], beyond: &[Known<'_>]) -> bool {
    let keys = |lines: &[Known<'_>]| lines.iter().map(|line| line.key.clone()).collect::<Vec<_>>();
    let reach = beyond.len().min(2 * new.len());
    let letters = |lines: &[Known<'_>]| lines.iter().map(|line| line.letters).sum::<usize>();
    let missing =
        script::difference(&keys(new), &keys(&beyond[..reach])).into_iter().map(|op| letters(&new[op.old]));
    let (all, missing) = (letters(new), missing.sum::<usize>());
    all - missing >= TELLING && missing * 2 <= all
}

/// The places of REPLACE as it is written. It must say enough, and twice as much where SEARCH has all of its
/// lines too. There the change is made already, however else a tolerant rung reads SEARCH.
pub fn made_places(
    text: &Text,
    search: &Search<'_>,
    budget: &mut Budget,
) -> Result<Vec<Range<usize>>, OverBudget> {
    let (old, new) = search.sections(Edges::Dropped);
    let known: HashSet<Vec<u8>> = old.iter().map(|line| key(line)).collect();
    let is_fresh = |line: &&[u8]| letters(line) > 0 && !known.contains(&key(line));
    let said = new.iter().map(|line| letters(line)).sum::<usize>();
    let needed = if new.iter().any(is_fresh) { TELLING } else { 2 * TELLING };
    if said < needed || new == old {
        return Ok(Vec::new());
    }
    let places = text.places(new, budget)?;
    let lines = |first: usize| first..first + new.len();
    let stands = |lines: &Range<usize>| are_equal_but_for_ends(&text.window(lines.clone()), new);
    Ok(places.into_iter().map(lines).filter(stands).collect())
}

/// A line with content, as it is compared.
struct Known<'l> {
    /// The line without white space at its end.
    line: &'l [u8],
    /// Its characters, folded, without white space.
    key: Vec<u8>,
    /// Number of its letters and digits.
    letters: usize,
    is_comment: bool,
}

fn known<'l>(lines: &[&'l [u8]]) -> Vec<Known<'l>> {
    let known = |line: &&'l [u8]| Known {
        line: line.trim_ascii_end(),
        key: without_end(key(line)),
        letters: letters(line),
        is_comment: is_comment(line),
    };
    lines.iter().filter(|line| !is_blank(line)).map(known).collect()
}

/// A key without the sign at its end that a formatter adds or takes away.
fn without_end(mut key: Vec<u8>) -> Vec<u8> {
    if key.len() > 1 && key.last().is_some_and(|last| b";,".contains(last)) {
        key.pop();
    }
    key
}

/// The characters of a line, folded, without white space.
pub(super) fn key(line: &[u8]) -> Vec<u8> {
    fold(line).iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

fn letters(line: &[u8]) -> usize {
    line.iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).count()
}

/// Returns whether a line is nothing but a comment in most languages.
fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    const SIGNS: [&[u8]; 7] = [b"# ", b"//", b"/*", b"* ", b"*/", b"<!--", b"-- "];
    SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// Lines that two runs begin with in common.
struct Shared {
    /// Number of lines of the first run that they reach over.
    lines: usize,
    /// They reach over all of it.
    is_all: bool,
}

fn shared(new: &[Known<'_>], file: &[Known<'_>], is_same: impl Fn(&Known<'_>, &Known<'_>) -> bool) -> Shared {
    let (mut at, mut there, mut equal) = (0, 0, 0);
    while let Some(line) = new.get(at) {
        match file.get(there) {
            Some(other) if is_same(line, other) => {
                (at, there, equal) = (at + 1, there + 1, equal + 1);
            }
            Some(other) if other.is_comment => there += 1,
            _ if line.is_comment => at += 1,
            _ => break,
        }
    }
    Shared { lines: at, is_all: at == new.len() && equal > 0 }
}

/// Returns whether a line only begins something: it decorates the next one, or opens a bracket or a block
/// without a name of its own.
fn is_begun(line: &Known<'_>) -> bool {
    let text = line.line.trim_ascii();
    let decorates = text.starts_with(b"@") || text.starts_with(b"#[");
    decorates || line.letters < 2 * TELLING && text.last().is_some_and(|last| b"{([:".contains(last))
}

/// Returns whether the lines are there with line breaks at other places.
fn is_rewrapped(new: &[Known<'_>], file: &[Known<'_>]) -> bool {
    let code = |line: &&Known<'_>| !line.is_comment;
    // A line that is broken may get a comma more.
    let text = |lines: &[Known<'_>]| -> Vec<u8> {
        let bytes = lines.iter().filter(code).flat_map(|line| key(line.line));
        bytes.filter(|byte| !b";,".contains(byte)).collect()
    };
    let (new, file) = (text(new), text(file));
    letters(&new) >= TELLING && file.starts_with(&new)
}

fn stands_once(line: &Known<'_>, whole: &dyn Lines) -> bool {
    let lines = whole.bodies(0..whole.count());
    lines.iter().filter(|other| reads_as(other, &line.key)).take(2).count() == 1
}

/// Returns whether this is the key of a line, without the sign at its end, and without making one: it is
/// asked of all lines of a file, for each of many blocks.
fn reads_as(line: &[u8], key: &[u8]) -> bool {
    let folded = fold(line);
    let mut signs = folded.iter().filter(|byte| !byte.is_ascii_whitespace());
    let is_sign = |byte: &u8| b";,".contains(byte);
    if !key.iter().all(|byte| signs.next() == Some(byte)) {
        return false;
    }
    match signs.next() {
        None => key.len() < 2 || !key.last().is_some_and(is_sign),
        Some(end) => !key.is_empty() && is_sign(end) && signs.next().is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::script;

    #[test]
    fn a_key_is_that_of_a_line() {
        let lines: [&[u8]; 12] = [
            b"",
            b";",
            b";;",
            b"a",
            b" a ; ",
            b"a;;",
            b"a,;",
            b"a b",
            b"ab,",
            b"a'b",
            b"a\"b;",
            "“x”".as_bytes(),
        ];
        for line in lines {
            for other in lines {
                let known = without_end(key(other));
                assert_eq!(reads_as(line, &known), without_end(key(line)) == known, "{line:?} {other:?}");
            }
        }
    }

    /// Asks of the only place of SEARCH in a file.
    fn asked(file: &str, search: &str, replace: &str) -> Presence {
        fn lines(text: &str) -> Vec<&[u8]> {
            text.lines().map(str::as_bytes).collect()
        }
        let (all, search, replace) = (lines(file), lines(search), lines(replace));
        let first = all.windows(search.len()).position(|window| window == search).expect("SEARCH");
        let place = first..first + search.len();
        let hunks: Vec<Hunk<'_>> = script::difference(&search, &replace)
            .into_iter()
            .map(|op| Hunk {
                old: first + op.old.start..first + op.old.end,
                new: replace[op.new].iter().map(|&line| line.into()).collect(),
            })
            .collect();
        let mut above = all[..place.start].to_vec();
        above.reverse();
        let beside = Beside { above, below: all[place.end..].to_vec() };
        let whole = Text::new(file.as_bytes().to_vec());
        presence(&hunks, &place, &all[place.clone()], &beside, &whole)
    }

    #[test]
    fn an_insertion_that_is_there_is_made() {
        assert_eq!(
            asked("import os\nimport sys\n", "import os\n", "import os\nimport sys\n"),
            Presence::Made
        );
        assert_eq!(
            asked("import sys\nimport os\n", "import os\n", "import sys\nimport os\n"),
            Presence::Made
        );
        assert_eq!(
            asked("import os\nimport re\n", "import os\n", "import os\nimport sys\n"),
            Presence::Absent
        );
    }

    #[test]
    fn lines_that_say_little_or_are_there_twice_prove_nothing() {
        let more = "  a();\n}\n}\n";
        assert_eq!(asked("{\n{\n  a();\n}\n}\n", "  a();\n}\n", more), Presence::Unclear);
        assert_eq!(asked("first(1)\npass\n", "first(1)\n", "first(1)\npass\n"), Presence::Unclear);
        assert_eq!(asked("\nf()\n", "f()\n", "\nf()\n"), Presence::Unclear);
        let twice = "a()\nlog_it(two)\nb()\nlog_it(two)\n";
        assert_eq!(asked(twice, "a()\n", "a()\nlog_it(two)\n"), Presence::Unclear);
    }

    #[test]
    fn a_change_that_was_formatted_since_is_no_longer_absent() {
        let formatted = "a();\n\n// more\nb( \"two\", three );\n";
        assert_eq!(asked(formatted, "a();\n", "a();\nb('two', three);\n"), Presence::Unclear);
        let nested = "a:\n- call(one)\n";
        assert_eq!(asked(nested, "a:\n", "a:\n  - call(one)\n"), Presence::Unclear);
        let wrapped = "a();\n\n// more\nb( \"two\",\n  three );\n";
        assert_eq!(asked(wrapped, "a();\n", "a();\nb('two', three);\n"), Presence::Unclear);
    }

    #[test]
    fn an_insertion_in_front_of_a_bracket_is_one_behind_the_same_bracket() {
        let file = "f() {\n}\n\ngreet() {\n  hello(1);\n}\n";
        assert_eq!(asked(file, "f() {\n}\n", "f() {\n}\n\ngreet() {\n  hello(1);\n}\n"), Presence::Made);
    }

    #[test]
    fn lines_of_the_file_that_the_change_goes_on_with_are_unclear() {
        let file = "f() {\n  alpha();\n  beta(1);\n  return gamma;\n}\n";
        let early = "f() {\n  alpha();\n  fresh();\n  beta(1);\n  return gamma;\n}\n";
        assert_eq!(asked(file, "f() {\n  alpha();\n", early), Presence::Unclear);
        let late = asked(
            "import os\nimport sys\n\nDEBUG = False\n",
            "DEBUG = False\n",
            "import os\nimport sys\n\nDEBUG = True\n",
        );
        assert_eq!(late, Presence::Unclear);
    }

    #[test]
    fn tags_that_close_something_else_at_another_depth_are_absent() {
        let file = "<Card>\n  <CardContent>\n    <Calendar />\n  </CardContent>\n</Card>\n";
        let new =
            "    <Card>\n      <CardContent>\n        <Calendar />\n      </CardContent>\n    </Card>\n";
        assert_eq!(asked(file, "    <Calendar />\n", new), Presence::Absent);
    }

    #[test]
    fn a_change_that_ends_with_the_lines_below_its_place_is_unclear() {
        let file = "f() {\n  alpha();\n}\n\nlater(one);\nlast(two);\n";
        let replaced = "f() {\n  beta();\n}\n\nlater(one);\n";
        assert_eq!(asked(file, "f() {\n  alpha();\n}\n\n", replaced), Presence::Unclear);
        assert_eq!(asked(file, "f() {\n  alpha();\n}\n", "f() {\n  beta();\n}\n"), Presence::Absent);
    }

    #[test]
    fn a_change_that_lost_a_semicolon_or_got_a_comma_since_is_unclear() {
        let file = "a()\nlog(\"one\", two)\nrest\n";
        assert_eq!(asked(file, "a()\n", "a()\nlog(\"one\", two);\n"), Presence::Unclear);
        let wrapped = "a()\nlog(\n  \"one\",\n  two,\n)\n";
        assert_eq!(asked(wrapped, "a()\n", "a()\nlog(\"one\", two)\n"), Presence::Unclear);
    }

    #[test]
    fn lines_behind_a_blank_line_are_no_proof() {
        let file = "usage\n\n$ run --all\nfine: true\n";
        assert_eq!(asked(file, "usage\n", "usage\n$ run --all\nfine: true\n"), Presence::Unclear);
    }

    #[test]
    fn a_change_of_which_a_part_is_there_is_unclear() {
        let half = asked("import os\nimport sys\nx\n", "import os\n", "import os\nimport sys\nimport re\n");
        assert_eq!(half, Presence::Unclear);
    }

    #[test]
    fn a_new_neighbour_that_resembles_an_old_one_is_absent() {
        let file = "@staticmethod\ndef a():\n  return 1\n\n@staticmethod\ndef b():\n  return 1\n";
        let new = "  return 1\n\n@staticmethod\ndef c():\n  return 2\n\n@staticmethod\ndef b():\n";
        assert_eq!(asked(file, "  return 1\n\n@staticmethod\ndef b():\n", new), Presence::Absent);
        let below = "def a():\n  return 1\n\n@staticmethod\ndef c():\n  return 2\n";
        assert_eq!(asked(file, "def a():\n  return 1\n", below), Presence::Absent);
    }

    proptest::proptest! {
        #[test]
        fn lines_that_part_ways_have_nothing_in_common(
            new in proptest::collection::vec("[ab;, '\"#]{1,4}", 1..3),
            file in proptest::collection::vec("[ab;, '\"#]{1,4}", 1..3),
        ) {
            let new: Vec<&[u8]> = new.iter().map(|line| line.as_bytes()).collect();
            let file: Vec<&[u8]> = file.iter().map(|line| line.as_bytes()).collect();
            if !is_blank(new[0]) && !is_blank(file[0]) && part_ways(new[0], file[0]) {
                let (new, file) = (known(&new), known(&file));
                proptest::prop_assert_eq!(shared(&new, &file, |a, b| a.key == b.key).lines, 0);
                proptest::prop_assert!(!is_rewrapped(&new, &file));
            }
        }
    }
}
