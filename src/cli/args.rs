//! The command line. These definitions are the only source of the words in `-h`, the man pages and the
//! completions.

mod apply;
mod batches;
mod check;
mod commit;
mod encode;
mod help;
mod keys;
mod look;
mod names;
mod plan;
mod prompt;
mod shared;
mod stats;
mod undo;

use std::{ffi::OsString, path::PathBuf};

use clap::{
    ArgAction, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, builder::PossibleValuesParser,
    error::ErrorKind,
};

pub(super) use apply::Apply;
pub(super) use batches::{Forget, LogArgs, Show};
pub(super) use check::{Check, Hook, HookAction};
pub(super) use commit::CommitArgs;
pub(super) use encode::EncodeArgs;
pub(super) use help::Help;
pub use keys::ConfigKey;
pub(super) use keys::KEYS;
pub(super) use look::{Demo, Parse, PolicyArgs};
pub(super) use names::{FormatName, PartialName, When, fence};
pub(super) use plan::{DiffArgs, PlanArgs};
pub(super) use prompt::PromptArgs;
pub(super) use shared::{AimArgs, ExitArgs, OutputArgs, ReadingArgs};
use shared::{OUTPUT, SAFETY, batch};
pub(super) use stats::StatsArgs;
pub(super) use undo::{ExtentArgs, Recover, Redo, Undo};

/// Position of global options in help, behind those of the command.
const LAST: usize = 1000;

/// Put a language model's SEARCH/REPLACE reply into a Git work tree, safely
///
/// Each block of a reply names a file, the text to find and the text to put there. Each is applied at the one
/// place where its text is, or not at all; a batch of blocks is applied whole or not at all, and can be taken
/// back.
#[derive(Debug, Parser)]
#[command(
    name = "git-sr",
    bin_name = "git sr",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true,
    after_help = "'git sr <command> -h' lists the options of a command, 'git sr help <command>' shows all of its help"
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
    Diff(Box<DiffArgs>),
    Check(Box<Check>),
    Undo(Undo),
    Redo(Redo),
    Log(LogArgs),
    Show(Show),
    Forget(Forget),
    Stats(StatsArgs),
    Parse(Box<Parse>),
    Encode(EncodeArgs),
    Prompt(PromptArgs),
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

/// Makes the sections below the options of a command.
type MakeSections = fn() -> String;

/// The sections below the options of each command. They take longer to make than all else of the definition,
/// and only help has them.
const SECTIONS: &[(&str, MakeSections)] = &[
    ("apply", apply::sections),
    ("diff", plan::sections),
    ("check", check::check_sections),
    ("undo", undo::undo_sections),
    ("redo", undo::redo_sections),
    ("log", batches::log_sections),
    ("show", batches::show_sections),
    ("forget", batches::forget_sections),
    ("stats", stats::sections),
    ("parse", look::parse_sections),
    ("encode", encode::sections),
    ("prompt", prompt::sections),
    ("policy", look::policy_sections),
    ("recover", undo::recover_sections),
    ("hook", check::hook_sections),
    ("demo", look::demo_sections),
    ("help", help::help_sections),
];

/// The definition of the command line, with all of its help.
pub(super) fn command() -> clap::Command {
    let command = without_sections().after_long_help(help::after("git-sr", EXAMPLES, EXITS));
    let add = |command: clap::Command, (name, sections): &(&str, MakeSections)| {
        command.mut_subcommand(name, |command| command.after_long_help(sections()))
    };
    SECTIONS.iter().fold(command, add)
}

/// The definition of the command line, for all but help.
pub(super) fn without_sections() -> clap::Command {
    let command = Cli::command();
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let names = PossibleValuesParser::new(names);
    command.mut_subcommand("help", |help| {
        help.mut_arg("command", |name| name.value_parser(names).hide_possible_values(true))
    })
}

/// Parses the command line, in the form of [`git_style`].
pub(super) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = without_sections();
    let matches = match command.try_get_matches_from_mut(words) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            self::command().try_get_matches_from(words)?
        }
        matches => matches?,
    };
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Rewrites `-S<key>`, as git takes it, to `-S=<key>`.
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
