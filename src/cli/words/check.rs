//! Words for findings of `git sr check`.

mod path;

use super::{class_words, close, quoted, rule_words, shell_word, syntax, thousands, verdict};
use crate::{
    check::Finding,
    core::{
        check::{IGNORE, Key, Markers, Part, RULES, Rule, What},
        guard::{Decision, Reason},
        text::Ending,
    },
    repo::config::UnknownRule,
};

/// The words for a finding, as a sentence about the place.
pub(in crate::cli) fn finding(finding: &Finding) -> String {
    match &finding.what {
        What::EditMarker(markers) => {
            left_over(finding, markers, "an edit that was not applied", "edit was not applied")
        }
        What::ConflictMarker(markers) => {
            left_over(finding, markers, "a conflict that was not resolved", "conflict was not resolved")
        }
        What::Placeholder => "comment in place of code that was left out".to_owned(),
        What::Refused(refused) if matches!(refused.decision, Decision::Refuse(Reason::Class)) => {
            let rule =
                refused.rule.as_ref().map_or_else(String::new, |rule| format!(" ({})", rule_words(rule)));
            format!("file {}{rule}", class_words(refused.class))
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
            format!("not valid {}: {}", broken.language.name(), syntax::in_line(broken))
        }
        What::Syntax { broken, is_sure: false } => {
            format!("may not be valid {}: {}", broken.language.name(), syntax::in_line(broken))
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
    let path = shell_word(&finding.path);
    match &finding.what {
        What::EditMarker(_) => "apply the edit with 'git sr apply', or remove it".to_owned(),
        What::ConflictMarker(_) if finding.is_staged => {
            "resolve the conflict, and stage the file again".to_owned()
        }
        What::ConflictMarker(_) => "resolve the conflict".to_owned(),
        What::Placeholder => "write the code in place of the comment".to_owned(),
        What::Refused(refused) => path::refused(refused, findings),
        What::BadPath(_) => "give the file another name".to_owned(),
        What::Key(_) => "take the key out; if it was ever pushed, replace it at its maker's".to_owned(),
        What::Suspicious { .. } => "remove the character, or write it as an escape".to_owned(),
        What::MixedEndings { .. } => {
            "give all lines the same ending, or set the attribute '-text' where endings are content"
                .to_owned()
        }
        What::Emptied { .. } => "restore the text, or remove the file".to_owned(),
        What::Shrunk { .. } => format!("look whether something is missing: {} -- {path}", diff(finding)),
        What::Grown { .. } => format!("look whether something is repeated: {} -- {path}", diff(finding)),
        What::Syntax { .. } if finding.is_staged => {
            "correct the file; or, if that is meant: git -c sr.check.syntax=off commit".to_owned()
        }
        What::Syntax { .. } => "correct the file".to_owned(),
        What::Import { .. } if finding.is_staged => {
            "stage the file that is imported, or correct the import".to_owned()
        }
        What::Import { .. } => "add the file that is imported, or correct the import".to_owned(),
    }
}

/// The command that shows the change in which something was found.
fn diff(finding: &Finding) -> String {
    finding.commit.map_or_else(
        || "git diff --cached".to_owned(),
        |commit| format!("git show {}", commit.to_hex_with_len(12)),
    )
}

/// The hint for text that is meant.
pub(in crate::cli) fn meant() -> String {
    format!("if the text is meant: put '{IGNORE}' into a comment on its line")
}

/// The hint that silences a rule, or any.
pub(in crate::cli) fn turn_off(key: &str) -> String {
    format!("to turn a rule off: git config {key} off")
}

/// The subject of a rule, in a sentence.
pub(in crate::cli) fn about(rule: &Rule) -> &'static str {
    match rule.id {
        "edit-markers" => "A marker of a SEARCH/REPLACE or an anchored edit is left over",
        "conflict-markers" => "A marker of a merge conflict is left over",
        "placeholder" => "A comment in place of code that was left out",
        "blocked-path" => "A rule blocks the path, or it can be no path",
        "secret-path" => "The name says that the file holds secrets",
        "control-path" => "The name says that the file steers tools which run code",
        "key" => "A private key or an access token is added",
        "invisible" => "An invisible, bidirectional or control character is added",
        "mixed-endings" => "A file gets line endings of two sorts",
        "emptied" => "All text of a file is gone, and the file stays",
        "shrink" => "A file loses much of its text",
        "growth" => "A file becomes many times as long",
        "syntax" => "A file gets errors of syntax that it had not",
        "imports" => "An added import leads to no file",
        _ => "",
    }
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
    let rules: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let name = unknown.key.rsplit('.').next().unwrap_or_default();
    let place = unknown.origin.path.as_ref();
    let place =
        place.map_or_else(String::new, |path| format!(" in {}", quoted(path.as_os_str().as_encoded_bytes())));
    let meant = match close(name, &rules) {
        Some(rule) => format!("is 'sr.check.{rule}' meant?"),
        None => "'git sr help check' lists them".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::check::Level;

    #[test]
    fn every_rule_is_described_here_and_in_the_help_with_its_level() {
        let help = crate::cli::command();
        let help = help.find_subcommand("check").expect("a verb").get_after_long_help().expect("rules");
        let help = help.to_string();
        for rule in RULES {
            assert!(!about(rule).is_empty(), "{}", rule.id);
            let level = if rule.level == Level::Error { "error" } else { "warn " };
            let line = format!("\n  {:<17} {level}  ", rule.id);
            assert!(help.contains(&line), "{line:?}");
            assert_eq!(rule.key, format!("sr.check.{}", rule.id));
        }
    }
}
