//! The bytes that git stores for a file of the work tree: line endings, `ident`, encodings and clean filters,
//! as `git add` applies them. Filters are programs that the user has configured; nothing runs them but
//! staging and committing.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Read;

use bstr::{BString, ByteSlice as _};
use gix::ObjectId;
use gix::filter::Pipeline;
use gix::filter::plumbing::pipeline::convert::ToGitOutcome;
use gix::index::State;
use gix::index::entry::Mode;
use gix::worktree::stack::state::attributes::Source;

use super::attributes::{Attributes, AttributesError};
use super::open::Repo;
use super::program::Git;
pub use super::program::GitError;
use crate::core::path::RepoPath;

/// Reasons why the form is not known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GitFormError {
    /// The attributes of the path.
    #[error(transparent)]
    Attributes(#[from] AttributesError),
    /// git converts it no more than we do: a required filter fails, an encoding does not fit,
    /// `core.safecrlf`.
    #[error(transparent)]
    Refused(#[from] GitError),
    /// Objects, or the configuration.
    #[error("cannot convert a file to git's form")]
    Gix(#[from] gix::Error),
}

impl GitFormError {
    /// The last words of git, which are the error itself, or those of this one.
    pub fn said(&self) -> BString {
        let Self::Refused(GitError::Failed { said, .. }) = self else { return self.to_string().into() };
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        last.strip_prefix(b"fatal: ").unwrap_or(last).into()
    }
}

/// Converts file after file; filters that run for long are started once.
pub struct GitForm<'r> {
    repo: &'r Repo,
    attributes: Attributes<'r>,
    index: State,
    pipeline: Option<Pipeline<'r>>,
}

impl<'r> GitForm<'r> {
    /// `index` needs to hold no more than the entries of the paths that will be asked for, whose line endings
    /// count where git guesses (gitattributes(5), `text=auto`), and of the `.gitattributes` in the folders
    /// above them.
    ///
    /// # Errors
    /// If attributes cannot be read.
    pub fn new(repo: &'r Repo, index: State) -> Result<Self, GitFormError> {
        Ok(Self { repo, attributes: Attributes::over(repo, &index)?, index, pipeline: None })
    }

    /// Git's form of a file with these bytes. The file need not exist.
    ///
    /// # Errors
    /// If a filter or git refuses.
    pub fn of<'b>(&mut self, path: &RepoPath, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, GitFormError> {
        let declared = self.attributes.declared(path)?;
        if !declared.is_converted() {
            return Ok(Cow::Borrowed(bytes));
        }
        // gix takes encodings by the names of the web, of which some mean other bytes than iconv's, and does
        // not insist on byte order marks. Where it fails at anything else, git may still go on without a
        // filter.
        if declared.encoding.is_none()
            && let Ok(converted) = self.convert(path, bytes)
        {
            return Ok(Cow::Owned(converted));
        }
        let id = self.write_by_git(path, bytes)?;
        Ok(Cow::Owned(self.repo.git().find_object(id)?.detach().data))
    }

    fn convert(&mut self, path: &RepoPath, bytes: &[u8]) -> Result<Vec<u8>, gix::Error> {
        let pipeline = match &mut self.pipeline {
            Some(pipeline) => pipeline,
            none => {
                let git = self.repo.git();
                let stack = git.attributes_only(&self.index, Source::WorktreeThenIdMapping)?;
                none.insert(Pipeline::new(git, stack.detach())?)
            }
        };
        let name = gix::path::from_bstr(path.as_bstr())?;
        match pipeline.convert_to_git(bytes, &name, &self.index)? {
            ToGitOutcome::Unchanged(bytes) => Ok(bytes.to_owned()),
            ToGitOutcome::Buffer(bytes) => Ok(bytes.to_owned()),
            ToGitOutcome::Process(mut stream) => {
                let mut out = Vec::new();
                stream.read_to_end(&mut out).map_err(gix::Error::from_error)?;
                Ok(out)
            }
        }
    }

    fn write_by_git(&self, path: &RepoPath, bytes: &[u8]) -> Result<ObjectId, GitFormError> {
        let mut option = OsString::from("--path=");
        option.push(gix::path::from_bstr(path.as_bstr())?.as_os_str());
        let arguments = ["hash-object".into(), "-w".into(), "--stdin".into(), option];
        let printed = Git::new(self.repo).run_with(&arguments, bytes)?;
        ObjectId::from_hex(printed.trim_ascii_end()).map_err(|error| gix::Error::from_error(error).into())
    }
}

/// The mode that git would stage for a file with these permission bits, whose entry so far is this.
pub fn staged_mode(repo: &Repo, permissions: Option<u32>, entry: Option<Mode>) -> Mode {
    let trusted = repo.git().config_snapshot().boolean("core.fileMode").unwrap_or(true);
    match entry {
        Some(mode @ (Mode::FILE | Mode::FILE_EXECUTABLE)) if !trusted => mode,
        _ if trusted && permissions.is_some_and(|bits| bits & 0o100 != 0) => Mode::FILE_EXECUTABLE,
        _ => Mode::FILE,
    }
}

#[cfg(test)]
mod tests;
