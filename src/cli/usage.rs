//! A command line that is not understood, and what `-h` and `--version` print.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{args, color, exit::Exit, fatal::Fatal, style::Streams, typed::Typed, words, words::UsageScene};
use crate::repo::config::wants_advice;

/// Prints what clap has instead of arguments.
pub(super) fn print(error: &clap::Error, typed: &[OsString]) -> Exit {
    let start = typed.windows(2).find(|pair| pair[0] == "-C").map(|pair| PathBuf::from(&pair[1]));
    color::choose_early(start.as_deref().unwrap_or(Path::new("")), None);
    let mut streams = Streams::new(false, wants_advice().unwrap_or(true), Typed::default());
    let rendered = error.render().ansi().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            streams.line(rendered.trim_end());
            return Fatal::end(streams, Exit::Done);
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => streams.say(rendered.trim_end()),
        _ => {
            let command = command(typed);
            let is_before_command = command.is_some_and(|command| is_before(error, typed, command));
            let line = Typed::new(typed, args::command());
            let options = line.option_names();
            let scene = UsageScene {
                command,
                typed,
                options: &options,
                is_before_command,
                file: file(typed),
                swallowed: line.swallowed(),
            };
            let words = words::usage(error, &scene);
            streams.error(&words.message);
            words.usage.iter().for_each(|usage| streams.evidence(usage));
            words.hints.iter().for_each(|hint| streams.hint(hint));
            if typed.iter().take_while(|word| *word != "--").any(|word| word == "--json") {
                Fatal::usage(&words.message, words.hints.first()).print_object(&mut streams);
            }
        }
    }
    Exit::Usage
}

/// Returns whether the option that is not known is one of the command, in front of its name.
fn is_before(error: &clap::Error, typed: &[OsString], command: &str) -> bool {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return false };
    let is_in_front = typed.iter().take_while(|word| *word != command).any(|word| {
        word.as_encoded_bytes()
            .strip_prefix(option.as_bytes())
            .is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
    });
    is_in_front && args::has_option(command, option)
}

/// The first word that looks like an option and names a file.
fn file(typed: &[OsString]) -> Option<&OsStr> {
    let words = typed.iter().skip(1).map(OsString::as_os_str);
    words.into_iter().find(|word| word.as_encoded_bytes().starts_with(b"-") && Path::new(word).is_file())
}

/// The name of the typed command, if there is one. A name may be the value of an option in front of another one.
fn command(typed: &[OsString]) -> Option<&str> {
    let names = (1..typed.len()).filter_map(|at| Some((typed[at - 1].to_str(), typed[at].to_str()?)));
    let names: Vec<(Option<&str>, &str)> =
        names.filter(|(before, name)| *before != Some("-C") && args::is_command(name)).collect();
    let is_value = |at: &usize| {
        let option = names[*at].0.filter(|before| before.starts_with('-'));
        option.is_some_and(|option| names[at + 1..].iter().any(|(_, name)| args::takes_next(name, option)))
    };
    (0..names.len()).find(|at| !is_value(at)).map(|at| names[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_an_option_in_front_of_a_command_is_none() {
        let command_of = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            command(&words).map(str::to_owned)
        };
        for (line, command) in [
            ("git-sr --format diff apply reply.md", "apply"),
            ("git-sr -q --format diff apply reply.md", "apply"),
            ("git-sr --format=diff apply reply.md", "apply"),
            ("git-sr -C diff apply", "apply"),
            // It is a flag of that, or has its value behind a `=`.
            ("git-sr -q diff apply", "diff"),
            ("git-sr --color diff apply", "diff"),
            // That has no such option.
            ("git-sr --format diff forget", "diff"),
            ("git-sr --format diff", "diff"),
            ("git-sr apply --format diff", "apply"),
        ] {
            assert_eq!(command_of(line).as_deref(), Some(command), "{line}");
        }
        assert_eq!(command_of("git-sr -C diff"), None);
    }
}
