//! The policy: which paths a reply may write, and by which rule.
//!
//! A name belongs to a [`Class`]; rules given for the run, by configuration or by the repository widen or narrow what
//! the class allows. The order, the strongest first: never, `--block`, `--allow`, `sr.block` with `.gitsr-block`,
//! `sr.allow`, the class. Classes and blocks see names folded (see [`super::fold`]), what allows sees them as they are:
//! a rule that narrows reaches further than a rule that widens.

mod classes;
mod globs;
mod policy;
mod width;

use bstr::BString;

pub use policy::{Policy, Rules};

/// Kind of file by its name, the harmless first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Anything else.
    Plain,
    /// Instructs agents that work in the repository: written, and reported.
    Instructions,
    /// Is run by the usual tools when the project is built or tested: written, and said.
    Flag,
    /// Runs code or steers tools unasked (editors, agents, hooks, CI, Git): refused unless a rule lifts it.
    Control,
    /// Holds secrets: refused unless a rule that names the file lifts it.
    Secret,
    /// Never written, whatever the rules say.
    Never,
}

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
    /// The glob as it was written, matched against the path from the root (`*` does not cross a `/`). A built-in rule
    /// names components at any depth instead, and a trailing `/` says that it is a folder.
    pub pattern: String,
    /// Its origin.
    pub origin: Origin,
}

/// Verdict of the policy on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The class of the name.
    pub class: Class,
    /// The decision.
    pub decision: Decision,
    /// The rule that decided; none for a plain path that no rule speaks of.
    pub rule: Option<Rule>,
    /// The option that would lift the refusal, if one does.
    pub lift: Option<Lift>,
}

/// The operation on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is written.
    Allow,
    /// It is written, and the report says so.
    Flag,
    /// It is not written, and with it nothing of the batch.
    Refuse(Reason),
}

/// Reasons why a path is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its class is.
    Class,
    /// A rule blocks it.
    Blocked,
    /// Its class is flagged, and flagged files are refused.
    Strict {
        /// The origin of that setting: `--strict` or `sr.flag`.
        origin: Origin,
    },
    /// A rule allows it, but is too wide for its class.
    TooWide {
        /// That rule.
        allowed_by: Rule,
    },
    /// A rule lifts the secret, but secrets cannot be lifted ([`Rules::secrets_can_be_lifted`]).
    Held {
        /// That rule.
        allowed_by: Rule,
    },
}

/// The option that lifts a refusal: `--allow` with this pattern, which matches the one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lift {
    /// The path as a glob. Not quoted for a shell.
    pub pattern: String,
}

/// Reasons why rules make no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// A pattern that is not a glob.
    #[error("'{}' is not a glob", super::escape::escape(rule.pattern.as_bytes()))]
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
    /// A pattern to block that begins with `!`: what blocks can only add.
    #[error("'{}' takes back a block", super::escape::escape(rule.pattern.as_bytes()))]
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

impl Verdict {
    /// Returns whether the path is not to be written.
    pub fn is_refused(&self) -> bool {
        matches!(self.decision, Decision::Refuse(_))
    }
}

#[cfg(test)]
mod tests;
