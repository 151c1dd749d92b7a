//! What can be typed. These definitions are the only source of the words in `-h`, the man pages and the completions.

mod apply;
mod batches;
mod check;
mod commit;
mod help;
mod keys;
mod look;
mod names;
mod undo;

use std::{ffi::OsString, path::PathBuf};

use clap::{
    ArgAction, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    builder::PossibleValuesParser,
};

use crate::core::locate::Tier;

pub(super) use apply::Apply;
pub(super) use batches::{Forget, LogArgs, Show};
pub(super) use check::{Check, Hook, HookAction};
pub(super) use commit::CommitArgs;
pub(super) use help::Help;
pub use keys::ConfigKey;
pub(super) use keys::KEYS;
pub(super) use look::{Demo, Parse, PolicyArgs};
pub(super) use names::{FormatName, PartialName, When, fence};
pub(super) use undo::{ExtentArgs, Recover, Redo, Undo};

/// The place in lists of options behind those of the command.
const LAST: usize = 1000;

/// Put a language model's SEARCH/REPLACE reply into a Git work tree, safely
///
/// Each block of a reply names a file, the text to find and the text to put there. Each is applied at the one place
/// where its text is, or not at all; a batch of blocks is applied whole or not at all, and can be taken back.
#[derive(Debug, Parser)]
#[command(
    name = "git-sr",
    bin_name = "git sr",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true,
    after_help = "'git sr <command> -h' lists the options of a command, 'git sr help <command>' shows all of its help",
    after_long_help = help::after("git-sr", EXAMPLES, EXITS)
)]
pub(super) struct Cli {
    /// Run as if started in this folder
    #[arg(short = 'C', value_name = "path", global = true, display_order = LAST)]
    pub(super) start: Option<PathBuf>,
    /// Print this list; `git sr help` shows more
    // git takes `git sr --help` for itself and looks for a man page.
    #[arg(short, global = true, action = ArgAction::HelpShort, display_order = LAST)]
    help: Option<bool>,
    /// Show the help
    #[arg(long = "help", global = true, action = ArgAction::HelpLong, hide = true)]
    long_help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, display_order = LAST)]
    version: Option<bool>,
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
    Log(LogArgs),
    Show(Show),
    Forget(Forget),
    Parse(Box<Parse>),
    Policy(PolicyArgs),
    Recover(Recover),
    Hook(Hook),
    Demo(Demo),
    Help(Help),
}

const EXAMPLES: help::Examples = &[
    ("git sr apply reply.md", "Apply the reply in this file"),
    ("git sr undo", "Take it back"),
    ("git sr check", "Examine what is staged"),
    ("git sr help apply", "Show the help of a command"),
];

const EXITS: help::Exits = &[
    (0, "done, or nothing to do"),
    (1, "something did not apply or was refused, or a check found something"),
    (128, "cannot go on: not a repository, an unreadable reply, an I/O error, another run at work"),
    (129, "wrong usage"),
];

/// The definition of the command line.
pub(super) fn command() -> clap::Command {
    let command = Cli::command();
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let names = PossibleValuesParser::new(names);
    command.mut_subcommand("help", |help| {
        help.mut_arg("command", |name| name.value_parser(names).hide_possible_values(true))
    })
}

/// Reads what was typed, in the form of [`git_style`].
pub(super) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
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

const READING: &str = "Reading the reply";
const SAFETY: &str = "Safety";
const OUTPUT: &str = "Output";

/// How replies are read.
#[derive(Debug, Default, Args)]
pub(super) struct ReadingArgs {
    /// How the reply is written (default: it is detected)
    #[arg(long, help_heading = READING, value_name = "name", value_enum)]
    pub(super) format: Option<FormatName>,
    /// One more fence around blocks: what opens and what closes it, as `<open>..<close>`
    #[arg(long, help_heading = READING, value_name = "open..close", value_parser = fence)]
    pub(super) fence: Option<(String, String)>,
    /// The file that blocks without a path line are for
    #[arg(long, help_heading = READING, value_name = "file")]
    pub(super) path: Option<OsString>,
}

/// How replies are read, and which of their blocks may go where.
#[derive(Debug, Default, Args)]
pub(super) struct AimArgs {
    /// The last tier of the matching ladder that may decide (default: all, or `sr.match`)
    #[arg(long, help_heading = "Matching", value_name = "tier", value_enum)]
    pub(super) r#match: Option<Tier>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    /// Put this folder in front of every path of the reply
    #[arg(long, help_heading = READING, value_name = "dir")]
    pub(super) directory: Option<OsString>,
    /// Allow writing files that match this glob and that would be refused
    #[arg(long, help_heading = SAFETY, value_name = "glob")]
    pub(super) allow: Vec<OsString>,
    /// Refuse files that match this glob
    #[arg(long, help_heading = SAFETY, value_name = "glob")]
    pub(super) block: Vec<OsString>,
}

/// How results are printed.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct OutputArgs {
    /// Print one JSON object on standard output, prose on standard error
    #[arg(long, help_heading = OUTPUT)]
    pub(super) json: bool,
    /// Print errors only
    #[arg(short, long, help_heading = OUTPUT)]
    pub(super) quiet: bool,
    /// When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)
    #[arg(long, help_heading = OUTPUT, value_name = "when", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub(super) color: Option<When>,
}
