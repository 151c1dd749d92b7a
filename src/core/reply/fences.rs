//! Fences: lines that frame blocks for the reader and mean nothing here, but in or below which a path line
//! may be.

use bstr::BString;

use super::names;
use crate::core::fence;

/// The tags that models use as fences where the text itself holds backticks.
const TAGS: [&[u8]; 5] = [b"source", b"code", b"pre", b"codeblock", b"sourcecode"];

/// A pair of fence lines from outside.
pub(super) type Custom<'o> = Option<&'o (BString, BString)>;

/// Signs that a fence is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// Backticks or tildes, and how many.
    Signs(u8, usize),
    /// A tag.
    Tag,
    /// The pair from outside.
    Custom,
}

/// Effect of a fence line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Open,
    Close,
    /// Backticks without an info string: whether a fence is open decides.
    Either,
}

/// One fence line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenceLine<'a> {
    made: Made,
    does: Does,
    info: &'a [u8],
}

impl<'a> FenceLine<'a> {
    /// Reads a line (without its ending).
    pub(super) fn read(line: &'a [u8], custom: Custom<'_>) -> Option<Self> {
        let text = names::trim(line);
        if let Some((open, close)) = custom {
            if text == close.as_slice() {
                let does = if open == close { Does::Either } else { Does::Close };
                return Some(Self { made: Made::Custom, does, info: b"" });
            }
            if let Some(info) = text.strip_prefix(open.as_slice()).filter(|_| !open.is_empty()) {
                return Some(Self { made: Made::Custom, does: Does::Open, info: names::trim(info) });
            }
        }
        Self::signs(text).or_else(|| Self::tag(text))
    }

    fn signs(text: &'a [u8]) -> Option<Self> {
        let fence::Fence { sign, width, info } = fence::Fence::read(text)?;
        let info = names::trim(info);
        let does = if info.is_empty() { Does::Either } else { Does::Open };
        Some(Self { made: Made::Signs(sign, width), does, info })
    }

    fn tag(text: &'a [u8]) -> Option<Self> {
        let inner = text.strip_prefix(b"<")?;
        let end = memchr::memchr(b'>', inner)?;
        // Models write `<source>python` as they write "```python".
        let info = names::trim(&inner[end + 1..]);
        let (does, tag) = match inner[..end].strip_prefix(b"/") {
            Some(tag) => (Does::Close, tag),
            None => (Does::Open, &inner[..end]),
        };
        let name = tag.split(|byte| *byte == b' ').next()?;
        let alone =
            !names::has_blank(info) && !info.contains(&b'<') && (does == Does::Open || info.is_empty());
        (TAGS.contains(&name) && alone).then_some(Self { made: Made::Tag, does, info })
    }

    /// Returns whether it can be the end of a fence.
    pub(super) fn can_close(&self) -> bool {
        self.does != Does::Open
    }

    fn closes(&self, open: &Fence<'_>) -> bool {
        self.can_close()
            && match (self.made, open.made) {
                (Made::Signs(sign, width), Made::Signs(open, least)) => sign == open && width >= least,
                (made, open) => made == open,
            }
    }
}

/// A fence that is open.
#[derive(Clone, Debug)]
pub(super) struct Fence<'a> {
    made: Made,
    /// Its info string.
    pub(super) info: &'a [u8],
    /// True if its lines are shell commands.
    pub(super) is_shell: bool,
    /// True if a block is in it.
    pub(super) holds_block: bool,
    /// Its non-blank lines so far.
    pub(super) texts: usize,
    /// Number of suggestions when it opened.
    pub(super) suggestions: usize,
}

/// Returns whether an info string says that the lines are shell commands.
pub(super) fn is_shell(info: &[u8]) -> bool {
    let language = info.split(|byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
    ["bash", "sh", "shell", "console"].iter().any(|known| language.eq_ignore_ascii_case(known.as_bytes()))
}

/// Tracks the open fence. Replies do not nest fences dependably, so an info string always opens a new one.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracker<'a> {
    /// The fence that is open.
    pub(super) open: Option<Fence<'a>>,
}

impl<'a> Tracker<'a> {
    /// Takes in a fence line; returns the fence that it closes.
    pub(super) fn feed(&mut self, line: &FenceLine<'a>, suggestions: usize) -> Option<Fence<'a>> {
        match &self.open {
            Some(open) if line.closes(open) => return self.open.take(),
            Some(_) if line.does != Does::Open => return None,
            None if line.does == Does::Close => return None,
            _ => {}
        }
        self.open = Some(Fence {
            made: line.made,
            info: line.info,
            is_shell: is_shell(line.info),
            holds_block: false,
            texts: 0,
            suggestions,
        });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_tildes_and_tags_are_fences() {
        for line in
            ["```", "  ````rust", "~~~ text", "<source>", "</codeblock>", "<pre class=\"x\">", "<source>rust"]
        {
            assert!(FenceLine::read(line.as_bytes(), None).is_some(), "{line}");
        }
    }

    #[test]
    fn code_in_a_line_and_other_tags_are_not_fences() {
        for line in ["``", "```src/a.rs```", "<div>", "<code>x</code>", "<pre>some text", "text ```", ""] {
            assert!(FenceLine::read(line.as_bytes(), None).is_none(), "{line}");
        }
    }

    #[test]
    fn a_fence_from_outside_is_read() {
        let pair = (BString::from("@@@"), BString::from("@@@end"));
        let open = FenceLine::read(b"@@@ rust", Some(&pair)).expect("a fence");
        assert_eq!(open.info, b"rust");
        assert!(FenceLine::read(b"@@@end", Some(&pair)).expect("a fence").can_close());
    }

    #[test]
    fn a_shorter_fence_does_not_close_a_longer_one() {
        let mut tracker = Tracker::default();
        for line in ["````", "```"] {
            tracker.feed(&FenceLine::read(line.as_bytes(), None).expect("a fence"), 0);
        }
        assert!(tracker.open.is_some());
        assert!(tracker.feed(&FenceLine::read(b"`````", None).expect("a fence"), 0).is_some());
    }
}
