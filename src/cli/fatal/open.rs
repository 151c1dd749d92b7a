//! Reasons why a repository or its configuration cannot be used.

use super::{Fatal, chain, path};
use crate::{
    cli::{
        exit::Exit,
        shell::git,
        words::{quoted, shell_word},
    },
    core::{locate::Tier, outcome::Class},
    repo::{
        config::{ConfigError, ConfigScope, Takes},
        open::OpenError,
    },
};

impl From<OpenError> for Fatal {
    fn from(error: OpenError) -> Self {
        let fatal = |message: String| Self::new(Exit::Fatal, Class::Repository, message);
        match &error {
            OpenError::NotARepository { start } => {
                fatal(format!("not a git repository (or any of the parent folders): {}", path(start)))
                    .hint("go to the repository, or name it: git sr -C <folder> <command>")
            }
            OpenError::Bare { git_dir } => fatal(format!("{} is bare: it has no work tree", path(git_dir)))
                .hint(format!("run git sr in a clone, or add a work tree: {}", git("worktree add <path>"))),
            OpenError::NoWorkTree { path: folder } => {
                fatal(format!("{} is not in a work tree", path(folder))).hint("run git sr in the work tree")
            }
            OpenError::Untrusted { path: folder } => {
                fatal(format!("the repository at {} belongs to another user", path(folder))).hint(format!(
                    "if you trust it: git config --global --add safe.directory {}",
                    shell_word(folder.as_os_str().as_encoded_bytes())
                ))
            }
            OpenError::RefStorage { name } => {
                fatal(format!("references stored as {} are not supported", quoted(name)))
                    .hint(format!("migrate them: {}", git("refs migrate --ref-format=files")))
            }
            OpenError::ObjectFormat { name } => {
                fatal(format!("object format {} is not supported", quoted(name)))
            }
            OpenError::Extension { name } => {
                fatal(format!("repository extension {} is not supported", quoted(name)))
                    .hint("use a version of git sr that knows the extension")
            }
            _ => fatal(chain(&error)),
        }
    }
}

impl From<ConfigError> for Fatal {
    fn from(error: ConfigError) -> Self {
        let fatal = Self::new(Exit::Fatal, Class::Io, format!("{error}{}", place(&error)));
        if error.key == "sr.match" {
            let tiers: Vec<&str> = Tier::all().iter().map(|tier| tier.name()).collect();
            return fatal.hint(format!("the tiers are {}", tiers.join(", ")));
        }
        let included = error.origin.path.as_ref().filter(|_| error.origin.is_included);
        let file = match (error.origin.scope, included) {
            (ConfigScope::Command, _) => {
                return match taken(&error.takes) {
                    Some(values) => fatal.hint(format!("it takes {values}")),
                    None => fatal,
                };
            }
            (_, Some(file)) => format!("--file {} ", shell_word(file.as_os_str().as_encoded_bytes())),
            (ConfigScope::System, None) => "--system ".to_owned(),
            (ConfigScope::Global, None) => "--global ".to_owned(),
            (ConfigScope::Worktree, None) => "--worktree ".to_owned(),
            (ConfigScope::Local, None) => String::new(),
        };
        let set = |value: &str| git(&format!("config {file}{} {value}", error.key));
        if error.key.starts_with("sr.check.") {
            return fatal.hint(format!("set it to error, warn or off: {}", set("warn")));
        }
        let lead = taken(&error.takes).map_or_else(|| "change it".to_owned(), |it| format!("set it to {it}"));
        fatal.hint(format!("{lead}: {}", set("<value>")))
    }
}

impl Fatal {
    /// A word for a marker that does not exist.
    pub(in crate::cli) fn no_marker(name: &str, error: &ConfigError) -> Self {
        let key = quoted(format!("{}.{name}", error.key).as_bytes());
        Self::new(Exit::Fatal, Class::Io, format!("{key}{} is no key of git sr", place(error)))
            .hint("the keys are sr.marker.search, sr.marker.replace, sr.marker.rename and sr.marker.delete")
    }
}

/// The place where a value is set.
fn place(error: &ConfigError) -> String {
    let line = error.line().map_or_else(String::new, |line| format!(", line {line}"));
    match &error.origin.path {
        Some(file) => format!(" in {}{line}", path(file)),
        None => " from the command line or the environment".to_owned(),
    }
}

/// The values that a key takes, if they can be said.
fn taken(takes: &Takes) -> Option<String> {
    Some(match takes {
        Takes::Boolean => "true or false".to_owned(),
        Takes::Number { least } => format!("a number from {least} up; k, m or g may follow it"),
        Takes::Form(form) => (*form).to_owned(),
        Takes::Word(words) => match words.split_last()? {
            (last, []) => last.clone(),
            (last, others) => format!("{} or {last}", others.join(", ")),
        },
        Takes::Other => return None,
    })
}
