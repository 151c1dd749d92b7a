//! Verdicts of the policy.

use super::{
    classes::{PathClass, about},
    rule::{Origin, Rule},
};

/// Verdict of the policy on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The class of the name.
    pub class: &'static PathClass,
    /// True if the file's bytes are kept out of the object database, the index, commits and logs: by its
    /// class, or since they come from such a file.
    pub is_private: bool,
    /// The decision.
    pub decision: Decision,
    /// The rule that decided; none for a plain path that no rule speaks of.
    pub rule: Option<Rule>,
    /// The option that would lift the refusal, if one does.
    pub lift: Option<Lift>,
}

impl Verdict {
    /// The words for the kind of the file, as the end of a sentence about its path.
    pub fn about(&self) -> &'static str {
        let built_in = self.rule.as_ref().filter(|rule| rule.origin == Origin::BuiltIn);
        about(self.class, built_in.map(|rule| rule.pattern.as_str()))
    }
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
    /// A rule lifts the secret, but secrets cannot be lifted
    /// ([`Rules::secrets_can_be_lifted`](super::Rules::secrets_can_be_lifted)).
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

impl Verdict {
    /// Returns whether the path must not be written.
    pub fn is_refused(&self) -> bool {
        matches!(self.decision, Decision::Refuse(_))
    }
}
