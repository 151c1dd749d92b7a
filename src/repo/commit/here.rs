//! A commit without git.

use bstr::{BString, ByteSlice as _};
use gix::{ObjectId, objs::Commit};

use super::{CommitDraft, CommitOptions};
use crate::repo::{
    config::Config,
    environment, hooks,
    open::Repo,
    record::{RecordError, Writer},
};

/// The hooks that a commit runs, or that see a reference change.
const HOOKS: &[&str] = &[
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction",
    "post-index-change",
];
/// Settings that change a commit in ways that only git knows.
const SETTINGS: &[&str] =
    &["commit.gpgSign", "commit.cleanup", "commit.template", "i18n.commitEncoding", "core.fsync"];

/// Returns whether the options and settings need `git commit`.
pub(super) fn needs_git(repo: &Repo, options: &CommitOptions, message: &[u8]) -> bool {
    let CommitOptions { message: _, edit, trailers, signoff, author, no_verify: _, sign, keeps_output: _ } =
        options;
    *edit
        || *signoff
        || !trailers.is_empty()
        || author.is_some()
        || sign.is_some()
        || !is_utf8(message)
        || SETTINGS.iter().any(|key| Config::new(repo).last(key).is_some())
        || has_hooks(repo)
}

/// Returns whether git takes a message as it is. Bytes that git takes for no UTF-8, or for no character, it
/// converts.
fn is_utf8(message: &[u8]) -> bool {
    let is_none = |character: char| {
        matches!(character, '\0' | '\u{fdd0}'..='\u{fdef}') || u32::from(character) & 0xfffe == 0xfffe
    };
    message.to_str().is_ok_and(|message| !message.contains(is_none))
}

/// Returns whether a commit runs hooks, or would if they are executable.
pub(super) fn has_hooks(repo: &Repo) -> bool {
    let config = repo.git().config_snapshot();
    if config.plumbing().sections_by_name("hook").is_some_and(|mut sections| sections.next().is_some()) {
        return true;
    }
    // Where nobody knows where they are, git says so.
    let Ok(folder) = hooks::folder(repo) else { return true };
    HOOKS.iter().any(|name| folder.path.join(name).exists())
}

/// Writes the commit. Nothing names it yet.
pub(super) fn write(
    draft: &CommitDraft<'_>,
    tree: ObjectId,
    writer: &mut Writer<'_>,
) -> Result<ObjectId, RecordError> {
    let commit = Commit {
        tree,
        parents: draft.head.id.into_iter().collect(),
        author: draft.identity.author.clone(),
        committer: draft.identity.committer.clone(),
        encoding: None,
        message: draft.message.clone().into(),
        extra_headers: Vec::new(),
    };
    writer.write(&commit)
}

/// The line of the reflog, as git writes it.
pub(super) fn log_line(draft: &CommitDraft<'_>) -> BString {
    let action = match environment::reflog_action() {
        Some(action) => action,
        None if draft.head.id.is_none() => "commit (initial)".into(),
        None => "commit".into(),
    };
    let first = draft.message.lines().next().unwrap_or_default();
    [action.as_bytes(), b": ", first].concat().into()
}
