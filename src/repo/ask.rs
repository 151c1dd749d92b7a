//! A program that is asked: it reads a message and writes an answer.

use std::{
    ffi::OsStr,
    io::{self, IsTerminal as _, Read as _, Write as _},
    os::unix::process::CommandExt as _,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::{open::Repo, program, signals};

/// Time between looks for a signal and for the end of the program.
const PAUSE: Duration = Duration::from_millis(10);
/// Time that output has to arrive after the program has ended: one that it left running may hold the pipe
/// open.
const LAST_OUTPUT: Duration = Duration::from_millis(500);
/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;
/// Time that a program has to end once it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// Bounds of an answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerBounds {
    /// The most bytes.
    pub bytes: u64,
    /// The most time; none for no limit.
    pub time: Option<Duration>,
}

/// Reasons why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The program cannot be run, or its answer not be read.
    #[error("cannot run it")]
    Io(#[from] io::Error),
    /// It ended otherwise than by 0.
    #[error("{0}")]
    Failed(ExitStatus),
    /// It had not ended in time, and was stopped.
    #[error("no answer within {} seconds", .0.as_secs())]
    TooSlow(Duration),
    /// The answer is too long.
    #[error("an answer of more than {0} bytes")]
    TooLong(u64),
    /// A signal asked us to stop meanwhile; the program is stopped too.
    #[error("stopped by signal {0}")]
    Interrupted(i32),
}

/// Runs a line of shell in the root of the work tree on a message, and returns what it writes to standard
/// output. Its errors go to standard error. No lock is held.
///
/// # Errors
/// If it cannot be started, fails or is stopped.
pub fn ask(repo: &Repo, line: &OsStr, message: &[u8], bounds: AnswerBounds) -> Result<Vec<u8>, AskError> {
    let signals = signals::hold()?;
    let mut shell = program::at_root(repo, Command::new("sh"));
    shell.arg("-c").arg(line).stdin(Stdio::piped()).stdout(Stdio::piped());
    // On a terminal the keys that interrupt reach all of the program; else we have to.
    let is_own_group = !io::stderr().is_terminal();
    if is_own_group {
        shell.process_group(0);
    }
    let mut program = Asked { child: shell.spawn()?, is_own_group };
    program.tell(message)?;
    let answer = program.answer(bounds.bytes)?;
    let started = Instant::now();
    let mut bytes: Vec<u8> = Vec::new();
    let is_too_long = |bytes: &[u8]| bytes.len() as u64 > bounds.bytes;
    let status = loop {
        if let Some(signal) = signals.take() {
            program.stop(Signal::from_named_raw(signal).unwrap_or(Signal::TERM))?;
            return Err(AskError::Interrupted(signal));
        }
        if let Some(time) = bounds.time.filter(|time| started.elapsed() >= *time) {
            program.stop(Signal::TERM)?;
            return Err(AskError::TooSlow(time));
        }
        bytes.extend(answer.try_iter().flatten());
        if is_too_long(&bytes) {
            program.stop(Signal::TERM)?;
            return Err(AskError::TooLong(bounds.bytes));
        }
        match program.child.try_wait()? {
            Some(status) => break status,
            None => thread::sleep(PAUSE),
        }
    };
    // A terminal sends it to both, and the program may be the first to take it.
    if let Some(signal) = signals.take() {
        return Err(AskError::Interrupted(signal));
    }
    while let Ok(chunk) = answer.recv_timeout(LAST_OUTPUT) {
        bytes.extend(chunk);
    }
    // A program whose output is not read to its end dies of that.
    if is_too_long(&bytes) {
        return Err(AskError::TooLong(bounds.bytes));
    }
    if status.success() { Ok(bytes) } else { Err(AskError::Failed(status)) }
}

/// The program while it runs.
struct Asked {
    child: Child,
    is_own_group: bool,
}

impl Asked {
    /// Writes the message. A program may end without reading it.
    fn tell(&mut self, message: &[u8]) -> io::Result<()> {
        let Some(mut input) = self.child.stdin.take() else { return Ok(()) };
        let message = message.to_vec();
        thread::Builder::new().spawn(move || drop(input.write_all(&message)))?;
        Ok(())
    }

    /// Reads the answer piece by piece, and one byte more than it may have.
    fn answer(&mut self, most: u64) -> io::Result<Receiver<Vec<u8>>> {
        let (tell, told) = mpsc::channel();
        if let Some(output) = self.child.stdout.take() {
            let mut output = output.take(most.saturating_add(1));
            let mut buffer = vec![0; CHUNK];
            thread::Builder::new().spawn(move || {
                while let Ok(read @ 1..) = output.read(&mut buffer) {
                    // Nobody waits for it any more where the program was stopped.
                    if tell.send(buffer[..read].to_vec()).is_err() {
                        break;
                    }
                }
            })?;
        }
        Ok(told)
    }

    /// Asks the program to stop, and makes it.
    fn stop(&mut self, signal: Signal) -> io::Result<()> {
        self.send(signal);
        let asked = Instant::now();
        while asked.elapsed() < GRACE {
            if self.child.try_wait()?.is_some() {
                break;
            }
            thread::sleep(PAUSE);
        }
        // In a group of its own, what it started is still there.
        if self.is_own_group || self.child.try_wait()?.is_none() {
            self.send(Signal::KILL);
        }
        self.child.wait().map(drop)
    }

    fn send(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        // It may be gone already.
        let _ = if self.is_own_group { kill_process_group(pid, signal) } else { kill_process(pid, signal) };
    }
}
