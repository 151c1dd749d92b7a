//! Errors that end `git sr apply`.

use std::ffi::OsStr;

use bstr::ByteSlice as _;

use super::{Fatal, chain, commit, rollback, write::stopped};
use crate::{
    apply::{ApplyError, BackupError},
    cli::{
        exit::Exit,
        hint::Again,
        report::{self, recover::to_stash},
        shell::git_sr,
        words::{self, Words, quoted},
    },
    core::{escape::escape, outcome::Class},
    repo::{
        command::CommandError,
        git_form::GitError,
        policy::RulesError,
        record::BatchId,
        rollback::Rollback,
        stash::{StashEntry, StashError},
    },
};

impl From<ApplyError> for Fatal {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Transact(error) => error.into(),
            ApplyError::Begin(error) => (*error).into(),
            ApplyError::Record(error) => error.into(),
            ApplyError::TooManyBlocks { found, max } => Self::new(
                Exit::Fatal,
                Class::Limit,
                format!("the batch has {found} blocks, more than sr.maxBlocks ({max})"),
            )
            .hint("raise sr.maxBlocks if that is meant"),
            ApplyError::Kept => Self::new(Exit::Refused, Class::Io, chain(&error))
                .hint(format!("apply the whole reply in its place: {}", git_sr("apply <reply>"))),
            ApplyError::Backup(error) => backup(&error),
            ApplyError::Stash(error) => stash(&error),
            ApplyError::NotAsShown => Self::new(
                Exit::Refused,
                Class::Changed,
                "the files changed since the diff was shown; nothing was written",
            )
            .retryable()
            .hint("look again, with the same command"),
            ApplyError::Unstashed { source, batch, entry } => unstashed(&source, batch, &entry),
            ApplyError::Commit(error) => commit::refused(&error),
            ApplyError::AlreadyInWorkTree(files) => commit::already_in_work_tree(&files),
            ApplyError::Uncommitted { source, batch, rollback } => {
                commit::uncommitted(&source, batch, &rollback)
            }
            ApplyError::Exec { line, source, batch, rollback } => exec(&line, &source, batch, &rollback),
            ApplyError::Policy(error) | ApplyError::Rules(RulesError::Policy(error)) => error.into(),
            error => Self::new(Exit::Fatal, Class::Io, chain(&error)),
        }
    }
}

impl Fatal {
    /// The same, and with `with_feedback` the message for the model, where it can do something.
    pub(in crate::cli) fn of_apply(error: ApplyError, with_feedback: bool) -> Self {
        let feedback = report::exec::feedback(&error);
        let fatal = Self::from(error);
        match feedback {
            Some(feedback) if with_feedback => Self { feedback: Some(feedback), ..fatal },
            Some(_) => fatal.hint(Again::with("for the model", &["--feedback"])),
            // The obstacle is not in the reply then.
            None if with_feedback && fatal.exit == Exit::Refused => {
                let whose = if fatal.retryable {
                    "Send the same reply again."
                } else {
                    "Send nothing; the user has to solve this."
                };
                Self {
                    feedback: Some(format!("The batch is refused: {}.\n{whose}\n", fatal.message)),
                    ..fatal
                }
            }
            None => fatal,
        }
    }
}

/// The batch was written, and the command rejects it.
fn exec(line: &OsStr, error: &CommandError, batch: BatchId, rollback: &Rollback) -> Fatal {
    let line = quoted(line.as_encoded_bytes().as_bstr());
    let failed = |exit, how: &str| {
        Fatal::new(exit, Class::Exec, format!("{line} failed ({how})"))
            .hint("correct what it reports, or apply the batch without it: --exec=")
    };
    let fatal = match error {
        CommandError::Interrupted { signal } => stopped(*signal),
        CommandError::Failed { status, .. } => match status.code() {
            Some(code) => failed(Exit::Refused, &format!("exit status {code}")),
            None => failed(Exit::Refused, &status.to_string()),
        },
        CommandError::Io(_) => failed(Exit::Fatal, &chain(error)),
    };
    rollback::added(fatal, batch, false, rollback)
}

fn backup(error: &BackupError) -> Fatal {
    const SUFFIX: &str = "choose another suffix: --backup=<suffix>";
    let words = match error {
        BackupError::Blocked { path, verdict } => words::blocked(verdict, path.as_bstr()),
        BackupError::Unreadable { path, source } => {
            let words = words::unreadable(source.class(), source, path.as_bstr());
            Words { hints: vec![SUFFIX.to_owned()], ..words }
        }
        BackupError::Taken { .. } => Words::new(Class::Exists, chain(error), SUFFIX),
        BackupError::Name { .. } => Words::new(Class::BadPath, chain(error), SUFFIX),
    };
    let message = format!("cannot make a backup: {}; nothing was written", words.message);
    let fatal = Fatal::new(Exit::Refused, words.class, message);
    let fatal = words.hints.into_iter().fold(fatal, Fatal::hint);
    words.commands.into_iter().fold(fatal, Fatal::hint)
}

/// The batch stays, and undo needs no stash.
fn unstashed(error: &StashError, batch: BatchId, entry: &StashEntry) -> Fatal {
    let message =
        format!("batch {batch} is applied, but the state before is not on the stash: {}", said(error));
    Fatal::new(Exit::Fatal, Class::Io, message).hint(to_stash(entry))
}

fn said(error: &StashError) -> String {
    match error {
        StashError::Refused(GitError::Failed { said, .. }) if !said.is_empty() => escape(said).to_string(),
        error => chain(error),
    }
}

fn stash(error: &StashError) -> Fatal {
    let (exit, class) = match error {
        StashError::Unmerged { .. } => (Exit::Refused, Class::Unmerged),
        _ => (Exit::Fatal, Class::Io),
    };
    let message = format!("cannot put the state before the batch on the stash: {}", said(error));
    let fatal = Fatal::new(exit, class, format!("{message}; nothing was written"));
    match error {
        StashError::Unmerged { .. } => {
            fatal.hint("end the merge first, or leave --stash out: undo needs no stash")
        }
        _ => fatal.hint("undo needs no stash: leave --stash out"),
    }
}
