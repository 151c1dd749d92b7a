//! What `git sr apply` takes.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::{
    AimArgs, CommitArgs, OUTPUT, OutputArgs, PartialName, SAFETY,
    help::{Examples, Exits, after},
};

/// Apply the blocks of one or more replies to the work tree
///
/// Every block is checked before anything is written: one that fails refuses the whole batch. Several replies make one
/// batch. What stood in the files before is recorded first; `git sr undo` brings it back.
#[derive(Debug, Default, Args)]
#[command(after_long_help = after("apply", EXAMPLES, EXITS))]
pub(in crate::cli) struct Apply {
    /// Files that hold the replies; `-`, or none, reads standard input
    #[arg(value_name = "reply")]
    pub(in crate::cli) replies: Vec<PathBuf>,
    /// Print the diff, write nothing
    #[arg(short = 'n', long)]
    pub(in crate::cli) dry_run: bool,
    /// Also stage the change: it is made to the work tree and to the index (default: `sr.index`)
    #[arg(long)]
    pub(in crate::cli) index: bool,
    /// Only stage the change: it is made to what the index has of the files, and not to the work tree
    #[arg(help_heading = CHANGE, long, conflicts_with_all = ["index", "backup", "CommitArgs"])]
    pub(in crate::cli) cached: bool,
    #[command(flatten)]
    pub(in crate::cli) commit: CommitArgs,
    /// Run this line of shell once the batch is written, before it is committed, and take the batch back if it fails
    /// (default: `sr.exec`; an empty one is none)
    #[arg(long, value_name = "command")]
    pub(in crate::cli) exec: Option<OsString>,
    /// On failure, print the message to paste back to the model on standard output
    #[arg(long)]
    pub(in crate::cli) feedback: bool,
    /// Finish the batch that was refused last: its good blocks are kept with where they lead, the reply holds the corrected
    /// ones. `--cached`, `--index`, `--commit` and the other options must be given again
    #[arg(long)]
    pub(in crate::cli) r#continue: bool,
    /// Forget what is kept of the batch that was refused last
    #[arg(help_heading = CHANGE, long, conflicts_with_all = ["continue", "replies", "dry_run", "check", "stat", "numstat"])]
    pub(in crate::cli) abort: bool,
    /// Also leave the old version of each file next to it, as <file><suffix> (default: `.bak`)
    #[arg(help_heading = CHANGE, long, value_name = "suffix", num_args = 0..=1, require_equals = true, default_missing_value = ".bak")]
    pub(in crate::cli) backup: Option<OsString>,
    /// Also put the state before the batch on git's stash, for `git stash pop`; files that hold secrets are left out of it
    #[arg(help_heading = CHANGE, long)]
    pub(in crate::cli) stash: bool,
    /// Where a part of the batch is bad, apply every file whose blocks are all good, or every good block, and exit with 1
    #[arg(help_heading = CHANGE, long, value_name = "what", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "file")]
    pub(in crate::cli) partial: Option<PartialName>,
    /// Only apply blocks for files that match this glob; the others are skipped
    #[arg(help_heading = CHANGE, long, value_name = "glob")]
    pub(in crate::cli) include: Vec<OsString>,
    /// Skip blocks for files that match this glob, even if `--include` names them
    #[arg(help_heading = CHANGE, long, value_name = "glob")]
    pub(in crate::cli) exclude: Vec<OsString>,
    /// Say whether the batch would apply, write nothing
    #[arg(help_heading = CHANGE, long, conflicts_with = "dry_run")]
    pub(in crate::cli) check: bool,
    /// Print a line a file with a bar, and a sum, instead of writing; as `git apply --stat`
    #[arg(help_heading = CHANGE, long)]
    pub(in crate::cli) stat: bool,
    /// Print lines added, lines removed and the path of each file instead of writing; as `git apply --numstat`
    #[arg(help_heading = CHANGE, long)]
    pub(in crate::cli) numstat: bool,
    #[command(flatten)]
    pub(in crate::cli) aim: AimArgs,
    /// Where a block for an older version conflicts with the file as it is, write both texts with conflict markers and
    /// exit with 1, as `git apply -3` does
    #[arg(help_heading = "Matching", short = '3', long = "3way")]
    pub(in crate::cli) three_way: bool,
    /// Take a block with a blank SEARCH section as the whole file where the file has content
    #[arg(help_heading = SAFETY, long)]
    pub(in crate::cli) overwrite: bool,
    /// Take lines such as `// ... existing code ...` as text to write
    #[arg(help_heading = SAFETY, long)]
    pub(in crate::cli) allow_placeholder: bool,
    /// Let a file shrink and grow by more than `sr.maxShrink` and `sr.maxGrowth`
    #[arg(help_heading = SAFETY, long)]
    pub(in crate::cli) force: bool,
    /// Do not look at the syntax of the files, nor at what they import
    #[arg(help_heading = SAFETY, long)]
    pub(in crate::cli) no_syntax: bool,
    /// Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines
    #[arg(help_heading = SAFETY, long)]
    pub(in crate::cli) strict: bool,
    /// Say of every block where it was applied, and how
    #[arg(help_heading = OUTPUT, short, long, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

const CHANGE: &str = "What is changed";

const EXAMPLES: Examples = &[
    ("git sr apply -n reply.md", "Print the diff and write nothing"),
    ("git sr apply --index reply.md", "Apply the reply and stage its changes"),
    ("git sr apply --exec 'cargo test' reply.md", "Keep the batch only if the tests pass"),
    ("git sr apply -m 'Greet by name' reply.md", "Commit the changes of the reply"),
    ("git sr apply --feedback reply.md", "If it is refused, print the message to paste back to the model"),
    ("git sr apply --continue fix.md", "Finish the refused batch with the corrected blocks"),
];

const EXITS: Exits = &[
    (0, "the batch is applied, or there was nothing left to do"),
    (1, "something did not apply or was refused; nothing was written, except with `--partial` and `--3way`"),
    (128, "cannot go on: not a repository, an unreadable reply, an I/O error"),
    (129, "wrong usage"),
];
