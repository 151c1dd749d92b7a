//! Stretches of bytes that are a comment or a string.

/// The kind of a stretch of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::core::locate) enum Kind {
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
pub(in crate::core::locate) enum Extent {
    /// All lines: a sign that nothing closes opens nothing.
    File,
    /// Some lines of a file: a string may be closed below them.
    Section,
}

/// A line, and a byte of it.
pub(in crate::core::locate) type Spot = (usize, usize);

/// Bytes that belong together. A template is several stretches, since there is code in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::locate) struct Stretch {
    pub(in crate::core::locate) kind: Kind,
    /// The string that it is of, counted in the order in which they open.
    pub(in crate::core::locate) text: usize,
    /// The place where it begins.
    pub(in crate::core::locate) from: Spot,
    /// Behind its last byte.
    pub(in crate::core::locate) to: Spot,
}

impl Stretch {
    /// Returns true where its first line is wholly its own, rather than one with the signs that open it.
    pub(super) fn begins_lines(&self) -> bool {
        matches!(self.kind, Kind::Here | Kind::Embedded)
    }
}
