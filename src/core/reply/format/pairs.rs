//! Reader of changes that are two fences: the text to find, and the text to put there.
//!
//! ```text
//! pair = old label, { blank }, fence, { blank }, new label, { blank }, fence ;
//! ```
//!
//! An old label asks to find or to replace something (`In a.py, replace:`), or calls the text below it the old one
//! (`Before:`). A new label has a few known words and no others: `with this:`, `Replace it with`, `After:`. The file
//! is the one that the old label names, or a path line above it, or the line that opens a fence; else the text to
//! find decides between those named above the pair and that of the pair before.

use std::sync::Arc;

use bstr::ByteSlice as _;

use super::whole::{Opener, file_above, file_in_info, is_of, is_of_changes};
use crate::core::{
    fence::{Fence, is_fence},
    reply::{
        around::{self, Lines},
        blocks::Named,
        edit::Hints,
        fences::Tracker,
        hunk::Hunk,
        names,
        rows::{Row, Rows, shown},
        sentence::{is_command, is_denied, is_one, names_in, only_name, words},
        source::Source,
        types::{Around, Block, FaultKind, Operation, Options, PathCandidate, Reply},
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
    "change",
    "edit",
    "find",
    "locate",
    "look",
    "modify",
    "replace",
    "search",
    "substitute",
    "swap",
    "update",
];

/// Words of lines about what could be done elsewhere, or in the same way.
const EXAMPLES: [&str; 5] = ["e.g", "example", "examples", "illustration", "instance"];

/// Words that call a text the old one.
const OLD: [&str; 7] = ["before", "current", "currently", "existing", "from", "old", "original"];

/// Words that call a text the new one, or the one to put in the place of another.
const NEW: [&str; 12] = [
    "after",
    "becomes",
    "by",
    "instead",
    "into",
    "modified",
    "new",
    "replacement",
    "to",
    "updated",
    "use",
    "with",
];

/// Words of labels that say nothing of their own.
const FILLERS: [&str; 41] = [
    "a",
    "and",
    "as",
    "at",
    "be",
    "below",
    "block",
    "code",
    "file",
    "first",
    "following",
    "follows",
    "for",
    "function",
    "have",
    "here",
    "in",
    "is",
    "it",
    "like",
    "line",
    "lines",
    "method",
    "next",
    "now",
    "of",
    "one",
    "part",
    "section",
    "should",
    "snippet",
    "so",
    "that",
    "the",
    "them",
    "then",
    "these",
    "this",
    "version",
    "you",
    "your",
];

/// Reads all pairs of a reply.
pub(super) fn read<'a>(source: &Source<'a, '_>, options: &Options) -> Reply<'a> {
    let rows = Rows::new(source, |text| bodies(text).filter(|line| is_new_label(line)).count());
    let mut pairs = Pairs { rows, options, from: 0, path: None };
    let mut step = Step::None;
    while let Some(row) = pairs.rows.outside() {
        step = match (Opener::read(row), step) {
            (Some(opener), step) => match (step, pairs.text(opener)) {
                (Step::OldLabel(label), Some(old)) if !is_blank(old.text) => Step::Old(label, old),
                (Step::NewLabel(label, old), Some(new)) => {
                    pairs.pair(label, &old, &new);
                    Step::None
                }
                _ => Step::None,
            },
            (None, step) if is_blank(row.text) => step,
            (None, Step::Old(label, old)) if is_new_label(row.text) => Step::NewLabel(label, old),
            (None, _) if is_old_label(row.text) => Step::OldLabel(row),
            (None, _) => {
                pairs.note_names(row.text);
                Step::None
            }
        };
    }
    around::complete(source.text, &mut pairs.rows.found.blocks);
    pairs.rows.found
}

/// Returns whether this line and those below it begin a pair.
pub(super) fn begins(line: &[u8], below: &[u8]) -> bool {
    if !is_old_label(line) {
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
    Old(Row<'a>, Text<'a>),
    NewLabel(Row<'a>, Text<'a>),
}

/// The text of a fence.
struct Text<'a> {
    opener: Opener<'a>,
    text: &'a [u8],
    /// The offset behind the fence.
    end: usize,
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
        is_of(self.opener.fence.info, &path.text, true)
    }

    /// The file that the first line of the text names as a comment.
    fn file_in_comment(&self) -> Option<PathCandidate> {
        self.lines().next().and_then(|(line, _)| wish::in_comment(line, self.opener.fence.info))
    }
}

struct Pairs<'a, 'o> {
    rows: Rows<'a>,
    options: &'o Options,
    /// The offset behind the last pair.
    from: usize,
    /// The path of the last path line, if no other line below it names a file.
    path: Option<PathCandidate>,
}

impl<'a> Pairs<'a, '_> {
    /// The text of a fence; none for one that is not closed, that has another one in it, or that holds changes.
    fn text(&mut self, opener: Opener<'a>) -> Option<Text<'a>> {
        let start = self.rows.at();
        let mut is_whole = !is_of_changes(opener.fence.info);
        while let Some(row) = self.rows.inside() {
            match opener.within(row.text) {
                Some(fence) if fence.closes(opener.fence) => {
                    let text = self.rows.text(Span { start, end: row.start });
                    return is_whole.then_some(Text { opener, text, end: row.end() });
                }
                within => is_whole &= within.is_none() || !is_fence(row.text),
            }
        }
        None
    }

    fn note_names(&mut self, line: &[u8]) {
        match file_above(line) {
            Some(path) => self.path = Some(path),
            None if names_in(line).next().is_some() => self.path = None,
            None => {}
        }
    }

    fn pair(&mut self, label: Row<'a>, old: &Text<'a>, new: &Text<'a>) {
        let faults = self.rows.found.faults.len();
        let envelope = Span { start: label.start, end: new.end };
        let line = old.opener.row.number;
        let commented = old.file_in_comment().filter(|path| new.file_in_comment().as_ref() == Some(path));
        let passed = usize::from(commented.is_some());
        match self.path(label, [old, new], commented) {
            Ok(Named { path, .. })
                if !path.iter().any(|path| [old, new].iter().all(|text| text.is_of(path))) =>
            {
                return;
            }
            Ok(Named { path, around }) => {
                let mut hunk = Hunk::default();
                old.lines().skip(passed).for_each(|(line, number)| hunk.remove(line, number));
                new.lines().skip(passed).for_each(|(line, number)| hunk.add(line, number));
                let span = Span { start: old.opener.row.start, end: new.end };
                let operation = Operation::Edit(hunk.edit(Hints::default()));
                let block = Block { around, ..Block::new(line, span, label.start, path, operation) };
                self.rows.found.blocks.push(block);
            }
            Err(kind) => self.rows.fault(line, kind),
        }
        self.rows.envelope(envelope, faults);
        self.from = envelope.end;
    }

    /// The candidates for the path of a pair, and the names around it if no line says which one is meant;
    /// `commented` is the one in the first line of both texts.
    fn path(
        &self,
        label: Row<'a>,
        texts: [&Text<'a>; 2],
        commented: Option<PathCandidate>,
    ) -> Result<Named, FaultKind> {
        if let Some(path) = &self.options.path {
            return Ok(Named::from(Arc::from([PathCandidate::new(path.clone(), true)])));
        }
        let of_label = only_name(label.text).map(|name| PathCandidate::new(name, false));
        let in_info = || texts.into_iter().find_map(|text| file_in_info(text.opener.fence.info));
        let named = of_label.or_else(in_info).or(commented).or_else(|| self.path.clone());
        if let Some(path) = named {
            return Ok(Named::from(Arc::from([path])));
        }
        let above = Lines {
            text: self.rows.text(Span { start: self.from, end: label.end() }),
            fences: Tracker::default(),
        };
        let near = above.names(self.options.fence.as_ref()).unwrap_or_default();
        let before = match self.rows.found.blocks.last() {
            Some(Block { around: Some(around), path, .. }) => around.paths(path),
            Some(block) => vec![block.path.clone()],
            None => Vec::new(),
        };
        let around = Around { has_own: false, near, before, all: Arc::default() };
        let path = around.likeliest();
        if path.is_empty() {
            return Err(FaultKind::NoPath { above: Some(shown(label.text)) });
        }
        Ok(Named { path, around: Some(Box::new(around)) })
    }
}

/// Returns whether a line asks to find or to replace something, or calls the text below it the old one.
fn is_old_label(line: &[u8]) -> bool {
    let is_path = || !names::has_blank(line) && line.iter().any(|sign| b"/.".contains(sign));
    if line.len() > LONGEST || is_path() || line.trim_ascii_end().ends_with(b"?") {
        return false;
    }
    let all = words(line);
    if all.iter().any(|word| is_one(word, &EXAMPLES)) {
        return false;
    }
    let asks = |at: usize| {
        let before = line.to_ascii_lowercase().find(&all[at]).map_or(&line[..0], |at| &line[..at]);
        is_one(&all[at], &FINDS) && is_command(line, &all, at) && !is_denied(before, &words(before))
    };
    says(line, &OLD, &[&FINDS]) || (0..all.len()).any(asks)
}

/// Returns whether a line says that the text below it is the one to put in the place of another, and nothing else.
fn is_new_label(line: &[u8]) -> bool {
    line.len() <= LONGEST && says(line, &NEW, &[&FINDS, &OLD])
}

/// Returns whether a line has one of these words, and besides names of files no word that is in none of the lists.
fn says(line: &[u8], words_for_it: &[&str], others: &[&[&str]]) -> bool {
    let names: Vec<&[u8]> = names_in(line).collect();
    let rest = names.iter().fold(line.to_vec(), |rest, name| rest.replace(name, b""));
    let all: Vec<Vec<u8>> = words(&rest).into_iter().filter(|word| !word.is_empty()).collect();
    let is_known = |word: &Vec<u8>| {
        is_one(word, words_for_it)
            || is_one(word, &FILLERS)
            || others.iter().any(|others| is_one(word, others))
    };
    all.iter().any(|word| is_one(word, words_for_it)) && all.iter().all(is_known)
}
