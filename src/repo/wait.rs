//! Waiting for a program that may take its time: one that runs hooks, or an editor.

use std::{
    io,
    process::{Command, ExitStatus},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use rustix::{
    io::retry_on_intr,
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid},
};

use super::signals;

/// Time between looks for a signal.
const PAUSE: Duration = Duration::from_millis(10);

/// End of a program.
#[derive(Debug)]
pub(super) struct ProgramEnd {
    pub(super) status: ExitStatus,
    /// The last signal that asked us to stop meanwhile.
    pub(super) signal: Option<i32>,
}

/// Runs a program to its end. A signal that asks us to stop is handed on to it: whether it stops is its own
/// business, as if it had been started without us. Git, for one, goes on when its editor is interrupted.
///
/// # Errors
///
/// When it cannot be started.
pub(super) fn run(command: &mut Command) -> io::Result<ProgramEnd> {
    let signals = signals::hold()?;
    let mut child = command.spawn()?;
    let pid = Pid::from_child(&child);
    let (tell, told) = mpsc::channel::<()>();
    let mut signal = None;
    thread::scope(|scope| {
        let wait = move || {
            // Its number stays its own until it is asked how it ended, so that nobody else gets a signal.
            let _ = retry_on_intr(|| waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT));
            drop(tell);
        };
        // Without a thread it is only waited for.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        while told.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if let Some(came) = signals.take() {
                signal = Some(came);
                let _ = Signal::from_named_raw(came).map(|came| kill_process(pid, came));
            }
        }
    });
    let status = child.wait()?;
    // A terminal sends it to both, and the child may be the first to take it.
    Ok(ProgramEnd { status, signal: signals.take().or(signal) })
}
