//! The command line: arguments in, words and exit codes out.

#![expect(clippy::disallowed_methods, reason = "the environment, the replies and exit codes are this wing's")]

mod args;
mod demo;
mod exit;
mod fatal;
mod input;
mod report;
mod run;
mod style;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};

use args::Cli;
use exit::Exit;

/// Runs the program.
pub fn main() -> ExitCode {
    match Cli::try_parse_from(args::git_style(std::env::args_os())) {
        Ok(cli) => run::run(cli).into(),
        Err(error) => {
            let printed = error.print();
            match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    let mut streams = style::Streams::new(false, true);
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
