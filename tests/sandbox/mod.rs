//! A place to run git and the library in, cut off from the user's configuration.
//!
//! gix reads the environment of its process, so each test runs itself again in a process whose environment is
//! fixed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const MARK: &str = "GIT_SR_TEST_SANDBOX";

#[allow(dead_code, reason = "no test crate needs all of it")]
/// Runs `body` in a clean environment. `name` is the name of the test.
pub(crate) fn sandboxed(name: &str, body: impl FnOnce(&Sandbox)) {
    sandboxed_with(name, &[], body);
}

/// Also sets variables, in whose values `@` stands for the directory of the sandbox.
pub(crate) fn sandboxed_with(name: &str, variables: &[(&str, &str)], body: impl FnOnce(&Sandbox)) {
    if let Some(root) = std::env::var_os(MARK) {
        return body(&Sandbox { root: root.into() });
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let root = directory.path().canonicalize().expect("an absolute path");
    let mut again = Command::new(std::env::current_exe().expect("this test"));
    again.args([name, "--exact", "--nocapture"]).current_dir(&root);
    clear(&mut again, &root);
    again.env(MARK, &root);
    for (variable, value) in variables {
        again.env(variable, value.replace('@', root.to_str().expect("UTF-8")));
    }
    let output = again.output().expect("to run");
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&text));
    assert!(String::from_utf8_lossy(&text).contains("1 passed"), "no test of this name: {name}");
}

fn clear(command: &mut Command, home: &Path) {
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", home);
    command.envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1"), ("TZ", "UTC")]);
    command.envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.com")]);
    command.envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.com")]);
    command.envs([("GIT_AUTHOR_DATE", "1700000000 +0000"), ("GIT_COMMITTER_DATE", "1700000000 +0000")]);
}

/// A directory to itself.
pub(crate) struct Sandbox {
    root: PathBuf,
}

#[allow(dead_code, reason = "no test crate needs all of it")]
impl Sandbox {
    /// A path in it.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root.join(name)
    }

    /// Makes a repository in one of its directories.
    pub(crate) fn init(&self, directory: &str, options: &[&str]) -> PathBuf {
        let path = self.path(directory);
        std::fs::create_dir_all(&path).expect("a directory");
        self.git(&path, &[&["init", "-q", "-b", "main"], options].concat());
        path
    }

    /// Writes a file, with the directories it needs.
    pub(crate) fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, content).expect("to write");
    }

    /// Runs git, which must succeed, and gives what it prints.
    pub(crate) fn git<S: AsRef<OsStr>>(&self, directory: &Path, arguments: &[S]) -> Vec<u8> {
        let output = self.try_git(directory, arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// The same as one line of text.
    pub(crate) fn line<S: AsRef<OsStr>>(&self, directory: &Path, arguments: &[S]) -> String {
        String::from_utf8(self.git(directory, arguments)).expect("UTF-8").trim_end().to_owned()
    }

    /// Runs git, which may fail.
    pub(crate) fn try_git<S: AsRef<OsStr>>(&self, directory: &Path, arguments: &[S]) -> Output {
        let mut git = Command::new("git");
        clear(&mut git, &self.root);
        git.current_dir(directory).args(arguments).output().expect("git")
    }
}
