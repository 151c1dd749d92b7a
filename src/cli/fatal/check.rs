//! Errors that end `git sr check`, `git sr encode` and `git sr hook`.

use bstr::ByteSlice as _;

use super::{Fatal, chain, path};
use crate::{
    check::CheckError,
    cli::{exit::Exit, shell::git_sr, words},
    core::{escape::escape, outcome::Class},
    encode::EncodeError,
    repo::{hooks::HookError, program::GitError, staged::StagedError},
};

impl From<CheckError> for Fatal {
    fn from(error: CheckError) -> Self {
        let fatal = Self::new(Exit::Fatal, Class::Io, chain(&error));
        match error {
            CheckError::Policy(error) => error.into(),
            CheckError::Config(error) => error.into(),
            CheckError::Staged(error) => of_staged(fatal, &error, "check --rev main..HEAD"),
            _ => fatal,
        }
    }
}

impl From<EncodeError> for Fatal {
    fn from(error: EncodeError) -> Self {
        const EXAMPLE: &str = "encode main..HEAD";
        match &error {
            // A file that was named would have been read as one.
            EncodeError::Staged(StagedError::Range { is_unborn: true, .. }) => {
                Self::of_encode(&error, EXAMPLE)
                    .hint(format!("encode what is not committed: {}", git_sr("encode")))
            }
            EncodeError::Staged(StagedError::Range { range, is_shallow: false, .. })
                if !range.contains_str("..") =>
            {
                let message = format!("{} is neither a file nor a commit", words::quoted(range));
                Self::new(Exit::Fatal, Class::Io, message).hint(format!(
                    "name a diff or a reply, a commit, or a range of them: {}",
                    git_sr(EXAMPLE)
                ))
            }
            _ => Self::of_encode(&error, EXAMPLE),
        }
    }
}

impl Fatal {
    /// An error of encoding; `example` is a command that names commits.
    pub(in crate::cli) fn of_encode(error: &EncodeError, example: &str) -> Self {
        let fatal = Self::new(Exit::Fatal, Class::Io, chain(error));
        match error {
            EncodeError::Staged(error) => of_staged(fatal, error, example),
            _ => fatal,
        }
    }
}

/// Adds a hint to an error of reading what is staged or committed; `example` is a command with a range.
fn of_staged(fatal: Fatal, error: &StagedError, example: &str) -> Fatal {
    match error {
        StagedError::Range { is_unborn: true, .. } => {
            Fatal { message: "there is no commit yet".to_owned(), ..fatal }
        }
        StagedError::Range { is_shallow: true, .. } => {
            fatal.hint("the history here is cut off: git fetch --unshallow, or 'fetch-depth: 0' in CI")
        }
        StagedError::Range { .. } => {
            fatal.hint(format!("name a commit or a range of them: {}", git_sr(example)))
        }
        StagedError::Left { remote, .. } => fatal.hint(format!(
            "fetch all objects: git fetch --refetch --no-filter {}; or clone without --filter",
            words::shell_word(remote)
        )),
        StagedError::Shallow { .. } => {
            fatal.hint("fetch more of the history: git fetch --unshallow, or 'fetch-depth: 0' in CI")
        }
        _ => fatal,
    }
}

impl From<HookError> for Fatal {
    fn from(error: HookError) -> Self {
        let refused =
            |message: String, hint: &str| Self::new(Exit::Refused, Class::Exists, message).hint(hint);
        match &error {
            HookError::Owned(owned) => {
                let addition = words::addition(owned);
                refused(words::owner(owned), &addition.hint).lines(addition.lines)
            }
            HookError::Foreign { path: hook, was_ours: true } => refused(
                format!("{} was changed since git sr wrote it", path(hook)),
                "take the lines of git sr out of it by hand",
            ),
            HookError::Foreign { path: hook, was_ours: false } => refused(
                format!("{} calls the check, and was not written by git sr", path(hook)),
                "take the call out of it by hand",
            ),
            HookError::Taken { path: kept } => refused(
                format!("no place to keep the hook that is there: {} exists", path(kept)),
                "move that file away, or call 'git sr check' from your own hook",
            ),
            HookError::NoFolder { path: folder } => refused(
                format!("no hooks can be installed: {} is not a folder", path(folder)),
                "set core.hooksPath to a folder, or unset it",
            ),
            HookError::Unresolved { source, .. } => {
                let said = match source {
                    GitError::Failed { said, .. } => escape(said).to_string(),
                    error => chain(error),
                };
                Self::new(Exit::Fatal, Class::Io, format!("{error}: {said}"))
                    .hint("set core.hooksPath to a folder, or unset it")
            }
            HookError::Io { .. } => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}
