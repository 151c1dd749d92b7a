//! Fences around edits that may be text in them: those that name a file, and code.

use bstr::BString;

use super::{
    named::{Named, Places, is_of},
    opener::Opener,
};
use crate::core::{
    fence::is_fence,
    language::{self, may_be_prose},
    reply::{
        info, names, path_line,
        rows::{Row, Rows},
        types::{Block, Format, Reply},
        wish,
    },
    text::{Span, is_blank},
};

/// The text in a fence.
enum FrameOf {
    /// The file that it names, alone.
    File(BString),
    /// The file that a sentence above it wants to be made.
    Said(BString),
    /// Code of which nothing says the file.
    Code,
}

/// A fence that may have edits in its text.
struct Frame<'a> {
    row: Row<'a>,
    of: FrameOf,
    text: Span,
    /// True if a line closes it.
    is_closed: bool,
}

/// Fences beside or around edits in another format: by the numbers of their first lines.
#[derive(Default)]
pub(in crate::core::reply) struct Frames<'a> {
    /// The first one whose edits may be its text: they are for another file than it names, or prose or code is around
    /// them.
    pub(in crate::core::reply) around: Option<(usize, &'a [u8])>,
    /// The texts of those whose edits are none of the reply, or have no path of their own.
    pub(in crate::core::reply) others: Vec<Span>,
    /// Those that name a file and have no edit, with the paths that they name.
    pub(in crate::core::reply) without: Vec<(usize, BString)>,
}

impl<'a> Frames<'a> {
    /// Those of a reply with these edits.
    pub(in crate::core::reply) fn of(reply: &'a [u8], found: &Reply<'_>) -> Self {
        let of_block = |block: &Block<'_>| [Span { start: block.head, ..block.span }, block.span];
        let mut parts: Vec<Span> =
            found.envelopes.iter().copied().chain(found.blocks.iter().flat_map(of_block)).collect();
        parts.sort_unstable_by_key(|part| part.start);
        let is_blocks = found.format.is_some_and(Format::is_blocks);
        let mut blocks = found.blocks.iter().peekable();
        let (mut next, mut frames) = (0, Self::default());
        for frame in self::frames(reply, found) {
            while blocks.next_if(|block| block.span.start < frame.text.start).is_some() {}
            next += parts[next..].partition_point(|part| part.end <= frame.text.start);
            let first = blocks.next_if(|block| block.span.end <= frame.text.end);
            let has_text = || has_text(reply, frame.text, &parts[next..]);
            let is_other = first.is_some_and(|first| frame.is_of_others(reply, first, &parts[next..]));
            let is_text = match (first, &frame.of) {
                (_, FrameOf::Code) => is_other,
                (Some(_), FrameOf::File(path) | FrameOf::Said(path)) => {
                    is_other || may_be_prose(path) && has_text()
                }
                (None, FrameOf::File(_)) => !frame.is_closed && found.faults.is_empty() && has_text(),
                (None, FrameOf::Said(_)) => false,
            };
            let has_edits =
                first.is_some() || parts.get(next).is_some_and(|part| part.start < frame.text.end);
            // A block below the name of another file has a path line of its own.
            if is_other && !(is_blocks && matches!(frame.of, FrameOf::File(_))) {
                frames.others.push(frame.text);
            }
            if is_text {
                frames.around = frames.around.or(Some((frame.row.number, frame.row.text)));
            } else if let FrameOf::File(path) = frame.of
                && !has_edits
                && frame.is_closed
            {
                frames.without.push((frame.row.number, path));
            }
        }
        frames
    }
}

impl Frame<'_> {
    /// Returns whether the edits in it, of which this is the first one, are for another file, or amid code. `parts` are
    /// those of the reply from its text on.
    fn is_of_others(&self, reply: &[u8], first: &Block<'_>, parts: &[Span]) -> bool {
        // An envelope that begins above is all of the fence.
        let within = || -> Vec<Span> {
            let all = parts.iter().take_while(|part| part.start < self.text.end);
            all.filter(|part| part.start >= self.text.start).copied().collect()
        };
        match &self.of {
            FrameOf::File(path) => !is_for(first, path),
            FrameOf::Said(path) => !is_for(first, path) && has_text(reply, self.text, &within()),
            FrameOf::Code => self.is_closed && is_amid(reply, self.text, &within()),
        }
    }
}

/// Returns whether a block is for the file of this path.
fn is_for(block: &Block<'_>, path: &[u8]) -> bool {
    block.path.iter().any(|other| names::are_one(&other.text, path))
}

/// Returns whether a fence has text in front of the first of these parts and behind the last one.
fn is_amid(reply: &[u8], text: Span, parts: &[Span]) -> bool {
    let (Some(first), Some(end)) = (parts.first(), parts.iter().map(|part| part.end).max()) else {
        return false;
    };
    has_text(reply, Span { end: first.start, ..text }, &[])
        && has_text(reply, Span { start: end.min(text.end), ..text }, &[])
}

/// Returns whether a text has lines that are none of these parts, and are no paths.
fn has_text(reply: &[u8], span: Span, parts: &[Span]) -> bool {
    let text = &reply[..span.end];
    let line_end = |at: usize| memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
    let mut parts = parts.iter().peekable();
    let mut at = span.start;
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

/// The fences that may have edits in their text, in order. One ends at its end, or where another one names a file.
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
        let of = if is_end { None } else { frame_of(opener.fence.info, line.map(|row| row.text)) };
        let named = of.as_ref().filter(|of| matches!(of, FrameOf::File(_)));
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
            open = Some((opener, of.map(|of| Frame { row, of, text, is_closed: false })));
        }
    }
    frames.extend(open.and_then(|(_, frame)| frame));
    frames
}

/// The text in a fence with this info string and this line above it, if edits in it may be a part of it.
fn frame_of(info: &[u8], line: Option<&[u8]>) -> Option<FrameOf> {
    if let Named::File(path) = Named::of(info, line, Places::All) {
        return Some(FrameOf::File(path.candidate.text));
    }
    let new = line.and_then(wish::new_file).filter(|path| is_of(info, &path.text, true));
    match new {
        Some(path) => Some(FrameOf::Said(path.text)),
        None => language::is_code(info::language(info)).then_some(FrameOf::Code),
    }
}
