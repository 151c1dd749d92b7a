//! Findings of the rules, as data.

use bstr::BString;

use super::marker::Markers;
use crate::core::{escape::Suspicious, guard::Verdict, path::PathError, syntax::Broken, text::Ending};

/// A finding of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line, from 0; none of the file as a whole.
    pub line: Option<usize>,
    /// The line that opens the block of markers that this is a part of, if that is another one.
    pub opener: Option<usize>,
    /// The finding itself.
    pub what: What,
}

impl Found {
    pub(super) fn at(line: usize, what: What) -> Self {
        Self { line: Some(line), opener: None, what }
    }

    pub(super) fn of_file(what: What) -> Self {
        Self { line: None, opener: None, what }
    }
}

/// The error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// No more than the rule says of itself ([`Rule::about`](super::Rule::about)).
    Plain,
    /// An edit that was not applied.
    EditMarker(Markers),
    /// A merge conflict.
    ConflictMarker(Markers),
    /// The policy refuses the path.
    Refused(Verdict),
    /// The path can be none.
    BadPath(PathError),
    /// A key.
    Key(Key),
    /// Characters that deceive the reader.
    Suspicious {
        /// The first on the line.
        first: Suspicious,
        /// Number of them that the line brings in.
        count: usize,
    },
    /// A line that ends otherwise than the rest of the file.
    MixedEndings {
        /// The way in which the line ends.
        found: Ending,
        /// The way in which the rest does.
        rest: Ending,
    },
    /// All of the file's text is gone.
    Emptied {
        /// Number of lines that it had.
        before: usize,
    },
    /// Much of the file's text is gone.
    Shrunk {
        /// Number of lines that with text it had.
        before: usize,
        /// Number that it has.
        after: usize,
    },
    /// The file is many times as long as before.
    Grown {
        /// Number of lines that it had, and has.
        lines: [usize; 2],
    },
    /// The file has errors of syntax that it had not.
    Syntax {
        /// The errors.
        broken: Box<Broken>,
        /// True if they are errors to every program.
        is_sure: bool,
    },
    /// An import that leads to no file.
    Import {
        /// Name of the import, as written.
        name: BString,
    },
}

impl What {
    pub(super) fn is_unsure(&self) -> bool {
        matches!(self, Self::Syntax { is_sure: false, .. })
    }

    /// Returns whether it may be on a line that was there before: a missing token is missed further down.
    pub(super) fn may_be_on_any_line(&self) -> bool {
        matches!(self, Self::Syntax { .. })
    }

    pub(super) fn is_marker(&self) -> bool {
        matches!(self, Self::EditMarker(_) | Self::ConflictMarker(_))
    }

    pub(super) fn markers(&mut self) -> Option<&mut Markers> {
        match self {
            Self::EditMarker(markers) | Self::ConflictMarker(markers) => Some(markers),
            _ => None,
        }
    }
}

/// Kind of a key, by its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// `-----BEGIN ... PRIVATE KEY-----`
    Private,
    /// An access token that begins as its maker's do.
    Token {
        /// The maker of such tokens.
        of: &'static str,
    },
}
