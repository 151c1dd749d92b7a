//! Arguments of the commands that only look.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::{
    OutputArgs, ReadingArgs,
    help::{Examples, Exits, after},
};

/// Show the blocks of one or more replies, and their errors
///
/// Needs no work tree. If several lines of a block may be its divider, all are listed.
#[derive(Debug, Args)]
pub(in crate::cli) struct Parse {
    /// Files that hold the replies; `-`, or none, reads standard input
    #[arg(value_name = "reply")]
    pub(in crate::cli) replies: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Check that a reply may write these paths, and show the rule that decides
///
/// The paths need not exist. Each is shown with the rule that decides and the place where that rule is set;
/// for a refused path, also with the commands that would allow it.
#[derive(Debug, Args)]
pub(in crate::cli) struct PolicyArgs {
    /// The paths, from the current folder
    #[arg(value_name = "path", required = true)]
    pub(in crate::cli) paths: Vec<OsString>,
    /// Judge as `git sr apply` would with this option
    #[arg(long, value_name = "glob")]
    pub(in crate::cli) allow: Vec<OsString>,
    /// Judge as `git sr apply` would with this option
    #[arg(long, value_name = "glob")]
    pub(in crate::cli) block: Vec<OsString>,
    /// Judge as `git sr apply` would with this option
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Show apply and undo in a scratch repository
///
/// Makes a repository in a temporary folder, applies the reply of `examples/` to it and takes it back, and
/// shows each command that it runs.
#[derive(Debug, Args)]
pub(in crate::cli) struct Demo {
    /// Keep the scratch repository and say where it is
    #[arg(long)]
    pub(in crate::cli) keep: bool,
}

/// The sections below the options of `git sr parse`.
pub(super) fn parse_sections() -> String {
    after("parse", PARSE_EXAMPLES, PARSE_EXITS)
}

/// The sections below the options of `git sr policy`.
pub(super) fn policy_sections() -> String {
    after("policy", POLICY_EXAMPLES, POLICY_EXITS)
}

/// The sections below the options of `git sr demo`.
pub(super) fn demo_sections() -> String {
    after("demo", DEMO_EXAMPLES, DEMO_EXITS)
}

const PARSE_EXAMPLES: Examples = &[("git sr parse reply.md", "List the blocks of the reply")];

const POLICY_EXAMPLES: Examples =
    &[("git sr policy Makefile .env src/a.rs", "Show the verdict on each path")];

const DEMO_EXAMPLES: Examples = &[
    ("git sr demo", "Show it, and remove the repository"),
    ("git sr demo --keep", "Leave the repository, to try more"),
];

const PARSE_EXITS: Exits = &[
    (0, "there are blocks, and no errors"),
    (1, "there are errors, or no blocks"),
    (128, "cannot go on: an unreadable reply, an I/O error"),
    (129, "wrong usage"),
];

const POLICY_EXITS: Exits = &[
    (0, "all paths may be written"),
    (1, "a path may not be written"),
    (128, "cannot go on: not a repository, an invalid rule, an I/O error"),
    (129, "wrong usage"),
];

const DEMO_EXITS: Exits = &[
    (0, "all went as it should"),
    (128, "cannot go on: git is not installed, an I/O error"),
    (129, "wrong usage"),
];
