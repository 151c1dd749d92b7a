//! Arguments of `git sr prompt`.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::{
    OUTPUT, OutputArgs,
    help::{Examples, Exits, after},
    names::WriterName,
};

/// Print instructions for a model, so that its answer can be applied
///
/// Put them in front of the question, or into the instructions of an agent: they say in which form changes
/// are written, show an example, and name the files that are refused. With `--files`, the text of these files
/// follows, each below a line with its path and version; an answer that has this line is made to that
/// version, and merged into the file as it is. Files that a reply must not write are left out.
#[derive(Debug, Args)]
pub(in crate::cli) struct PromptArgs {
    /// The format of the answer
    #[arg(long, value_name = "name", value_enum, default_value = "diff")]
    pub(in crate::cli) format: WriterName,
    /// Take the example from this commit of the repository (default: HEAD)
    #[arg(long, value_name = "revision", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub(in crate::cli) example: Option<OsString>,
    /// Take the text from this file, in which the names in `{{example}}`, `{{rules}}`, `{{refused}}` and
    /// `{{files}}` are replaced by these parts (default: `sr.promptTemplate`)
    #[arg(long, value_name = "file")]
    pub(in crate::cli) template: Option<PathBuf>,
    /// Ask for the shell commands that the changes need, too; they are shown when the answer is applied, and
    /// never run
    #[arg(long)]
    pub(in crate::cli) commands: bool,
    /// Show these files, by their paths from the current folder
    #[arg(long, value_name = "path", num_args = 1..)]
    pub(in crate::cli) files: Vec<OsString>,
    /// Show the files in fences, without version and line numbers
    #[arg(long, requires = "files")]
    pub(in crate::cli) plain: bool,
    /// Put them on the clipboard instead of printing them
    #[arg(long)]
    pub(in crate::cli) clipboard: bool,
    /// Print errors and hints only
    #[arg(short, long, help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,
}

impl PromptArgs {
    /// The options of output: what it prints is for a model.
    pub(in crate::cli) fn output(&self) -> OutputArgs {
        OutputArgs { quiet: self.quiet, ..OutputArgs::default() }
    }
}

/// The sections below the options of `git sr prompt`.
pub(super) fn sections() -> String {
    after("prompt", EXAMPLES, EXITS)
}

const EXAMPLES: Examples = &[
    ("git sr prompt", "Print the instructions for SEARCH/REPLACE blocks"),
    ("git sr prompt --files src/lib.rs src/main.rs", "With the files that the question is about"),
    ("git sr prompt --clipboard --files src/lib.rs", "The same, to be pasted into a chat"),
    (
        "git sr prompt --format apply-patch --example",
        "For another format, with the last commit as the example",
    ),
    ("git sr prompt --template ask.md --files src/lib.rs", "With a text of your own around the parts"),
];

const EXITS: Exits = &[
    (0, "the instructions are printed"),
    (1, "a file is left out: it is not there, not text, or a reply must not write it"),
    (128, "cannot go on: not a repository, no such commit, an I/O error"),
    (129, "wrong usage"),
];
