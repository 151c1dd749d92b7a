//! The object of `check` without replies.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::json::{SCHEMA_VERSION, text};
use crate::{
    check::{CheckReport, Finding},
    cli::words,
    core::check::Level,
};

/// Findings of a check: printed by `git sr check --json` without replies.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Checked {
    /// Grows when a field changes its meaning or goes.
    schema_version: u32,
    /// Outcome, in a word.
    status: CheckStatus,
    /// Number of files examined.
    files: usize,
    /// Number of commits examined; null without `--rev`.
    commits: Option<usize>,
    /// Number of findings that weigh as errors.
    errors: usize,
    /// Number of findings that weigh as warnings.
    warnings: usize,
    /// The findings, by commit, path and line: of a file, the first ten of each rule.
    findings: Vec<FindingJson>,
    /// Files that were too large to be examined.
    too_large: Vec<String>,
    /// Number of unmerged files, which were not examined.
    unmerged: usize,
    /// Keys below `sr.check` that name no rule and have no effect.
    unknown_keys: Vec<String>,
}

/// Outcome of a check, in a word.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CheckStatus {
    /// No finding is an error.
    Clean,
    /// At least one finding is an error.
    Findings,
}

/// One finding.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FindingJson {
    /// The rule, by its stable name.
    rule: &'static str,
    /// Severity of a finding.
    level: LevelJson,
    /// The commit that adds it; null without `--rev`.
    commit: Option<String>,
    /// The path from the root of the work tree.
    path: String,
    /// The line, from 1; null for the file as a whole.
    line: Option<usize>,
    /// The error, for people.
    message: String,
    /// The hint.
    hint: String,
    /// Number of further findings of the rule in the file, which are not listed; `errors` and `warnings`
    /// count them.
    more: usize,
    /// A name of the finding that does not change with its line number.
    fingerprint: String,
}

/// Severity of a finding.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum LevelJson {
    /// Fails the check.
    Error,
    /// Is reported only.
    Warn,
}

impl Checked {
    /// The object of a report.
    pub(in crate::cli) fn new(report: &CheckReport) -> Self {
        let errors = report.count(Level::Error);
        Self {
            schema_version: SCHEMA_VERSION,
            status: if errors > 0 { CheckStatus::Findings } else { CheckStatus::Clean },
            files: report.files,
            commits: report.commits,
            errors,
            warnings: report.count(Level::Warn),
            findings: report.findings.iter().map(FindingJson::new).collect(),
            too_large: report.too_large.iter().map(|path| text(path)).collect(),
            unmerged: report.unmerged,
            unknown_keys: report.unknown.iter().map(|unknown| unknown.key.clone()).collect(),
        }
    }
}

impl FindingJson {
    fn new(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.id(),
            level: if finding.level == Level::Error { LevelJson::Error } else { LevelJson::Warn },
            commit: finding.commit.map(|commit| commit.to_string()),
            path: text(&finding.path),
            line: finding.line,
            message: words::finding(finding),
            hint: words::finding_hint(finding),
            more: finding.more,
            fingerprint: fingerprint(finding),
        }
    }
}

/// A finding's fingerprint as one word.
pub(super) fn fingerprint(finding: &Finding) -> String {
    let (hash, rank) = &finding.fingerprint;
    format!("{}:{rank}", hash.to_hex_with_len(16))
}
