//! The pass over the lines.

use std::collections::VecDeque;

use bstr::ByteSlice as _;

use super::{
    ahead::Ahead,
    here::Here,
    quotes::{self, NEAR, Opening},
    span::{Closer, Next},
    stretch::{Extent, Kind, Spot, Stretch},
};
use crate::core::text::is_blank;

/// The comments and strings among lines, in their order.
pub(in crate::core::locate) fn stretches(lines: &[&[u8]], extent: Extent) -> Vec<Stretch> {
    let ahead = Ahead::new(lines, extent);
    let mut lexer = Lexer {
        lines,
        ahead,
        at: (0, 0),
        texts: 0,
        templates: Vec::new(),
        pending: VecDeque::new(),
        unclosed: Vec::new(),
        found: Vec::new(),
    };
    while lexer.at.0 < lines.len() {
        lexer.line();
    }
    lexer.found
}

/// A template in whose code the lexer is.
struct Template {
    text: usize,
    closer: Closer,
    /// The braces that are open in the code.
    depth: usize,
}

pub(super) struct Lexer<'l> {
    pub(super) lines: &'l [&'l [u8]],
    pub(super) ahead: Ahead<'l>,
    pub(super) at: Spot,
    texts: usize,
    templates: Vec<Template>,
    /// The here-documents that begin on the next line.
    pending: VecDeque<Here<'l>>,
    /// Signs that nothing closes behind a byte of a line: in a file they open nothing.
    unclosed: Vec<(usize, Vec<u8>)>,
    found: Vec<Stretch>,
}

impl<'l> Lexer<'l> {
    /// A line of code, or the rest of one, and the strings that begin on it.
    fn line(&mut self) {
        let first = self.at.0;
        if self.at.1 == 0 && self.fenced() {
            return;
        }
        let mut remark = false;
        while let Some(byte) = self.rest().first().copied() {
            if !self.sign(byte, &mut remark) {
                self.at.1 += 1;
            }
            if self.at.0 != first {
                return;
            }
        }
        self.at = (first + 1, 0);
        while let Some(here) = self.pending.pop_front() {
            let ends = |line: &&[u8]| here.ends(line);
            let last = self.lines[self.at.0..].iter().position(ends);
            self.lines_of(Kind::Here, last.map_or(self.lines.len(), |last| self.at.0 + last + 1));
        }
        if self.at.0 == first + 1 {
            self.scalar(first);
        }
    }

    fn rest(&self) -> &'l [u8] {
        self.lines.get(self.at.0).and_then(|line| line.get(self.at.1..)).unwrap_or_default()
    }

    /// Takes the comment or string that a byte begins; false if it begins none.
    fn sign(&mut self, byte: u8, remark: &mut bool) -> bool {
        let (line, at) = (self.lines[self.at.0], self.at.1);
        match byte {
            b'"' | b'\'' => {
                let opened = quotes::opened(line, at);
                // Behind what may be a comment only three quotes open anything: `//` divides, too.
                opened
                    .filter(|opened| !*remark || opened.closer.kind == Kind::Triple)
                    .is_some_and(|opened| self.open(opened))
            }
            b'`' if !*remark => self.backtick(),
            b'[' if !*remark => match quotes::brackets(line, at) {
                Some(opened) => self.open(opened),
                None => self.other(),
            },
            b'<' if line[at..].starts_with(b"<!--") => self.comment(b"-->", 4),
            b'<' if line[at..].starts_with(b"<<") => {
                self.pending.extend(Here::opened(line, at, self.at.0, &self.ahead));
                self.at.1 += line[at..].iter().take_while(|byte| **byte == b'<').count();
                true
            }
            b'$' | b'q' | b'%' | b'<' | b'~' | b'{' | b'\\' if !*remark && self.other() => true,
            b'/' | b'#' | b'-' | b'*' | b';' | b'%' => self.remark(remark),
            b'\\' => {
                self.at.1 += 2;
                true
            }
            b'{' | b'}' => self.brace(byte),
            _ => false,
        }
    }

    /// Reads what may begin a comment.
    fn remark(&mut self, remark: &mut bool) -> bool {
        let (line, at) = (self.lines[self.at.0], self.at.1);
        let (before, rest) = (&line[..at], &line[at..]);
        if rest.starts_with(b"/*") && !*remark {
            // A glob, unless it is closed at once.
            let glob =
                before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"._*\"'".contains(byte));
            let closed = glob && rest[2..rest.len().min(NEAR)].contains_str("*/");
            return (closed || !glob) && self.comment(b"*/", 2);
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
            let to = (self.at.0, line.len());
            self.push(Kind::Comment, self.at, to);
            self.at = to;
            return true;
        }
        match rest[0] {
            b'/' if doubled => *remark |= before.last() != Some(&b':'),
            b'/' => return self.pattern(),
            b'#' => *remark |= spaced(1) && before.last().is_some_and(u8::is_ascii_whitespace),
            _ => {}
        }
        false
    }

    /// A regular expression between slashes, in which quotes open nothing.
    fn pattern(&mut self) -> bool {
        let (line, at) = (self.lines[self.at.0], self.at.1);
        let led = line[..at].trim_ascii_end();
        if !led.last().is_some_and(|byte| b"(=,:[!&|?{;".contains(byte)) {
            return false;
        }
        let end = Closer::new(Kind::Quotes, b"/", true).next(line, at + 1);
        if let Some(Next::Closed(end)) = end {
            self.at.1 = end;
            return true;
        }
        false
    }

    /// A comment that is closed somewhere; the bytes that open it are passed.
    fn comment(&mut self, closer: &[u8], signs: usize) -> bool {
        if !self.ahead.closes(closer, self.at.0) {
            return false;
        }
        let text = self.next_text();
        let from = self.at;
        self.at.1 += signs;
        self.go_on(text, &Closer::new(Kind::Comment, closer, false), from);
        true
    }

    fn other(&mut self) -> bool {
        let opened = quotes::other(self.lines[self.at.0], self.at.1);
        // A bar means too much elsewhere.
        let closed = |opened: &Opening| {
            opened.closer.signs[0] != b'|' || self.ahead.closes(&opened.closer.signs, self.at.0)
        };
        opened.filter(closed).is_some_and(|opened| self.open(opened))
    }

    /// A string that a quote or bracket opens, unless the file shows that it opens none.
    fn open(&mut self, opened: Opening) -> bool {
        let Opening { from, behind, closer } = opened;
        let (number, line) = (self.at.0, self.lines[self.at.0]);
        if !self.ahead.is_section() && !self.ahead.closes(&closer.signs, number + 1) {
            // Asked once for a line, which may be long and full of such signs.
            let asked = self.unclosed.iter().any(|(at, signs)| *at == number && *signs == closer.signs);
            if asked || closer.next(line, behind).is_none() {
                self.unclosed.retain(|(at, _)| *at == number);
                self.unclosed.extend((!asked).then_some((number, closer.signs)));
                return false;
            }
        }
        let text = self.next_text();
        self.at.1 = behind;
        self.go_on(text, &closer, (self.at.0, from));
        true
    }

    fn backtick(&mut self) -> bool {
        let (line, at) = (self.lines[self.at.0], self.at.1);
        let width = line[at..].iter().take_while(|byte| **byte == b'`').count();
        match width {
            1 => self.open(Opening {
                from: at,
                behind: at + 1,
                closer: Closer::new(Kind::Backtick, b"`", true),
            }),
            width => {
                self.at.1 += width;
                true
            }
        }
    }

    /// Goes to the end of a string, or to the code in a template.
    fn go_on(&mut self, text: usize, closer: &Closer, from: Spot) {
        loop {
            match closer.next(self.lines[self.at.0], self.at.1) {
                Some(Next::Closed(behind)) => {
                    self.at.1 = behind;
                    break;
                }
                Some(Next::Code(behind)) => {
                    self.at.1 = behind;
                    self.templates.push(Template { text, closer: closer.clone(), depth: 0 });
                    break;
                }
                None if self.at.0 + 1 < self.lines.len() => self.at = (self.at.0 + 1, 0),
                None => {
                    let to = (self.at.0, self.lines[self.at.0].len());
                    self.found.push(Stretch { kind: closer.kind, text, from, to });
                    self.at = (self.lines.len(), 0);
                    return;
                }
            }
        }
        self.found.push(Stretch { kind: closer.kind, text, from, to: self.at });
    }

    /// A brace in the code of a template, which the last one closes.
    fn brace(&mut self, byte: u8) -> bool {
        let Some(template) = self.templates.last_mut() else { return false };
        match (byte, template.depth) {
            (b'{', _) => template.depth += 1,
            (_, 0) => {
                let from = self.at;
                self.at.1 += 1;
                if let Some(Template { text, closer, .. }) = self.templates.pop() {
                    self.go_on(text, &closer, from);
                }
                return true;
            }
            _ => template.depth -= 1,
        }
        false
    }

    /// Whole lines, up to one.
    pub(super) fn lines_of(&mut self, kind: Kind, end: usize) {
        if end <= self.at.0 {
            return;
        }
        let to = (end - 1, self.lines[end - 1].len());
        self.push(kind, (self.at.0, 0), to);
        self.at = (end, 0);
    }

    fn push(&mut self, kind: Kind, from: Spot, to: Spot) {
        let text = self.next_text();
        self.found.push(Stretch { kind, text, from, to });
    }

    fn next_text(&mut self) -> usize {
        self.texts += 1;
        self.texts - 1
    }
}
