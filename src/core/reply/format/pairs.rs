//! Reader of changes that are two fences: the text to find, and the text to put there.
//!
//! ```text
//! pair = old label, { blank }, fence, { blank }, new label, { blank }, fence ;
//! ```
//!
//! An old label asks to find or to replace something (`In a.py, replace:`), or calls the text below it the old one
//! (`Before:`). A new label has a few known words and no others: `with this:`, `Replace it with`, `After:`. The file
//! is one that a line says and that no other line leaves in doubt: the old label, the line that opens a fence, a
//! comment in the first line of both texts, or a path line or a heading above; or it is that of the pair directly
//! above.
//!
//! Only words tell a pair that is meant from one that explains or warns, so that a user has to ask for this format.

use bstr::ByteSlice as _;

use super::whole::{Opener, file_above, file_in_info, is_of, is_of_changes};
use crate::core::{
    fence::{Fence, is_fence},
    reply::{
        edit::Hints,
        hunk::Hunk,
        malformed::Malformed,
        names,
        rows::{Row, Rows, shown},
        sentence::{has, is_command, is_denied, is_one, names_in, words},
        source::Source,
        title,
        types::{Block, FaultKind, Operation, Options, PathCandidate, Reply},
        verdict::OLD,
        wish,
    },
    text::{Span, bodies, is_blank},
};

/// A longer line is no label.
const LONGEST: usize = 200;

/// A first fence of more lines is no sign of a pair.
const MOST_LINES: usize = 200;

/// Verbs of labels above the text to find.
const FINDS: [&str; 11] = [
    "change", "edit", "find", "locate", "look", "modify", "replace", "search", "substitute", "swap", "update",
];

/// Words that call a text the new one, or the one to put in the place of another.
const NEW: [&str; 11] =
    ["becomes", "by", "instead", "into", "modified", "new", "replacement", "to", "updated", "use", "with"];

/// The word that calls a text the new one, or says that it comes behind another.
const AFTER: &str = "after";

/// Words of labels that say nothing of their own.
const FILLERS: [&str; 39] = [
    "a", "and", "at", "be", "below", "block", "code", "file", "first", "following", "follows", "for",
    "function", "have", "here", "in", "is", "it", "line", "lines", "method", "next", "now", "of", "one",
    "part", "section", "should", "snippet", "so", "that", "the", "them", "then", "these", "this", "version",
    "you", "your",
];

/// Words of lines about another place, about more lines than those below, or about what is no change.
const DOUBT: [&str; 17] = [
    "another", "as", "but", "e.g", "everything", "everywhere", "example", "examples", "except", "from",
    "illustration", "instance", "never", "not", "other", "unlike", "until",
];

/// Reads all pairs of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    let rows = Rows::new(source, |text| bodies(text).filter(|line| is_new_label(line)).count());
    let mut pairs = Pairs { rows, options, above: None, last: None };
    let mut step = Step::None;
    while let Some(row) = pairs.rows.outside() {
        step = match (Opener::read(row), step) {
            (Some(opener), step) => {
                let text = pairs.text(opener);
                match step {
                    Step::OldLabel(label) => Step::Old(Some(label), text),
                    Step::NewLabel(label, old, row) => {
                        pairs.pair(label, &old, row, &text);
                        Step::None
                    }
                    step => {
                        pairs.leave(&step);
                        pairs.last = None;
                        Step::Old(None, text)
                    }
                }
            }
            (None, step) if is_blank(row.text) => step,
            (None, Step::Old(label, old)) if is_new_label(row.text) => Step::NewLabel(label, old, row),
            (None, step) => {
                pairs.leave(&step);
                if is_old_label(row.text) {
                    Step::OldLabel(row)
                } else {
                    pairs.line(row.text);
                    Step::None
                }
            }
        };
    }
    pairs.leave(&step);
    pairs.rows.found
}

/// Returns whether this line and those below it begin a pair.
pub(super) fn begins(line: &[u8], next: &[u8], below: &[u8]) -> bool {
    let may_be_label = || line.iter().any(u8::is_ascii_alphabetic) && (is_blank(next) || is_fence(next));
    if !may_be_label() || !is_old_label(line) {
        return false;
    }
    let mut lines = bodies(below).map(<[u8]>::trim_ascii).take(MOST_LINES).filter(|line| !is_blank(line));
    let Some(open) = lines.next().and_then(Fence::read) else { return false };
    let closes = |line: &[u8]| Fence::read(line).is_some_and(|fence| fence.closes(open));
    lines.any(closes)
        && lines.next().is_some_and(is_new_label)
        && lines.next().and_then(Fence::read).is_some()
}

/// The part of a pair that was read last.
enum Step<'a> {
    None,
    OldLabel(Row<'a>),
    /// A text, and the label above it if there is one.
    Old(Option<Row<'a>>, Text<'a>),
    NewLabel(Option<Row<'a>>, Text<'a>, Row<'a>),
}

/// The text of a fence.
struct Text<'a> {
    opener: Opener<'a>,
    text: &'a [u8],
    /// The offset behind the fence.
    end: usize,
    /// True if the fence is closed, has no other one in it, and holds no changes.
    is_whole: bool,
}

impl Text<'_> {
    /// The lines of the text with their numbers, without the fence's indentation if all lines have it.
    fn lines(&self) -> impl Iterator<Item = (&[u8], usize)> {
        let indentation = self.opener.indentation;
        let has_it = |line: &[u8]| is_blank(line) || line.starts_with(indentation);
        let cut = if bodies(self.text).all(has_it) { indentation } else { b"" };
        let first = self.opener.row.number + 1;
        bodies(self.text).map(move |line| line.strip_prefix(cut).unwrap_or(line)).zip(first..)
    }

    /// Returns whether the text may be one of a file, and no output or commands.
    fn is_of(&self, path: &PathCandidate) -> bool {
        self.is_whole && is_of(self.opener.fence.info, &path.text, true)
    }

    /// The file that the first line of the text names as a comment.
    fn file_in_comment(&self) -> Option<PathCandidate> {
        self.lines().next().and_then(|(line, _)| wish::in_comment(line, self.opener.fence.info))
    }
}

struct Pairs<'a, 'o> {
    rows: Rows<'a>,
    options: &'o Options,
    /// The file of a path line or a heading above the next pair, if no other line below it names a file.
    above: Option<PathCandidate>,
    /// The file of the pair before, if nothing is between.
    last: Option<PathCandidate>,
}

impl<'a> Pairs<'a, '_> {
    fn text(&mut self, opener: Opener<'a>) -> Text<'a> {
        let start = self.rows.at();
        let mut is_whole = !is_of_changes(opener.fence.info);
        while let Some(row) = self.rows.inside() {
            match opener.within(row.text) {
                Some(fence) if fence.closes(opener.fence) => {
                    let text = self.rows.text(Span { start, end: row.start });
                    return Text { opener, text, end: row.end(), is_whole };
                }
                within => is_whole &= within.is_none() || !is_fence(row.text),
            }
        }
        let end = self.rows.at();
        Text { opener, text: self.rows.text(Span { start, end }), end, is_whole: false }
    }

    /// Makes a fault of a label that is left without the rest of its pair.
    fn leave(&mut self, step: &Step<'a>) {
        if let Step::Old(Some(label), _) | Step::NewLabel(Some(label), ..) = step {
            self.rows.fault(label.number, no_pair(*label));
        }
    }

    /// Takes in a line that is no label.
    fn line(&mut self, line: &[u8]) {
        self.last = None;
        let path = file_above(line).or_else(|| title::heading(line));
        let bare = names::trim(line);
        let is_heading = || bare.starts_with(b"#") || bare.starts_with(b"**") && bare.ends_with(b"**");
        if path.is_some() || is_heading() || names_in(line).next().is_some() {
            self.above = path;
        }
    }

    /// Makes an edit of two texts below their labels. Where the line above the first one is none, or it is not
    /// clear which file is meant, that is a fault: nothing that looks like a pair is left out.
    fn pair(&mut self, label: Option<Row<'a>>, old: &Text<'a>, new_label: Row<'a>, new: &Text<'a>) {
        let faults = self.rows.found.faults.len();
        let start = label.map_or(old.opener.row.start, |label| label.start);
        let envelope = Span { start, end: new.end };
        let line = old.opener.row.number;
        let commented = old.file_in_comment().filter(|path| new.file_in_comment().as_ref() == Some(path));
        let passed = usize::from(commented.is_some());
        let path = label
            .filter(|label| may_go_on(label.text, new_label.text))
            .ok_or(None)
            .and_then(|label| self.path(label, [old, new], new_label, commented).ok_or(Some(label)));
        match path {
            Ok(path) if !is_blank(old.text) && old.is_of(&path) && new.is_of(&path) => {
                let mut hunk = Hunk::default();
                old.lines().skip(passed).for_each(|(line, number)| hunk.remove(line, number));
                new.lines().skip(passed).for_each(|(line, number)| hunk.add(line, number));
                let span = Span { start: old.opener.row.start, end: new.end };
                let operation = Operation::Edit(hunk.edit(Hints::default()));
                self.last = Some(path.clone());
                self.rows.found.blocks.push(Block::new(line, span, start, [path].into(), operation));
            }
            Err(Some(label)) => self.rows.fault(line, FaultKind::NoPath { above: Some(shown(label.text)) }),
            Ok(_) | Err(None) => self.rows.fault(new_label.number, no_pair(new_label)),
        }
        self.rows.envelope(envelope, faults);
    }

    /// The file of a pair, if all lines that name one name the same. `commented` is in the first line of both
    /// texts.
    fn path(
        &mut self,
        label: Row<'a>,
        texts: [&Text<'a>; 2],
        new_label: Row<'a>,
        commented: Option<PathCandidate>,
    ) -> Option<PathCandidate> {
        if let Some(path) = &self.options.path {
            return Some(PathCandidate::new(path.clone(), true));
        }
        let (above, last) = (self.above.take(), self.last.take());
        let labels = [label, new_label].map(|label| label.text);
        if labels.iter().any(|label| !names_in(label).all(|name| is_in(label, name))) {
            return None;
        }
        let in_labels =
            labels.iter().flat_map(|label| names_in(label)).map(|name| PathCandidate::new(name, false));
        let in_info = texts.into_iter().filter_map(|text| file_in_info(text.opener.fence.info));
        let mut all = in_labels.chain(in_info).chain(commented).chain(above);
        let Some(first) = all.next() else { return last.filter(|_| is_plain_label(label.text)) };
        let is_same =
            |other: PathCandidate| first.text.ends_with(&other.text) || other.text.ends_with(&first.text);
        all.all(is_same).then_some(first)
    }
}

fn no_pair(label: Row<'_>) -> Malformed {
    Malformed::NoPair { text: shown(label.text) }
}

/// Returns whether a line says of a file that something is in it: ``in `a.py` ``, or that the file alone.
fn is_in(line: &[u8], name: &[u8]) -> bool {
    let before = line.find(name).map_or(&b""[..], |at| &line[..at]);
    is_plain_label(line) || words(before).last().is_some_and(|last| is_one(last, &["in"]))
}

/// Returns whether a line asks to find or to replace something, or calls the text below it the old one.
fn is_old_label(line: &[u8]) -> bool {
    let is_path = || !names::has_blank(line) && line.iter().any(|sign| b"/.".contains(sign));
    if line.len() > LONGEST || is_path() || line.trim_ascii_end().ends_with(b"?") {
        return false;
    }
    let all = words(line);
    let asks = |at: usize| {
        let before = line.to_ascii_lowercase().find(&all[at]).map_or(&line[..0], |at| &line[..at]);
        is_one(&all[at], &FINDS) && is_command(line, &all, at) && !is_denied(before, &words(before))
    };
    !has(&all, &DOUBT) && (is_plain_label(line) || (0..all.len()).any(asks))
}

/// Returns whether a line is a label above the text to find that has no other words than those of labels.
fn is_plain_label(line: &[u8]) -> bool {
    says(line, &[&OLD, &FINDS], &[])
}

/// Returns whether a line says that the text below it is the one to put in the place of another, and nothing else.
fn is_new_label(line: &[u8]) -> bool {
    line.len() <= LONGEST && says(line, &[&NEW, &[AFTER]], &[&FINDS, &OLD])
}

/// Returns whether a new label may be below an old one: "After:" is the other one of "Before:", and says where new
/// lines go below "Find:".
fn may_go_on(old: &[u8], new: &[u8]) -> bool {
    says(old, &[&OLD], &[&FINDS]) || !has(&words(new), &[AFTER])
}

/// Returns whether a line has one of some words, and besides names of files none that is not one of these, of the
/// others or of the fillers.
fn says(line: &[u8], some: &[&[&str]], others: &[&[&str]]) -> bool {
    let rest = names_in(line).fold(line.to_vec(), |rest, name| rest.replace(name, b""));
    let all = words(&rest);
    let is_of = |lists: &[&[&str]], word: &[u8]| lists.iter().any(|list| is_one(word, list));
    all.iter().any(|word| is_of(some, word))
        && all.iter().all(|word| is_of(some, word) || is_of(others, word) || is_one(word, &FILLERS))
}
