//! Paths of indexes.

use std::path::{Path, PathBuf};

use crate::repo::{open::Repo, record::meta::Meta};

/// Path of the current index.
pub(super) fn real_path(repo: &Repo) -> PathBuf {
    resolved(repo.index_path())
}

/// Path of the index of the work tree, whatever the environment names.
pub fn own_path(repo: &Repo) -> PathBuf {
    resolved(repo.git_dir().join("index"))
}

/// The index in which a batch was staged, if it was.
pub fn recorded_path(repo: &Repo, meta: &Meta) -> PathBuf {
    let named = meta.index_file.as_ref().and_then(|path| path.to_path().ok());
    named.unwrap_or_else(|| own_path(repo))
}

/// Returns whether an index that `GIT_INDEX_FILE` named is gone; that of the work tree may be missing.
pub fn is_gone(repo: &Repo, path: &Path) -> bool {
    !path.exists() && path != own_path(repo)
}

/// git follows a link there too.
fn resolved(path: PathBuf) -> PathBuf {
    let linked = std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
    let resolved = if linked { path.canonicalize().ok() } else { None };
    resolved.unwrap_or(path)
}

/// Without links and detours in the folders above it.
fn spelled_out(path: &Path) -> PathBuf {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns whether this is another file than the index of the work tree.
pub(super) fn is_elsewhere(repo: &Repo, path: &Path) -> bool {
    let own = own_path(repo);
    path != own && spelled_out(path) != spelled_out(&own)
}
