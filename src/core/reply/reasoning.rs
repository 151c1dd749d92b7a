//! Reasoning that a model writes before its answer, between tags such as `<think>` and `</think>`, or in a
//! channel of its own.

use bstr::ByteSlice as _;

use super::source::Source;
use crate::core::text::BOM;

/// The tags, by their opening and closing form.
const TAGS: [[&str; 2]; 16] = [
    ["<think>", "</think>"],
    ["<thinking>", "</thinking>"],
    ["<thought>", "</thought>"],
    ["<reasoning>", "</reasoning>"],
    ["<reflection>", "</reflection>"],
    ["<analysis>", "</analysis>"],
    ["<scratchpad>", "</scratchpad>"],
    ["<antThinking>", "</antThinking>"],
    AIDER,
    ["► **THINKING**", "► **ANSWER**"],
    ["<seed:think>", "</seed:think>"],
    ["[THINK]", "[/THINK]"],
    ["◁think▷", "◁/think▷"],
    PRINTED,
    ["<|channel|>analysis<|message|>", "<|end|>"],
    ["<|channel|>commentary<|message|>", "<|end|>"],
];

/// Lines that a program prints around reasoning (ollama). They are words of prose too, so that they count only where
/// the second one is in the reply.
const PRINTED: [&str; 2] = ["Thinking...", "...done thinking."];

/// The tag that Aider puts around the reasoning of all models; what it prints for it is in [`TAGS`] too.
const AIDER: [&str; 2] = [
    "<thinking-content-7bbeb8e1441453ad999a0bbba8a46d4b>",
    "</thinking-content-7bbeb8e1441453ad999a0bbba8a46d4b>",
];

/// In front of a channel, where it is not the first of the answer.
const START: &str = "<|start|>assistant";

/// The channel of the answer.
const FINAL: &str = "<|channel|>final<|message|>";

/// A tag that opens or closes reasoning, unless a block holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// Its place in [`TAGS`].
    kind: u8,
    /// True if it is the closing form.
    pub(super) closes: bool,
    /// Its offset in the reply.
    pub(super) start: usize,
    /// The byte behind its `>`.
    pub(super) end: usize,
}

impl Tag {
    /// The tag as written.
    pub(super) fn text(self) -> &'static str {
        TAGS[usize::from(self.kind)][usize::from(self.closes)]
    }

    /// Returns whether it closes the tag that the other one opens.
    fn ends(self, other: Self) -> bool {
        let is_one = self.kind == other.kind || self.is_channel() && other.is_channel();
        self.closes && !other.closes && is_one
    }

    fn is_channel(self) -> bool {
        self.text().starts_with("<|")
    }
}

/// The tags of a reply, in order, with a cursor.
#[derive(Debug)]
pub(super) struct Tags {
    all: Vec<Tag>,
    next: usize,
}

impl Tags {
    /// Finds the tags of a reply. An opening one has nothing but blanks before it on its line, a closing one
    /// nothing on one side of it, or its opening one. All others are text about such tags, as are those in
    /// edits.
    pub(super) fn scan(source: &Source<'_, '_>) -> Self {
        let reply = source.text;
        if source.is_blind {
            return Self { all: Vec::new(), next: 0 };
        }
        let forms = TAGS
            .iter()
            .zip(0..)
            .flat_map(|([open, close], kind)| [(kind, false, *open), (kind, true, *close)]);
        let tag = |start: usize| {
            let is_there = |text: &str| reply[start..].starts_with(text.as_bytes());
            let (kind, closes, text) = forms.clone().find(|(.., text)| is_there(text))?;
            let end = start + text.len();
            if text.starts_with("<|") {
                let start = if closes { start } else { before_channel(reply, start) };
                let end = if closes { behind_channel(reply, end) } else { end };
                return Some((Tag { kind, closes, start, end }, !closes && is_line_start(reply, start)));
            }
            let counts = is_line_start(reply, start) || (closes && is_line_end(reply, end));
            Some((Tag { kind, closes, start, end }, counts))
        };
        let mut all: Vec<(Tag, bool)> = starts(reply).into_iter().filter_map(tag).collect();
        all.retain(|(tag, _)| !source.is_owned(tag.start));
        let mut open: Option<Tag> = None;
        all.retain(|&(tag, counts)| {
            // The end of a channel is an end token too.
            let is_near = |open: Tag| open.is_channel() || !reply[open.end..tag.start].contains(&b'\n');
            let counts = counts || open.take_if(|open| tag.ends(*open)).is_some_and(is_near);
            if counts {
                open = Some(tag);
            }
            counts
        });
        Self { all: all.into_iter().map(|(tag, _)| tag).collect(), next: 0 }
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The next tag between these offsets. Those before are passed over for good.
    pub(super) fn next_between(&mut self, start: usize, end: usize) -> Option<Tag> {
        while self.all.get(self.next).is_some_and(|tag| tag.end <= start) {
            self.next += 1;
        }
        let tag = *self.all.get(self.next).filter(|tag| tag.end <= end)?;
        self.next += 1;
        Some(tag)
    }

    /// The tag that closes this one, which was the last to be handed out.
    pub(super) fn closing(&self, open: Tag) -> Option<Tag> {
        self.all[self.next..].iter().copied().find(|tag| tag.ends(open))
    }
}

/// Offsets at which a tag may begin, ascending.
fn starts(reply: &[u8]) -> Vec<usize> {
    // Most of what begins so is a marker.
    let is_likely = |at: &usize| {
        matches!(reply.get(at + 1), Some(b'/' | b'T' | b'a' | b'r' | b's' | b't' | b'|' | 0x96 | 0x97))
    };
    let signs = memchr::memchr3_iter(b'<', b'[', "◁".as_bytes()[0], reply).filter(is_likely);
    let of = |text: &'static str| memchr::memmem::find_iter(reply, text);
    let mut starts: Vec<usize> = signs.chain(of(PRINTED[1])).collect();
    if starts.last().is_some_and(|at| reply[*at] == b'.') {
        starts.extend(of(PRINTED[0]));
        starts.sort_unstable();
    }
    starts
}

/// The offset of what begins a channel whose name is at an offset.
fn before_channel(reply: &[u8], at: usize) -> usize {
    if reply[..at].ends_with(START.as_bytes()) { at - START.len() } else { at }
}

/// The offset behind what begins the channel of the answer at an offset, if it begins there.
fn behind_channel(reply: &[u8], at: usize) -> usize {
    let rest = &reply[at..];
    let text = rest.trim_ascii_start();
    let behind = text.strip_prefix(START.as_bytes()).and_then(|text| text.strip_prefix(FINAL.as_bytes()));
    behind.map_or(at, |behind| reply.len() - behind.len())
}

/// Returns whether there are only blanks before this offset on its line.
fn is_line_start(reply: &[u8], at: usize) -> bool {
    let before = reply[..at].trim_end_with(|char| char == ' ' || char == '\t');
    before.is_empty() || before.ends_with(b"\n") || before == BOM
}

/// Returns whether only blanks follow this offset on its line.
fn is_line_end(reply: &[u8], at: usize) -> bool {
    let next = reply[at..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    next.is_none_or(|byte| *byte == b'\n')
}
