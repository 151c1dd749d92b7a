//! A scratch repository, and the program run in it, cut off from the user's configuration.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::obey::Ground;

/// A repository with one commit, removed when dropped.
pub(crate) struct Place {
    directory: tempfile::TempDir,
}

#[allow(dead_code, reason = "no test crate needs all of it")]
impl Place {
    /// A repository whose first commit holds these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let place = Self { directory: tempfile::tempdir().expect("a temporary directory") };
        std::fs::create_dir(place.root()).expect("a directory");
        for (path, text) in files {
            place.write(path, text);
        }
        for arguments in [&["init", "-q", "-b", "main"][..], &["add", "-A"], &["commit", "-qm", "one"]] {
            place.git(arguments);
        }
        place
    }

    /// The root of the work tree.
    pub(crate) fn root(&self) -> PathBuf {
        self.directory.path().join("work")
    }

    /// The folder around it, which belongs to no repository.
    pub(crate) fn outside(&self) -> &Path {
        self.directory.path()
    }

    /// Writes a file, with the folders it needs.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("to write");
    }

    /// The text of a file.
    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).expect("a file")
    }

    /// Runs git, which must succeed.
    pub(crate) fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        let status = self.clear(&mut git).current_dir(self.root()).args(arguments).status().expect("git");
        assert!(status.success(), "git {arguments:?}");
    }

    /// Output of git, which must succeed.
    pub(crate) fn git_says(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        let output = self.clear(&mut git).current_dir(self.root()).args(arguments).output().expect("git");
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs git in a folder; it may fail.
    pub(crate) fn try_git(&self, folder: &Path, arguments: &[&str]) -> Output {
        self.run_program("git", folder, arguments)
    }

    /// Runs any program in a folder.
    pub(crate) fn run_program(&self, program: &str, folder: &Path, arguments: &[&str]) -> Output {
        let mut program = Command::new(program);
        self.clear(&mut program).current_dir(folder).args(arguments).output().expect("to run")
    }

    /// Runs the program in the work tree with a reply on its standard input.
    pub(crate) fn run(&self, arguments: &[&str], reply: &str) -> Output {
        self.run_in(&self.root(), arguments, reply)
    }

    /// Runs the program in a folder. What its hints say is done too, in a copy.
    pub(crate) fn run_in(&self, folder: &Path, arguments: &[&str], reply: &str) -> Output {
        let mut program = self.command(env!("CARGO_BIN_EXE_git-sr"), folder);
        program.args(arguments);
        let output = assert_cmd::Command::from_std(program).write_stdin(reply).output().expect("to run");
        self.obey_in(folder, &output.stderr).unwrap_or_else(|error| panic!("{error}"));
        output
    }

    /// Does what hints say, in a copy.
    pub(crate) fn obey(&self, said: &str) -> Result<(), Box<dyn std::error::Error>> {
        self.obey_in(&self.root(), said.as_bytes())
    }

    fn obey_in(&self, folder: &Path, said: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
        Ground { root: self.outside(), command: &|program| self.command(program, folder) }.obey(said)
    }

    fn command(&self, program: &str, folder: &Path) -> Command {
        let mut program = Command::new(program);
        self.clear(&mut program).current_dir(folder);
        program
    }

    fn clear<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_CONFIG_GLOBAL", "/dev/null")]);
        command.envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.com")]);
        command.envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.com")]);
        command.env("HOME", self.directory.path())
    }
}

/// A block that edits a file.
#[allow(dead_code, reason = "no test crate needs all of it")]
pub(crate) fn edit(path: &str, search: &str, replace: &str) -> String {
    format!("{path}\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n")
}

/// A batch of every kind of change: an edit of `a.txt`, a new file in a new folder, a removal, and a rename into a
/// new folder.
#[allow(dead_code, reason = "no test crate needs all of it")]
pub(crate) fn every_change(search: &str, replace: &str) -> String {
    let removal = "gone.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n";
    let rename = "old.txt\n<<<<<<< RENAME\nmoved/name.txt\n>>>>>>> RENAME\n";
    [&edit("a.txt", search, replace), &edit("new/file.txt", "", "made"), removal, rename].join("\n")
}

/// Standard output and standard error of a run, and its exit code.
#[allow(dead_code, reason = "no test crate needs all of it")]
pub(crate) fn said(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}
