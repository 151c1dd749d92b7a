//! A scratch repository for unit tests. git runs in a cleared environment.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::open::Repo;

/// A repository in a temporary directory, removed when dropped.
pub(crate) struct Sandbox {
    directory: tempfile::TempDir,
}

impl Sandbox {
    /// An empty repository without a commit.
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// One made with more options of `git init`.
    pub(crate) fn with(options: &[&str]) -> Self {
        let sandbox = Self { directory: tempfile::tempdir().unwrap() };
        std::fs::create_dir(sandbox.path()).unwrap();
        sandbox.git(&[&["init", "-q", "-b", "main"], options].concat());
        sandbox
    }

    /// The root of the work tree.
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join("work")
    }

    /// Opens it from its root.
    pub(crate) fn open(&self) -> Repo {
        Repo::open(&self.path()).unwrap()
    }

    /// Writes a file, with the directories it needs.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Writes more at the end of a file.
    pub(crate) fn append(&self, path: &str, content: &str) {
        let old = std::fs::read(self.path().join(path)).unwrap_or_default();
        self.write(path, [&old, content.as_bytes()].concat());
    }

    /// Runs git, which must succeed, and returns its output.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git(&self.path(), self.directory.path(), arguments)
    }
}

fn git(directory: &Path, home: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(directory)
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .envs([("LC_ALL", "C"), ("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_CONFIG_GLOBAL", "/dev/null")])
        .envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.com")])
        .envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.com")])
        .envs([("GIT_AUTHOR_DATE", "1700000000 +0000"), ("GIT_COMMITTER_DATE", "1700000000 +0000")])
        .env("HOME", home)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
