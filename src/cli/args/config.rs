//! Arguments of `git sr config`.

use clap::Args;

use super::{
    OutputArgs,
    help::{Examples, Exits, after},
};

/// Show the configuration: each key with its value, where that is set, and its meaning
///
/// All keys that `git sr` obeys, or those that are named; the start of a name, such as `sr.check`, names all
/// keys that begin with it. Values that no key takes, and keys that do not exist, are said with their file and
/// line. Nothing is changed: `git config` sets a key.
#[derive(Debug, Args)]
pub(in crate::cli) struct ConfigArgs {
    /// The keys (default: all)
    #[arg(value_name = "key")]
    pub(in crate::cli) keys: Vec<String>,
    /// List only keys that are set
    #[arg(long)]
    pub(in crate::cli) only_set: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// The sections below the options of `git sr config`.
pub(super) fn sections() -> String {
    after("config", EXAMPLES, EXITS)
}

const EXAMPLES: Examples = &[
    ("git sr config --only-set", "Show what is configured, and where"),
    ("git sr config sr.check", "Show the levels of the rules of `git sr check`"),
    ("git sr config --json", "Print all keys as JSON"),
];

const EXITS: Exits = &[
    (0, "all values are good"),
    (1, "a value is bad, or a key that is named does not exist"),
    (128, "cannot go on: not a repository, an I/O error"),
    (129, "wrong usage"),
];
