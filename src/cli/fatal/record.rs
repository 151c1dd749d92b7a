//! Reasons why records cannot be read, or their batches cannot be taken back.

use super::{Fatal, chain, commit, path};
use crate::{
    batches::BatchesError,
    cli::{
        exit::Exit,
        shell::{git, git_sr},
    },
    core::outcome::Class,
    repo::{commit::CommitError, record::RecordError, rollback::RollbackError},
};

impl From<RecordError> for Fatal {
    fn from(error: RecordError) -> Self {
        let fatal = Self::new(Exit::Fatal, Class::Io, chain(&error));
        match error {
            RecordError::Damaged { id: Some(batch), .. } => fatal.hint(format!(
                "see what is left of it: {}; to drop that too: {}",
                git(&format!("ls-tree -r refs/worktree/sr/{batch}")),
                git_sr(&format!("forget {batch}"))
            )),
            RecordError::Damaged { .. } => fatal.hint(format!(
                "'{}' names the batch; to drop its record, and what is left in it: {}",
                git_sr("log"),
                git_sr("forget <batch>")
            )),
            RecordError::Version { .. } => fatal.hint("use the version of git sr that wrote it"),
            _ => fatal,
        }
    }
}

impl From<BatchesError> for Fatal {
    fn from(error: BatchesError) -> Self {
        match error {
            BatchesError::Record(error) => error.into(),
            error => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}

impl From<RollbackError> for Fatal {
    fn from(error: RollbackError) -> Self {
        match error {
            RollbackError::Transact(error) => error.into(),
            RollbackError::Record(error) => error.into(),
            RollbackError::Unfinished(CommitError::Record(cause)) => {
                let message = format!("cannot finish an interrupted run: {}", chain(&cause));
                Self { message, ..cause.into() }
            }
            RollbackError::Unfinished(CommitError::Damaged { path: note }) => {
                let note = path(&note);
                let message = format!(
                    "a run was interrupted while its batch moved HEAD, and {note} is damaged, so that it cannot be finished; nothing was touched"
                );
                Self::new(Exit::Fatal, Class::Io, message).hint(format!(
                    "see whether HEAD has the newest batch: {}, {}; when all is in order, remove that file",
                    git_sr("show"),
                    git("log -1")
                ))
            }
            RollbackError::InProgress(progress) => commit::amid(&progress),
            RollbackError::Program(error) => commit::git_refused(&error, true),
            RollbackError::Head { source, batch: _, is_back } => commit::git_refused(&source, is_back),
            error => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}
