//! A process that holds the clipboard: with X11 and Wayland a text is had from the program that copied it, for as
//! long as that runs.

use std::{
    ffi::{OsStr, OsString},
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    process::{Command, ExitCode, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    time::Duration,
};

use arboard::{Clipboard, Error, SetExtLinux as _};

use super::{displays, error::ClipboardError};

/// The only argument with which the program is that process.
const HOLD: &str = "--hold-clipboard";
/// Its answer when it has the clipboard.
const HELD: &str = "held";
/// Time between two looks whether the desktop is still there.
const LOOKED_EVERY: Duration = Duration::from_secs(5);

/// Returns whether this process is to hold the clipboard.
pub(in crate::cli) fn is_holder(words: &[OsString]) -> bool {
    words.len() == 2 && words[1] == OsStr::new(HOLD)
}

/// Puts a text on the clipboard by a process that stays until another text is there.
pub(super) fn copy(text: &str) -> Result<(), ClipboardError> {
    displays::check()?;
    match start(text) {
        Ok(answer) if answer == HELD => Ok(()),
        Ok(answer) => Err(ClipboardError::Unreachable(answer)),
        Err(error) => Err(ClipboardError::Unreachable(error.to_string())),
    }
}

/// Starts that process, and returns its answer.
fn start(text: &str) -> io::Result<String> {
    let mut holder = Command::new(std::env::current_exe()?);
    // No folder is in use for as long as it runs.
    holder.arg(HOLD).current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut holder = holder.spawn()?;
    if let Some(mut input) = holder.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    let mut answer = String::new();
    if let Some(output) = holder.stdout.take() {
        BufReader::new(output).read_line(&mut answer)?;
    }
    Ok(answer.trim_end().to_owned())
}

/// Holds the text of standard input, in a session of its own that no key in the terminal ends.
pub(in crate::cli) fn hold() -> ExitCode {
    // It fails only where this is a session already.
    let _ = rustix::process::setsid();
    match held() {
        Ok(held) => match answer(HELD) {
            Ok(()) if held.stay().is_ok() => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        },
        Err(error) => {
            // Nobody waits for it if that fails.
            let _ = answer(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// A clipboard with its text.
struct Held {
    clipboard: Clipboard,
    text: String,
}

fn held() -> Result<Held, ClipboardError> {
    let mut text = String::new();
    let read = io::stdin().lock().read_to_string(&mut text);
    read.map_err(|error| ClipboardError::Unreachable(error.to_string()))?;
    let mut clipboard = Clipboard::new()?;
    clipboard.set_text(text.as_str())?;
    Ok(Held { clipboard, text })
}

impl Held {
    /// Returns once another text is there, or the desktop is gone, which the clipboard itself waits for in vain.
    fn stay(mut self) -> Result<(), ClipboardError> {
        let (end, ended) = mpsc::channel();
        let wait = move || drop(end.send(self.clipboard.set().wait().text(self.text)));
        std::thread::spawn(wait);
        loop {
            match ended.recv_timeout(LOOKED_EVERY) {
                Ok(end) => return Ok(end?),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => match Clipboard::new()?.get_text() {
                    Ok(_) | Err(Error::ContentNotAvailable) => {}
                    Err(error) => return Err(error.into()),
                },
            }
        }
    }
}

fn answer(answer: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{answer}").and_then(|()| output.flush())
}
