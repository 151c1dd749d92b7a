//! The object of `policy`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{SCHEMA_VERSION, text};
use crate::{
    cli::report::policy::{commands, reason, word},
    core::guard::{Origin, Rule},
    policy::{Judged, PolicyAnswer},
};

/// Verdicts of the policy: printed by `git sr policy --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Verdicts {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Outcome, in a word.
    status: PolicyStatus,
    /// The paths, in the order given.
    paths: Vec<VerdictJson>,
}

/// Outcome for all paths, in a word.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PolicyStatus {
    /// All paths may be written.
    Allowed,
    /// At least one path may not.
    Refused,
}

/// Verdict of the policy on a path.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct VerdictJson {
    /// The path as it was given.
    given: String,
    /// The path from the root of the work tree; null if it is none.
    path: Option<String>,
    /// `allow`, `flag` (written and reported) or `refuse`.
    decision: &'static str,
    /// The class of the name: `plain`, `instructions`, `flag`, `control`, `secret` or `never`.
    class: &'static str,
    /// The reason, for people.
    reason: String,
    /// The pattern of the rule that decided; null if no rule matches.
    rule: Option<String>,
    /// The source of that rule.
    origin: Option<String>,
    /// Commands that allow the path: for one run, then for good.
    allow: Vec<String>,
}

impl Verdicts {
    /// The object of a report.
    pub(in crate::cli) fn new(judged: &[Judged]) -> Self {
        let good = judged.iter().all(Judged::may_be_written);
        let status = if good { PolicyStatus::Allowed } else { PolicyStatus::Refused };
        let paths = judged.iter().map(VerdictJson::new).collect();
        Self { schema_version: SCHEMA_VERSION, status, paths }
    }
}

impl VerdictJson {
    fn new(judged: &Judged) -> Self {
        let (path, verdict) = match &judged.answer {
            PolicyAnswer::Verdict { path, verdict } => (Some(path), Some(verdict)),
            PolicyAnswer::NoFile { path, .. } => (Some(path), None),
            PolicyAnswer::Bad(_) | PolicyAnswer::Outside => (None, None),
        };
        let rule: Option<&Rule> = verdict.and_then(|verdict| verdict.rule.as_ref());
        Self {
            given: text(&judged.given),
            path: path.map(|path| text(path.as_bstr())),
            decision: verdict.map_or("refuse", |verdict| word(&verdict.decision)),
            class: verdict.map_or("never", |verdict| verdict.class.id),
            reason: reason(judged),
            rule: rule.map(|rule| rule.pattern.clone()),
            origin: rule.map(|rule| match &rule.origin {
                Origin::BuiltIn => "built-in".to_owned(),
                Origin::Flag => "command line".to_owned(),
                Origin::Config { source } => text(source),
                Origin::BlockFile { line } => format!(".gitsr-block:{line}"),
            }),
            allow: commands(judged),
        }
    }
}
