//! What can be typed. These definitions are the only source of the words in `-h`, the man pages and the completions.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::core::{locate::Tier, plan::Partial, reply::Format};

/// Put a language model's SEARCH/REPLACE reply into a Git work tree, safely
///
/// Each block of a reply names a file, the text to find and the text to put there. Each is applied at the one place
/// where its text stands, or not at all; a batch of blocks is applied whole or not at all, and can be taken back.
#[derive(Debug, Parser)]
#[command(
    name = "git-sr",
    bin_name = "git sr",
    version,
    propagate_version = false,
    disable_help_subcommand = true
)]
pub(super) struct Cli {
    /// Run as if started in this folder
    #[arg(short = 'C', value_name = "path", global = true)]
    pub(super) start: Option<PathBuf>,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Apply(Box<Apply>),
    Undo(Undo),
    Redo(Redo),
    Log(Log),
    Show(Show),
    Forget(Forget),
    Parse(Box<Parse>),
    Policy(Policy),
    Recover(Recover),
    Demo(Demo),
}

/// Apply the blocks of one or more replies to the work tree
///
/// Every block is checked before anything is written: one that fails refuses the whole batch. Several replies make one
/// batch. What stood in the files before is recorded first; `git sr undo` brings it back.
#[derive(Debug, Args)]
#[command(after_long_help = APPLY_EXITS)]
pub(super) struct Apply {
    /// Files that hold the replies; `-`, or none, reads standard input
    #[arg(value_name = "reply")]
    pub(super) replies: Vec<PathBuf>,
    /// Also leave the old version of each file next to it, as <file><suffix> (default: `.bak`)
    #[arg(long, value_name = "suffix", num_args = 0..=1, require_equals = true, default_missing_value = ".bak")]
    pub(super) backup: Option<OsString>,
    /// Finish the batch that was refused last: its good blocks are kept, the reply holds the corrected ones; the other
    /// options are to be given again
    #[arg(long)]
    pub(super) r#continue: bool,
    /// Forget what is kept of the batch that was refused last
    #[arg(long, conflicts_with_all = ["continue", "replies"])]
    pub(super) abort: bool,
    /// Print the diff, write nothing
    #[arg(short = 'n', long)]
    pub(super) dry_run: bool,
    /// Say whether the batch would apply, write nothing
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) check: bool,
    /// Print a line a file with a bar, and a sum, instead of writing; as `git apply --stat`
    #[arg(long)]
    pub(super) stat: bool,
    /// Print lines added, lines removed and the path of each file instead of writing; as `git apply --numstat`
    #[arg(long)]
    pub(super) numstat: bool,
    /// Where a part of the batch is bad, apply every file whose blocks are all good, or every good block, and exit with 1
    #[arg(long, value_name = "what", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "file")]
    pub(super) partial: Option<PartialName>,
    /// The last tier of the matching ladder that may decide (default: all, or `sr.match`)
    #[arg(long, value_name = "tier", value_enum)]
    pub(super) r#match: Option<TierName>,
    /// How the reply is written (default: it is detected)
    #[arg(long, value_name = "name", value_enum)]
    pub(super) format: Option<FormatName>,
    /// One more fence around blocks: what opens and what closes it, as `<open>..<close>`
    #[arg(long, value_name = "open..close", value_parser = fence)]
    pub(super) fence: Option<(String, String)>,
    /// The file that blocks without a path line are for
    #[arg(long, value_name = "file")]
    pub(super) path: Option<OsString>,
    /// Put this folder in front of every path of the reply
    #[arg(long, value_name = "dir")]
    pub(super) directory: Option<OsString>,
    /// Also write files that match this glob and would be refused
    #[arg(long, value_name = "glob")]
    pub(super) allow: Vec<OsString>,
    /// Refuse files that match this glob
    #[arg(long, value_name = "glob")]
    pub(super) block: Vec<OsString>,
    /// Take a block with a blank SEARCH section as the whole file where the file has content
    #[arg(long)]
    pub(super) overwrite: bool,
    /// Take lines such as `// ... existing code ...` as text to write
    #[arg(long)]
    pub(super) allow_placeholder: bool,
    /// Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines
    #[arg(long)]
    pub(super) strict: bool,
    /// Only apply blocks for files that match this glob; the others are skipped
    #[arg(long, value_name = "glob")]
    pub(super) include: Vec<OsString>,
    /// Skip blocks for files that match this glob, even if `--include` names them
    #[arg(long, value_name = "glob")]
    pub(super) exclude: Vec<OsString>,
    /// On failure, print the message to paste back to the model on standard output
    #[arg(long)]
    pub(super) feedback: bool,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Take back the last batch, or another one
///
/// Every file gets back the bytes and the mode that it had; files that the batch made go, files that it removed come
/// back. What was edited since stays, as a three-way merge does it; where that would conflict, nothing is written. Undo
/// is a batch itself, which `git sr redo` takes back. It never moves HEAD.
#[derive(Debug, Args)]
#[command(after_long_help = UNDO_EXITS)]
pub(super) struct Undo {
    /// The batch to take back; newer ones stay (default: the last one)
    #[arg(value_name = "batch")]
    pub(super) batch: Option<u64>,
    /// Take the last <n> batches back, all or none
    #[arg(long, value_name = "n", conflicts_with = "batch", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) count: Option<u32>,
    /// Where edits made since conflict, write both texts with conflict markers
    #[arg(long)]
    pub(super) merge: bool,
    /// Where a file cannot be taken back cleanly, write the old one; what stands there is recorded
    #[arg(long, conflicts_with = "merge")]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) extent: Extent,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Take back the last undo
///
/// Refused where another batch was applied since: `git sr undo <undo>` brings the older one back all the same.
#[derive(Debug, Args)]
#[command(after_long_help = UNDO_EXITS)]
pub(super) struct Redo {
    #[command(flatten)]
    pub(super) extent: Extent,
    #[command(flatten)]
    pub(super) output: Output,
}

/// List the batches of this work tree
///
/// The newest first: number, age, files, what has become of it, and the reply that it was.
#[derive(Debug, Args)]
pub(super) struct Log {
    /// List at most <count> batches
    #[arg(short = 'n', value_name = "count")]
    pub(super) count: Option<usize>,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Show what a batch did
///
/// Its blocks, each with the tier that found its place, and its diff. Files that hold secrets are named only.
#[derive(Debug, Args)]
#[command(after_long_help = LOOK_EXITS)]
pub(super) struct Show {
    /// The batch (default: the last one)
    #[arg(value_name = "batch")]
    pub(super) batch: Option<u64>,
    /// Print a line for each file in place of the diff
    #[arg(long)]
    pub(super) stat: bool,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Drop the records of batches
///
/// They can no longer be taken back. What git has not collected yet, and nothing else names, goes with its next garbage
/// collection; bytes of files that hold secrets go at once.
#[derive(Debug, Args)]
#[command(after_long_help = LOOK_EXITS)]
pub(super) struct Forget {
    /// The batches
    #[arg(value_name = "batch", required_unless_present = "all")]
    pub(super) batches: Vec<u64>,
    /// Drop all records of this work tree
    #[arg(long, conflicts_with = "batches")]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) output: Output,
}

/// How far to go.
#[derive(Debug, Args)]
pub(super) struct Extent {
    /// Print the diff, write nothing
    #[arg(short = 'n', long)]
    pub(super) dry_run: bool,
    /// Say whether it would go, write nothing
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) check: bool,
}

/// Show the blocks of one or more replies, and what cannot be understood
///
/// Nothing is looked up in a work tree, and none is needed. Where several lines of a block may be its divider, all are
/// listed.
#[derive(Debug, Args)]
#[command(after_long_help = PARSE_EXITS)]
pub(super) struct Parse {
    /// Files that hold the replies; `-`, or none, reads standard input
    #[arg(value_name = "reply")]
    pub(super) replies: Vec<PathBuf>,
    /// How the reply is written (default: it is detected)
    #[arg(long, value_name = "name", value_enum)]
    pub(super) format: Option<FormatName>,
    /// One more fence around blocks: what opens and what closes it, as `<open>..<close>`
    #[arg(long, value_name = "open..close", value_parser = fence)]
    pub(super) fence: Option<(String, String)>,
    /// The file that blocks without a path line are for
    #[arg(long, value_name = "file")]
    pub(super) path: Option<OsString>,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Say whether a reply may write these paths, and by which rule
///
/// Each path, which need not exist, is judged by the rule that decides about it, with where that rule stands. Of a path
/// that is refused, the commands that would allow it are shown.
#[derive(Debug, Args)]
#[command(after_long_help = POLICY_EXITS)]
pub(super) struct Policy {
    /// The paths, from the current folder
    #[arg(value_name = "path", required = true)]
    pub(super) paths: Vec<OsString>,
    /// Judge as `git sr apply` would with this option
    #[arg(long, value_name = "glob")]
    pub(super) allow: Vec<OsString>,
    /// Judge as `git sr apply` would with this option
    #[arg(long, value_name = "glob")]
    pub(super) block: Vec<OsString>,
    /// Judge as `git sr apply` would with this option
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Put the work tree in order after a run that broke off
///
/// A batch that was not finished, because the program was killed or the power failed, is taken back: every file is as
/// before it. Files that somebody changed since stay, and their version from before is kept. Commands that write do this
/// by themselves first.
#[derive(Debug, Args)]
#[command(after_long_help = RECOVER_EXITS)]
pub(super) struct Recover {
    #[command(flatten)]
    pub(super) output: Output,
}

/// Show apply, status and undo in a scratch repository
///
/// Makes a repository in a temporary folder, applies the reply of `examples/` to it and takes it back, and shows each
/// command that it runs.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// Keep the scratch repository and say where it is
    #[arg(long)]
    pub(super) keep: bool,
}

/// How results are printed.
#[derive(Debug, Args)]
pub(super) struct Output {
    /// Print one JSON object on standard output, prose on standard error
    #[arg(long)]
    pub(super) json: bool,
    /// Print errors only
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Say of every block where it was applied, and how
    #[arg(short, long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)
    #[arg(long, value_name = "when", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub(super) color: Option<When>,
}

const APPLY_EXITS: &str = "\
Exit status:
  0    the batch is applied, or there was nothing left to do
  1    something did not apply or was refused; nothing was written, but for what --partial allows
  128  cannot go on: not a repository, an unreadable reply, an I/O error
  129  wrong usage";

const UNDO_EXITS: &str = "\
Exit status:
  0    the batch is taken back
  1    there is nothing to take back, or a file is in the way; nothing was written
  128  cannot go on: not a repository, an I/O error
  129  wrong usage";

const LOOK_EXITS: &str = "\
Exit status:
  0    done
  1    there is no record of the batch
  128  cannot go on: not a repository, an I/O error
  129  wrong usage";

const RECOVER_EXITS: &str = "\
Exit status:
  0    the work tree is in order
  128  cannot go on: not a repository, another run is at work, an I/O error
  129  wrong usage";

const PARSE_EXITS: &str = "\
Exit status:
  0    there are blocks, and all was understood
  1    something was not understood, or there are no blocks
  128  cannot go on: an unreadable reply, an I/O error
  129  wrong usage";

const POLICY_EXITS: &str = "\
Exit status:
  0    all paths may be written
  1    a path may not be written
  128  cannot go on: not a repository, a rule that is none, an I/O error
  129  wrong usage";

/// What is applied where a part of the batch is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PartialName {
    /// Every file whose blocks are all good
    File,
    /// Every good block
    Block,
    /// Nothing, whatever `sr.partial` says
    No,
}

impl From<PartialName> for Partial {
    fn from(name: PartialName) -> Self {
        match name {
            PartialName::File => Self::File,
            PartialName::Block => Self::Block,
            PartialName::No => Self::No,
        }
    }
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Always,
    Never,
    Auto,
}

/// A tier by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TierName {
    /// Equal but for line endings
    Exact,
    /// Also but for white space at the ends of lines
    Trailing,
    /// Also but for one mapping of leading white space
    Indent,
    /// Also but for compatible characters, quotes, dashes and special spaces
    Unicode,
    /// Also but for blank edges that both sections have
    Blank,
    /// Also with `...` in both sections for the lines in between
    Elided,
    /// Also one line that is a part of one line of the file
    Partial,
}

impl From<TierName> for Tier {
    fn from(name: TierName) -> Self {
        match name {
            TierName::Exact => Self::Exact,
            TierName::Trailing => Self::Trailing,
            TierName::Indent => Self::Indent,
            TierName::Unicode => Self::Unicode,
            TierName::Blank => Self::Blank,
            TierName::Elided => Self::Elided,
            TierName::Partial => Self::Partial,
        }
    }
}

/// A format by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatName {
    /// Detect it
    Auto,
    /// The path line stands above the fence
    Diff,
    /// The path line is the first line inside the fence
    DiffFenced,
    /// As `diff`
    EditorDiff,
    /// As `diff-fenced`
    EditorDiffFenced,
    /// Blocks without paths, for the file of `--path`
    Pathless,
}

impl FormatName {
    /// The format; none to detect it.
    pub(super) fn format(self) -> Option<Format> {
        match self {
            Self::Auto => None,
            Self::Diff => Some(Format::Diff),
            Self::DiffFenced => Some(Format::DiffFenced),
            Self::EditorDiff => Some(Format::EditorDiff),
            Self::EditorDiffFenced => Some(Format::EditorDiffFenced),
            Self::Pathless => Some(Format::Pathless),
        }
    }
}

pub(super) fn fence(value: &str) -> Result<(String, String), &'static str> {
    match value.split_once("..") {
        Some((open, close)) if !open.is_empty() && !close.is_empty() => {
            Ok((open.to_owned(), close.to_owned()))
        }
        _ => Err("a fence is written as <open>..<close>"),
    }
}
