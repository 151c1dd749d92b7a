//! Reasons why rules make no policy.

use super::{Fatal, chain};
use crate::{
    cli::{exit::Exit, words::rule_words},
    core::{
        escape::escape,
        guard::{Origin, PolicyError},
        outcome::Class,
    },
};

impl From<PolicyError> for Fatal {
    fn from(error: PolicyError) -> Self {
        let (origin, message) = match &error {
            PolicyError::Glob { rule, source } => (
                &rule.origin,
                format!("bad glob {}: {}", rule_words(rule), escape(source.kind().to_string().as_bytes())),
            ),
            PolicyError::Empty { origin } => (origin, format!("bad glob: {}", chain(&error))),
            PolicyError::Negated { rule } => {
                (&rule.origin, format!("bad rule {}: what blocks cannot be taken back", rule_words(rule)))
            }
            PolicyError::NotUtf8 { origin: origin @ Origin::BlockFile { line } } => {
                (origin, format!("bad rule in .gitsr-block:{line}: {}", chain(&error)))
            }
            _ => (&Origin::BuiltIn, format!("bad rule: {}", chain(&error))),
        };
        let fatal = Self::new(Exit::Fatal, Class::Blocked, message);
        match origin {
            Origin::Flag => Self::wrong_usage(fatal.message),
            Origin::BlockFile { line } => fatal.hint(format!(
                "correct line {line} of .gitsr-block, or remove it; if it is staged, stage it again"
            )),
            _ => fatal,
        }
    }
}
