//! Words for verdicts of the policy.

use super::{Words, quoted, shell_word};
use crate::{
    cli::shell::git_sr,
    core::{
        escape::escape,
        guard::{Decision, Lift, Origin, Reason, Rule, Verdict},
        outcome,
    },
};

/// A refusal in words, without the path.
fn why(verdict: &Verdict) -> String {
    match &verdict.decision {
        Decision::Refuse(Reason::Blocked) => "is blocked".to_owned(),
        Decision::Refuse(Reason::Strict { origin }) => {
            let asked = match origin {
                Origin::Config { source } => format!("'{}'", escape(source)),
                _ => "'--strict'".to_owned(),
            };
            format!("{}, which {asked} refuses", verdict.about())
        }
        Decision::Refuse(Reason::TooWide { allowed_by }) => {
            format!("{}, and {} is too wide to allow that", verdict.about(), rule_words(allowed_by))
        }
        _ => verdict.about().to_owned(),
    }
}

/// The words for a verdict, with the rule that decided.
pub(in crate::cli) fn verdict(verdict: &Verdict) -> String {
    let rule = verdict.rule.as_ref().map_or_else(String::new, |rule| format!(" ({})", rule_words(rule)));
    format!("{}{rule}", why(verdict))
}

/// The command that would have the path written, if one does.
pub(in crate::cli) fn lift_command(verdict: &Verdict) -> Option<String> {
    let Lift { pattern } = verdict.lift.as_ref()?;
    Some(git_sr(&format!("apply --allow {}", shell_word(pattern.as_bytes()))))
}

/// The words for a block whose path may not be written.
pub(in crate::cli) fn blocked(verdict: &Verdict, path: &[u8]) -> Words {
    let hint = match (&verdict.lift, &verdict.decision) {
        (Some(_), _) => String::new(),
        (None, Decision::Refuse(Reason::Blocked)) => "remove the rule where it is set".to_owned(),
        (None, _) if verdict.class.is_private => "edit it by hand; git sr does not write secrets".to_owned(),
        (None, _) => "choose another file; this one is never written".to_owned(),
    };
    let message = format!("{} {}", quoted(path), self::verdict(verdict));
    let mut words = Words::new(outcome::Class::Blocked, message, hint);
    if let Some(Lift { pattern }) = &verdict.lift {
        words.hints.clear();
        words = words.command("if that is meant", &["--allow", &shell_word(pattern.as_bytes())]);
    }
    words
}

/// A rule and its source.
pub(in crate::cli) fn rule_words(rule: &Rule) -> String {
    let pattern = quoted(rule.pattern.as_bytes());
    match &rule.origin {
        Origin::BuiltIn => format!("built-in rule {pattern}"),
        Origin::Flag => format!("{pattern} on the command line"),
        Origin::Config { source } => format!("{pattern} in {}", escape(source)),
        Origin::BlockFile { line } => format!("{pattern} in .gitsr-block:{line}"),
    }
}
