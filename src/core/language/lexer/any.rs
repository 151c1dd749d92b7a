//! Comments and strings of an unknown language.

use bstr::ByteSlice as _;

use super::{
    pass::Lexer,
    quotes::{self, NEAR},
    stretch::{Closer, Event, Extent, Opening, TextKind},
};
use crate::core::text::is_blank;

impl Lexer<'_> {
    /// The event at a byte of a line of code.
    pub(super) fn any(&mut self, byte: u8) -> Option<Event> {
        let (line, at) = (self.lines[self.at.0], self.at.1);
        let string = match byte {
            // Behind what may be a comment only three quotes open anything: `//` divides, too.
            b'"' | b'\'' => quotes::opened(line, at)
                .filter(|opened| !self.in_remark || opened.closer.kind == TextKind::Triple),
            _ if self.in_remark => None,
            b'`' => quotes::backtick(line, at),
            b'[' => quotes::brackets(line, at).or_else(|| self.other()),
            b'$' | b'q' | b'%' | b'<' | b'~' | b'{' | b'\\' => self.other(),
            _ => None,
        };
        if let Some(opening) = string.filter(|opening| self.may_open(opening)) {
            return Some(Event::Open(opening));
        }
        match byte {
            b'`' if !self.in_remark => {
                let width = line[at..].iter().take_while(|byte| **byte == b'`').count();
                (width > 1).then_some(Event::Pass(at + width))
            }
            b'<' if line[at..].starts_with(b"<!--") => self.comment(b"-->", 4),
            b'/' | b'#' | b'-' | b'*' | b';' | b'%' => self.remark(),
            b'\\' => Some(Event::Pass(at + 2)),
            _ => None,
        }
    }

    /// Reads the possible sign of a comment.
    fn remark(&mut self) -> Option<Event> {
        let (line, at) = (self.lines[self.at.0], self.at.1);
        let (before, rest) = line.split_at(at);
        if rest.starts_with(b"/*") && !self.in_remark {
            // A glob, unless it is closed at once.
            let glob =
                before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"._*\"'".contains(byte));
            let closed = glob && rest[2..rest.len().min(NEAR)].contains_str("*/");
            return if closed || !glob { self.comment(b"*/", 2) } else { None };
        }
        if let Some((width, closer)) = rest.strip_prefix(b"--").and_then(quotes::long) {
            return self.comment(&closer, width + 2);
        }
        let doubled = rest.get(1) == Some(&rest[0]);
        let spaced = |from: usize| rest.get(from).is_none_or(u8::is_ascii_whitespace);
        let whole = match rest[0] {
            b'/' => doubled,
            b'#' => doubled || spaced(1) || rest.starts_with(b"#!"),
            b'-' => doubled && spaced(2),
            _ => doubled || spaced(1),
        };
        if whole && before.len() < NEAR && is_blank(before) {
            return Some(Event::Comment);
        }
        match rest[0] {
            b'/' if doubled => self.in_remark |= before.last() != Some(&b':'),
            b'/' => return quotes::pattern(line, at).map(Event::Pass),
            b'#' => self.in_remark |= spaced(1) && before.last().is_some_and(u8::is_ascii_whitespace),
            _ => {}
        }
        None
    }

    /// A comment that is closed somewhere.
    fn comment(&self, closer: &[u8], signs: usize) -> Option<Event> {
        let (from, behind) = (self.at.1, self.at.1 + signs);
        let closer = Closer::new(TextKind::Comment, closer, false);
        self.ahead.closes(&closer.signs, self.at.0).then_some(Event::Open(Opening { from, behind, closer }))
    }

    fn other(&self) -> Option<Opening> {
        let opened = quotes::other(self.lines[self.at.0], self.at.1);
        // A bar means too much elsewhere.
        opened.filter(|opened| {
            opened.closer.signs[0] != b'|' || self.ahead.closes(&opened.closer.signs, self.at.0)
        })
    }

    /// Returns false where the file shows that a quote or bracket opens nothing.
    fn may_open(&mut self, opening: &Opening) -> bool {
        let Opening { behind, closer, .. } = opening;
        let number = self.at.0;
        if self.ahead.extent == Extent::File && !self.ahead.closes(&closer.signs, number + 1) {
            // Asked once for a line, which may be long and full of such signs.
            let asked = self.unclosed.iter().any(|(at, signs)| *at == number && *signs == closer.signs);
            if asked || closer.next(self.lines[number], *behind).is_none() {
                self.unclosed.retain(|(at, _)| *at == number);
                self.unclosed.extend((!asked).then(|| (number, closer.signs.clone())));
                return false;
            }
        }
        true
    }
}
