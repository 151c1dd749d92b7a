//! The command that finishes a refused batch.

use super::shell_word;
use crate::{
    cli::shell::git_sr,
    repo::pending::{KeptOptions, Reach},
};

/// The options that say how far a batch goes, by their long names.
pub(in crate::cli) const REACH: &[&str] = &[
    "index", "cached", "commit", "message", "file", "edit", "trailer", "signoff", "author", "no-verify",
    "gpg-sign",
];

/// The options that finish a batch which was to go so far.
fn continued(reach: Reach) -> Vec<&'static str> {
    let option = match reach {
        Reach::WorkTree => None,
        Reach::Index => Some("--cached"),
        Reach::Both => Some("--index"),
        Reach::Commit => Some("--commit"),
    };
    ["--continue"].into_iter().chain(option).collect()
}

/// The command, with the options of the refused batch; with those that say how far it goes and where
/// corrected blocks lead, if no others are known.
pub(in crate::cli) fn continue_with(asked: &KeptOptions, replies: &str) -> String {
    if let Some(typed) = &asked.typed {
        let words = typed.iter().map(|word| format!(" {}", shell_word(&word.0)));
        return git_sr(&format!("apply --continue{} {replies}", words.collect::<String>()));
    }
    let options = continued(asked.reach).join(" ");
    let directory = asked.directory.as_ref();
    let directory =
        directory.map_or_else(String::new, |directory| format!(" --directory {}", shell_word(&directory.0)));
    git_sr(&format!("apply {options}{directory} {replies}"))
}
