//! The user's command, run on the files that a batch has written.

use std::{
    collections::VecDeque,
    ffi::OsStr,
    io::{self, PipeReader, Read as _, Write as _},
    process::{Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use super::{lock::Lock, open::Repo, program, wait};

/// Number of bytes that are kept of the end of its output.
const MOST_KEPT: usize = 4096;
/// Time that output has to arrive after the command has ended: a program that it left running may hold the
/// pipe open.
const LAST_OUTPUT: Duration = Duration::from_millis(500);

/// Reasons why a command is taken to have failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no shell to run it.
    #[error("cannot run a shell")]
    Io(#[from] io::Error),
    /// It ended otherwise than by 0.
    #[error("{status}")]
    Failed {
        /// Its exit status.
        status: ExitStatus,
        /// The end of its output, if that was kept.
        output: Vec<u8>,
    },
    /// A signal asked us to stop meanwhile.
    #[error("stopped by signal {signal}")]
    Interrupted {
        /// Its number.
        signal: i32,
    },
}

/// Runs a line of shell in the root of the work tree, as git does with those of its configuration. It gets no
/// input, and its output goes to standard error. Should this process die, the next that wants the lock waits
/// for the command.
///
/// With `keeps_output`, the error has the end of the output. The command sees a pipe in place of a terminal
/// then.
///
/// # Errors
/// If it cannot be started or fails.
pub fn run(repo: &Repo, lock: &Lock, line: &OsStr, keeps_output: bool) -> Result<(), CommandError> {
    let mut shell = program::at_root(repo, Command::new("sh"));
    shell.arg("-c").arg(line).stdin(Stdio::null()).stdout(io::stderr());
    let tail = if keeps_output { Some(Tail::of(&mut shell)?) } else { None };
    repo.progress().hide();
    let ended = lock.share(|| wait::run(&mut shell))??;
    // It holds the end of the pipe that is written to.
    drop(shell);
    let output = tail.map(Tail::end).unwrap_or_default();
    match ended.signal {
        Some(signal) => Err(CommandError::Interrupted { signal }),
        None if ended.status.success() => Ok(()),
        None => Err(CommandError::Failed { status: ended.status, output }),
    }
}

/// The end of a command's output, kept while all of it is copied to standard error.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    is_read: Receiver<()>,
}

impl Tail {
    /// Lets a command that is not started yet write to it.
    pub(super) fn of(command: &mut Command) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        let kept = Arc::default();
        let (tell, is_read) = mpsc::channel();
        let copy = Arc::clone(&kept);
        thread::Builder::new().spawn(move || {
            follow(reader, &copy);
            drop(tell);
        })?;
        Ok(Self { kept, is_read })
    }

    pub(super) fn end(self) -> Vec<u8> {
        let _ = self.is_read.recv_timeout(LAST_OUTPUT);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().copied().collect()
    }
}

fn follow(mut reader: PipeReader, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; MOST_KEPT];
    let mut last = b'\n';
    while let Ok(read @ 1..) = reader.read(&mut buffer) {
        // Output that cannot be shown is kept anyway.
        let _ = io::stderr().write_all(&buffer[..read]);
        last = buffer[read - 1];
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&buffer[..read]);
        let more = kept.len().saturating_sub(MOST_KEPT);
        kept.drain(..more);
    }
    // What is said of it next has a line of its own.
    if last != b'\n' {
        let _ = io::stderr().write_all(b"\n");
    }
}
