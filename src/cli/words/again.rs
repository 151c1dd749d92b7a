//! The command that finishes a refused batch.

use super::quoted;
use crate::repo::pending::{Asked, Reach};

/// With the options that it was asked for with, and that say where corrected blocks lead.
pub(in crate::cli) fn continue_with(asked: &Asked) -> String {
    let reach = match asked.reach {
        Reach::WorkTree => "",
        Reach::Index => " --cached",
        Reach::Both => " --index",
        Reach::Commit => " --commit",
    };
    let directory = asked.directory.as_ref();
    let directory =
        directory.map_or_else(String::new, |directory| format!(" --directory {}", quoted(&directory.0)));
    format!("git sr apply --continue{reach}{directory} <reply>")
}
