//! Words for findings of `git sr check`.

mod path;

use super::{close, quoted, rule_words, syntax, thousands, verdict};
use crate::{
    check::Finding,
    cli::shell::{git, git_paths, git_sr},
    core::{
        check::{Hint, IGNORE, Key, Markers, Part, RULES, What},
        guard::{Decision, Reason},
        text::Ending,
    },
    repo::config::UnknownRule,
};

/// The words for a finding, as a sentence about the place.
pub(in crate::cli) fn finding(finding: &Finding) -> String {
    match &finding.what {
        What::Plain => finding.rule.about.to_owned(),
        What::EditMarker(markers) => {
            left_over(finding, markers, "an edit that was not applied", "edit was not applied")
        }
        What::ConflictMarker(markers) => {
            left_over(finding, markers, "a conflict that was not resolved", "conflict was not resolved")
        }
        What::Refused(refused) if matches!(refused.decision, Decision::Refuse(Reason::Class)) => {
            let rule =
                refused.rule.as_ref().map_or_else(String::new, |rule| format!(" ({})", rule_words(rule)));
            format!("file {}{rule}", refused.about())
        }
        What::Refused(refused) => format!("file {}", verdict(refused)),
        What::BadPath(error) => error.to_string(),
        What::Key(Key::Private) => "private key is added".to_owned(),
        What::Key(Key::Token { of }) => format!("what seems to be an access token of {of} is added"),
        What::Suspicious { first, count } => {
            let more = match count {
                1 => String::new(),
                more => format!(", and {} more", more - 1),
            };
            format!("U+{:04X} ({}) is added{more}", u32::from(first.character), first.name())
        }
        What::MixedEndings { found, rest } => {
            format!("line ends with {}, the rest of the file with {}", ending(*found), ending(*rest))
        }
        What::Emptied { before: 1 } => "its only line of text is gone".to_owned(),
        What::Emptied { before } => format!("all {before} lines of text are gone"),
        What::Shrunk { before, after } => format!("only {after} of {before} lines of text are left"),
        What::Grown { lines: [before, after] } => format!("has grown from {before} to {after} lines"),
        What::Syntax { broken, is_sure: true } => {
            format!("not valid {}: {}", broken.language.name, syntax::in_line(broken))
        }
        What::Syntax { broken, is_sure: false } => {
            format!("may not be valid {}: {}", broken.language.name, syntax::in_line(broken))
        }
        What::Import { name } => format!("imports {}, but there is no such file", quoted(name)),
    }
}

/// The words for the remains of a block: all of it, up to its last line, or one marker.
fn left_over(finding: &Finding, markers: &Markers, of: &str, all: &str) -> String {
    let last = markers.last + 1;
    match finding.line {
        Some(line) if line < last => format!("{all} (up to line {last})"),
        _ => format!("{} of {of} is left over", marker(markers.first)),
    }
}

/// The words for further findings of the rule in the file, none of which is listed.
pub(in crate::cli) fn more(finding: &Finding) -> Option<String> {
    (finding.more > 0).then(|| format!("and {} more in this file", thousands(finding.more)))
}

/// The hint for a finding.
pub(in crate::cli) fn finding_hint(finding: &Finding) -> String {
    findings_hint(&[finding])
}

/// The hint for the findings of one rule: for paths about all of them, else about the first.
pub(in crate::cli) fn findings_hint(findings: &[&Finding]) -> String {
    let Some(finding) = findings.first() else { return String::new() };
    match (&finding.rule.hint, &finding.what) {
        (Hint::Always(hint), _) => (*hint).to_owned(),
        (Hint::Staged { staged, .. }, _) if finding.is_staged => (*staged).to_owned(),
        (Hint::Staged { otherwise, .. }, _) => (*otherwise).to_owned(),
        (Hint::Meant { staged, .. }, _) if finding.is_staged => {
            let commit = git(&format!("-c {}=off commit", finding.rule.key));
            format!("{staged}; or, if that is meant: {commit}")
        }
        (Hint::Meant { otherwise, .. }, _) => (*otherwise).to_owned(),
        (Hint::Look(hint), _) => format!("{hint}: {}", git_paths(&diff(finding), [&finding.path])),
        (Hint::Policy, What::Refused(refused)) => path::refused(refused, findings),
        (Hint::Policy, _) => "give the file another name".to_owned(),
    }
}

/// The command that shows the change in which something was found.
fn diff(finding: &Finding) -> String {
    finding
        .commit
        .map_or_else(|| "diff --cached".to_owned(), |commit| format!("show {}", commit.to_hex_with_len(12)))
}

/// The hint for text that is meant. What is staged counts, so that the word has to be staged too.
pub(in crate::cli) fn meant(is_staged: bool) -> String {
    let then = if is_staged { "; then stage that" } else { "" };
    format!(
        "if the text is meant: put '{IGNORE}' into a comment on its line or above it, or '<file> {IGNORE}' into \
         .gitattributes{then}"
    )
}

/// The hint that silences a rule, or any.
pub(in crate::cli) fn turn_off(key: &str) -> String {
    format!("to turn a rule off: {}", git(&format!("config {key} off")))
}

fn marker(part: Part) -> &'static str {
    match part {
        Part::Opener => "opening marker",
        Part::Base => "marker of the base",
        Part::Divider => "divider",
        Part::Closer => "closing marker",
    }
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::CrLf => "CRLF",
        Ending::Lf => "LF",
        Ending::None => "nothing",
    }
}

/// The path of a finding, the line and the commit: `src/a.rs:12`
pub(in crate::cli) fn place(finding: &Finding) -> String {
    let path = crate::core::escape::escape(&finding.path);
    match finding.line {
        Some(line) => format!("{path}:{line}"),
        None => path.to_string(),
    }
}

/// A file that is not looked at.
pub(in crate::cli) fn too_large(path: &[u8]) -> String {
    format!("{} is larger than sr.maxFileBytes and was not examined", quoted(path))
}

/// A key that sets the level of no rule.
pub(in crate::cli) fn unknown_rule(unknown: &UnknownRule) -> String {
    let rules: Vec<&str> = RULES.iter().map(|rule| rule.id()).collect();
    let name = unknown.key.rsplit('.').next().unwrap_or_default();
    let place = unknown.origin.path.as_ref();
    let place =
        place.map_or_else(String::new, |path| format!(" in {}", quoted(path.as_os_str().as_encoded_bytes())));
    let meant = match close(name, &rules) {
        Some(rule) => format!("is 'sr.check.{rule}' meant?"),
        None => format!("'{}' lists them", git_sr("help check")),
    };
    format!("{}{place} is the key of no rule; {meant}", quoted(unknown.key.as_bytes()))
}

/// Files that are not looked at as their merge is not ended.
pub(in crate::cli) fn unmerged(files: usize) -> String {
    match files {
        1 => "1 file is not merged and was not examined".to_owned(),
        _ => format!("{files} files are not merged and were not examined"),
    }
}
