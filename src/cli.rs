//! The command line: arguments in, words and exit codes out.

#![expect(clippy::disallowed_methods, reason = "the environment, the replies and exit codes are this wing's")]

mod args;
mod clipboard;
mod color;
mod demo;
mod exit;
mod fatal;
mod hint;
mod input;
mod install;
mod mcp;
mod pager;
mod paint;
mod progress;
mod report;
mod run;
mod shell;
mod style;
mod terminal;
mod typed;
mod usage;
mod words;

use std::{ffi::OsString, process::ExitCode};

pub use args::ConfigKey;
use typed::Typed;

/// Runs the program.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = args::git_style(std::env::args_os()).collect();
    #[cfg(all(feature = "clipboard", not(target_os = "macos")))]
    if clipboard::is_holder(&words) {
        return clipboard::hold();
    }
    match args::parse(&words) {
        Ok((cli, definition)) => run::run(cli, &Typed::new(&words, definition)).into(),
        Err(error) => usage::print(&error, &words).into(),
    }
}

/// The definition of the command line, from which the man pages and the completions are made.
pub fn command() -> clap::Command {
    args::command()
}

/// The configuration keys, with their meanings.
pub fn keys() -> &'static [ConfigKey] {
    args::KEYS
}

/// The JSON Schema of the output of `--json`, as it is committed in `schema/git-sr.schema.json`.
pub fn schema() -> String {
    format!("{:#}\n", report::schema::schema().as_value())
}
