//! Running git itself for tasks that gix does not do: indexes of its own, filters, hooks.

use std::{
    ffi::OsStr,
    io::{self, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use bstr::{BString, ByteSlice as _};
use gix::ObjectId;
use tempfile::{NamedTempFile, TempPath};

use super::{absent, open::Repo};

/// Reason why git failed.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// It cannot be started, or not be talked to.
    #[error("cannot run git")]
    Io(#[from] io::Error),
    /// A signal ended it. What it was to do may be done.
    #[error("git {command} was killed by signal {signal}")]
    Killed {
        /// The command.
        command: String,
        /// The number of the signal.
        signal: i32,
    },
    /// It refused.
    #[error("git {command} failed")]
    Failed {
        /// The command, `hash-object`.
        command: String,
        /// Its standard error.
        said: BString,
    },
}

/// git, run in a work tree with an index of its own.
#[derive(Clone, Debug)]
pub(crate) struct Git<'r> {
    repo: &'r Repo,
    index: Option<PathBuf>,
    variables: Vec<(&'static str, &'static str)>,
}

/// A command that runs in the root of the work tree. Relative paths in the environment are made absolute,
/// since they start from another folder.
pub(super) fn at_root(repo: &Repo, mut command: Command) -> Command {
    let (folder, named) = (repo.work_dir(), |name| std::env::var_os(name).is_some());
    command.current_dir(folder);
    if named("GIT_DIR") || named("GIT_WORK_TREE") || !folder.join(".git").exists() {
        command.env("GIT_DIR", repo.git_dir()).env("GIT_WORK_TREE", folder);
    }
    if named("GIT_INDEX_FILE") {
        command.env("GIT_INDEX_FILE", repo.index_path());
    }
    command
}

impl<'r> Git<'r> {
    /// With the index of the work tree.
    pub(crate) fn new(repo: &'r Repo) -> Self {
        Self { repo, index: None, variables: Vec::new() }
    }

    /// With another index.
    pub(crate) fn with_index(&self, index: &Path) -> Self {
        Self { index: Some(index.to_owned()), ..self.clone() }
    }

    /// With another variable in its environment.
    pub(crate) fn with_variable(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    /// The command, to be added to. Hooks inherit its environment, so nothing is set that git would find by
    /// itself.
    pub(crate) fn command(&self) -> Command {
        let mut command = at_root(self.repo, Command::new("git"));
        if let Some(index) = &self.index {
            command.env("GIT_INDEX_FILE", index);
        }
        command.envs(self.variables.iter().copied());
        command
    }

    /// Runs it and returns its output.
    pub(crate) fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Result<Vec<u8>, GitError> {
        self.run_with(arguments, b"")
    }

    /// The same, with standard input.
    pub(crate) fn run_with(
        &self,
        arguments: &[impl AsRef<OsStr>],
        input: &[u8],
    ) -> Result<Vec<u8>, GitError> {
        let mut command = self.command();
        command.args(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            // git may print before it has read everything. One that reads nothing is no error.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
            child.wait_with_output()
        })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let command = name(arguments);
        Err(match output.status.signal() {
            Some(signal) => GitError::Killed { command, signal },
            None => GitError::Failed { command, said: output.stderr.trim_end().into() },
        })
    }

    /// Runs it and gives the object id that it prints.
    pub(crate) fn id(&self, arguments: &[impl AsRef<OsStr>]) -> Result<ObjectId, GitError> {
        let printed = self.run(arguments)?;
        ObjectId::from_hex(printed.trim_end())
            .map_err(|_| GitError::Failed { command: name(arguments), said: printed.into() })
    }
}

/// The command among the arguments, behind git's own options.
fn name(arguments: &[impl AsRef<OsStr>]) -> String {
    let mut words = arguments.iter().map(|word| word.as_ref().to_string_lossy());
    words.find(|word| !word.starts_with('-') && !word.contains('=')).map_or_else(String::new, Into::into)
}

/// An index that goes when it is dropped: a copy of that of the work tree, or none yet.
#[derive(Debug)]
pub(crate) struct PrivateIndex {
    path: TempPath,
}

impl PrivateIndex {
    /// One that is not there yet, which git takes for an empty one.
    pub(crate) fn empty(repo: &Repo) -> io::Result<Self> {
        let path = scratch(repo)?.into_temp_path();
        // git refuses an index of no bytes.
        std::fs::remove_file(&path)?;
        Ok(Self { path })
    }

    /// A copy of the index of the work tree.
    pub(crate) fn copy(repo: &Repo) -> io::Result<Self> {
        Self::copy_of(repo, &repo.index_path())
    }

    /// A copy of another one.
    pub(crate) fn copy_of(repo: &Repo, index: &Path) -> io::Result<Self> {
        let copy = Self::empty(repo)?;
        absent::or_none(std::fs::copy(index, &copy.path))?;
        Ok(copy)
    }

    /// Gives it a name that is known beforehand.
    pub(crate) fn named(self, path: PathBuf) -> io::Result<Self> {
        absent::or_none(std::fs::rename(&self.path, &path))?;
        Ok(Self { path: TempPath::try_from_path(path)? })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

const SCRATCH: &str = "scratch-";

/// A file beside the records that goes when it is dropped. If the process is killed, [`sweep`] finds it. The
/// caller holds the lock of the work tree.
pub(crate) fn scratch(repo: &Repo) -> io::Result<NamedTempFile> {
    let folder = repo.state_dir();
    std::fs::create_dir_all(&folder)?;
    tempfile::Builder::new().prefix(SCRATCH).tempfile_in(&folder)
}

/// Removes the files that killed runs left, with git's locks of them. The caller holds the lock of the work
/// tree.
pub(super) fn sweep(repo: &Repo) -> io::Result<()> {
    for entry in std::fs::read_dir(repo.state_dir())? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(SCRATCH.as_bytes()) {
            absent::remove(entry.path())?;
        }
    }
    Ok(())
}
