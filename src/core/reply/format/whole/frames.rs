//! Fences that name a file, around edits: these may be text of the file.

use bstr::BString;

use super::{
    named::{Named, Places},
    opener::Opener,
};
use crate::core::{
    fence::is_fence,
    language::may_be_prose,
    reply::{
        names, path_line,
        rows::{Row, Rows},
        types::{Block, Reply},
    },
    text::{Span, is_blank},
};

/// A fence that names a file.
struct Frame<'a> {
    row: Row<'a>,
    path: BString,
    text: Span,
    /// True if a line closes it.
    is_closed: bool,
}

/// Fences that name a file, beside edits in another format: by the numbers of their first lines.
#[derive(Default)]
pub(in crate::core::reply) struct Frames<'a> {
    /// The first one whose edits may be text of the file that it names: they are for another one, or prose
    /// is around them.
    pub(in crate::core::reply) around: Option<(usize, &'a [u8])>,
    /// The texts of all of these that name another file than their edits do.
    pub(in crate::core::reply) others: Vec<Span>,
    /// Those without an edit, with the paths that they name.
    pub(in crate::core::reply) without: Vec<(usize, BString)>,
}

impl<'a> Frames<'a> {
    /// Those of a reply with these edits.
    pub(in crate::core::reply) fn of(reply: &'a [u8], found: &Reply<'_>) -> Self {
        let mut parts: Vec<Span> =
            found.envelopes.iter().copied().chain(found.blocks.iter().map(|it| it.span)).collect();
        parts.sort_unstable_by_key(|part| part.start);
        let mut blocks = found.blocks.iter().peekable();
        let (mut next, mut frames) = (0, Self::default());
        for frame in self::frames(reply, found) {
            while blocks.next_if(|block| block.span.start < frame.text.start).is_some() {}
            next += parts[next..].partition_point(|part| part.end <= frame.text.start);
            let first = blocks.next_if(|block| block.span.end <= frame.text.end);
            let is_text = match first {
                Some(first) if !is_for(first, &frame.path) => true,
                Some(_) => has_text(reply, &frame, &parts[next..]) && may_be_prose(&frame.path),
                None => {
                    !frame.is_closed && found.faults.is_empty() && has_text(reply, &frame, &parts[next..])
                }
            };
            let has_edits =
                first.is_some() || parts.get(next).is_some_and(|part| part.start < frame.text.end);
            if is_text && first.is_some_and(|first| !is_for(first, &frame.path)) {
                frames.others.push(frame.text);
            }
            if is_text {
                frames.around = frames.around.or(Some((frame.row.number, frame.row.text)));
            } else if !has_edits && frame.is_closed {
                frames.without.push((frame.row.number, frame.path));
            }
        }
        frames
    }
}

/// Returns whether a block is for the file of this path.
fn is_for(block: &Block<'_>, path: &[u8]) -> bool {
    block.path.iter().any(|other| names::are_one(&other.text, path))
}

/// Returns whether a fence has lines that are none of these parts, and are no paths.
fn has_text(reply: &[u8], frame: &Frame<'_>, parts: &[Span]) -> bool {
    let text = &reply[..frame.text.end];
    let line_end = |at: usize| memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
    let mut parts = parts.iter().peekable();
    let mut at = frame.text.start;
    while at < text.len() {
        while parts.next_if(|part| part.end <= at).is_some() {}
        let end = line_end(at);
        if let Some(part) = parts.next_if(|part| part.start < end) {
            at = line_end((part.end - 1).min(text.len()));
            continue;
        }
        let line = text[at..end].trim_ascii();
        let is_frame = is_blank(line) || is_fence(line) || line.starts_with(b"base:");
        if !is_frame && path_line::candidates(line).is_empty() {
            return true;
        }
        at = end;
    }
    false
}

/// The fences that name a file, in order. One ends at its end, or where another one names a file.
fn frames<'a>(reply: &'a [u8], found: &Reply<'_>) -> Vec<Frame<'a>> {
    let mut rows = Rows::around(reply, found);
    let mut blocks = found.blocks.iter().map(|block| block.span).peekable();
    let mut frames = Vec::new();
    let mut open: Option<(Opener<'_>, Option<Frame<'_>>)> = None;
    let mut above: Option<Row<'_>> = None;
    while let Some(row) = rows.outside() {
        while blocks.next_if(|block| block.end <= row.start).is_some() {}
        if let Some(block) = blocks.next_if(|block| block.start <= row.start) {
            rows.pass(block.end);
            above = None;
            continue;
        }
        let Some(opener) = Opener::read(row) else {
            let is_underline =
                names::is_underline(row.text) && above.is_some_and(|it| it.number + 1 == row.number);
            above = if is_blank(row.text) || is_underline { above } else { Some(row) };
            continue;
        };
        // Shorter ones are text of a longer one.
        if open.as_ref().is_some_and(|(first, _)| opener.fence.width < first.fence.width) {
            above = Some(row);
            continue;
        }
        let is_end = open.as_ref().is_some_and(|(first, _)| opener.fence.closes(first.fence));
        let line = above.take();
        let named = || match Named::of(opener.fence.info, line.map(|row| row.text), Places::All) {
            Named::File(path) => Some(path.candidate.text),
            _ => None,
        };
        let named = if is_end { None } else { named() };
        if !is_end && open.is_some() && named.is_none() {
            continue;
        }
        if let Some((_, Some(mut frame))) = open.take() {
            frame.is_closed = is_end;
            frame.text.end =
                line.filter(|_| named.is_some()).map_or(row.start, |line| line.start.max(frame.text.start));
            frames.push(frame);
        }
        if !is_end {
            let text = Span { start: rows.at(), end: reply.len() };
            open = Some((opener, named.map(|path| Frame { row, path, text, is_closed: false })));
        }
    }
    frames.extend(open.and_then(|(_, frame)| frame));
    frames
}
