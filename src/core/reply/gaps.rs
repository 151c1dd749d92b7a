//! Reads the gaps between the blocks of a reply.

use bstr::ByteSlice;

use super::around::Lines;
use super::fences::{Custom, FenceLine, Tracker};
use super::gap::{Gap, Place};
use super::outside::{Line, Watch};
use super::types::{PathCandidate, Suggestion};
use super::{names, numbered, path_line, suggestions, title, wish};
use crate::core::text::{is_blank, split_ending};

/// An id with fewer digits names no version.
const LEAST_ID: usize = 7;

/// Reads gaps one after another: fences stay open across blocks.
#[derive(Debug)]
pub(super) struct Reader<'a, 'o> {
    reply: &'a [u8],
    custom: Custom<'o>,
    fences: Tracker<'a>,
    at: usize,
    line: usize,
    /// The text that was passed over last, as the line above what follows, and where that starts.
    skipped: Option<(&'a [u8], usize, Place)>,
    /// The commands found so far.
    suggestions: Vec<Suggestion>,
    watch: &'o mut dyn Watch,
    /// True if there was text so far.
    has_text: bool,
    /// The line of the last fence.
    fence_at: usize,
}

impl<'a, 'o> Reader<'a, 'o> {
    /// A reader that starts at this offset.
    pub(super) fn new(reply: &'a [u8], start: usize, custom: Custom<'o>, watch: &'o mut dyn Watch) -> Self {
        Self {
            reply,
            custom,
            fences: Tracker::default(),
            at: start,
            line: 1,
            skipped: None,
            suggestions: Vec::new(),
            watch,
            has_text: false,
            fence_at: 0,
        }
    }

    /// Reads up to an offset, which is the start of a line or the end.
    pub(super) fn read_to(&mut self, end: usize) -> Gap<'a> {
        let lines = Lines { text: &self.reply[self.at..end], fences: self.fences.clone() };
        let mut gap = Gap { info: self.info(), start: self.at, lines, ..Gap::default() };
        if let Some((text, behind, place)) = self.skipped.take() {
            (gap.above, gap.above_at, gap.place) = (Some(text), behind, place);
        }
        for line in self.reply[self.at..end].lines_with_terminator() {
            self.take(line, &mut gap);
            self.line += 1;
            self.at += line.len();
        }
        self.at = end;
        gap.fenced = self.fences.open.is_some();
        gap
    }

    /// Its offset in the reply.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The line that it is on, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Returns whether a fence is open.
    pub(super) fn is_fenced(&self) -> bool {
        self.fences.open.is_some()
    }

    /// Goes on behind text that ends here, within a line or not. A block below it cannot have the path of one
    /// above.
    pub(super) fn skip_text(&mut self, end: usize, last: &'static str) {
        self.skip(end, last.as_bytes(), Place::Prose);
    }

    fn skip(&mut self, end: usize, last: &'a [u8], place: Place) {
        self.line += memchr::memchr_iter(b'\n', &self.reply[self.at..end]).count();
        self.at = end;
        let rest = self.reply[end..].find_byte(b'\n').map_or(self.reply.len() - end, |at| at + 1);
        self.skipped = Some((last, end + rest, place));
    }

    /// Goes on behind edits in another format, which end here. They name no file for a block below.
    pub(super) fn skip_edits(&mut self, end: usize) {
        let (mut at, mut last) = (self.at, &b""[..]);
        for (whole, number) in self.reply[self.at..end].lines_with_terminator().zip(self.line..) {
            at += whole.len();
            let text = whole.trim_ascii();
            if !text.is_empty() {
                let below = &self.reply[at..];
                let next = below.lines().next().unwrap_or_default();
                let line = Line { text, next, below, is_first: false, opens_fence: false, has_path: false };
                self.watch.look(&line, number);
                (self.has_text, last) = (true, text);
            }
        }
        self.skip(end, last, Place::Edits);
    }

    /// Goes on behind a block, which is in the fence that is open.
    pub(super) fn skip_block(&mut self, end: usize, lines: usize) {
        if let Some(open) = &mut self.fences.open {
            open.holds_block = true;
            if open.is_shell {
                self.suggestions.truncate(open.suggestions);
            }
        }
        self.at = end;
        self.line += lines;
    }

    /// Forgets the suggestions and the signs of formats so far.
    pub(super) fn forget(&mut self) {
        self.suggestions.clear();
        self.watch.forget();
    }

    /// Ends the reply; returns the commands, and the path and the line of a fence without text that is open there.
    pub(super) fn finish(mut self) -> (Vec<Suggestion>, Option<(Vec<PathCandidate>, usize)>) {
        let gap = self.read_to(self.reply.len());
        let cut = gap.is_cut().then(|| Some((gap.path().ok()?, self.fence_at))).flatten();
        if let Some(open) = self.fences.open.take().filter(|open| open.is_shell && !open.holds_block) {
            suggestions::finish_shell(&mut self.suggestions, open.suggestions);
        }
        (self.suggestions, cut)
    }

    fn info(&self) -> &'a [u8] {
        self.fences.open.as_ref().map_or(b"", |open| open.info)
    }

    fn take(&mut self, whole: &'a [u8], gap: &mut Gap<'a>) {
        let line = split_ending(whole).0;
        if is_blank(line) {
            return;
        }
        let fence = FenceLine::read(line, self.custom);
        match &fence {
            Some(fence) => self.take_fence(fence, gap),
            None => self.take_text(line, gap),
        }
        let is_open = self.fences.open.as_ref().is_some_and(|open| open.texts == 0 && !open.is_shell);
        let opens_fence = fence.is_some() && is_open;
        let rest = &self.reply[self.at + whole.len()..];
        let next = rest.lines().next().unwrap_or_default();
        let line = Line {
            text: line.trim_ascii(),
            next,
            below: rest,
            is_first: !std::mem::replace(&mut self.has_text, true),
            opens_fence,
            has_path: opens_fence && (gap.names_file() || wish::in_comment(next, gap.info).is_some()),
        };
        self.watch.look(&line, self.line);
    }

    /// Returns whether the line at hand is the next one below the last line of prose.
    fn is_below(&self, gap: &Gap<'_>) -> bool {
        let between = gap.above.filter(|_| gap.place == Place::Prose && gap.above_at < self.at);
        between.is_some() && memchr::memchr_iter(b'\n', &self.reply[gap.above_at..self.at]).count() == 1
    }

    fn take_fence(&mut self, line: &FenceLine<'a>, gap: &mut Gap<'a>) {
        let closed = self.fences.feed(line, self.suggestions.len());
        if let Some(fence) = closed {
            if gap.place == Place::Inside {
                let alone = Place::Closed { alone: fence.texts == 1 };
                gap.place = if fence.is_shell { Place::Command } else { alone };
            }
            if fence.is_shell && !fence.holds_block {
                suggestions::finish_shell(&mut self.suggestions, fence.suggestions);
            }
        }
        gap.first_inside = None;
        gap.info = self.info();
        gap.is_opened = self.fences.open.is_some();
        self.fence_at = self.line;
        gap.outside = gap.above.filter(|_| gap.is_opened && gap.place == Place::Prose);
        // The text of a script is none of commands to run.
        if let Some(open) = self.fences.open.as_mut().filter(|open| open.is_shell && open.texts == 0) {
            open.is_shell = !gap.is_script();
        }
    }

    fn take_text(&mut self, line: &'a [u8], gap: &mut Gap<'a>) {
        if self.fences.open.is_none() && names::is_underline(line) && self.is_below(gap) {
            gap.heading = gap.above.filter(|above| path_line::is_plain(above)).or(gap.heading);
            return;
        }
        if let Some(base) = base(line) {
            (gap.base, gap.base_at, gap.named_since) = (Some(base), self.at, false);
            return;
        }
        let header = numbered::Header::read(line).filter(|header| header.id.len() >= LEAST_ID);
        if let Some(header) = header {
            (gap.base, gap.base_at) = (Some(header.id), self.at);
            gap.named_since = true;
        } else if std::mem::replace(&mut gap.named_since, true) {
            gap.base = None;
        }
        let was_header = std::mem::replace(&mut gap.is_header, header.is_some());
        gap.headed = gap.above.filter(|_| was_header && header.is_none());
        (gap.above, gap.above_at) = (Some(header.map_or(line, |header| header.path)), self.at);
        let Some(open) = &mut self.fences.open else {
            gap.place = Place::Prose;
            if title::heading(line).is_some() {
                gap.heading = Some(line);
            }
            suggestions::from_prose(&mut self.suggestions, line, self.line);
            return;
        };
        gap.place = Place::Inside;
        open.texts += 1;
        if open.texts == 1 && !open.holds_block {
            gap.first_inside = Some(line);
        }
        if open.is_shell && !open.holds_block {
            suggestions::from_shell(&mut self.suggestions, line, self.line);
        }
    }
}

/// The version in a line `base: 1a2b3c4`; also one that is named in a way by which none is looked for, so
/// that this is said.
fn base(line: &[u8]) -> Option<&[u8]> {
    let name = line.trim_ascii().strip_prefix(b"base:")?.trim_ascii();
    is_revision(name).then_some(name)
}

/// `1a2b3c4`, `HEAD~5`, `@{u}`, `main`, `origin/main`, `v1.2`
fn is_revision(name: &[u8]) -> bool {
    /// No name of a branch is as long.
    const MOST: usize = 256;
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || b"~^@{}-./_".contains(byte);
    let begins = name.first().is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'@');
    begins && name.len() <= MOST && name.iter().all(goes_on)
}
