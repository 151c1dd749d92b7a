//! Counting system calls, and breaking one of them.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::process::Command;

use super::full::Need;

/// The calls that change something.
const CHANGING: &[&str] = &[
    "openat", "creat", "write", "pwrite64", "ftruncate", "mkdir", "mkdirat", "rename", "renameat",
    "renameat2", "unlink", "unlinkat", "rmdir", "link", "linkat", "fchmod", "fchmodat", "fchown",
    "fsetxattr", "fremovexattr", "fsync", "fdatasync", "syncfs", "flock",
];

/// The call that puts a new file in its place; where an old one is there, and the two cannot change places,
/// that was moved aside before.
pub(crate) const PLACING: &str = if cfg!(portable) { "linkat" } else { "renameat2" };

/// One call of a run: the `number`th of its name, from 1.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) number: usize,
    /// True if the calls of programs that it runs do not count.
    alone: bool,
    /// The line of the log.
    text: String,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.name, self.number, self.text)
    }
}

/// Fault at a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inject<'a> {
    Signal(&'a str),
    Error(&'a str),
    /// In microseconds.
    Delay(u32),
}

/// Returns whether a program can be traced here.
pub(crate) fn need() -> Need {
    let run = Command::new("strace")
        .args(["-f", "-o", "/dev/null", "-e", "inject=chdir:error=EIO", "true"])
        .output();
    match run {
        Ok(output) if output.status.success() => Need::Works,
        Ok(_) => Need::Broken("strace cannot trace here"),
        Err(_) => Need::Missing("strace is not installed"),
    }
}

/// `strace` with its own arguments; the program comes next.
pub(crate) fn breaking(call: &Call, inject: Inject<'_>) -> Command {
    let what = match inject {
        Inject::Signal(signal) => format!("signal={signal}"),
        Inject::Error(error) => format!("error={error}"),
        Inject::Delay(delay) => format!("delay_enter={delay}"),
    };
    let mut strace = Command::new("strace");
    strace
        .args(follow(call.alone))
        .args(["-o", "/dev/null", "-e"])
        .arg(format!("inject={}:{what}:when={}", call.name, call.number));
    strace
}

/// A signal reaches every program that comes to the call, unless only the first one is followed.
fn follow(alone: bool) -> &'static [&'static str] {
    if alone { &[] } else { &["-f"] }
}

/// `strace` that writes a log; of the program alone, or also of those that it runs.
pub(crate) fn logging(log: &Path, alone: bool) -> Command {
    let mut strace = Command::new("strace");
    strace.args(follow(alone)).arg("-o").arg(log).args(["-e", &format!("trace={}", CHANGING.join(","))]);
    strace
}

/// `strace` that logs what is written, made durable and renamed, with the paths of open files; of the program
/// alone.
pub(crate) fn ordering(log: &Path) -> Command {
    let mut strace = Command::new("strace");
    strace.arg("-y").arg("-o").arg(log).args(["-e", "trace=write,fsync,fdatasync,syncfs,rename,renameat2"]);
    strace
}

/// The calls of a log that change something. What is printed at the end changes nothing.
pub(crate) fn calls(log: &str, alone: bool) -> Vec<Call> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut calls = Vec::new();
    for line in log.lines() {
        // A process id comes first, if there may be several.
        let text = line.trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start();
        let Some((name, rest)) = text.split_once('(') else { continue };
        let Some(&name) = CHANGING.iter().find(|known| **known == name) else { continue };
        let number = counts.entry(name).or_default();
        *number += 1;
        let changes = match name {
            "openat" => rest.contains("O_CREAT"),
            "write" => !rest.starts_with("1,") && !rest.starts_with("2,"),
            _ => true,
        };
        if changes {
            calls.push(Call {
                name: name.to_owned(),
                number: *number,
                alone,
                text: text.chars().take(120).collect(),
            });
        }
    }
    calls
}
