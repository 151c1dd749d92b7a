//! Words for hooks that have another owner, and the lines with which the owner calls `git sr check`.

use bstr::ByteSlice as _;

use super::quoted;
use crate::{
    cli::shell::{file, git_sr},
    repo::hooks::{Owned, Owner},
};

const CALL: &str = "git sr check";
const IN_FRONT: &str = " (if it has a 'pre-commit' there, put 'git sr check && ' in front of its command)";
/// In a script that may go on after it.
const CALL_OR_EXIT: &str = "git sr check || exit 1";

/// Lines to add to a file, and how.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Addition {
    /// The instruction.
    pub(in crate::cli) hint: String,
    /// The lines to paste into the file.
    pub(in crate::cli) lines: Vec<String>,
}

/// The reason why no hook is installed.
pub(in crate::cli) fn owner(owned: &Owned) -> String {
    match owned.owner {
        Owner::WorkTree => {
            let folder = owned.file.parent().unwrap_or(&owned.file);
            format!(
                "no hook is installed: git takes hooks from {}, in a work tree, where files may be tracked",
                path(folder)
            )
        }
        Owner::OwnName => format!(
            "no hook is installed: {} uses its own name, and may not work under another",
            path(&owned.file)
        ),
        Owner::Husky | Owner::HuskyScripts | Owner::HuskyCommands => managed("husky"),
        Owner::PreCommit => managed("pre-commit"),
        Owner::Lefthook => managed("lefthook"),
        Owner::SimpleGitHooks => managed("simple-git-hooks"),
        Owner::Overcommit => managed("overcommit"),
    }
}

fn managed(tool: &str) -> String {
    format!("no hook is installed: {tool} manages the hooks here")
}

/// The command after which git runs the owner's hook.
pub(in crate::cli) fn activation(owned: &Owned) -> Option<String> {
    let command = match owned.owner {
        _ if owned.is_active => return None,
        Owner::Husky | Owner::HuskyCommands => "npx husky".to_owned(),
        Owner::PreCommit => "pre-commit install".to_owned(),
        Owner::Lefthook => "lefthook install".to_owned(),
        Owner::SimpleGitHooks => "npx simple-git-hooks".to_owned(),
        Owner::Overcommit => "overcommit --install".to_owned(),
        Owner::HuskyScripts | Owner::WorkTree | Owner::OwnName => {
            format!("chmod +x {}", file(owned.file.as_os_str().as_encoded_bytes().as_bstr()))
        }
    };
    Some(command)
}

/// The call of the check in the owner's file.
pub(in crate::cli) fn addition(owned: &Owned) -> Addition {
    if owned.has_call() {
        let hint = format!("run: {}; {} calls '{CALL}' already", git_sr("hook uninstall"), path(&owned.file));
        return Addition { hint, lines: Vec::new() };
    }
    let text = owned.text.as_deref().unwrap_or_default();
    let (place, lines) = match owned.owner {
        Owner::Husky => (String::new(), vec![CALL.to_owned()]),
        Owner::HuskyScripts | Owner::WorkTree | Owner::OwnName => script(text),
        Owner::HuskyCommands => (
            IN_FRONT.to_owned(),
            vec![r#""husky": { "hooks": { "pre-commit": "git sr check" } }"#.to_owned()],
        ),
        Owner::SimpleGitHooks => {
            let line = match owned.file.file_name() {
                Some(name) if name == "package.json" => {
                    r#""simple-git-hooks": { "pre-commit": "git sr check" }"#
                }
                _ => r#""pre-commit": "git sr check""#,
            };
            (IN_FRONT.to_owned(), vec![line.to_owned()])
        }
        Owner::Overcommit => overcommit(text),
        Owner::PreCommit => pre_commit(text),
        Owner::Lefthook => match owned.file.extension().and_then(|ending| ending.to_str()) {
            Some("toml") => (
                String::new(),
                vec!["[pre-commit.commands.git-sr-check]".to_owned(), format!("run = \"{CALL}\"")],
            ),
            Some("json" | "jsonc") => (
                ", in the 'commands' of its 'pre-commit'".to_owned(),
                vec![format!(r#""git-sr-check": {{ "run": "{CALL}" }}"#)],
            ),
            _ => lefthook(text),
        },
    };
    let these = if lines.len() == 1 { "this line" } else { "these lines" };
    let verb = if owned.text.is_some() { "add" } else { "write" };
    let uninstall = || format!("run first: {}; then ", git_sr("hook uninstall"));
    let first = if owned.is_displaced { uninstall() } else { String::new() };
    // overcommit takes a changed configuration once it is signed.
    let sign = (owned.owner == Owner::Overcommit).then(|| "overcommit --sign".to_owned());
    let then =
        activation(owned).or(sign).map_or_else(String::new, |command| format!(", then run: {command}"));
    let hint = format!("{first}{verb} {these} to {}{place}{then}", path(&owned.file));
    Addition { hint, lines }
}

/// A call in a script of the shell, or a whole one.
fn script(text: &[u8]) -> (String, Vec<String>) {
    let first = text.lines().next().unwrap_or_default();
    if text.is_empty() {
        (String::new(), vec!["#!/bin/sh".to_owned(), CALL_OR_EXIT.to_owned()])
    } else if first.starts_with(b"#!") && !first.trim_end().ends_with(b"sh") {
        (", as its language runs a program, and let it fail if that fails".to_owned(), vec![CALL.to_owned()])
    } else {
        (", in front of what ends it, such as 'exec'".to_owned(), vec![CALL_OR_EXIT.to_owned()])
    }
}

/// An entry of `repos:`, indented as the entries that are there.
fn pre_commit(text: &[u8]) -> (String, Vec<String>) {
    const ENTRY: &[&str] = &[
        "- repo: local", "  hooks:", "    - id: git-sr-check", "      name: git sr check",
        "      entry: git-sr check", "      language: system", "      pass_filenames: false",
        "      stages: [pre-commit]",
    ];
    let there = text.lines().find(|line| line.trim_start().starts_with(b"- repo:"));
    let indent = there.map_or(2, indentation);
    let entry = ENTRY.iter().map(|line| format!("{:indent$}{line}", ""));
    let whole = ["repos:".to_owned()].into_iter().chain(entry.clone());
    if text.lines().any(|line| line.trim_end() == b"repos: []") {
        (", in place of 'repos: []'".to_owned(), whole.collect())
    } else if text.lines().any(|line| line.starts_with(b"repos:")) {
        (", at the end of 'repos:'".to_owned(), entry.collect())
    } else {
        (String::new(), whole.collect())
    }
}

/// A command of `pre-commit:`, below the keys that are there.
fn lefthook(text: &[u8]) -> (String, Vec<String>) {
    let lines: Vec<&[u8]> = text.lines().collect();
    let Some((hook, step)) = key(&lines, b"pre-commit:", 0) else {
        let whole = ["pre-commit:", "  commands:", "    git-sr-check:"].map(str::to_owned);
        return (String::new(), [&whole[..], &[format!("      run: {CALL}")]].concat());
    };
    let (place, head, depth) = match key(hook, b"commands:", step) {
        Some((_, depth)) => (", below the 'commands:' of 'pre-commit:'", None, depth),
        None => (", below 'pre-commit:'", Some(format!("{:step$}commands:", "")), 2 * step),
    };
    let command =
        [format!("{:depth$}git-sr-check:", ""), format!("{:depth$}run: {CALL}", "", depth = depth + 2)];
    (place.to_owned(), head.into_iter().chain(command).collect())
}

/// A hook of `PreCommit:`.
fn overcommit(text: &[u8]) -> (String, Vec<String>) {
    let lines: Vec<&[u8]> = text.lines().collect();
    let found = key(&lines, b"PreCommit:", 0).map(|(_, step)| step);
    let step = found.unwrap_or(2);
    let hook = ["GitSrCheck:", "  enabled: true", "  command: ['sh', '-c', 'git sr check']"];
    let hook = hook.map(|line| format!("{:step$}{line}", ""));
    match found {
        Some(_) => (", below 'PreCommit:'".to_owned(), hook.to_vec()),
        None => (String::new(), ["PreCommit:".to_owned()].into_iter().chain(hook).collect()),
    }
}

/// The lines below a key of YAML that is indented so, and how far the first of them is.
fn key<'l, 't>(lines: &'l [&'t [u8]], key: &[u8], indent: usize) -> Option<(&'l [&'t [u8]], usize)> {
    let is_key = |line: &&[u8]| indentation(line) == indent && line[indent..].starts_with(key);
    let below = &lines[lines.iter().position(is_key)? + 1..];
    let is_below = |line: &&[u8]| {
        let text = line.trim();
        text.is_empty() || text.starts_with(b"#") || indentation(line) > indent
    };
    let below = &below[..below.iter().take_while(|line| is_below(line)).count()];
    let first = below.iter().find(|line| indentation(line) > indent && !line.trim().starts_with(b"#"));
    Some((below, first.map_or(indent + 2, |line| indentation(line))))
}

fn indentation(line: &[u8]) -> usize {
    line.iter().take_while(|byte| **byte == b' ').count()
}

fn path(path: &std::path::Path) -> String {
    quoted(path.as_os_str().as_encoded_bytes())
}

#[cfg(test)]
mod tests;
