//! The program, run in a repository of a sandbox with a reply outside of it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::obey::Ground;
use crate::place::said;
use crate::sandbox::Sandbox;

/// The text of every file of [`repository`].
pub(crate) const TEXT: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

/// A repository whose first commit has these files. Those that end in `.sh` are executable.
pub(crate) fn repository(sandbox: &Sandbox, name: &str, files: &[&str]) -> PathBuf {
    let folder = sandbox.init(name, &["--template="]);
    for file in files {
        sandbox.write(folder.join(file), TEXT);
        if file.ends_with(".sh") {
            std::fs::set_permissions(folder.join(file), PermissionsExt::from_mode(0o755)).expect("a mode");
        }
    }
    sandbox.git(&folder, &["add", "-A"]);
    sandbox.git(&folder, &["commit", "-qm", "before"]);
    folder
}

/// The program, to be run.
pub(crate) fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    program.current_dir(folder).args(arguments).stdin(Stdio::null());
    program
}

/// Runs it; an apply with the reply. What its hints say is done too, in a copy.
pub(crate) fn run(sandbox: &Sandbox, folder: &Path, arguments: &[&str], reply: &str) -> Output {
    let mut program = program(folder, arguments);
    if arguments.first() == Some(&"apply") {
        sandbox.write("reply.md", reply);
        program.arg(sandbox.path("reply.md"));
    }
    let output = program.output().expect("to run");
    let command = |name: &str| {
        let mut command = Command::new(name);
        command.current_dir(folder).stdin(Stdio::null());
        command
    };
    let obeyed = Ground { root: &sandbox.path(""), command: &command }.obey(&output.stderr);
    obeyed.unwrap_or_else(|error| panic!("{error}"));
    output
}

/// The same; it must succeed. Gives what it prints on both streams.
pub(crate) fn done(sandbox: &Sandbox, folder: &Path, arguments: &[&str], reply: &str) -> (String, String) {
    let (out, err, code) = said(&run(sandbox, folder, arguments, reply));
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    (out, err)
}

/// The text of a file.
pub(crate) fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("text")
}
