//! The command line: arguments in, words and exit codes out.

#![expect(clippy::disallowed_methods, reason = "the environment, the replies and exit codes are this wing's")]

mod args;
mod demo;
mod exit;
mod fatal;
mod hint;
mod input;
mod report;
mod run;
mod style;
mod typed;
mod words;

use std::{ffi::OsString, process::ExitCode};

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};

use args::Cli;
use exit::Exit;
use typed::Typed;

/// Runs the program.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = args::git_style(std::env::args_os()).collect();
    match Cli::try_parse_from(&words) {
        Ok(cli) => run::run(cli, &Typed::new(&words)).into(),
        Err(error) => {
            let printed = error.print();
            match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    let mut streams = style::Streams::new(false, true, Typed::default());
                    streams.wrote(printed);
                    fatal::Fatal::end(streams, Exit::Done).into()
                }
                _ => Exit::Usage.into(),
            }
        }
    }
}

/// The definition of the command line, from which the man pages and the completions are made.
pub fn command() -> clap::Command {
    Cli::command()
}

/// The JSON Schema of what `--json` prints, as it is committed in `schema/git-sr.schema.json`.
pub fn schema() -> String {
    format!("{:#}\n", report::schema::schema().as_value())
}
