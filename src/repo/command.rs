//! A command of the user's, run on what a batch has written.

use std::{
    ffi::OsStr,
    io,
    process::{Command, ExitStatus, Stdio},
};

use super::{lock::Lock, open::Repo, program, wait};

/// Reasons why a command is taken to have failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no shell to run it.
    #[error("cannot run a shell")]
    Io(#[from] io::Error),
    /// It ended otherwise than by 0.
    #[error("{status}")]
    Failed {
        /// How.
        status: ExitStatus,
    },
    /// A signal asked us to stop meanwhile.
    #[error("stopped by signal {signal}")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
}

/// Runs a line of shell in the root of the work tree, as git does with those of its configuration. It reads nothing,
/// and what it prints goes to standard error. Should this process die, whoever wants the lock waits for it.
///
/// # Errors
/// If it cannot be started or fails.
pub fn run(repo: &Repo, lock: &Lock, line: &OsStr) -> Result<(), CommandError> {
    let mut shell = program::at_root(repo, Command::new("sh"));
    shell.arg("-c").arg(line).stdin(Stdio::null()).stdout(io::stderr());
    let ended = lock.share(|| wait::run(&mut shell))??;
    match ended.signal {
        Some(signal) => Err(CommandError::Interrupted { signal }),
        None if ended.status.success() => Ok(()),
        None => Err(CommandError::Failed { status: ended.status }),
    }
}
