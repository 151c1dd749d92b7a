//! What can be typed. These definitions are the only source of the words in `-h`, the man pages and the completions.

mod apply;
mod batches;
mod check;
mod commit;
mod look;
mod names;
mod undo;

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand};

use crate::core::locate::Tier;

pub(super) use apply::Apply;
pub(super) use batches::{Forget, Log, Show};
pub(super) use check::{Check, Hook, HookAction};
pub(super) use commit::Commit;
pub(super) use look::{Demo, Parse, Policy};
pub(super) use names::{FormatName, PartialName, When, fence};
pub(super) use undo::{Extent, Recover, Redo, Undo};

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
    Check(Box<Check>),
    Undo(Undo),
    Redo(Redo),
    Log(Log),
    Show(Show),
    Forget(Forget),
    Parse(Box<Parse>),
    Policy(Policy),
    Recover(Recover),
    Hook(Hook),
    Demo(Demo),
}

/// What was typed, with `-S<key>` as git takes it written as `-S=<key>`.
pub(super) fn git_style(typed: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut options = true;
    typed.map(move |word| {
        options &= word != "--";
        match word.to_str().filter(|_| options).and_then(|word| word.strip_prefix("-S")) {
            Some(key) if !key.is_empty() && !key.starts_with('=') => format!("-S={key}").into(),
            _ => word,
        }
    })
}

/// The number of a batch.
fn batch(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "a batch is named by its number, which 'git sr log' lists")
}

/// How replies are read.
#[derive(Debug, Default, Args)]
pub(super) struct Reading {
    /// How the reply is written (default: it is detected)
    #[arg(long, value_name = "name", value_enum)]
    pub(super) format: Option<FormatName>,
    /// One more fence around blocks: what opens and what closes it, as `<open>..<close>`
    #[arg(long, value_name = "open..close", value_parser = fence)]
    pub(super) fence: Option<(String, String)>,
    /// The file that blocks without a path line are for
    #[arg(long, value_name = "file")]
    pub(super) path: Option<OsString>,
}

/// How replies are read, and which of their blocks may go where.
#[derive(Debug, Default, Args)]
pub(super) struct Aim {
    /// The last tier of the matching ladder that may decide (default: all, or `sr.match`)
    #[arg(long, value_name = "tier", value_enum)]
    pub(super) r#match: Option<Tier>,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// Put this folder in front of every path of the reply
    #[arg(long, value_name = "dir")]
    pub(super) directory: Option<OsString>,
    /// Also take files that match this glob and would be refused
    #[arg(long, value_name = "glob")]
    pub(super) allow: Vec<OsString>,
    /// Refuse files that match this glob
    #[arg(long, value_name = "glob")]
    pub(super) block: Vec<OsString>,
}

/// How results are printed.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Output {
    /// Print one JSON object on standard output, prose on standard error
    #[arg(long)]
    pub(super) json: bool,
    /// Print errors only
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)
    #[arg(long, value_name = "when", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub(super) color: Option<When>,
}
