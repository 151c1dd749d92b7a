//! Parts of a reply beside its edits that may ask for a change too: fences for a file that is named at them,
//! diffs without a header, and sentences that remove a file. Only the files tell which of them the edits make.

mod judged;

use std::sync::Arc;

use bstr::ByteSlice as _;

use self::judged::{Judged, Sentence, is_file};
use super::{
    asked::{Asked, asked},
    beside::{Beside, Fenced, Part},
    format::{self, Opener},
    info,
    introduction::Introduction,
    names, path_line, removal, retraction,
    rows::{Row, shown},
    sentence::{self, names_in, possible_names},
    title,
    types::{Aside, Block, Operation, PathCandidate, Reply, Wish},
    wish,
};
use crate::core::text::{Span, bodies, is_blank};

/// More of them are not looked at, so that a hostile reply cannot fill the memory with them.
const MOST: usize = 1_000;

/// The parts of a reply with these edits that may ask for more.
pub(super) fn of<'a>(reply: &'a [u8], found: &Reply<'a>) -> Vec<Aside<'a>> {
    let blocks = &found.blocks;
    let introduction = Introduction::default();
    let mut search = Search {
        reply,
        blocks,
        above: None,
        introduction,
        heading: None,
        before: None,
        taken_back: None,
        asides: Vec::new(),
        words: 0,
        indented: None,
    };
    for part in Beside::new(reply, found) {
        match part {
            Part::Edit => {
                search.end_indented();
                (search.above, search.heading, search.before) = (None, None, None);
                search.introduction.pass();
            }
            Part::Line(row) => search.prose(row),
            Part::Fence(fence) => {
                search.end_indented();
                search.fence(&fence);
                search.above = None;
                search.introduction.pass();
            }
        }
        if search.asides.len() - search.words == MOST {
            break;
        }
    }
    search.end_indented();
    if let Some((count, row)) = search.taken_back {
        for aside in search.asides.iter_mut().take(count) {
            let mut reading = Some(aside);
            while let Some(aside) = reading {
                if is_file(aside.wish) {
                    (aside.wish, aside.text) = (Wish::Unmeant, shown(row.text));
                }
                reading = aside.instead.as_deref_mut();
            }
        }
    }
    search.asides
}

/// Code that is indented, as in the first form of Markdown, below a line that names its file.
struct Indented<'a> {
    above: Row<'a>,
    path: PathCandidate,
    first: Row<'a>,
    /// The offset behind its last line.
    end: usize,
}

struct Search<'a, 'p> {
    reply: &'a [u8],
    blocks: &'p [Block<'a>],
    /// The last line with text since the last fence or edit.
    above: Option<Row<'a>>,
    /// The lines that introduce the next fence.
    introduction: Introduction<'a>,
    /// The last heading that names a file, since the last edit, and whether a fence followed it.
    heading: Option<(Row<'a>, bool)>,
    /// The file of the fence before and the wish with it, if there was no edit since.
    before: Option<(Arc<[PathCandidate]>, Wish)>,
    /// The number of those that a sentence below them takes back, and the sentence.
    taken_back: Option<(usize, Row<'a>)>,
    asides: Vec<Aside<'a>>,
    /// The number of those whose path is a word.
    words: usize,
    /// The code that the last line is of.
    indented: Option<Indented<'a>>,
}

/// The part of a reply that a sentence is, if it asks for something; `word` may be a file.
fn asked_by<'a>(row: Row<'a>, word: Option<&[u8]>) -> Option<Aside<'a>> {
    let (wish, path, content) = match removal::removed(row.text, word) {
        Some(path) => (Wish::Gone, path, None),
        None => {
            let Asked { path, text, wish } = asked(row.text, word)?;
            (wish, path.into_iter().collect(), text)
        }
    };
    let span = Span { start: row.start, end: row.end() };
    let block = Block::new(row.number, span, row.start, path, Operation::Delete);
    let text = shown(row.text);
    let (is_diff, is_whole, is_word, instead) = (false, false, false, None);
    Some(Aside { text, wish, block, content, is_diff, is_whole, is_word, instead })
}

/// The part that a line with no sure name in it is if one of its words is a file, and else `found`.
fn or_word<'a>(
    row: Row<'a>,
    found: Option<Aside<'a>>,
    with: impl Fn(&'a [u8]) -> Option<Aside<'a>>,
) -> Option<Aside<'a>> {
    possible_names(row.text).into_iter().rev().fold(found, |instead, word| match with(word) {
        Some(aside) if aside.block.path.iter().any(|path| path.text == word) => {
            Some(Aside { is_word: true, instead: instead.map(Box::new), ..aside })
        }
        _ => instead,
    })
}

impl<'a> Search<'a, '_> {
    /// Takes a line for code that begins with it, or goes on.
    fn is_indented(&mut self, row: Row<'a>) -> bool {
        let is_code = |line: &[u8]| line.starts_with(b"    ") || line.starts_with(b"\t");
        let is_item = |line: &[u8]| path_line::bullet(line.trim_ascii()).is_some();
        if !is_code(row.text) {
            return false;
        }
        if let Some(code) = &mut self.indented {
            code.end = row.end();
            return true;
        }
        let head = |above: &Row<'a>| {
            let is_head = above.number + 1 < row.number && above.text.trim_ascii_end().ends_with(b":");
            is_head && !is_code(above.text) && !is_item(above.text) && !is_item(row.text)
        };
        let Some(above) = self.above.filter(head) else { return false };
        let said = wish::of_sentence(above.text).filter(|(_, wish)| *wish != Wish::Example);
        let path = format::file_above(above.text).or(said.map(|(path, _)| path));
        self.indented = path.map(|path| Indented { above, path, first: row, end: row.end() });
        self.indented.is_some()
    }

    /// Notes the code whose last line was read. It may be a quotation.
    fn end_indented(&mut self) {
        let Some(Indented { above, path, first, end }) = self.indented.take() else { return };
        self.pop(above, |_| true);
        let span = Span { start: first.start, end };
        let text = &self.reply[span.range()];
        let operation = Operation::Edit(format::whole(text, b"", false));
        self.push(Some(Aside {
            text: shown(above.text),
            wish: Wish::Quote,
            block: Block::new(first.number, span, above.start, [path].into(), operation),
            content: Some(text),
            is_diff: false,
            is_whole: false,
            is_word: false,
            instead: None,
        }));
    }

    /// Notes what a line outside of fences and edits asks for.
    fn prose(&mut self, row: Row<'a>) {
        if self.is_indented(row) {
            return;
        }
        self.end_indented();
        if names::is_underline(row.text) && self.above.is_some_and(|above| above.number + 1 == row.number) {
            return;
        }
        self.above = Some(row);
        self.introduction.read(row);
        if retraction::takes_back(row.text) {
            self.taken_back = Some((self.asides.len(), row));
        }
        let is_heading = title::heading(row.text).is_some();
        if names::trim(row.text).starts_with(b"#") || is_heading {
            self.heading = is_heading.then_some((row, false));
            self.before = None;
        }
        if !sentence::may_be(row.text) {
            return;
        }
        let found = asked_by(row, None);
        let is_named = found.as_ref().is_some_and(|aside| !aside.block.path.is_empty());
        self.push(if is_named || self.words == MOST {
            found
        } else {
            or_word(row, found, |word| asked_by(row, Some(word)))
        });
    }

    /// Takes back what the sentence above a fence asks for in words: the fence says it.
    fn pop(&mut self, row: Row<'_>, is_one: impl Fn(&Aside<'_>) -> bool) {
        let is_said = |aside: &mut Aside<'_>| {
            let is_said = aside.wish.is_of_words();
            is_said && aside.block.line == row.number && is_one(aside)
        };
        self.words -= usize::from(self.asides.pop_if(is_said).is_some_and(|aside| aside.is_word));
    }

    fn push(&mut self, found: Option<Aside<'a>>) {
        if let Some(aside) = found.filter(|aside| !aside.is_word || self.words < MOST) {
            self.words += usize::from(aside.is_word);
            self.asides.push(aside);
        }
    }

    /// Notes what a fence asks for, with what is said of it.
    fn fence(&mut self, fence: &Fenced<'a>) {
        let Fenced { opener, text, .. } = *fence;
        let info = opener.fence.info;
        let is_diff = format::is_of_changes(info) || wish::is_diff(info, text);
        let is_command = !is_diff && format::is_no_code(info);
        let named = self.named(&opener, text).filter(|named| !is_command || named.is_file(info));
        let makes = |named: &Sentence<'_>| matches!(named.wish, Wish::File | Wish::New);
        if is_command && named.is_none() || is_blank(text) && !named.as_ref().is_some_and(makes) {
            return;
        }
        let found = named
            .or_else(|| is_diff.then_some(Sentence { row: opener.row, path: None, wish: Wish::Change }))
            .or_else(|| self.unnamed(&opener));
        let judged = Judged { fence, is_diff, verdict: self.introduction.verdict() };
        self.before = None;
        if let Some(Sentence { row, path, wish }) = &found {
            self.pop(*row, |_| true);
            self.before = path.clone().map(|path| (path, judged.wish(*wish)));
            if let Some((_, is_used)) = &mut self.heading {
                *is_used = true;
            }
        }
        let found = found.map(|sentence| judged.aside(sentence));
        let may_be_word =
            |row: &Row<'_>| !is_command && self.words < MOST && names_in(row.text).next().is_none();
        let above = self.above.filter(may_be_word);
        let found = match above.filter(|_| format::file_in_info(info).is_none()) {
            Some(row) => or_word(row, found, |word| {
                let asks = |(_, wish): &(PathCandidate, Wish)| !matches!(wish, Wish::Quote | Wish::Example);
                let (path, wish) = wish::of_sentence_with(row.text, Some(word)).filter(asks)?;
                Some(judged.aside(Sentence { row, path: Some([path].into()), wish }))
            }),
            None => found,
        };
        if let Some(row) = above.filter(|_| found.as_ref().is_some_and(|aside| aside.is_word)) {
            self.pop(row, |aside| aside.is_word);
        }
        self.push(found);
    }

    /// The line above a fence of code without a name, which may be for the file of the edit before it, or of the
    /// first one: code in another language is for a file that is not known, if it is for any.
    fn unnamed(&self, opener: &Opener<'a>) -> Option<Sentence<'a>> {
        let row = self.above.unwrap_or(opener.row);
        let wish = self.above.map_or(Some(Wish::Quote), |row| wish::of_code(row.text))?;
        let passed = self.blocks.partition_point(|block| block.span.start < opener.row.start);
        let path = self.blocks.get(passed.saturating_sub(1)).map(|block| &block.path);
        let path =
            path.filter(|path| path.iter().any(|path| info::is_in(opener.fence.info, &path.text))).cloned();
        match (wish, path) {
            (Wish::Quote, None) => None,
            (Wish::Change | Wish::Remove, path @ Some(_)) => Some(Sentence { row, path, wish }),
            _ => Some(Sentence { row, path: None, wish: Wish::Quote }),
        }
    }

    /// The line that names the file of a fence, and what it wants of it.
    fn named(&self, opener: &Opener<'a>, text: &'a [u8]) -> Option<Sentence<'a>> {
        let at = |row, path: PathCandidate, wish| Sentence { row, path: Some([path].into()), wish };
        // No edit is made of a text that may be of two files.
        if self.above.is_some_and(|row| format::two_files(opener.fence.info, row.text).is_some()) {
            return Some(Sentence { row: opener.row, path: None, wish: Wish::Change });
        }
        if let Some(path) = format::file_in_info(opener.fence.info) {
            return Some(at(opener.row, path, Wish::File));
        }
        if let Some(path) = wish::cited(opener.fence.info) {
            return Some(at(opener.row, path, Wish::Quote));
        }
        let line = self.above.map(|row| row.text);
        if let Some(row) = self.above {
            let alone = format::file_above(row.text).map(|path| (path, Wish::File));
            let quotes = |(_, wish): &(PathCandidate, Wish)| *wish == Wish::Quote;
            let said = wish::of_sentence(row.text);
            let titled =
                title::titled(row.text).filter(|path| info::may_be_in(opener.fence.info, &path.text));
            let titled = titled.filter(|_| said.as_ref().is_none_or(quotes)).map(|path| (path, Wish::Title));
            if let Some((path, wish)) = alone.or(titled).or(said) {
                return Some(at(row, path, wish));
            }
        }
        let is_example = line.is_some_and(wish::is_example);
        let first = bodies(text).find(|line| !is_blank(line)).filter(|first| first.len() < text.trim().len());
        if let Some(path) = first.and_then(|first| wish::in_comment(first, opener.fence.info)) {
            let wish = if is_example { Wish::Example } else { Wish::File };
            let row = Row { text: first.unwrap_or_default(), ..opener.row };
            return Some(at(row, path.at_fence(), wish));
        }
        if let Some((row, is_used)) = self.heading.filter(|_| !is_example) {
            let is_plain = path_line::is_plain(row.text);
            let path = title::heading(row.text)?;
            let wish = match line.is_some_and(wish::goes_on) {
                true => Wish::Change,
                false if is_used || !is_plain && !info::may_be_in(opener.fence.info, &path.text) => {
                    Wish::Quote
                }
                false if is_plain => Wish::File,
                false => Wish::Title,
            };
            return Some(at(row, path.at_fence(), wish));
        }
        let (path, before) = self.before.clone()?;
        let row = self.above.filter(|row| {
            wish::goes_on(row.text) && !matches!(before, Wish::Quote | Wish::Example | Wish::Unmeant)
        })?;
        Some(Sentence { row, path: Some(path), wish: Wish::Change })
    }
}
