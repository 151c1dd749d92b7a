//! Stretches of bytes that are a comment or a string, and the signs around them.

use bstr::ByteSlice as _;

/// Kind of a comment or string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::core) enum TextKind {
    /// A comment, to the end of the line or between signs.
    Comment,
    /// A here-document.
    Here,
    /// Between three quotes.
    Triple,
    /// A raw string, such as `r#"..."#`, `R"(...)"` and `#"..."#`.
    Raw,
    /// Between long brackets: `[[...]]`, `[=[...]=]`.
    Brackets,
    /// Between backticks.
    Backtick,
    /// Between plain quotes.
    Quotes,
    /// Lines whose common indentation does not count: a fenced block of Markdown, a block scalar of YAML.
    Embedded,
}

/// The part of a file that lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) enum Extent {
    /// All lines: a sign that nothing closes opens nothing.
    File,
    /// Some lines of a file: a string may be closed below them.
    Section,
}

/// A line, and a byte of it.
pub(in crate::core) type Spot = (usize, usize);

/// Bytes that belong together. A template is several stretches, since there is code in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) struct Stretch {
    pub(in crate::core) kind: TextKind,
    /// The string that it is of, counted in the order in which they open.
    pub(super) text: usize,
    /// The place where it begins.
    pub(in crate::core) from: Spot,
    /// Behind its last byte.
    pub(in crate::core) to: Spot,
    /// True if signs close it.
    pub(super) is_closed: bool,
}

impl Stretch {
    /// Returns true where its first line is wholly its own, rather than one with the signs that open it.
    pub(super) fn begins_lines(&self) -> bool {
        matches!(self.kind, TextKind::Here | TextKind::Embedded)
    }
}

/// Returns whether a place is in one of some stretches, which are in order.
pub(in crate::core) fn is_within(stretches: &[Stretch], spot: Spot) -> bool {
    let next = stretches.partition_point(|stretch| stretch.to <= spot);
    stretches.get(next).is_some_and(|stretch| stretch.from <= spot)
}

/// A comment or string that opens, from one byte on to another, behind the signs that open it.
pub(super) struct Opening {
    pub(super) from: usize,
    pub(super) behind: usize,
    pub(super) closer: Closer,
}

/// Event in code.
pub(super) enum Event {
    /// A comment or string that signs close.
    Open(Opening),
    /// A comment to the end of the line.
    Comment,
    /// Code in which nothing opens, up to a byte.
    Pass(usize),
}

/// The signs that close a comment or string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Closer {
    pub(super) kind: TextKind,
    pub(super) signs: Vec<u8>,
    /// True if a backslash takes the next byte its meaning.
    pub(super) escapes: bool,
    /// True if `${` begins code.
    pub(super) is_template: bool,
    /// True if it may span lines.
    pub(super) is_long: bool,
}

/// The next event in a comment or string.
pub(super) enum Next {
    /// It is closed; the byte behind the signs.
    Closed(usize),
    /// Code begins in a template; the byte behind `${`.
    Code(usize),
}

impl Closer {
    pub(super) fn new(kind: TextKind, signs: &[u8], escapes: bool) -> Self {
        let is_template = kind == TextKind::Backtick;
        Self { kind, signs: signs.to_vec(), escapes, is_template, is_long: true }
    }

    /// Finds the next event on a line, from a byte on.
    pub(super) fn next(&self, line: &[u8], from: usize) -> Option<Next> {
        let mut at = from;
        if !self.escapes && !self.is_template {
            return line
                .get(from..)?
                .find(&self.signs)
                .map(|found| Next::Closed(from + found + self.signs.len()));
        }
        while at < line.len() {
            at += memchr::memchr3(self.signs[0], b'\\', b'$', &line[at..])?;
            if line[at..].starts_with(&self.signs) {
                return Some(Next::Closed(at + self.signs.len()));
            }
            if self.is_template && line[at..].starts_with(b"${") {
                return Some(Next::Code(at + 2));
            }
            at += if self.escapes && line[at] == b'\\' { 2 } else { 1 };
        }
        None
    }
}
