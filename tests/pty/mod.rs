//! A terminal on which a program runs, and on which a test types.

use std::{
    ffi::OsStr,
    fs::{File, OpenOptions},
    io::{Read as _, Write as _},
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::place::Place;

/// A terminal, by the end where the user is.
pub(crate) struct Pty {
    keys: File,
    name: PathBuf,
}

#[allow(dead_code, reason = "no test crate needs all of it")]
impl Pty {
    pub(crate) fn new() -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keys).expect("its other end");
        unlockpt(&keys).expect("its other end");
        let name = ptsname(&keys, Vec::new()).expect("a name");
        let name = Path::new(OsStr::from_bytes(name.to_bytes())).to_owned();
        Self { keys: File::from(keys), name }
    }

    /// The end where a program is.
    pub(crate) fn end(&self) -> Stdio {
        let end = OpenOptions::new().read(true).write(true).open(&self.name);
        Stdio::from(end.expect("the other end"))
    }

    /// Runs a command in a place, with all of its streams on the terminal but for those that it has.
    pub(crate) fn run(&self, place: &Place, mut program: Command, variables: &[(&str, &str)]) -> Child {
        program.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        program.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1"), ("TERM", "dumb"), ("GIT_PAGER", "cat")]);
        program.env("HOME", place.outside()).envs(variables.iter().copied());
        program.current_dir(place.root()).spawn().expect("to run")
    }

    pub(crate) fn types(&mut self, lines: &str) {
        self.keys.write_all(lines.as_bytes()).expect("to type");
    }

    /// All that the terminal shows until no program has it.
    pub(crate) fn rest(&mut self) -> String {
        self.until(|_| false)
    }

    /// All that the terminal shows until that is enough, or no program has it.
    pub(crate) fn until(&mut self, is_enough: impl Fn(&str) -> bool) -> String {
        let mut shown = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let text = String::from_utf8_lossy(&shown).replace("\r\n", "\n");
            if is_enough(&text) {
                return text;
            }
            // It ends with an error where nobody has the other end any more.
            match self.keys.read(&mut buffer) {
                Ok(read @ 1..) => shown.extend_from_slice(&buffer[..read]),
                _ => return text,
            }
        }
    }
}

/// Runs the program on a terminal on which these lines are typed. Gives what the terminal shows, and how the
/// program exits.
#[allow(dead_code, reason = "no test crate needs all of it")]
pub(crate) fn typed(
    place: &Place,
    arguments: &[&str],
    variables: &[(&str, &str)],
    lines: &str,
) -> (String, Option<i32>) {
    let mut pty = Pty::new();
    let mut program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    program.args(arguments).stdin(pty.end()).stdout(pty.end()).stderr(pty.end());
    let mut child = pty.run(place, program, variables);
    pty.types(lines);
    let shown = pty.rest();
    (shown, child.wait().expect("an end").code())
}
