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
            let options = Typed::new(typed, args::command()).option_names();
            let scene =
                UsageScene { command, typed, options: &options, is_before_command, file: file(typed) };
            let words = words::usage(error, scene);
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

/// The name of the typed command, if there is one.
fn command(typed: &[OsString]) -> Option<&str> {
    let is_value = |at: usize| typed[at - 1] == "-C";
    let names = (1..typed.len()).filter(|at| !is_value(*at)).filter_map(|at| typed[at].to_str());
    names.into_iter().find(|name| args::is_command(name))
}
