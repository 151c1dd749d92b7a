//! Options of `--commit`. Each is one of git commit, and implies `--commit`.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

/// Options of the commit.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct CommitArgs {
    /// Commit the batch on HEAD: its changes only, whatever else is dirty or staged. The options below
    /// 'Commit' imply this one
    #[arg(long)]
    pub(in crate::cli) commit: bool,
    /// The message of the commit; several make paragraphs (default: made from the reply and the paths)
    #[arg(help_heading = "Commit", short, long, value_name = "msg")]
    pub(in crate::cli) message: Vec<OsString>,
    /// Take the message of the commit from this file; `-` is standard input
    #[arg(help_heading = "Commit", short = 'F', long, value_name = "file", conflicts_with = "message")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// Edit the message of the commit
    #[arg(help_heading = "Commit", short, long)]
    pub(in crate::cli) edit: bool,
    /// Add this trailer to the message of the commit (default: `sr.trailer`)
    #[arg(help_heading = "Commit", long, value_name = "token[=value]")]
    pub(in crate::cli) trailer: Vec<OsString>,
    /// Add a Signed-off-by trailer by the committer
    #[arg(help_heading = "Commit", long)]
    pub(in crate::cli) signoff: bool,
    /// The author of the commit, as `Name <email>`
    #[arg(help_heading = "Commit", long, value_name = "author")]
    pub(in crate::cli) author: Option<OsString>,
    /// Do not run the hooks pre-commit and commit-msg
    #[arg(help_heading = "Commit", long)]
    pub(in crate::cli) no_verify: bool,
    /// Sign the commit, with this key if one is named
    #[arg(help_heading = "Commit", short = 'S', long, value_name = "key", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(in crate::cli) gpg_sign: Option<OsString>,
}

impl CommitArgs {
    /// Returns whether a commit is asked for.
    pub(in crate::cli) fn is_asked_for(&self) -> bool {
        let Self { commit, message, file, edit, trailer, signoff, author, no_verify, gpg_sign } = self;
        let flags = *commit || *edit || *signoff || *no_verify;
        flags
            || !message.is_empty()
            || !trailer.is_empty()
            || file.is_some()
            || author.is_some()
            || gpg_sign.is_some()
    }
}
