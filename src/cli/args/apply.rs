//! Arguments of `git sr apply`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, builder::NonEmptyStringValueParser};

use super::{
    CommitArgs, ExitArgs, OUTPUT, OutputArgs, PlanArgs,
    help::{Examples, Exits, after_with_classes},
    plan::CHANGE,
    shared::{READING, number_from_1},
};

/// Apply the blocks of one or more replies to the work tree
///
/// Every block is checked before anything is written: one that fails refuses the whole batch. Several replies
/// make one batch. The old content of the files is recorded first; `git sr undo` brings it back.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct Apply {
    /// Files that hold the replies; `-`, or none, reads standard input
    #[arg(value_name = "reply")]
    pub(in crate::cli) replies: Vec<PathBuf>,
    /// Print the diff, write nothing
    #[arg(short = 'n', long)]
    pub(in crate::cli) dry_run: bool,
    /// Ask about each block: shows it in context, with its place and its tier, and applies what is chosen, as
    /// `git add -p`. Needs a terminal
    #[arg(short, long, conflicts_with_all = ["dry_run", "check", "stat", "numstat", "abort", "confirm", "json", "quiet"])]
    pub(in crate::cli) patch: bool,
    /// Show the diff, and ask once before it is written (default: `sr.confirm`). Needs a terminal
    #[arg(long, conflicts_with_all = ["dry_run", "check", "stat", "numstat", "abort", "json", "quiet"])]
    pub(in crate::cli) confirm: bool,
    /// Apply to the work tree and to the index (default: `sr.index`)
    #[arg(long)]
    pub(in crate::cli) index: bool,
    /// Apply to the index only, without touching the work tree
    #[arg(help_heading = CHANGE, long, conflicts_with_all = ["index", "backup", "CommitArgs"])]
    pub(in crate::cli) cached: bool,
    #[command(flatten)]
    pub(in crate::cli) commit: CommitArgs,
    /// Run this shell command after the batch is written and before it is committed; take the batch back if
    /// it fails (default: `sr.exec`; empty for none)
    #[arg(long, value_name = "command")]
    pub(in crate::cli) exec: Option<OsString>,
    /// On failure, print the message to paste back to the model on standard output
    #[arg(long)]
    pub(in crate::cli) feedback: bool,
    /// Read the reply from the clipboard, unless one is named; with `--feedback`, put the message for the model
    /// there instead of printing it
    #[arg(long, conflicts_with_all = ["abort", "stream"])]
    pub(in crate::cli) clipboard: bool,
    /// If the batch is refused, run this shell command with the message for the model on its standard input,
    /// and finish the batch with the corrected blocks that it prints; nothing is locked meanwhile (default:
    /// `sr.retry`; empty for none)
    #[arg(long, value_name = "command", conflicts_with_all = ["dry_run", "check", "stat", "numstat", "abort"])]
    pub(in crate::cli) retry: Option<OsString>,
    /// Ask for a correction at most so often (default: `sr.retries`, or 3)
    #[arg(long, value_name = "n", value_parser = number_from_1::<u64>)]
    pub(in crate::cli) retries: Option<u64>,
    /// Stop a command of `--retry` that takes longer than so many seconds
    #[arg(long, value_name = "seconds", value_parser = number_from_1::<u64>)]
    pub(in crate::cli) retry_timeout: Option<u64>,
    /// Finish the batch that was refused last: its good blocks were kept, the reply has the corrected ones.
    /// Give `--cached`, `--index`, `--commit` and the other options again
    #[arg(long)]
    pub(in crate::cli) r#continue: bool,
    /// Drop the kept blocks of the batch that was refused last
    #[arg(help_heading = CHANGE, long, conflicts_with_all = ["continue", "replies", "dry_run", "check", "stat", "numstat"])]
    pub(in crate::cli) abort: bool,
    /// Keep the old version of each file next to it, as <file><suffix> (default: `.bak`)
    #[arg(help_heading = CHANGE, long, value_name = "suffix", num_args = 0..=1, require_equals = true, default_missing_value = ".bak")]
    pub(in crate::cli) backup: Option<OsString>,
    /// Put the state before the batch on git's stash, for `git stash pop`; files that hold secrets are left
    /// out
    #[arg(help_heading = CHANGE, long)]
    pub(in crate::cli) stash: bool,
    #[command(flatten)]
    pub(in crate::cli) plan: PlanArgs,
    /// Name what wrote the reply, such as a model, for the figures of `git sr stats`
    #[arg(help_heading = READING, long, value_name = "name", value_parser = NonEmptyStringValueParser::new())]
    pub(in crate::cli) source: Option<String>,
    /// Report each block on standard error as soon as it is complete, while standard input is being written;
    /// apply all of them at its end. With `--json`, standard output has an object a line
    #[arg(help_heading = READING, long, conflicts_with = "abort")]
    pub(in crate::cli) stream: bool,
    /// Report whether the batch would apply, write nothing
    #[arg(help_heading = CHANGE, long, conflicts_with = "dry_run")]
    pub(in crate::cli) check: bool,
    /// Print a diffstat instead of writing, as `git apply --stat`
    #[arg(help_heading = CHANGE, long)]
    pub(in crate::cli) stat: bool,
    /// Print lines added, lines removed and the path of each file instead of writing, as `git apply
    /// --numstat`
    #[arg(help_heading = CHANGE, long)]
    pub(in crate::cli) numstat: bool,
    /// Report the place and the tier of every block
    #[arg(help_heading = OUTPUT, short, long, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,
    #[command(flatten)]
    pub(in crate::cli) exit: ExitArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

impl Apply {
    /// Returns whether the reply is on the clipboard.
    pub(in crate::cli) fn reads_clipboard(&self) -> bool {
        self.clipboard && self.replies.is_empty()
    }
}

/// The sections below the options of `git sr apply`.
pub(super) fn sections() -> String {
    after_with_classes("apply", EXAMPLES, EXITS)
}

const EXAMPLES: Examples = &[
    ("git sr apply -n reply.md", "Print the diff and write nothing"),
    ("git sr apply -p reply.md", "Choose among the blocks, as with git add -p"),
    ("git sr apply --index reply.md", "Apply the reply and stage its changes"),
    ("git sr apply --exec 'cargo test' reply.md", "Keep the batch only if the tests pass"),
    ("git sr apply -m 'Greet by name' reply.md", "Commit the changes of the reply"),
    ("git sr apply --feedback reply.md", "If it is refused, print the message to paste back to the model"),
    ("git sr apply --feedback --clipboard", "The same, with the reply and the message on the clipboard"),
    (
        "git sr apply --retry 'llm -c' reply.md",
        "If it is refused, ask the model until it is right, three times at most",
    ),
    ("git sr apply --stream", "Report the blocks on standard input while a model writes them"),
    ("git sr apply --continue fix.md", "Finish the refused batch with the corrected blocks"),
];

const EXITS: Exits = &[
    (0, "the batch is applied, or there was nothing left to do"),
    (1, "something did not apply or was refused; nothing was written, except with `--partial` and `--3way`"),
    (128, "cannot go on: not a repository, an unreadable reply, an I/O error"),
    (129, "wrong usage"),
];
