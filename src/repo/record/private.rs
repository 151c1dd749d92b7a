//! Bytes that must not enter the object database: `$GIT_DIR/sr/private/<n>`, for the user alone.
//!
//! The file holds, for each private path in the order of `meta`, its old bytes, then its inserted bytes. A
//! record that is written anew has another file, `<n>.<edition>`, so that the old record and the new one have
//! their bytes whichever of them is named.

use std::io::Write;
use std::path::PathBuf;

use super::{BatchId, RecordError, Records};
use crate::repo::{absent, open::Repo};

/// Prefix of names that are not those of batches.
const ASIDE: &str = "recovered-";

fn directory(repo: &Repo) -> PathBuf {
    repo.state_dir().join("private")
}

/// The file of a record: the number of its batch, and how often it was written anew.
pub(super) type Edition = (BatchId, u32);

fn name((id, edition): Edition) -> String {
    if edition == 0 { id.to_string() } else { format!("{id}.{edition}") }
}

fn file(repo: &Repo, edition: Edition) -> PathBuf {
    directory(repo).join(name(edition))
}

/// The names of files that are there.
fn names(repo: &Repo) -> Result<Vec<String>, RecordError> {
    let entries = absent::or_none(std::fs::read_dir(directory(repo)))?;
    entries.into_iter().flatten().map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Returns whether a file is one of a batch.
fn is_of(name: &str, id: BatchId) -> bool {
    name.split_once('.').map_or(name, |(id, _)| id) == id.to_string()
}

/// Writes the file, over one that a broken run may have left.
pub(super) fn write(repo: &Repo, edition: Edition, bytes: &[u8]) -> Result<(), RecordError> {
    let directory = directory(repo);
    std::fs::create_dir_all(&directory)?;
    only_for_the_user(&directory)?;
    // A temporary file is made with mode 0600.
    let mut temporary = tempfile::NamedTempFile::new_in(&directory)?;
    temporary.write_all(bytes)?;
    temporary.persist(file(repo, edition)).map_err(|error| error.error)?;
    Ok(())
}

/// Paths to sync so that the file survives a loss of power: itself, and the folders that name it.
pub(super) fn to_sync(repo: &Repo, edition: Edition) -> [PathBuf; 3] {
    [file(repo, edition), directory(repo), repo.state_dir()]
}

/// All bytes of the file; none if it is gone.
pub(super) fn read(repo: &Repo, edition: Edition) -> Result<Option<Vec<u8>>, RecordError> {
    Ok(absent::or_none(std::fs::read(file(repo, edition)))?)
}

/// Removes the files of a batch, but for this one if its record needs it.
pub(super) fn remove(repo: &Repo, id: BatchId, but: Option<u32>) -> Result<(), RecordError> {
    let kept = but.map(|edition| name((id, edition)));
    for name in names(repo)?.iter().filter(|name| is_of(name, id) && Some(*name) != kept.as_ref()) {
        absent::remove(directory(repo).join(name))?;
    }
    Ok(())
}

/// Removes what no record needs: left by runs that came to nothing, or that were killed while a record was
/// written anew. The records are asked for only if there is something.
pub(super) fn sweep(repo: &Repo, records: Records<'_>) -> Result<(), RecordError> {
    let names = names(repo)?;
    let recorded = if names.is_empty() { Vec::new() } else { records.list()? };
    for name in names.iter().filter(|name| !name.starts_with(ASIDE)) {
        if !recorded.iter().any(|id| is_of(name, *id)) {
            std::fs::remove_file(directory(repo).join(name))?;
        }
    }
    for id in recorded {
        // Of a record that cannot be read nobody knows which it needs.
        if let (true, Ok(record)) =
            (names.iter().filter(|name| is_of(name, id)).count() > 1, records.load(id))
        {
            remove(repo, id, Some(record.meta().edition))?;
        }
    }
    Ok(())
}

/// Keeps the file of a batch that was taken back after a crash: its number is free again.
pub(super) fn set_aside(repo: &Repo, id: BatchId, token: u64) -> Result<(), RecordError> {
    let aside = directory(repo).join(format!("{ASIDE}{token:016x}"));
    absent::or_none(std::fs::rename(file(repo, (id, 0)), aside))?;
    Ok(())
}

/// Removes all.
pub(super) fn clear(repo: &Repo) -> Result<(), RecordError> {
    absent::or_none(std::fs::remove_dir_all(directory(repo)))?;
    Ok(())
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
