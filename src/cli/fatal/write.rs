//! Why a batch cannot be written.

use super::{Fatal, chain, path};
use crate::{
    cli::{
        exit::Exit,
        words::{self, quoted},
    },
    core::{escape::escape, outcome::Class},
    repo::{
        git_form::GitError, index::IndexError, lock::LockError, transact::TransactError, worktree::WriteError,
    },
};

impl From<TransactError> for Fatal {
    fn from(error: TransactError) -> Self {
        match error {
            TransactError::Write(error) => error.into(),
            TransactError::Lock(error) => error.into(),
            TransactError::Recover(error) => Self::new(Exit::Fatal, Class::Io, chain(&error))
                .hint("when its cause is gone, try again: git sr recover"),
            TransactError::Index(error) => error.into(),
            TransactError::Record(error) => {
                let message =
                    format!("nothing was written, as the state before cannot be recorded: {}", chain(&error));
                Self::new(Exit::Fatal, Class::Io, message)
            }
            TransactError::Stuck { source, left } => {
                let Self { message, .. } = Self::from(*source);
                let message = message.replace("; nothing was written", "");
                let paths: Vec<String> = left.iter().map(words::left).collect();
                let paths = if paths.is_empty() { "its record".to_owned() } else { paths.join(", ") };
                Self::new(Exit::Fatal, Class::Io, format!("{message}; this could not be put back: {paths}"))
                    .hint("when its cause is gone, take the batch back: git sr recover")
            }
            TransactError::Interrupted { signal } => {
                let exit = u8::try_from(signal).map_or(Exit::Fatal, Exit::Signal);
                let message = format!("stopped by signal {signal}; nothing was written");
                Self::new(exit, Class::Io, message).retryable()
            }
            TransactError::Journal(_) | TransactError::Sync(_) | TransactError::Taken { .. } => {
                Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error)))
            }
        }
    }
}

impl From<WriteError> for Fatal {
    fn from(error: WriteError) -> Self {
        match &error {
            WriteError::Changed { path } => Self::new(
                Exit::Refused,
                Class::Changed,
                format!(
                    "{} changed while the batch was worked on; nothing was written",
                    quoted(path.as_bstr())
                ),
            )
            .retryable()
            .hint("run the command again"),
            WriteError::Refused { path, .. } => Self::new(
                Exit::Refused,
                Class::NotAFile,
                format!(
                    "{} cannot be written: something else stands there, or on the way; nothing was written",
                    quoted(path.as_bstr())
                ),
            ),
            WriteError::Clash { path } => Self::new(
                Exit::Refused,
                Class::NotAFile,
                format!(
                    "{} is wanted as a file and as a folder; nothing was written",
                    quoted(path.as_bstr())
                ),
            ),
            WriteError::HalfDone { left, .. } => {
                let paths: Vec<String> = left.iter().map(words::left).collect();
                let message =
                    format!("{}; these files could not be put back: {}", chain(&error), paths.join(", "));
                Self::new(Exit::Fatal, Class::Io, message)
            }
            _ => Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error))),
        }
    }
}

impl From<LockError> for Fatal {
    fn from(error: LockError) -> Self {
        match &error {
            LockError::Held { pid, command } => {
                let command =
                    if command.is_empty() { "git sr".to_owned() } else { escape(command).to_string() };
                let who = pid.map_or_else(|| command.clone(), |pid| format!("process {pid} ({command})"));
                let message = format!("this work tree is locked by {who}; nothing was written");
                Self::new(Exit::Fatal, Class::Locked, message).retryable().hint(
                    "run the command again when that one has ended; sr.lockTimeout sets how long to wait",
                )
            }
            LockError::Io(_) => {
                Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error)))
            }
        }
    }
}

impl From<IndexError> for Fatal {
    fn from(error: IndexError) -> Self {
        match &error {
            IndexError::Locked { path: lock } => {
                let message = format!("the index is locked: {} is there; nothing was written", path(lock));
                Self::new(Exit::Fatal, Class::Locked, message).retryable().hint(
                    "run the command again when the other program has ended; if none runs, remove the file yourself",
                )
            }
            IndexError::Committing { path: index } => {
                let message = format!(
                    "git is committing from {}, so that nothing can be staged; nothing was written",
                    path(index)
                );
                Self::new(Exit::Fatal, Class::Locked, message)
                    .hint("in a hook, apply without staging; or commit without -a, -i and paths")
            }
            IndexError::Git(GitError::Failed { command, said }) => {
                let message = format!("git {command} failed: {}; nothing was written", escape(said));
                Self::new(Exit::Fatal, Class::Io, message)
            }
            _ => Self::new(Exit::Fatal, Class::Io, format!("{}; nothing was written", chain(&error))),
        }
    }
}
