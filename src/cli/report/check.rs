//! The report of `git sr check`, for people and for programs.

mod github;
mod json;
mod sarif;

use owo_colors::{OwoColorize as _, Style};

pub(in crate::cli) use json::Checked;

use super::json::print as print_json;
use crate::{
    check::{CheckReport, Finding},
    cli::{
        args::Check,
        exit::Exit,
        shell::{git, git_sr},
        style::Streams,
        words,
    },
    core::check::Level,
};

/// Prints a report: findings on standard output, a line each, or as the options say.
pub(in crate::cli) fn print(report: &CheckReport, args: &Check, streams: &mut Streams) -> Exit {
    // `--quiet` leaves errors.
    let shown = |finding: &&Finding| !args.output.quiet || finding.level == Level::Error;
    let shown: Vec<&Finding> = report.findings.iter().filter(shown).collect();
    if args.output.json {
        print_json(&Checked::new(report), streams);
    } else if args.sarif {
        print_json(&sarif::log(report), streams);
    } else if args.github {
        report.findings.iter().for_each(|finding| streams.bytes(github::annotation(finding).as_bytes()));
    } else {
        shown.iter().for_each(|finding| line(finding, streams));
    }
    for unknown in &report.unknown {
        streams.warn(&words::unknown_rule(unknown));
    }
    for path in &report.too_large {
        streams.warn(&words::too_large(path));
    }
    if report.unmerged > 0 {
        streams.warn(&words::unmerged(report.unmerged));
    }
    if !shown.is_empty() {
        summary(report, &shown, streams);
    }
    if report.count(Level::Error) > 0 { Exit::Refused } else { Exit::Done }
}

/// Prints a hint if nothing is staged.
pub(in crate::cli) fn nothing_staged(report: &CheckReport, args: &Check, streams: &mut Streams) {
    if report.files == 0 && report.unmerged == 0 && !args.output.json && !args.sarif && !args.github {
        streams.say("no new or changed file is staged");
        streams.hint(&format!(
            "stage the change: {}; or examine all files: {}",
            git("add <file>"),
            git_sr("check --all")
        ));
    }
}

/// `src/a.rs:12: error: comment in place of code that was left out [placeholder]`
fn line(finding: &Finding, streams: &mut Streams) {
    let (word, style) = match finding.level {
        Level::Error => ("error:", Style::new().red().bold()),
        _ => ("warning:", Style::new().yellow().bold()),
    };
    let commit = finding.commit.map_or_else(String::new, |commit| format!("{} ", commit.to_hex_with_len(12)));
    let (place, message) = (words::place(finding), words::finding(finding));
    let (word, rule) = (word.style(style), finding.rule.id());
    streams.line(&format!("{commit}{place}: {word} {message} [{rule}]"));
    if let Some(more) = words::more(finding) {
        let path = crate::core::escape::escape(&finding.path);
        streams.line(&format!("{commit}{path}: {word} {more} [{rule}]"));
    }
}

/// `1 error`, `1,254 errors`
fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", words::thousands(number))
}

/// Prints the number of findings, and a hint for each rule.
fn summary(report: &CheckReport, shown: &[&Finding], streams: &mut Streams) {
    let (errors, warnings) = (report.count(Level::Error), report.count(Level::Warn));
    let within = match report.commits {
        Some(commits) => format!("{} of {}", count(report.files, "file"), count(commits, "commit")),
        None => count(report.files, "file"),
    };
    let found = match (errors, warnings) {
        (0, _) => count(warnings, "warning"),
        (_, 0) => count(errors, "error"),
        _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    };
    if errors > 0 {
        streams.error(&format!("{found} in {within}"))
    } else {
        streams.warn(&format!("{found} in {within}"))
    }
    let mut said: Vec<&str> = Vec::new();
    for finding in shown {
        let rule = finding.rule.id();
        if !said.contains(&rule) {
            said.push(rule);
            let all: Vec<&Finding> = shown.iter().copied().filter(|other| other.rule.id() == rule).collect();
            streams.hint(&format!("[{rule}] {}", words::findings_hint(&all)));
        }
    }
    let of_text = || shown.iter().filter(|finding| finding.rule.is_of_text);
    if of_text().next().is_some() {
        streams.hint(&words::meant(of_text().any(|finding| finding.is_staged)));
    }
    streams.hint(&words::turn_off("sr.check.<rule>"));
}
