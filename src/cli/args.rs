//! The command line. These definitions are the only source of the words in `-h`, the man pages and the
//! completions.

mod apply;
mod batches;
mod check;
mod commit;
mod config;
mod encode;
mod help;
mod install;
mod keys;
mod look;
mod mcp;
mod names;
mod plan;
mod prompt;
mod shared;
mod stats;
mod undo;

use std::{ffi::OsString, path::PathBuf};

use clap::{
    ArgAction, Args as _, FromArgMatches as _, Parser, Subcommand,
    builder::{PossibleValue, PossibleValuesParser},
};

pub(super) use apply::Apply;
pub(super) use batches::{Forget, LogArgs, Show};
pub(super) use check::{Check, Hook, HookAction};
pub(super) use commit::CommitArgs;
pub(super) use config::ConfigArgs;
pub(super) use encode::EncodeArgs;
pub(super) use help::Help;
pub(super) use install::{Completions, InstallMan, Shell};
pub use keys::ConfigKey;
pub(super) use keys::KEYS;
pub(super) use look::{Demo, Parse, PolicyArgs};
pub(super) use mcp::McpArgs;
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
struct Options {
    /// Run as if started in this folder
    #[arg(short = 'C', value_name = "path", global = true, display_order = LAST)]
    start: Option<PathBuf>,
    /// List the options; `git sr help` shows more
    // git takes `git sr --help` for itself and looks for a man page.
    #[arg(short, global = true, action = ArgAction::HelpShort, display_order = LAST)]
    help: Option<bool>,
    /// Show the help
    #[arg(long = "help", global = true, action = ArgAction::HelpLong, hide = true)]
    long_help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, display_order = LAST)]
    version: Option<bool>,
}

/// A command line.
#[derive(Debug)]
pub(super) struct Cli {
    /// The folder to start in, if it is another one.
    pub(super) start: Option<PathBuf>,
    /// The verb, with its options.
    pub(super) command: Command,
}

/// The verbs. The options of one are defined once it is meant, since those of all take longer than a small
/// batch.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
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
    Config(ConfigArgs),
    Recover(Recover),
    Hook(Hook),
    Mcp(McpArgs),
    InstallMan(InstallMan),
    Completions(Completions),
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

/// Defines the options of a command.
type Define = fn(clap::Command) -> clap::Command;

/// Makes the sections below the options of a command.
type MakeSections = fn() -> String;

/// The commands, with what help says of them. Their sections take longer to make than all else of the
/// definition, and only help has them.
const COMMANDS: &[(&str, Define, MakeSections)] = &[
    ("apply", Apply::augment_args, apply::sections),
    ("diff", DiffArgs::augment_args, plan::sections),
    ("check", Check::augment_args, check::check_sections),
    ("undo", Undo::augment_args, undo::undo_sections),
    ("redo", Redo::augment_args, undo::redo_sections),
    ("log", LogArgs::augment_args, batches::log_sections),
    ("show", Show::augment_args, batches::show_sections),
    ("forget", Forget::augment_args, batches::forget_sections),
    ("stats", StatsArgs::augment_args, stats::sections),
    ("parse", Parse::augment_args, look::parse_sections),
    ("encode", EncodeArgs::augment_args, encode::sections),
    ("prompt", PromptArgs::augment_args, prompt::sections),
    ("policy", PolicyArgs::augment_args, look::policy_sections),
    ("config", ConfigArgs::augment_args, config::sections),
    ("recover", Recover::augment_args, undo::recover_sections),
    ("hook", Hook::augment_args, check::hook_sections),
    ("mcp", McpArgs::augment_args, mcp::sections),
    ("install-man", InstallMan::augment_args, install::man_sections),
    ("completions", Completions::augment_args, install::completions_sections),
    ("demo", Demo::augment_args, look::demo_sections),
    ("help", with_names, help::help_sections),
];

/// The definition of the command line, with all of its help.
pub(super) fn command() -> clap::Command {
    let command = without_sections().after_long_help(help::after("git-sr", EXAMPLES, EXITS));
    let add = |command: clap::Command, (name, define, sections): &(&str, Define, MakeSections)| {
        let defined = |command: clap::Command| define(command.defer(|command| command));
        command.mut_subcommand(name, |command| defined(command).after_long_help(sections()))
    };
    // A command that this build does not have is not listed; it says how to get it.
    COMMANDS.iter().fold(command, add).mut_subcommand("mcp", |mcp| mcp.hide(cfg!(not(feature = "mcp"))))
}

/// The definition of the command line, for all but help. A command has its options once it is built.
fn without_sections() -> clap::Command {
    // What clap takes for a description of the verbs is written over by that of `git sr`.
    top(Command::augment_subcommands(named())).mut_subcommand("help", |help| help.defer(with_names))
}

/// The same with the command alone that is typed, if there is one: the options of `git sr` are copied to each.
fn with_typed(words: &[OsString]) -> Option<clap::Command> {
    let mut words = words.iter().skip(1);
    let typed = loop {
        let word = words.next()?;
        if word == "-C" {
            words.next();
        } else if !word.as_encoded_bytes().starts_with(b"-") {
            break word;
        }
    };
    let (name, define, _) = COMMANDS.iter().find(|(name, ..)| typed == name)?;
    Some(top(named().subcommand(define(clap::Command::new(*name)))))
}

fn named() -> clap::Command {
    clap::Command::new("git-sr")
}

/// Adds the options of `git sr` itself, and all else but commands.
fn top(command: clap::Command) -> clap::Command {
    Options::augment_args(command).subcommand_required(true).arg_required_else_help(true)
}

/// `git sr help`, which takes the names of commands.
fn with_names(help: clap::Command) -> clap::Command {
    let value =
        |name: &'static str| PossibleValue::new(name).hide(name == "mcp" && cfg!(not(feature = "mcp")));
    let names = PossibleValuesParser::new(COMMANDS.iter().map(|(name, ..)| value(name)));
    Help::augment_args(help).mut_arg("command", |name| name.value_parser(names).hide_possible_values(true))
}

/// Returns whether there is a command of this name.
pub(super) fn is_command(name: &str) -> bool {
    COMMANDS.iter().any(|(command, ..)| *command == name)
}

/// Returns whether a command has an option, written with its dashes.
pub(super) fn has_option(command: &str, option: &str) -> bool {
    option_of(command, option).is_some()
}

/// Returns whether a command has an option, written with its dashes, whose value is the next word.
pub(super) fn takes_next(command: &str, option: &str) -> bool {
    option_of(command, option)
        .is_some_and(|option| option.get_action().takes_values() && !option.is_require_equals_set())
}

fn option_of(command: &str, option: &str) -> Option<clap::Arg> {
    let definition = self::command();
    let mut known = definition.find_subcommand(command)?.get_arguments();
    known
        .find(|known| match option.strip_prefix("--") {
            Some(long) => known.get_long() == Some(long),
            None => known.get_short().is_some_and(|letter| option == format!("-{letter}")),
        })
        .cloned()
}

/// Parses the command line, in the form of [`git_style`]. Also returns its definition, in which the command that
/// was typed has its options.
pub(super) fn parse(words: &[OsString]) -> Result<(Cli, clap::Command), clap::Error> {
    let mut command = with_typed(words).unwrap_or_else(without_sections);
    let mut matches = match command.try_get_matches_from_mut(words) {
        // Help, and what else says more of the commands than one run needs.
        Err(_) => {
            command = self::command();
            command.try_get_matches_from_mut(words)?
        }
        Ok(matches) => matches,
    };
    let cli = cli(&mut matches).map_err(|error| error.format(&mut command))?;
    // One is made in the life of a process, whose end frees it at once.
    std::mem::forget(matches);
    Ok((cli, command))
}

/// Takes the values out of matches, which are large to copy.
fn cli(matches: &mut clap::ArgMatches) -> Result<Cli, clap::Error> {
    let Options { start, .. } = Options::from_arg_matches_mut(matches)?;
    Ok(Cli { start, command: Command::from_arg_matches_mut(matches)? })
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_command_alone_is_defined_as_it_is_among_all() {
        let options = |command: &clap::Command| {
            // Their order is for help alone, which is shown of all commands.
            let shown = |option: &clap::Arg| format!("{:?}", option.clone().display_order(0));
            let options: BTreeSet<String> = command.get_arguments().map(shown).collect();
            (command.get_name().to_owned(), command.get_about().map(ToString::to_string), options)
        };
        for (name, ..) in COMMANDS {
            let words = ["git-sr", "-C", "apply", name].map(OsString::from);
            let mut alone = with_typed(&words).unwrap();
            let mut all = without_sections();
            alone.build();
            all.build();
            let [alone, all] = [&alone, &all].map(|command| command.find_subcommand(name).map(options));
            assert_eq!(alone, all);
        }
    }

    #[test]
    fn a_command_is_the_first_word_that_is_no_option() {
        let typed = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let command = with_typed(&words)?;
            command.get_subcommands().next().map(|command| command.get_name().to_owned())
        };
        for line in ["git-sr undo", "git-sr -C apply undo check", "git-sr -Capply -V undo", "git-sr -- undo"]
        {
            assert_eq!(typed(line).as_deref(), Some("undo"), "{line}");
        }
        for line in ["git-sr", "git-sr -h", "git-sr -C undo", "git-sr undone undo"] {
            assert_eq!(typed(line), None, "{line}");
        }
    }

    #[test]
    fn every_command_is_defined_once_more_for_help() {
        let command = without_sections();
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        assert_eq!(names, COMMANDS.iter().map(|(name, ..)| *name).collect::<Vec<_>>());
    }
}
