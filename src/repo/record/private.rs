//! Bytes that must not enter the object database: `$GIT_DIR/sr/private/<n>`, for the user alone.
//!
//! The file holds, for each private path in the order of `meta`, its old bytes, then its inserted bytes.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use super::{BatchId, RecordError};
use crate::repo::{open::Repo, remove};

/// What names begin with that are not those of batches.
const ASIDE: &str = "recovered-";

fn directory(repo: &Repo) -> PathBuf {
    repo.state_dir().join("private")
}

fn file(repo: &Repo, id: BatchId) -> PathBuf {
    directory(repo).join(id.to_string())
}

/// Writes the file, over one that a broken run may have left.
pub(super) fn write(repo: &Repo, id: BatchId, bytes: &[u8]) -> Result<(), RecordError> {
    let directory = directory(repo);
    std::fs::create_dir_all(&directory)?;
    only_for_the_user(&directory)?;
    // A temporary file is made with mode 0600.
    let mut temporary = tempfile::NamedTempFile::new_in(&directory)?;
    temporary.write_all(bytes)?;
    temporary.persist(file(repo, id)).map_err(|error| error.error)?;
    Ok(())
}

/// What has to be synced for the file to be there after a loss of power: itself, and the folders that name it.
pub(super) fn to_sync(repo: &Repo, id: BatchId) -> [PathBuf; 3] {
    [file(repo, id), directory(repo), repo.state_dir()]
}

/// All bytes of the file; none if it is gone.
pub(super) fn read(repo: &Repo, id: BatchId) -> Result<Option<Vec<u8>>, RecordError> {
    match std::fs::read(file(repo, id)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Gives the file of a batch another number.
pub(super) fn rename(repo: &Repo, from: BatchId, to: BatchId) -> Result<(), RecordError> {
    Ok(std::fs::rename(file(repo, from), file(repo, to))?)
}

/// Removes the file, if there is one.
pub(super) fn remove(repo: &Repo, id: BatchId) -> Result<(), RecordError> {
    Ok(remove::if_there(file(repo, id))?)
}

/// Removes what no record needs: left by runs that came to nothing. The records are asked for only if there is something.
pub(super) fn sweep(
    repo: &Repo,
    recorded: impl FnOnce() -> Result<Vec<BatchId>, RecordError>,
) -> Result<(), RecordError> {
    let entries = match std::fs::read_dir(directory(repo)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let names = entries.map(|entry| Ok(entry?.file_name())).collect::<std::io::Result<Vec<_>>>()?;
    let recorded = if names.is_empty() { Vec::new() } else { recorded()? };
    for name in names {
        let name = name.to_string_lossy();
        if !name.starts_with(ASIDE) && !recorded.iter().any(|id| id.to_string() == *name) {
            std::fs::remove_file(directory(repo).join(&*name))?;
        }
    }
    Ok(())
}

/// Keeps the file of a batch that was taken back after a crash: its number is free again.
pub(super) fn set_aside(repo: &Repo, id: BatchId, token: u64) -> Result<(), RecordError> {
    match std::fs::rename(file(repo, id), directory(repo).join(format!("{ASIDE}{token:016x}"))) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Removes all.
pub(super) fn clear(repo: &Repo) -> Result<(), RecordError> {
    match std::fs::remove_dir_all(directory(repo)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn only_for_the_user(directory: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn only_for_the_user(_: &std::path::Path) -> std::io::Result<()> {
    Ok(())
}
