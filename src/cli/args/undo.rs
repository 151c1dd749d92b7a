//! What `git sr undo`, `redo` and `recover` take.

use clap::Args;

use super::{
    OutputArgs, batch,
    help::{Examples, Exits, after},
};

/// Take back the last batch, or another one
///
/// Every file gets back the bytes and the mode that it had; files that the batch made go, files that it removed come
/// back. What was edited since stays, as a three-way merge does it; where that would conflict, nothing is written. Undo
/// is a batch itself, which `git sr redo` takes back. HEAD moves only where a batch was committed: its commit goes too.
#[derive(Debug, Args)]
#[command(after_long_help = after("undo", UNDO_EXAMPLES, UNDO_EXITS))]
pub(in crate::cli) struct Undo {
    /// The batch to take back; newer ones stay (default: the last one)
    #[arg(value_name = "batch", value_parser = batch)]
    pub(in crate::cli) batch: Option<u64>,
    /// Take the last <n> batches back, all or none
    #[arg(long, value_name = "n", conflicts_with = "batch", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) count: Option<u32>,
    /// Where edits made since conflict, write both texts with conflict markers
    #[arg(long)]
    pub(in crate::cli) merge: bool,
    /// Where a file cannot be taken back cleanly, write the old one; the text that it replaces is recorded
    #[arg(long, conflicts_with = "merge")]
    pub(in crate::cli) force: bool,
    #[command(flatten)]
    pub(in crate::cli) extent: ExtentArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Take back the last undo
///
/// Refused where another batch was applied since: `git sr undo <undo>` brings the older one back all the same.
#[derive(Debug, Args)]
#[command(after_long_help = after("redo", REDO_EXAMPLES, UNDO_EXITS))]
pub(in crate::cli) struct Redo {
    #[command(flatten)]
    pub(in crate::cli) extent: ExtentArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Put the work tree in order after a run that broke off
///
/// A batch that was not finished, because the program was killed or the power failed, is taken back: every file is as
/// before it. Files that somebody changed since stay, and their version from before is kept. Commands that write do this
/// by themselves first.
#[derive(Debug, Args)]
#[command(after_long_help = after("recover", RECOVER_EXAMPLES, RECOVER_EXITS))]
pub(in crate::cli) struct Recover {
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// How far to go.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExtentArgs {
    /// Print the diff, write nothing
    #[arg(short = 'n', long)]
    pub(in crate::cli) dry_run: bool,
    /// Say whether it would go, write nothing
    #[arg(long, conflicts_with = "dry_run")]
    pub(in crate::cli) check: bool,
}

const UNDO_EXAMPLES: Examples = &[
    ("git sr undo", "Take back the last batch"),
    ("git sr undo -n 3", "Print what taking back batch 3 would change"),
    ("git sr undo --count 2", "Take back the last two batches"),
];

const REDO_EXAMPLES: Examples = &[("git sr redo", "Bring back what the last undo took back")];

const RECOVER_EXAMPLES: Examples = &[("git sr recover", "Take back the batch of a run that was killed")];

const UNDO_EXITS: Exits = &[
    (0, "the batch is taken back"),
    (
        1,
        "there is nothing to take back, or a file is in the way, and nothing was written; `--merge` left conflict markers",
    ),
    (128, "cannot go on: not a repository, an I/O error"),
    (129, "wrong usage"),
];

const RECOVER_EXITS: Exits = &[
    (0, "the work tree is in order"),
    (128, "cannot go on: not a repository, another run is at work, an I/O error"),
    (129, "wrong usage"),
];
