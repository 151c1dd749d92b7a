//! Arguments of `git sr check` and `git sr hook`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum};

use super::{
    AimArgs, ExitArgs, OutputArgs,
    help::{Examples, Exits, after, after_with_classes, heading, row},
};
use crate::core::check::{RULES, Rule};

/// Examine staged changes, or check that replies would apply
///
/// Without a reply, the staged lines are examined, as a pre-commit hook does: left-over markers, placeholders
/// for code, paths that are blocked or may hold secrets, keys, characters that deceive the reader, line
/// endings, files that lose most of their text or get syntax errors. Replies are read and planned as `git sr
/// apply` would. Nothing is ever written. `git config sr.check.<rule> error|warn|off` sets the level of a
/// rule; see the rules below.
#[derive(Debug, Args)]
pub(in crate::cli) struct Check {
    /// Files that hold replies; `-` reads standard input (default: examine what is staged)
    #[arg(value_name = "reply")]
    pub(in crate::cli) replies: Vec<PathBuf>,
    /// Examine what each commit of this range, or this one commit, adds to its first parent
    #[arg(long, value_name = "range", conflicts_with_all = ["replies", "all"])]
    pub(in crate::cli) rev: Option<OsString>,
    /// Examine every tracked file as it is, not only what is new in it
    #[arg(long, conflicts_with = "replies")]
    pub(in crate::cli) all: bool,
    /// Print findings as SARIF 2.1.0, for code scanning
    #[arg(long, conflicts_with_all = ["replies", "json", "github"])]
    pub(in crate::cli) sarif: bool,
    /// Print findings as annotations of GitHub Actions
    #[arg(long, conflicts_with_all = ["replies", "json"])]
    pub(in crate::cli) github: bool,
    #[command(flatten)]
    pub(in crate::cli) aim: AimArgs,
    #[command(flatten)]
    pub(in crate::cli) exit: ExitArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Install or remove a pre-commit hook that runs `git sr check`
///
/// An existing hook is kept and runs first; uninstalling restores it. If husky, pre-commit, lefthook,
/// simple-git-hooks or overcommit manages the hooks, or `core.hooksPath` is a folder of a work tree, no hook
/// is installed: the lines to add to their file are printed.
#[derive(Debug, Args)]
pub(in crate::cli) struct Hook {
    /// The action
    #[arg(value_name = "action", value_enum)]
    pub(in crate::cli) action: HookAction,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// An action on the hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum HookAction {
    /// Write the hook; an existing one runs first
    Install,
    /// Remove the hook and restore the one before it
    Uninstall,
}

/// The rules with their levels, as a section of the help.
fn rules() -> String {
    let of = |rule: &Rule| row(&format!("  {:<17} {:<6} ", rule.id(), rule.level.name()), rule.help);
    let rows: String = RULES.iter().map(of).collect();
    format!("{}{rows}\n{OF_RULES}\n", heading("Rules, with their levels by default"))
}

const OF_RULES: &str = "\
The level of syntax is that of sr.syntax, unless sr.check.syntax is set. With --all it is a
warning, for JSON, TOML and Python only, and imports are not followed.

The first three rules pass over the fences of Markdown, files with the attribute
`sr-check-ignore`, and lines with a comment `sr-check-ignore` on or directly above them.
";

/// The sections below the options of `git sr check`.
pub(super) fn check_sections() -> String {
    rules() + &after_with_classes("check", CHECK_EXAMPLES, CHECK_EXITS)
}

/// The sections below the options of `git sr hook`.
pub(super) fn hook_sections() -> String {
    after("hook", HOOK_EXAMPLES, HOOK_EXITS)
}

const CHECK_EXAMPLES: Examples = &[
    ("git sr check", "Examine what is staged"),
    ("git sr check reply.md", "Check that a reply would apply"),
    ("git sr check --rev main..HEAD", "Examine the commits of a branch"),
];

const HOOK_EXAMPLES: Examples = &[
    ("git sr hook install", "Examine each commit of this repository"),
    ("git sr hook uninstall", "Remove the hook again"),
];

const CHECK_EXITS: Exits = &[
    (0, "no finding is an error; the replies would apply"),
    (1, "a finding is an error; a reply would not apply"),
    (128, "cannot go on: not a repository, no such range, an I/O error"),
    (129, "wrong usage"),
];

const HOOK_EXITS: Exits = &[
    (0, "done, or nothing to do"),
    (1, "the hook was changed by hand, or another tool manages the hooks"),
    (128, "cannot go on: not a repository, an I/O error"),
    (129, "wrong usage"),
];
