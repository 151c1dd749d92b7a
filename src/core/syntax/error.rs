//! Errors of syntax, and the bounds beyond which they are not looked for.

/// Larger files are not looked at, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Most errors of one text that are found: nobody reads more.
#[cfg(feature = "syntax-any")]
pub(super) const MOST_ERRORS: usize = 1000;

/// Something that the grammar has no place for, or misses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The error.
    pub what: What,
    /// Its line, from 0.
    pub line: usize,
    /// Its offset in that line, in bytes.
    pub column: usize,
    /// The last line that it reaches into, from 0.
    pub last: usize,
}

/// Errors of syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum What {
    /// There is text that fits in nowhere.
    Unexpected,
    /// This token is missing, as the grammar calls it.
    Missing(&'static str),
    /// A line is indented as no line around it allows.
    Indentation,
    /// The body that has to follow is missing.
    NoBody,
    /// A second value is behind the only one that the file may have.
    SecondValue,
    /// A name is given a second time.
    SecondKey,
    /// A name is declared a second time.
    SecondName,
    /// An import is there a second time.
    SecondImport,
    /// A method is not in its class.
    Outside,
    /// There is a comment in a language that has none.
    Comment,
    /// No statement above it lets anything come here.
    Unreached,
}

/// A parser gave up: the text would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("parsing takes too long")]
pub struct TooLong;
