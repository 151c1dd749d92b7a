//! The words for a command line that is not understood.

mod habits;

use std::ffi::{OsStr, OsString};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{close, quoted};

/// The words for a command line that is not understood.
pub(in crate::cli) struct UsageWords {
    pub(in crate::cli) message: String,
    /// `usage: git sr forget <batch>...`
    pub(in crate::cli) usage: Option<String>,
    pub(in crate::cli) hints: Vec<String>,
}

/// The command line that an error of clap is about.
#[derive(Clone, Default)]
pub(in crate::cli) struct UsageScene<'t> {
    /// The name of the command, if there is one.
    pub(in crate::cli) command: Option<&'t str>,
    /// The typed words.
    pub(in crate::cli) typed: &'t [OsString],
    /// The long names of the options of the command that are typed.
    pub(in crate::cli) options: &'t [String],
    /// True if the command has the option that clap does not know, which stands before its name.
    pub(in crate::cli) is_before_command: bool,
    /// The first of them that looks like an option and names a file.
    pub(in crate::cli) file: Option<&'t OsStr>,
    /// A hint about a file that an option took as its value, if no reply is named.
    pub(in crate::cli) swallowed: Option<String>,
}

/// The words for an error of clap in a command, or before one is named.
pub(in crate::cli) fn usage(error: &clap::Error, scene: &UsageScene<'_>) -> UsageWords {
    let command = scene.command;
    let name = command.map_or_else(|| "git sr".to_owned(), |command| format!("git sr {command}"));
    let usage = match error.get(ContextKind::Usage) {
        // That of a conflict has the words which cannot be used together.
        // That of an option in front of a command invites to put it there.
        Some(ContextValue::StyledStr(usage))
            if error.kind() != ErrorKind::ArgumentConflict
                && !scene.is_before_command
                // It has the option that may be meant.
                && error.get(ContextKind::SuggestedArg).is_none() =>
        {
            Some(usage.to_string().replacen("Usage:", "usage:", 1))
        }
        _ => None,
    };
    let lists = if command.is_some() { "its options" } else { "the commands" };
    let mut hints: Vec<String> = suggested(error, scene).into_iter().collect();
    hints.push(format!("'{name} -h' lists {lists}"));
    UsageWords { message: message(error, &name, scene).unwrap_or_else(|| plain(error)), usage, hints }
}

/// The error in our words, if it is one of those that users make.
fn message(error: &clap::Error, name: &str, scene: &UsageScene<'_>) -> Option<String> {
    let text = |kind| one(error, kind);
    let typed = || text(ContextKind::InvalidArg);
    Some(match error.kind() {
        ErrorKind::InvalidSubcommand => {
            format!("{} is no command of git sr", shown(text(ContextKind::InvalidSubcommand)?))
        }
        ErrorKind::UnknownArgument if scene.is_before_command => {
            format!("{} is an option of '{name}', and was typed in front of the command", shown(typed()?))
        }
        ErrorKind::UnknownArgument => {
            let among = among_letters(typed()?, scene.typed);
            let among = among.map_or_else(String::new, |word| format!(" (in {})", shown(word)));
            format!("'{name}' takes no argument {}{among}", shown(typed()?))
        }
        ErrorKind::MissingRequiredArgument => {
            format!("'{name}' lacks {}", all(error, ContextKind::InvalidArg)?.join(" "))
        }
        ErrorKind::NoEquals => format!("the value of {} stands behind a '='", shown(typed()?)),
        ErrorKind::InvalidValue => {
            let known = all(error, ContextKind::ValidValue).unwrap_or_default();
            let known = known.into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>().join(", ");
            let of = |link: &str| {
                if known.is_empty() { String::new() } else { format!("{link} must be one of {known}") }
            };
            let value = text(ContextKind::InvalidValue).unwrap_or_default();
            match positional(typed()?) {
                Some(name) => format!("{} is no {name}{}", shown(value), of(": it")),
                None if value.is_empty() => {
                    format!("there is no value for {}{}", shown(typed()?), of(", which"))
                }
                None => format!("{} is no value of {}{}", shown(value), shown(typed()?), of(", which")),
            }
        }
        ErrorKind::ValueValidation => {
            let cause = std::error::Error::source(error).map(|cause| format!(": {cause}"));
            let value = shown(text(ContextKind::InvalidValue)?);
            let option = shown(typed()?);
            let of = positional(typed()?).unwrap_or_else(|| format!("value of {option}"));
            format!("{value} is no {of}{}", cause.unwrap_or_default())
        }
        ErrorKind::ArgumentConflict => {
            let others = all(error, ContextKind::PriorArg)?;
            let argument = |text: &str| match positional(text) {
                Some(name) => format!("a {name}"),
                None => shown(text),
            };
            if others.contains(&typed()?) {
                format!("{} is there more than once", argument(typed()?))
            } else {
                // clap names all options of a group.
                let is_typed = |other: &&str| scene.options.iter().any(|name| is_named(other, name));
                let of_line: Vec<&str> = others.iter().copied().filter(is_typed).collect();
                let others = if of_line.is_empty() { others } else { of_line };
                let others: Vec<String> = others.into_iter().map(argument).collect();
                format!("{} cannot be used with {}", argument(typed()?), others.join(" and "))
            }
        }
        _ => return None,
    })
}

/// The name of an argument that is no option, which clap writes as `[batch]...`: `batch`, `revision or file`.
fn positional(words: &str) -> Option<String> {
    let one = words.strip_suffix("...").unwrap_or(words);
    let within = |[open, close]: [char; 2]| one.strip_prefix(open)?.strip_suffix(close);
    Some([['[', ']'], ['<', '>']].into_iter().find_map(within)?.replace('|', " or "))
}

/// Returns whether clap's words for an option, such as `--file <file>`, are about that of this long name.
fn is_named(words: &str, name: &str) -> bool {
    let option = words.split([' ', '[', '=']).next().unwrap_or(words);
    option.strip_prefix("--") == Some(name)
}

/// The first line of clap's own words.
fn plain(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// A hint that names what may be meant. The likeliest is the last.
fn suggested(error: &clap::Error, scene: &UsageScene<'_>) -> Option<String> {
    if let Some(command) = scene.command.filter(|_| scene.is_before_command) {
        let option = one(error, ContextKind::InvalidArg)?;
        return Some(format!("put {} behind {}", shown(option), shown(command)));
    }
    let unknown = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    if let Some(habit) = unknown.iter().find_map(|kind| habits::hint(one(error, *kind)?, scene.command)) {
        return Some(habit);
    }
    if matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation)
        && scene.swallowed.is_some()
    {
        return scene.swallowed.clone();
    }
    let known = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let given = [ContextKind::InvalidSubcommand, ContextKind::InvalidValue, ContextKind::InvalidArg];
    let given = given.iter().find_map(|kind| one(error, *kind)).unwrap_or_default();
    let meant = known.iter().find_map(|kind| all(error, *kind)?.into_iter().next_back());
    if let Some(meant) = meant.filter(|meant| close(given, &[meant]).is_some()) {
        return Some(format!("is {} meant?", shown(meant)));
    }
    let is_batch = one(error, ContextKind::InvalidArg) == Some("[batch]");
    if scene.command == Some("undo") && is_batch && given.contains(['.', '/']) {
        let file = super::shell_word(given.as_bytes());
        return Some(format!("to take back a file's part of the last batch: git sr undo -- {file}"));
    }
    let typed = one(error, ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    if scene.command == Some("prompt") && !typed.starts_with('-') {
        return Some(format!(
            "to show a file: git sr prompt --files {}",
            super::shell_word(typed.as_bytes())
        ));
    }
    let file = scene.file.filter(|file| file.as_encoded_bytes().starts_with(typed.as_bytes()))?;
    let file = super::shell_word(file.as_encoded_bytes());
    Some(format!("if the file of that name is meant, put '--' before it: -- {file}"))
}

/// The word of several options of a letter that this one is in, behind the first.
fn among_letters<'t>(option: &str, typed: &'t [OsString]) -> Option<&'t str> {
    let letter = option.strip_prefix('-').filter(|letter| !letter.starts_with('-'))?;
    let mut words = typed.iter().filter_map(|word| word.to_str());
    words.find(|word| {
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        letters.is_some_and(|letters| !letters.starts_with(letter) && letters.contains(letter))
    })
}

fn one(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

fn all(error: &clap::Error, kind: ContextKind) -> Option<Vec<&str>> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(vec![text]),
        ContextValue::Strings(texts) => Some(texts.iter().map(String::as_str).collect()),
        _ => None,
    }
}

fn shown(text: &str) -> String {
    quoted(text.as_bytes())
}
