//! Reasons why a batch cannot be written.

use super::{Fatal, chain, path};
use crate::{
    cli::{
        exit::Exit,
        shell::{git, git_sr},
        words::{self, quoted},
    },
    core::{escape::escape, outcome::Class},
    repo::{
        git_form::GitError, index::IndexError, lock::LockError, recover::RecoverError,
        transact::TransactError, worktree::WriteError,
    },
};

impl From<TransactError> for Fatal {
    fn from(error: TransactError) -> Self {
        let is_undone = !matches!(
            error,
            TransactError::Recover(_)
                | TransactError::Stuck { .. }
                | TransactError::Write(WriteError::HalfDone { .. })
        );
        let fatal = cause(error);
        if is_undone { nothing_written(fatal) } else { fatal }
    }
}

/// Words for a failure after which all is as before.
fn nothing_written(fatal: Fatal) -> Fatal {
    Fatal { message: format!("{}; nothing was written", fatal.message), ..fatal }
}

/// Reasons why a batch cannot be written; the caller adds the state of the files.
fn cause(error: TransactError) -> Fatal {
    match error {
        TransactError::Write(error) => of_files(&error),
        TransactError::Lock(error) => of_lock(&error),
        TransactError::Recover(error) => of_recovery(&error),
        TransactError::Index(error) => of_index(&error),
        TransactError::Record(error) => {
            let message = format!("cannot record the state before the batch: {}", chain(&error));
            Fatal::new(Exit::Fatal, Class::Io, message)
        }
        TransactError::Stuck { source, left } => {
            let paths: Vec<String> = left.iter().map(words::left).collect();
            let paths = if paths.is_empty() { "its record".to_owned() } else { paths.join(", ") };
            let message = format!("{}; this could not be put back: {paths}", cause(*source).message);
            Fatal::new(Exit::Fatal, Class::Io, message)
                .hint(format!("when the cause is removed, take the batch back: {}", git_sr("recover")))
        }
        TransactError::Interrupted { signal } => stopped(signal),
        TransactError::Journal(_) | TransactError::Sync(_) | TransactError::Taken { .. } => {
            Fatal::new(Exit::Fatal, Class::Io, chain(&error))
        }
    }
}

/// A signal asked to stop.
pub(super) fn stopped(signal: i32) -> Fatal {
    let exit = u8::try_from(signal).map_or(Exit::Fatal, Exit::Signal);
    Fatal::new(exit, Class::Io, format!("stopped by signal {signal}")).retryable()
}

fn of_recovery(error: &RecoverError) -> Fatal {
    let RecoverError::Journal { path: journal, is_newer } = error else {
        return Fatal::new(Exit::Fatal, Class::Io, chain(error))
            .hint(format!("when the cause is removed, try again: {}", git_sr("recover")));
    };
    let journal = path(journal);
    if *is_newer {
        let message = format!(
            "a run of another version of git sr was interrupted, and {journal} is not for this one; nothing was touched"
        );
        return Fatal::new(Exit::Fatal, Class::Io, message)
            .hint(format!("take it back with the version that wrote it: {}", git_sr("recover")));
    }
    let message = format!(
        "a run was interrupted, and {journal} is damaged, so that it cannot be taken back; nothing was touched"
    );
    Fatal::new(Exit::Fatal, Class::Io, message).hint(format!(
        "see which files it changed: {}; files called '.git-sr-*.tmp' hold their new or old \
         content; when all is in order, remove these and the journal",
        git("status")
    ))
}

fn of_files(error: &WriteError) -> Fatal {
    match error {
        WriteError::Changed { path } => Fatal::new(
            Exit::Refused,
            Class::Changed,
            format!("{} changed while the command ran", quoted(path.as_bstr())),
        )
        .retryable()
        .hint("run the command again"),
        WriteError::Refused { path, .. } => Fatal::new(
            Exit::Refused,
            Class::NotAFile,
            format!("{} cannot be written: something else is there, or in the way", quoted(path.as_bstr())),
        ),
        WriteError::Clash { path } => Fatal::new(
            Exit::Refused,
            Class::NotAFile,
            format!("the batch has {} both as a file and as a folder", quoted(path.as_bstr())),
        ),
        WriteError::HalfDone { left, .. } => {
            let paths: Vec<String> = left.iter().map(words::left).collect();
            let message =
                format!("{}; these files could not be put back: {}", chain(error), paths.join(", "));
            Fatal::new(Exit::Fatal, Class::Io, message)
        }
        WriteError::Denied { path } => {
            let folder = path
                .parent()
                .map_or_else(|| "the root of the work tree".to_owned(), |folder| quoted(folder.as_bstr()));
            Fatal::new(
                Exit::Fatal,
                Class::Io,
                format!("{} cannot be replaced: permission denied", quoted(path.as_bstr())),
            )
            .hint(format!("a new file takes its place, so that its folder must be writable: {folder}"))
        }
        _ => Fatal::new(Exit::Fatal, Class::Io, chain(error)),
    }
}

fn of_lock(error: &LockError) -> Fatal {
    match error {
        LockError::Held { pid, command } => {
            let command = if command.is_empty() { "git sr".to_owned() } else { escape(command).to_string() };
            let who = pid.map_or_else(|| command.clone(), |pid| format!("process {pid} ({command})"));
            let message = format!("this work tree is locked by {who}");
            Fatal::new(Exit::Fatal, Class::Locked, message)
                .retryable()
                .hint("run the command again when that one has ended; sr.lockTimeout sets how long to wait")
        }
        LockError::Io(_) => Fatal::new(Exit::Fatal, Class::Io, chain(error)),
    }
}

fn of_index(error: &IndexError) -> Fatal {
    match error {
        IndexError::Locked { path: lock } => {
            let message = format!("the index is locked: {} is there", path(lock));
            Fatal::new(Exit::Fatal, Class::Locked, message).retryable().hint(
                    "run the command again when the other program has ended; if none runs, remove the file yourself",
                )
        }
        IndexError::Committing { path: index } => {
            let message =
                format!("git is committing from {}, so that the index cannot be written", path(index));
            Fatal::new(Exit::Fatal, Class::Locked, message)
                .hint("in a hook, apply without staging; or commit without -a, -i and paths")
        }
        IndexError::Git(GitError::Failed { command, said }) => {
            let message = format!("git {command} failed: {}", escape(said));
            Fatal::new(Exit::Fatal, Class::Io, message)
        }
        _ => Fatal::new(Exit::Fatal, Class::Io, chain(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::{record::RecordError, worktree::NotPutBack};

    #[test]
    fn nothing_was_written_is_said_only_where_all_is_as_before() {
        let errors: [fn() -> TransactError; 4] = [
            || RecordError::Io(std::io::ErrorKind::StorageFull.into()).into(),
            || LockError::Held { pid: None, command: "git sr apply".into() }.into(),
            || TransactError::Write(WriteError::Interrupted),
            || TransactError::Sync(std::io::ErrorKind::StorageFull.into()),
        ];
        for error in errors {
            let whole = Fatal::from(error()).message;
            assert_eq!(whole.matches("nothing was written").count(), 1, "{whole}");
            let left = vec![NotPutBack { path: "a.txt".into(), kept: None }];
            let stuck = Fatal::from(TransactError::Stuck { source: Box::new(error()), left }).message;
            assert!(!stuck.contains("nothing was written"), "{stuck}");
            assert!(stuck.ends_with("; this could not be put back: 'a.txt'"), "{stuck}");
        }
    }
}
