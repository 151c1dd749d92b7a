//! SARIF 2.1.0 (OASIS), as far as code scanning reads it.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::json::fingerprint;
use crate::{
    check::{CheckReport, Finding},
    cli::words,
    core::check::{Level, RULES, Rule},
};

/// The base of the URIs of files.
const ROOT: &str = "%SRCROOT%";

/// The whole log.
pub(super) fn log(report: &CheckReport) -> Value {
    let rules: Vec<Value> = RULES.iter().map(rule).collect();
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "git sr check",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "originalUriBaseIds": { ROOT: { "description": { "text": "The root of the work tree" } } },
            "results": results,
        }],
    })
}

fn rule(rule: &Rule) -> Value {
    let off = words::turn_off(rule.key);
    let help = if rule.is_of_text { format!("{}; {off}", words::meant(false)) } else { off };
    json!({
        "id": rule.id(),
        "shortDescription": { "text": words::capitalised(rule.about) },
        "help": { "text": help },
        "defaultConfiguration": { "level": level(rule.level) },
    })
}

fn result(finding: &Finding) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(&finding.path), "uriBaseId": ROOT } });
    if let Some(line) = finding.line {
        place["region"] = json!({ "startLine": line });
    }
    let mut result = json!({
        "ruleId": finding.rule.id(),
        "ruleIndex": RULES.iter().position(|rule| rule.id() == finding.rule.id()),
        "level": level(finding.level),
        "message": { "text": message(finding) },
        "locations": [{ "physicalLocation": place }],
        "partialFingerprints": { "primaryLocationLineHash": fingerprint(finding) },
    });
    if let Some(commit) = finding.commit {
        result["properties"] = json!({ "commit": commit.to_string() });
    }
    result
}

fn message(finding: &Finding) -> String {
    let more = words::more(finding).map_or_else(String::new, |more| format!(" ({more})"));
    format!("{}{more}; {}", words::finding(finding), words::finding_hint(finding))
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warn => "warning",
        Level::Off => "none",
    }
}

/// A path as a relative URI (RFC 3986): all but unreserved characters and `/` in per cent.
fn uri(path: &[u8]) -> String {
    let mut uri = String::with_capacity(path.len());
    for &byte in path {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_relative_uri_whatever_is_in_it() {
        assert_eq!(uri(b"src/a b.rs"), "src/a%20b.rs");
        assert_eq!(uri("c:\u{e4}%".as_bytes()), "c%3A%C3%A4%25");
    }
}
