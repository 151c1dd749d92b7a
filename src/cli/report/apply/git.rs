//! The index and the commit of a batch, in words.

use super::Style;
use crate::{
    apply::ApplyReport,
    cli::{shell::git_sr, style::Streams, words::quoted},
    core::escape::escape,
    repo::commit::MadeCommit,
};

/// `[main 1a2b3c4] subject`, as git commit says it.
pub(super) fn committed(report: &ApplyReport<'_>, streams: &mut Streams, style: Style<'_>) {
    let Some(commit) = &report.commit else { return };
    let line = commit_line(&commit.made);
    if style.output.json || style.feedback {
        streams.say(&line)
    } else {
        streams.result(&line)
    }
    for path in &commit.rewritten {
        streams.say(&format!("note: {} was changed by a hook", quoted(path.as_bstr())));
    }
    for path in &commit.unlike {
        streams.warn(&format!(
            "{} is in the commit as a hook left it, and not in the work tree",
            quoted(path.as_bstr())
        ));
    }
    if commit.left {
        streams.warn("the commit is made, but the index or the record could not be updated");
        streams.hint(&format!("finish it: {}", git_sr("recover")));
    }
}

fn commit_line(made: &MadeCommit) -> String {
    let on = match &made.head.name {
        Some(name) => escape(name.strip_prefix(b"refs/heads/").unwrap_or(name)).to_string(),
        None => "detached HEAD".to_owned(),
    };
    let root = if made.head.id.is_none() { " (root-commit)" } else { "" };
    format!("[{on}{root} {}] {}", made.short, escape(&made.subject))
}

/// Where the state before can be had from git, too.
pub(super) fn stashed(report: &ApplyReport<'_>, streams: &mut Streams) {
    let Some(entry) = &report.stash else { return };
    streams.say("stash@{0} holds the state before");
    for path in &entry.left_out {
        streams.say(&format!("note: {} holds secrets, and is on the stash as in HEAD", quoted(path)));
    }
}
