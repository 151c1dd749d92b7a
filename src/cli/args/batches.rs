//! Arguments of the commands about records.

use clap::Args;

use super::{
    OutputArgs, batch,
    help::{Examples, Exits, after},
    shared::number,
};

/// List the batches of this work tree
///
/// The newest first: number, age, files, state, and the reply.
#[derive(Debug, Args)]
pub(in crate::cli) struct LogArgs {
    /// List at most <count> batches
    #[arg(short = 'n', value_name = "count", value_parser = number::<usize>)]
    pub(in crate::cli) count: Option<usize>,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Show what a batch did
///
/// Its blocks, each with the tier that found its place, and its diff. Files that hold secrets are named only.
#[derive(Debug, Args)]
pub(in crate::cli) struct Show {
    /// The batch (default: the last one)
    #[arg(value_name = "batch", value_parser = batch)]
    pub(in crate::cli) batch: Option<u64>,
    /// Print a line for each file in place of the diff
    #[arg(long)]
    pub(in crate::cli) stat: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Drop the records of batches
///
/// The batches can no longer be taken back. Git's next garbage collection removes their objects; bytes of
/// files that hold secrets are removed at once.
#[derive(Debug, Args)]
pub(in crate::cli) struct Forget {
    /// The batches
    #[arg(value_name = "batch", required_unless_present = "all", value_parser = batch)]
    pub(in crate::cli) batches: Vec<u64>,
    /// Drop all records of this work tree, and the versions that `git sr prompt` showed
    #[arg(long, conflicts_with = "batches")]
    pub(in crate::cli) all: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// The sections below the options of `git sr log`.
pub(super) fn log_sections() -> String {
    after("log", LOG_EXAMPLES, LOG_EXITS)
}

/// The sections below the options of `git sr show`.
pub(super) fn show_sections() -> String {
    after("show", SHOW_EXAMPLES, LOOK_EXITS)
}

/// The sections below the options of `git sr forget`.
pub(super) fn forget_sections() -> String {
    after("forget", FORGET_EXAMPLES, LOOK_EXITS)
}

const LOG_EXAMPLES: Examples = &[("git sr log -n 5", "List the last five batches")];

const SHOW_EXAMPLES: Examples = &[
    ("git sr show", "Show the diff of the last batch"),
    ("git sr show --stat 3", "List the files of batch 3"),
];

const FORGET_EXAMPLES: Examples =
    &[("git sr forget 3", "Drop the record of batch 3"), ("git sr forget --all", "Drop all records")];

const LOG_EXITS: Exits =
    &[(0, "done"), (128, "cannot go on: not a repository, an I/O error"), (129, "wrong usage")];

const LOOK_EXITS: Exits = &[
    (0, "done"),
    (1, "there is no record of the batch"),
    (128, "cannot go on: not a repository, an I/O error"),
    (129, "wrong usage"),
];
