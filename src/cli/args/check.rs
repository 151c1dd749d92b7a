//! What `git sr check` and `git sr hook` take.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum};

use super::{
    AimArgs, OutputArgs,
    help::{Examples, Exits, after, heading},
};
use crate::core::check::{RULES, Rule};

/// Examine what is staged, or say whether replies would apply
///
/// Without a reply, the lines that are staged are examined, as a pre-commit hook does: markers that are left over,
/// placeholders for code, paths that are blocked or may hold secrets, keys, characters that deceive the reader, line
/// endings, files that lose their text or are no longer sound. With replies, they are read and planned as `git sr apply` would. Nothing is ever
/// written. `git config sr.check.<rule> error|warn|off` sets how much a rule weighs; see the rules below.
#[derive(Debug, Args)]
#[command(after_long_help = rules() + &after("check", CHECK_EXAMPLES, CHECK_EXITS))]
pub(in crate::cli) struct Check {
    /// Files that hold replies; `-` reads standard input; without one, what is staged is examined
    #[arg(value_name = "reply")]
    pub(in crate::cli) replies: Vec<PathBuf>,
    /// Examine what each commit of this range adds to its first parent; a commit alone is that one
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
    pub(in crate::cli) output: OutputArgs,
}

/// Install or remove a pre-commit hook that runs `git sr check`
///
/// A hook that is there already is kept and runs first; removing puts it back. Where husky, pre-commit or lefthook manages
/// the hooks, or `core.hooksPath` leads into a work tree, no hook is installed: the lines for the file that they read are
/// printed.
#[derive(Debug, Args)]
#[command(after_long_help = after("hook", HOOK_EXAMPLES, HOOK_EXITS))]
pub(in crate::cli) struct Hook {
    /// What to do
    #[arg(value_name = "action", value_enum)]
    pub(in crate::cli) action: HookAction,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// What to do with the hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum HookAction {
    /// Write the hook; one that is there already runs first
    Install,
    /// Remove the hook, and put the one that was there before back
    Uninstall,
}

/// The rules with their levels, as a section of the help.
fn rules() -> String {
    let row = |rule: &Rule| format!("  {:<17} {:<6} {}\n", rule.id(), rule.level.name(), rule.help);
    let rows: String = RULES.iter().map(row).collect();
    format!("{}{rows}\n{OF_RULES}\n", heading("Rules, with their levels by default"))
}

const OF_RULES: &str = "\
The level of syntax is that of sr.syntax, unless sr.check.syntax is set. With --all it is a
warning, for JSON, TOML and Python only, and imports are not followed.

Text that is meant: the first three rules pass over the fences of Markdown, files with the attribute
`sr-check-ignore`, and lines with a comment `sr-check-ignore` on or directly above them.
";

const CHECK_EXAMPLES: Examples = &[
    ("git sr check", "Examine what is staged"),
    ("git sr check reply.md", "Say whether a reply would apply"),
    ("git sr check --rev main..HEAD", "Examine the commits of a branch"),
];

const HOOK_EXAMPLES: Examples = &[
    ("git sr hook install", "Examine each commit of this repository"),
    ("git sr hook uninstall", "Remove the hook again"),
];

const CHECK_EXITS: Exits = &[
    (0, "nothing that weighs as an error was found; the replies would apply"),
    (1, "something was; a reply would not apply"),
    (128, "cannot go on: not a repository, no such range, an I/O error"),
    (129, "wrong usage"),
];

const HOOK_EXITS: Exits = &[
    (0, "done, or nothing to do"),
    (1, "the hook that is there is not one of git sr, or the hooks are managed by another tool"),
    (128, "cannot go on: not a repository, an I/O error"),
    (129, "wrong usage"),
];
