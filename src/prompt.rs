//! `git sr prompt`: the files that a model is shown.

use std::{borrow::Cow, io, path::Path};

use gix::ObjectId;

use crate::{
    core::{outcome::Unreadable, path::RepoPath, plan::History as _, text::is_binary},
    repo::{
        config::Settings,
        open::Repo,
        policy::{self, RulesError},
        record::{RecordError, ShownVersions},
        world::RepoWorld,
    },
};

/// A file as a model is shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFile {
    /// The path from the root.
    pub path: RepoPath,
    /// The id by which an answer can name this version: that of the blob that git makes of the file. Of a file
    /// with a filter or an encoding, it is that of its bytes.
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
            Ok(Some(version)) if !is_binary(&version.bytes) => version.bytes.into_vec(),
            Ok(Some(_)) => return Ok(Err((path.clone(), NotShown::Binary))),
            Ok(None) => return Ok(Err((path.clone(), NotShown::Missing))),
            Err(error) => return Ok(Err((path.clone(), error.into()))),
        };
        let id = world.named_version(path, &bytes).map_err(io::Error::other)?.id;
        Ok(Ok(ShownFile { path: path.clone(), id, bytes }))
    });
    shown.collect()
}

/// Returns whether a file is in the work tree and not in the git directory, or is a link there, so that a commit
/// of somebody else may bring it in.
pub fn is_in_work_tree(repo: &Repo, file: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let named = match (file.parent(), file.file_name()) {
        (Some(folder), Some(name)) => real(folder).join(name),
        _ => file.to_owned(),
    };
    [real(file), named].iter().any(|file| {
        let is_in = |folder: &Path| file.starts_with(real(folder));
        is_in(repo.work_dir()) && !is_in(repo.git_dir()) && !is_in(repo.common_dir())
    })
}

/// Reasons why versions are not kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeepError {
    /// The work tree cannot be opened, or an id cannot be computed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not known which files hold secrets.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The repository cannot be written to.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Keeps the versions of files that are shown in the object database, for the newest `sr.keepPrompts` prompts,
/// so that an answer that names them is merged if the files change meanwhile. Files that hold secrets, that a
/// reply must not write, or that have a filter or an encoding, are not kept.
///
/// # Errors
///
/// When the repository cannot be written to, unless it has all of these versions anyway.
///
/// # Examples
///
/// ```
/// use git_sr::core::path::RepoPath;
/// use git_sr::prompt::{files, keep};
/// use git_sr::repo::{config::Settings, open::Repo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # gix::init(folder.path())?;
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// let settings = Settings::read(&repo)?;
/// std::fs::write(folder.path().join("a.txt"), "one\n")?;
/// let shown: Vec<_> = files(&repo, &settings, &[RepoPath::new(b"a.txt")?])?.into_iter().flatten().collect();
/// keep(&repo, &settings, &shown)?;
/// assert_eq!(repo.blob(shown[0].id).as_deref(), Some(&b"one\n"[..]));
/// # Ok(())
/// # }
/// ```
pub fn keep(repo: &Repo, settings: &Settings, shown: &[ShownFile]) -> Result<(), KeepError> {
    let world = RepoWorld::open(repo, settings.max_file_bytes)?.with_history_depth(settings.history_depth);
    let policy = policy::read(settings, world.tree())?;
    let mut kept: Vec<(&RepoPath, Cow<'_, [u8]>)> = Vec::new();
    for file in shown {
        let verdict = policy.judge(&file.path);
        let version = world.named_version(&file.path, &file.bytes).map_err(io::Error::other)?;
        if version.may_be_kept && !verdict.is_private && !verdict.is_refused() {
            kept.push((&file.path, version.bytes));
        }
    }
    let is_known = |file: &ShownFile| world.named(&file.path, file.id.to_string().as_bytes()).is_some();
    match ShownVersions::new(repo).keep(kept, settings.keep_prompts) {
        Err(error) if !shown.iter().all(is_known) => Err(error.into()),
        _ => Ok(()),
    }
}
