//! The changes that git still has once their batch is undone, and the commands that take them out.

use crate::{
    cli::{shell::git_paths, style::Streams, words::quoted},
    core::path::RepoPath,
    repo::rollback::{Remains, Remedy},
    undo::{UndoReport, UndoStatus},
};

/// Number of digits of a commit that are shown.
const SHORT: usize = 7;
/// More paths are counted; a command names all.
const SHOWN: usize = 5;

/// Paths with one message.
#[derive(Debug)]
pub(in crate::cli) struct Remaining {
    /// The message.
    pub(in crate::cli) message: String,
    /// The paths.
    pub(in crate::cli) paths: Vec<RepoPath>,
    /// The hint, and its command, which is right only once the files are as they were.
    pub(in crate::cli) hint: Option<(&'static str, String)>,
}

/// Warns of changes that git still has.
pub(super) fn warn(report: &UndoReport, streams: &mut Streams) {
    let is_done = report.status == UndoStatus::Undone;
    for Remaining { message, hint, .. } in remaining(&report.remains, is_done) {
        streams.warn(&message);
        if let Some((what, command)) = hint {
            streams.hint(&format!("{what}: {command}"));
        }
    }
}

/// The messages about all changes that git still has.
pub(in crate::cli) fn remaining(remains: &Remains, is_done: bool) -> impl Iterator<Item = Remaining> {
    staged(remains, is_done).into_iter().chain(committed(remains, is_done))
}

/// The messages about changes that are still staged. The commands are right once the batch `is_done` away
/// with.
pub(in crate::cli::report) fn staged(remains: &Remains, is_done: bool) -> Vec<Remaining> {
    const REMEDIES: [Remedy; 5] =
        [Remedy::Restore, Remedy::Remove, Remedy::Add, Remedy::Choose, Remedy::Nothing];
    let of_remedy = |remedy: Remedy| {
        let paths = remains.staged.iter().filter(|staged| staged.remedy == remedy);
        let paths: Vec<RepoPath> = paths.map(|staged| staged.path.clone()).collect();
        let command = |command: &str| git_paths(command, paths.iter().map(RepoPath::as_bstr));
        let hint = match remedy {
            Remedy::Restore => Some(("unstage the change", command("restore --staged"))),
            Remedy::Remove => Some(("unstage the change", command("rm --cached"))),
            Remedy::Add => Some(("stage the file as it is now", command("add"))),
            Remedy::Choose => Some(("choose what to unstage", command("restore --staged -p"))),
            Remedy::Nothing => None,
        };
        let message =
            format!("the index still has the change of {}; a commit would bring it back", names(&paths));
        Remaining { message, paths, hint: hint.filter(|_| is_done) }
    };
    REMEDIES.into_iter().map(of_remedy).filter(|remaining| !remaining.paths.is_empty()).collect()
}

/// The messages about changes that are still committed.
pub(in crate::cli::report) fn committed(remains: &Remains, is_done: bool) -> Vec<Remaining> {
    let head = remains.head.map_or_else(String::new, |id| format!(" ({})", id.to_hex_with_len(SHORT)));
    let batches: Vec<String> = remains.batches.iter().map(ToString::to_string).collect();
    let of_kind = |is_alone: bool| {
        let found = || remains.committed.iter().filter(|committed| committed.is_alone == is_alone);
        let paths: Vec<RepoPath> = found().map(|committed| committed.path.clone()).collect();
        let untracked = found().filter(|committed| !committed.is_tracked);
        let untracked: Vec<RepoPath> = untracked.map(|committed| committed.path.clone()).collect();
        let command =
            |command: &str, paths: &[RepoPath]| git_paths(command, paths.iter().map(RepoPath::as_bstr));
        let hint = if is_alone {
            let commit = command(&format!("commit -m 'Undo batch {}'", batches.join(", ")), &paths);
            let add = (!untracked.is_empty()).then(|| command("add", &untracked) + " && ");
            ("commit the undo too", add.unwrap_or_default() + &commit)
        } else {
            ("see what differs", command("diff HEAD", &paths))
        };
        let message = format!("HEAD{head} still has the change of {}", names(&paths));
        let hint = Some(hint).filter(|_| is_done);
        Remaining { message, paths, hint }
    };
    [true, false].into_iter().map(of_kind).filter(|remaining| !remaining.paths.is_empty()).collect()
}

/// `'a', 'b' and 3 more`
fn names(paths: &[RepoPath]) -> String {
    let shown: Vec<String> = paths.iter().take(SHOWN).map(|path| quoted(path.as_bstr())).collect();
    match paths.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
