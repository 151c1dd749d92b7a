//! Rules of the policy, where each comes from, and errors in them.

use bstr::BString;

use crate::core::escape::escape;

/// Origin of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// In git-sr itself.
    BuiltIn,
    /// On the command line.
    Flag,
    /// In Git's configuration.
    Config {
        /// The file or scope, in words for the user.
        source: BString,
    },
    /// In `.gitsr-block`.
    BlockFile {
        /// The line, from 1.
        line: usize,
    },
}

/// One pattern of the policy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The glob as it was written, matched against the path from the root (`*` does not cross a `/`). One that
    /// blocks and has no `/` but at its end matches in every folder. A built-in rule names components at any
    /// depth, and a trailing `/` says that it is a folder.
    pub pattern: String,
    /// Its origin.
    pub origin: Origin,
}

/// Reasons why rules make no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// A pattern that is not a glob.
    #[error("'{}' is not a glob", escape(rule.pattern.as_bytes()))]
    Glob {
        /// The pattern and its origin.
        rule: Rule,
        /// The error in it.
        source: globset::Error,
    },
    /// An empty pattern.
    #[error("pattern is empty")]
    Empty {
        /// Its origin.
        origin: Origin,
    },
    /// A pattern to block that begins with `!`: blocks cannot be revoked.
    #[error("'{}' takes back a block", escape(rule.pattern.as_bytes()))]
    Negated {
        /// The pattern and its origin.
        rule: Rule,
    },
    /// A pattern that is not UTF-8.
    #[error("pattern is not UTF-8")]
    NotUtf8 {
        /// Its origin.
        origin: Origin,
    },
    /// The patterns of one list together are too much to compile.
    #[error("patterns are too large together")]
    TooLarge {
        /// The message of the compiler.
        source: globset::Error,
    },
}
