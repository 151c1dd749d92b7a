//! Arguments of `git sr install-man` and `git sr completions`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::help::{Examples, Exits, after};

/// Install the man pages, so that `git sr --help` shows them
///
/// Without a folder, the pages go where `man` looks for those of the folder of `PATH` that has this program, such
/// as `~/.cargo/share/man`. An older page of the same name is replaced.
#[derive(Debug, Args)]
pub(in crate::cli) struct InstallMan {
    /// The folder of man pages, in which `man1` is, or is made
    #[arg(value_name = "dir")]
    pub(in crate::cli) folder: Option<PathBuf>,
}

/// Print the completions for a shell
///
/// They complete commands, options, tiers, formats, files, revisions, keys and the numbers of batches, for `git-sr`,
/// and for `git sr` where git's own completions are loaded. For that, fish has to read them at its start: put
/// `git sr completions fish | source` into `config.fish`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Completions {
    /// The shell
    #[arg(value_name = "shell", value_enum)]
    pub(in crate::cli) shell: Shell,
}

/// A shell with completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

/// The sections below the options of `git sr install-man`.
pub(super) fn man_sections() -> String {
    after("install-man", MAN_EXAMPLES, MAN_EXITS)
}

/// The sections below the options of `git sr completions`.
pub(super) fn completions_sections() -> String {
    after("completions", COMPLETIONS_EXAMPLES, COMPLETIONS_EXITS)
}

const MAN_EXAMPLES: Examples = &[
    ("git sr install-man", "Install them where man looks for them"),
    ("git sr install-man ~/.local/share/man", "Install them in this folder"),
];

const COMPLETIONS_EXAMPLES: Examples = &[
    (
        "git sr completions bash",
        "Print those for bash; its place is ~/.local/share/bash-completion/completions/git-sr",
    ),
    ("git sr completions zsh", "Print those for zsh; their place is a file _git-sr in a folder of `fpath`"),
    (
        "git sr completions fish",
        "Print those for fish; their place is ~/.config/fish/completions/git-sr.fish",
    ),
];

const MAN_EXITS: Exits =
    &[(0, "they are installed"), (128, "a page cannot be written"), (129, "wrong usage")];

const COMPLETIONS_EXITS: Exits =
    &[(0, "they are printed"), (128, "they cannot be printed"), (129, "wrong usage")];
