//! Running git itself, for what gix does not do.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use bstr::{BString, ByteSlice};

use super::open::Repo;

/// Why git did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// It cannot be started, or not be talked to.
    #[error("cannot run git")]
    Io(#[from] io::Error),
    /// It refused.
    #[error("git {command} failed")]
    Failed {
        /// The command, `hash-object`.
        command: String,
        /// What it printed on standard error.
        said: BString,
    },
}

/// Runs git in the work tree of `repo`, on `index` instead of its own index if one is given, and gives what it prints.
pub(super) fn run_git<I, S>(
    repo: &Repo,
    index: Option<&Path>,
    arguments: I,
    input: &[u8],
) -> Result<Vec<u8>, GitError>
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    let mut command = Command::new("git");
    command
        .current_dir(repo.work_dir())
        .args(arguments)
        .env("GIT_DIR", repo.git_dir())
        .env("GIT_WORK_TREE", repo.work_dir())
        .env("GIT_INDEX_FILE", index.map_or_else(|| repo.index_path(), Path::to_owned))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // That git stops reading is for its exit code to tell.
        let write = move || stdin.map(|mut stdin| stdin.write_all(input));
        scope.spawn(write);
        child.wait_with_output()
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let mut words = command.get_args().map(OsStr::to_string_lossy);
    let command = words.find(|word| !word.starts_with('-') && !word.contains('='));
    let command = command.map_or_else(String::new, Into::into);
    Err(GitError::Failed { command, said: output.stderr.trim_end().into() })
}
