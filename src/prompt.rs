//! `git sr prompt`: the files that a model is shown.

use std::io;

use gix::ObjectId;

use crate::{
    core::{outcome::Unreadable, path::RepoPath, text::is_binary},
    repo::{config::Settings, open::Repo, world::RepoWorld},
};

/// A file as a model is shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFile {
    /// The path from the root.
    pub path: RepoPath,
    /// The id that its bytes have as a blob, by which an answer can name this version.
    pub id: ObjectId,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Reasons why a file is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotShown {
    /// There is no such file.
    #[error("does not exist")]
    Missing,
    /// Its name cannot stand in a line.
    #[error("has control characters in its name")]
    Name,
    /// It is not text.
    #[error("is binary")]
    Binary,
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// Reads files of the work tree for a model.
///
/// # Errors
///
/// When the work tree cannot be opened, or an id cannot be computed.
///
/// # Examples
///
/// ```
/// use git_sr::core::path::RepoPath;
/// use git_sr::prompt::{NotShown, files};
/// use git_sr::repo::{config::Settings, open::Repo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # gix::init(folder.path())?;
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// std::fs::write(folder.path().join("a.txt"), "one\n")?;
/// let shown = files(&repo, &Settings::read(&repo)?, &[RepoPath::new(b"a.txt")?, RepoPath::new(b"b.txt")?])?;
/// assert_eq!(shown[0].as_ref().map(|file| file.bytes.as_slice()), Ok(&b"one\n"[..]));
/// assert_eq!(shown[1], Err((RepoPath::new(b"b.txt")?, NotShown::Missing)));
/// # Ok(())
/// # }
/// ```
pub fn files(
    repo: &Repo,
    settings: &Settings,
    paths: &[RepoPath],
) -> io::Result<Vec<Result<ShownFile, (RepoPath, NotShown)>>> {
    let world = RepoWorld::open(repo, settings.max_file_bytes)?;
    let shown = paths.iter().map(|path| {
        if path.as_bstr().iter().any(u8::is_ascii_control) {
            return Ok(Err((path.clone(), NotShown::Name)));
        }
        let bytes = match world.current(path) {
            Ok(Some(version)) if !is_binary(&version.bytes) => version.bytes,
            Ok(Some(_)) => return Ok(Err((path.clone(), NotShown::Binary))),
            Ok(None) => return Ok(Err((path.clone(), NotShown::Missing))),
            Err(error) => return Ok(Err((path.clone(), error.into()))),
        };
        let id = repo.blob_id(&bytes).map_err(io::Error::other)?;
        Ok(Ok(ShownFile { path: path.clone(), id, bytes }))
    });
    shown.collect()
}
