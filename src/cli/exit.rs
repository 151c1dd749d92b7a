//! Exit codes, which are git's.

use std::process::ExitCode;

/// Exit codes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Done, or nothing to do.
    Done,
    /// Something did not apply or was refused.
    Refused,
    /// It cannot go on.
    Fatal,
    /// Wrong usage.
    Usage,
    /// A signal of this number asked to stop.
    Signal(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Refused => 1,
            Exit::Fatal => 128,
            Exit::Usage => 129,
            // As a shell says it of a program that died of one.
            Exit::Signal(signal) => 128 | signal,
        })
    }
}
