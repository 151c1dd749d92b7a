//! Reasons why a batch is not committed, in words.

use bstr::ByteSlice as _;
use gix::state::InProgress;

use super::{Fatal, chain, rollback, write::stopped};
use crate::{
    apply::AlreadyInWorkTree,
    cli::{
        exit::Exit,
        hint::Again,
        shell::{git, git_paths, git_sr},
        words::{REACH, quoted},
    },
    core::{escape::escape, outcome::Class, path::RepoPath},
    repo::{
        commit::{CarryError, CarryTarget, CommitError},
        program::GitError,
        record::BatchId,
        rollback::Rollback,
    },
};

/// Nothing was written.
pub(super) fn refused(error: &CommitError) -> Fatal {
    let fatal = words(error);
    Fatal { message: format!("{}; nothing was written", fatal.message), ..fatal }
}

/// The batch was written, and there is no commit.
pub(super) fn uncommitted(error: &CommitError, batch: BatchId, rollback: &Rollback) -> Fatal {
    rollback::added(words(error), batch, true, rollback)
}

fn words(error: &CommitError) -> Fatal {
    let refused = |class, message: String| Fatal::new(Exit::Refused, class, message);
    let without = "leave --commit out, or commit what is there first";
    match error {
        CommitError::InProgress(progress) => {
            let (what, end) = in_progress(progress);
            refused(Class::InProgress, format!("cannot commit while {what} is under way")).hint(ended(end))
        }
        CommitError::Unmerged { path } => {
            refused(Class::Unmerged, format!("cannot commit {}: it is not merged", quoted(path.as_bstr())))
                .hint(format!("resolve the conflict in it first ('{}' says how)", git("status")))
        }
        CommitError::Stale { path, side, why } => {
            refused(Class::Stale, format!("cannot commit {}: {}", quoted(path.as_bstr()), stale(*side, *why)))
                .hint(without)
        }
        CommitError::Secret { path } => {
            refused(Class::Blocked, format!("cannot commit {}: it holds secrets", quoted(path.as_bstr())))
                .hint("if it is meant to be in the repository, commit it with git")
        }
        CommitError::Ignored { path } => refused(
            Class::Stale,
            format!(
                "cannot commit {}: git ignores it, and the index does not have it",
                quoted(path.as_bstr())
            ),
        )
        // The file may not be there before the batch makes it.
        .hint(Again::changed("apply it without a commit", REACH, &[]))
        .hint(format!(
            "then, if git is to track the file: {}; and commit it",
            git_paths("add -f", [path.as_bstr()])
        )),
        CommitError::Unconverted { path, said } => refused(
            Class::Encoding,
            format!("git cannot convert {} to its stored form: {}", quoted(path.as_bstr()), escape(said)),
        )
        .hint("correct the filter or the encoding in .gitattributes and the configuration; or leave --commit out"),
        CommitError::Nothing => refused(Class::Stale, "there is nothing to commit".to_owned())
            .hint("leave --commit out: HEAD lacks the lines to change, or has the change already"),
        CommitError::NoMessage => refused(Class::Commit, "the message of the commit is empty".to_owned())
            .hint("give one with -m, or none at all to have one made"),
        CommitError::Identity { said } => {
            // git says it at length; the last line is the error itself.
            let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            let last = last.strip_prefix(b"fatal: ").unwrap_or(last);
            Fatal::new(Exit::Fatal, Class::Commit, escape(last).to_string()).hint(format!(
                "tell git who you are: {}, {}",
                git("config user.name <name>"),
                git("config user.email <email>")
            ))
        }
        CommitError::Moved => Fatal {
            retryable: true,
            ..refused(Class::Changed, "HEAD moved while the command ran".to_owned())
        }
        .hint("run the command again"),
        CommitError::Refused { code, may_be_hook, .. } => {
            let hint = match code {
                _ if *may_be_hook => {
                    "see above what git, the editor or a hook said; --no-verify skips pre-commit and commit-msg"
                }
                Some(1) => "see above what git or the editor said",
                _ => "see above what git said, and correct that",
            };
            refused(Class::Commit, "git made no commit".to_owned()).hint(hint)
        }
        CommitError::Interrupted { signal } => stopped(*signal),
        CommitError::Program(GitError::Failed { command, said }) => {
            // What follows the error itself says what to do.
            let mut lines = said.lines().filter(|line| !line.trim().is_empty());
            let first = lines.next().unwrap_or_default();
            let rest = lines.collect::<Vec<_>>().join(&b' ');
            let message = format!("git {command} failed: {}", escape(first));
            let fatal = Fatal::new(Exit::Fatal, Class::Commit, message);
            if rest.is_empty() { fatal } else { fatal.hint(escape(&rest).to_string()) }
        }
        error => Fatal::new(Exit::Fatal, Class::Io, chain(error)),
    }
}

/// The change is in the work tree already, but not in the index or HEAD.
pub(super) fn already_in_work_tree(
    AlreadyInWorkTree { paths, untracked, batch, commits }: &AlreadyInWorkTree,
) -> Fatal {
    let names = paths.iter().map(|path| quoted(path.as_bstr())).collect::<Vec<_>>().join(", ");
    let command = |rest: &str, paths: &[RepoPath]| git_paths(rest, paths.iter().map(RepoPath::as_bstr));
    let (done, as_it_is) = match (commits, untracked.as_slice()) {
        (false, _) => ("staged", command("add", paths)),
        (true, []) => ("committed", command("commit", paths)),
        (true, new) => ("committed", command("add", new) + " && " + &command("commit", paths)),
    };
    let refused =
        |message: String| Fatal::new(Exit::Refused, Class::Stale, format!("{message}; nothing was written"));
    match batch {
        Some(batch) => refused(format!(
            "{names} has its change already, from batch {batch}, and would not be {done} with the rest"
        ))
        .hint(Again::changed("apply the rest first", REACH, &[]))
        .hint(Again::with(format!("then all of it is {done} by"), &[])),
        None => refused(format!(
            "the change is in {names} already, and not {done}; no batch on record was made from this very reply"
        ))
        .hint(format!("to have it {done} with all else that is in the file: {as_it_is}")),
    }
}

/// git sr undo or redo, while a merge or the like is not finished.
pub(super) fn amid(progress: &InProgress) -> Fatal {
    let (what, end) = in_progress(progress);
    let message = format!("cannot move HEAD while {what} is under way; nothing was written");
    let fatal = Fatal::new(Exit::Refused, Class::InProgress, message);
    match progress {
        InProgress::Bisect => {
            fatal.hint(format!("end it first, when its commit is found: {}", git("bisect reset")))
        }
        _ => fatal.hint(ended(end)),
    }
}

/// A hint to end git's unfinished operation. Aborting it would lose resolved conflicts.
fn ended(command: &str) -> String {
    format!(
        "end it first ('{}' says how far it is): {}",
        git("status"),
        git(&format!("{command} --continue"))
    )
}

/// git failed during an undo, with its message. Where not all `is_back` as before, the next run goes on.
pub(super) fn git_refused(error: &GitError, is_back: bool) -> Fatal {
    let said = match error {
        GitError::Failed { command, said } => format!("git {command} failed: {}", escape(said)),
        error => chain(error),
    };
    let (rest, hint) = match is_back {
        true => ("nothing was written", None),
        false => ("the files could not be put back", Some(format!("try again: {}", git_sr("recover")))),
    };
    let fatal = Fatal::new(Exit::Fatal, Class::Commit, format!("{said}; {rest}"));
    hint.into_iter().fold(fatal, Fatal::hint)
}

fn in_progress(progress: &InProgress) -> (&'static str, &'static str) {
    match progress {
        InProgress::ApplyMailbox | InProgress::ApplyMailboxRebase => ("git am", "am"),
        InProgress::Bisect => ("a bisection", "bisect"),
        InProgress::CherryPick | InProgress::CherryPickSequence => ("a cherry-pick", "cherry-pick"),
        InProgress::Merge => ("a merge", "merge"),
        InProgress::Rebase | InProgress::RebaseInteractive => ("a rebase", "rebase"),
        InProgress::Revert | InProgress::RevertSequence => ("a revert", "revert"),
    }
}

fn stale(side: CarryTarget, why: CarryError) -> String {
    let whose = match side {
        CarryTarget::Head => "HEAD",
        CarryTarget::Index => "the index",
    };
    match why {
        CarryError::Absent => format!("{whose} does not have it, so that the change cannot be made there"),
        CarryError::Exists => format!("{whose} has it already, with other content"),
        CarryError::Differs => {
            format!("in {whose} the lines to change, or those directly beside them, are different")
        }
        CarryError::NotAFile => format!("in {whose} it is not a regular file"),
    }
}
