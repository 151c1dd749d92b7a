//! From the typed arguments to requests, and on to the verbs.

mod apply;
mod batches;
mod check;
mod commit;
mod config;
mod encode;
mod help;
mod look;
mod patch;
mod prompt;
mod replies;
mod retry;
mod start;
mod stats;
mod stream;
mod undo;

use std::path::{Path, PathBuf};

use super::{
    args::{Cli, Command, OutputArgs},
    demo,
    exit::Exit,
    fatal::Fatal,
    install, mcp, shell,
    style::Streams,
    typed::Typed,
};
use crate::repo::{config::wants_advice, signals};
use start::{early, now, open, rules};

/// Runs a command.
pub(super) fn run(cli: Cli, typed: &Typed) -> Exit {
    // Should this fail, a limit on the size of files kills the run, and the next one takes its batch back.
    let _ = signals::outlive_limits();
    if let Some(folder) = &cli.start {
        shell::starts_in(folder);
    }
    let start = || start(cli.start.as_deref());
    match cli.command {
        Command::Apply(args) => with_output(typed, &args.output, |streams| {
            streams.has_lines = args.stream;
            streams.copies = args.clipboard && args.feedback;
            apply::apply(&start()?, &args, streams)
        }),
        Command::Diff(args) => {
            let style = args.output.clone();
            with_output(typed, &style, |streams| apply::diff(&start()?, *args, streams))
        }
        Command::Check(args) => {
            let style = args.output.clone();
            with_output(typed, &style, |streams| check::check(&start()?, *args, streams))
        }
        Command::Undo(args) => {
            with_output(typed, &args.output, |streams| undo::undo(&start()?, &args, streams))
        }
        Command::Redo(args) => {
            with_output(typed, &args.output, |streams| undo::redo(&start()?, &args, streams))
        }
        Command::Log(args) => {
            with_output(typed, &args.output, |streams| batches::log(&start()?, &args, streams))
        }
        Command::Show(args) => {
            with_output(typed, &args.output, |streams| batches::show(&start()?, &args, streams))
        }
        Command::Forget(args) => {
            with_output(typed, &args.output, |streams| batches::forget(&start()?, &args, streams))
        }
        Command::Stats(args) => {
            with_output(typed, &args.output, |streams| stats::stats(&start()?, &args, streams))
        }
        Command::Recover(args) => {
            with_output(typed, &args.output, |streams| undo::recover(&start()?, &args, streams))
        }
        Command::Hook(args) => {
            with_output(typed, &args.output, |streams| check::hook(&start()?, &args, streams))
        }
        Command::Parse(args) => {
            with_output(typed, &args.output, |streams| look::parse(&start()?, &args, streams))
        }
        Command::Encode(args) => {
            with_output(typed, &args.output, |streams| encode::encode(&start()?, &args, streams))
        }
        Command::Prompt(args) => {
            with_output(typed, &args.output(), |streams| prompt::prompt(&start()?, &args, streams))
        }
        Command::Policy(args) => {
            with_output(typed, &args.output, |streams| look::policy(&start()?, &args, streams))
        }
        Command::Config(args) => {
            with_output(typed, &args.output, |streams| config::config(&start()?, &args, streams))
        }
        Command::Mcp(_) => {
            with_early_output(typed, cli.start.as_deref(), |streams| mcp::serve(&start()?, streams))
        }
        Command::InstallMan(args) => {
            with_early_output(typed, cli.start.as_deref(), |streams| install::man(&start()?, &args, streams))
        }
        Command::Completions(args) => {
            with_early_output(typed, cli.start.as_deref(), |streams| Ok(install::completions(&args, streams)))
        }
        Command::Demo(args) => {
            with_early_output(typed, cli.start.as_deref(), |streams| demo::run(&args, streams))
        }
        Command::Help(args) => {
            with_early_output(typed, cli.start.as_deref(), |streams| Ok(help::help(&args, streams)))
        }
    }
}

/// The folder that all paths are relative to.
fn start(directory: Option<&Path>) -> Result<PathBuf, Fatal> {
    let here = std::env::current_dir().map_err(|error| Fatal::io("the current folder", &error))?;
    let Some(directory) = directory else { return Ok(here) };
    let start = here.join(directory);
    if start.is_dir() { Ok(start) } else { Err(Fatal::folder(directory.as_os_str().as_encoded_bytes())) }
}

/// Runs a command that opens no repository.
fn with_early_output(
    typed: &Typed,
    start: Option<&Path>,
    command: impl FnOnce(&mut Streams) -> Result<Exit, Fatal>,
) -> Exit {
    let output = OutputArgs::default();
    with_output(typed, &output, |streams| {
        early(start.unwrap_or(Path::new("")), &output, streams);
        command(streams)
    })
}

fn with_output(
    typed: &Typed,
    output: &OutputArgs,
    command: impl FnOnce(&mut Streams) -> Result<Exit, Fatal>,
) -> Exit {
    let mut streams = Streams::new(output.quiet, wants_advice().unwrap_or(true), typed.clone());
    let exit = match command(&mut streams) {
        Ok(exit) => exit,
        Err(fatal) => fatal.print(&mut streams, output.json),
    };
    Fatal::end(streams, exit)
}
