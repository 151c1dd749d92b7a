//! A place to run git and the program in, cut off from the user's configuration.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::Result;

/// A directory to itself. The work tree is `work` in it, the home folder `home`.
pub(crate) struct Sandbox {
    directory: tempfile::TempDir,
    root: PathBuf,
    /// Where the next command runs.
    pub(crate) here: PathBuf,
}

impl Sandbox {
    pub(crate) fn new() -> Result<Self> {
        // In memory where that is to be had: the program waits for the disk each time it writes.
        let memory = Path::new("/dev/shm");
        let directory = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir())?;
        let root = directory.path().canonicalize()?.join("root");
        std::fs::create_dir_all(root.join("work"))?;
        std::fs::create_dir(root.join("home"))?;
        Ok(Self { directory, here: root.join("work"), root })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// A command with nothing of this process's environment but `PATH`.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.here).stdin(Stdio::null());
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.root.join("home"));
        command.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1"), ("TZ", "UTC")]);
        command.envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.com")]);
        command.envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.com")]);
        command.envs([("GIT_AUTHOR_DATE", "1700000000 +0000"), ("GIT_COMMITTER_DATE", "1700000000 +0000")]);
        // A submodule of a scenario is cloned from the disk.
        command.envs([("GIT_ALLOW_PROTOCOL", "file"), ("GIT_OPTIONAL_LOCKS", "0")]);
        command.env("GIT_TEST_FSYNC", "0");
        command
    }

    /// The program.
    pub(crate) fn program(&self) -> Command {
        self.command(env!("CARGO_BIN_EXE_git-sr"))
    }

    /// Runs git, which must succeed.
    pub(crate) fn git(&self, arguments: &[&str]) -> Result<Output> {
        succeeded(self.command("git").args(arguments).output()?)
    }

    /// Output of `git status`, even if that is an error.
    pub(crate) fn status(&self) -> Result<Vec<u8>> {
        let mut git = self.command("git");
        git.args(["status", "--porcelain", "--untracked-files=all"]).current_dir(self.work());
        let output = git.output()?;
        Ok([output.stdout, output.stderr].concat())
    }

    /// Has git apply a diff to the work tree.
    pub(crate) fn git_apply(&self, diff: &[u8], options: &[&str]) -> Result {
        let patch = self.directory.path().join("patch");
        std::fs::write(&patch, diff)?;
        let top = self.git(&["rev-parse", "--show-toplevel"]).map(|output| output.stdout);
        let top = top.map_or(self.work(), |top| String::from_utf8_lossy(&top).trim_end().into());
        let mut git = self.command("git");
        git.args(["apply", "--whitespace=nowarn"]).args(options).arg(&patch).current_dir(top);
        succeeded(git.output()?)?;
        Ok(())
    }

    /// Sets the sandbox as it is aside.
    pub(crate) fn keep(&self) -> Result<PathBuf> {
        let kept = self.directory.path().join("kept");
        if kept.exists() {
            std::fs::remove_dir_all(&kept)?;
        }
        succeeded(Command::new("cp").arg("-a").arg(&self.root).arg(&kept).output()?)?;
        Ok(kept)
    }

    /// Puts it back.
    pub(crate) fn restore(&self, kept: PathBuf) -> Result {
        std::fs::remove_dir_all(&self.root)?;
        Ok(std::fs::rename(kept, &self.root)?)
    }
}

pub(crate) fn succeeded(output: Output) -> Result<Output> {
    if output.status.success() { Ok(output) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
}
