//! The commands of a scenario, run without a shell.
//!
//! A line is words: bare, in `'...'` as they are, or in `"..."` with `\n \t \r \e \xNN \\ \"`. `[ROOT]`
//! stands for the sandbox. Words `NAME=value` in front set variables, and a last word `<file` is standard
//! input.
//!
//! | line | what it does |
//! |---|---|
//! | `git sr <argument>...` | runs the program, and shows what it prints |
//! | `git <argument>...` | runs git, which must succeed |
//! | `cd <folder>` | goes there, from the work tree |
//! | `write <name> <text> [<times>]` | writes a file, with the folders it needs |
//! | `link <target> <name>` | makes a symbolic link |
//! | `fifo <name>`, `mkdir <name>`, `remove <name>` | |
//! | `move <name> <name>`, `chmod <mode> <name>` | |

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use super::sandbox::succeeded;
use super::{Result, Sandbox};

/// One line.
pub(crate) struct Step {
    line: String,
    words: Vec<Vec<u8>>,
}

/// A line that runs the program.
#[derive(Clone)]
pub(crate) struct Run {
    /// The line.
    pub(crate) line: String,
    variables: Vec<(Vec<u8>, Vec<u8>)>,
    arguments: Vec<Vec<u8>>,
    input: Option<Vec<u8>>,
}

impl Step {
    pub(crate) fn parse(line: &str) -> Self {
        Self { line: line.to_owned(), words: words(line.as_bytes()) }
    }

    /// The way to run the program, if the line does that.
    pub(crate) fn run(&self) -> Option<Run> {
        let program = self.words.iter().position(|word| word == b"git")?;
        let (variables, arguments) = (&self.words[..program], &self.words[program + 1..]);
        let (verb, arguments) = arguments.split_first()?;
        let variable = |word: &Vec<u8>| {
            let at = word.iter().position(|byte| *byte == b'=')?;
            Some((word[..at].to_vec(), word[at + 1..].to_vec()))
        };
        let (input, arguments) = match arguments.split_last() {
            Some((last, rest)) if last.starts_with(b"<") => (Some(last[1..].to_vec()), rest),
            _ => (None, arguments),
        };
        (verb == b"sr").then(|| Run {
            line: self.line.clone(),
            variables: variables.iter().filter_map(variable).collect(),
            arguments: arguments.to_vec(),
            input,
        })
    }

    /// Does what the line says.
    pub(crate) fn perform(&self, sandbox: &mut Sandbox) -> Result {
        let words: Vec<Vec<u8>> = self.words.iter().map(|word| rooted(word, sandbox)).collect();
        let all: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        let path = |name: &[u8]| sandbox.work().join(OsStr::from_bytes(name));
        match all.as_slice() {
            [b"git", arguments @ ..] => {
                let arguments = arguments.iter().map(|word| OsStr::from_bytes(word));
                let output = sandbox.command("git").args(arguments).output()?;
                if !output.status.success() {
                    return Err(format!("{}: {}", self.line, String::from_utf8_lossy(&output.stderr)).into());
                }
            }
            [b"cd", folder] => sandbox.here = path(folder),
            [b"write", name, text, times @ ..] => {
                let times = times.first().map_or(Ok(1), |times| String::from_utf8_lossy(times).parse())?;
                fs::create_dir_all(path(name).parent().ok_or("no parent")?)?;
                fs::write(path(name), text.repeat(times))?;
            }
            [b"link", target, name] => std::os::unix::fs::symlink(OsStr::from_bytes(target), path(name))?,
            [b"fifo", name] => drop(Command::new("mkfifo").arg(path(name)).output()?),
            [b"mkdir", name] => fs::create_dir_all(path(name))?,
            [b"remove", name] if path(name).is_dir() => fs::remove_dir_all(path(name))?,
            [b"remove", name] => fs::remove_file(path(name))?,
            [b"move", from, to] => fs::rename(path(from), path(to))?,
            [b"chmod", mode, name] => {
                let mode = u32::from_str_radix(&String::from_utf8_lossy(mode), 8)?;
                fs::set_permissions(path(name), fs::Permissions::from_mode(mode))?;
            }
            _ => return Err(format!("no such command: {}", self.line).into()),
        }
        Ok(())
    }
}

impl Run {
    /// Returns whether the verb is this one.
    pub(crate) fn is(&self, verb: &str) -> bool {
        self.arguments.iter().any(|word| word == verb.as_bytes())
    }

    pub(crate) fn has(&self, option: &str) -> bool {
        self.is(option)
    }

    /// Returns whether it changes the index.
    pub(crate) fn stages(&self) -> bool {
        self.has("--index") || self.has("--cached")
    }

    /// Returns whether it leaves more in the repository than a batch does: see `tests/commit.rs` and
    /// `tests/stash.rs`.
    pub(crate) fn leaves_more(&self) -> bool {
        ["--commit", "-m", "--stash"].into_iter().any(|option| self.has(option))
    }

    /// Returns whether it is a dry run.
    pub(crate) fn only_looks(&self) -> bool {
        // `--format diff` names a format.
        let is_diff = self.is("diff") && !self.is("apply");
        is_diff
            || self.is("check")
            || ["-n", "--dry-run", "--check"].into_iter().any(|option| self.has(option))
    }

    /// Runs it, with more arguments.
    pub(crate) fn output(&self, sandbox: &Sandbox, more: &[&str]) -> Result<Output> {
        let mut program = self.command(sandbox);
        let words = self.arguments.iter().map(|word| OsString::from_vec(rooted(word, sandbox)));
        program.args(words).args(more);
        if let Some(input) = &self.input {
            let path: PathBuf = sandbox.here.join(OsStr::from_bytes(input));
            program.stdin(fs::File::open(path)?);
        }
        Ok(program.output()?)
    }

    /// Takes back what it did.
    pub(crate) fn undo(&self, sandbox: &Sandbox) -> Result<Output> {
        let mut program = self.command(sandbox);
        let folder = self.arguments.iter().position(|word| word == b"-C").map(|at| &self.arguments[at + 1]);
        if let Some(folder) = folder {
            program.arg("-C").arg(OsString::from_vec(rooted(folder, sandbox)));
        }
        Ok(program.arg("undo").output()?)
    }

    /// The diff that it amounts to.
    pub(crate) fn diff(&self, sandbox: &Sandbox) -> Result<Output> {
        let arguments = self.arguments.iter().filter(|word| *word != b"--json").cloned().collect();
        Self { arguments, ..self.clone() }.output(sandbox, &["-n"])
    }

    /// The `git sr diff` with the same options, if it has them all.
    pub(crate) fn as_diff(&self) -> Option<Self> {
        /// Options of `git sr apply` about more than the diff.
        const MORE: [&str; 25] = [
            "-n", "--dry-run", "--check", "--stat", "--numstat", "--index", "--commit", "-m", "-F", "-S",
            "-e", "--trailer", "--author", "--exec", "--feedback", "--continue", "--abort", "--source",
            "--stash", "--backup", "--stream", "--clipboard", "--retry", "--retries", "--retry-timeout",
        ];
        let has_more = self.arguments.iter().any(|word| {
            let name = word.split(|byte| *byte == b'=').next().unwrap_or_default();
            MORE.iter().any(|option| option.as_bytes() == name)
        });
        let verb = self.arguments.iter().position(|word| word == b"apply").filter(|_| !has_more)?;
        let mut arguments = self.arguments.clone();
        arguments[verb] = b"diff".to_vec();
        arguments.retain(|word| word != b"--json");
        Some(Self { arguments, ..self.clone() })
    }

    /// Has git examine the repository.
    pub(crate) fn fsck(&self, sandbox: &Sandbox) -> Result {
        let mut git = self.with_variables(sandbox.command("git"), sandbox);
        git.current_dir(sandbox.work()).args(["fsck", "--strict", "--no-dangling", "--no-progress"]);
        succeeded(git.output()?).map(drop)
    }

    fn command(&self, sandbox: &Sandbox) -> Command {
        self.with_variables(sandbox.program(), sandbox)
    }

    pub(crate) fn with_variables(&self, mut program: Command, sandbox: &Sandbox) -> Command {
        for (name, value) in &self.variables {
            program.env(OsStr::from_bytes(name), OsString::from_vec(rooted(value, sandbox)));
        }
        program
    }
}

fn rooted(word: &[u8], sandbox: &Sandbox) -> Vec<u8> {
    bstr::ByteSlice::replace(word, "[ROOT]", sandbox.root().as_os_str().as_bytes())
}

fn words(line: &[u8]) -> Vec<Vec<u8>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<Vec<u8>>, None);
    let mut rest = line;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match (quote, byte) {
            (None, b' ') => words.extend(word.take()),
            (None, b'\'' | b'"') => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == byte => quote = None,
            (Some(b'"'), b'\\') => {
                let (escaped, tail) = escape(rest);
                word.get_or_insert_default().push(escaped);
                rest = tail;
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words
}

/// The byte that an escape means.
fn escape(text: &[u8]) -> (u8, &[u8]) {
    match text {
        [b'x', high, low, rest @ ..] => {
            let digits = [*high, *low];
            let byte =
                std::str::from_utf8(&digits).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok());
            (byte.expect("two hexadecimal digits"), rest)
        }
        [b'n', rest @ ..] => (b'\n', rest),
        [b't', rest @ ..] => (b'\t', rest),
        [b'r', rest @ ..] => (b'\r', rest),
        [b'e', rest @ ..] => (0x1b, rest),
        [byte, rest @ ..] => (*byte, rest),
        [] => (b'\\', text),
    }
}
