//! `--backup`: the old version of each file, next to it.

use std::collections::BTreeSet;

use bstr::BString;

use super::task::Task;
use crate::core::{
    change::{Change, Edited, Version},
    guard::Verdict,
    outcome::Unreadable,
    path::{PathError, RepoPath},
    plan::{Planned, World as _},
};

/// Reasons why a backup cannot be made. Nothing is written then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// Its name is none that a repository can hold.
    #[error("the backup of '{}' has no good name", path.as_bstr())]
    Name {
        /// The file.
        path: RepoPath,
        /// The error in the name.
        source: PathError,
    },
    /// The policy refuses its path.
    #[error("the policy refuses '{}'", path.as_bstr())]
    Blocked {
        /// The path of the backup.
        path: RepoPath,
        /// The policy's word.
        verdict: Box<Verdict>,
    },
    /// The object at the path must not be written.
    #[error("'{}' {source}", path.as_bstr())]
    Unreadable {
        /// The path of the backup.
        path: RepoPath,
        /// The cause.
        source: Unreadable,
    },
    /// The batch itself writes that path.
    #[error("'{}' is a file of the batch", path.as_bstr())]
    Taken {
        /// The path of the backup.
        path: RepoPath,
    },
}

/// Adds a backup of every file that changes or goes, and returns the paths of the backups. They are guarded
/// as every target is, and are part of the batch.
pub(super) fn add(
    Task { policy, world, .. }: Task<'_, '_>,
    files: &mut Vec<Planned>,
    suffix: &BString,
) -> Result<BTreeSet<RepoPath>, BackupError> {
    let mut backups = Vec::new();
    for file in files.iter() {
        let Some(old) = &file.edited.change.old else { continue };
        let path = &file.edited.change.path;
        let name = [path.as_bstr().as_ref(), suffix.as_slice()].concat();
        let path = RepoPath::new(&name).map_err(|source| BackupError::Name { path: path.clone(), source })?;
        if files.iter().any(|other| other.edited.change.path == path) {
            return Err(BackupError::Taken { path });
        }
        let verdict = policy.judge(&path);
        if verdict.is_refused() {
            return Err(BackupError::Blocked { path, verdict: Box::new(verdict) });
        }
        let current = world.current(&path).and_then(|current| match current {
            None => world.may_create(&path).map(|()| None),
            there => Ok(there),
        });
        let current = current.map_err(|source| BackupError::Unreadable { path: path.clone(), source })?;
        let mode = current.as_ref().map_or(old.mode, |current| current.mode);
        let new = Version { bytes: old.bytes.clone(), mode };
        if current.as_ref() == Some(&new) {
            continue;
        }
        // The backup of a secret is one, whatever its name.
        let is_private = file.verdict.is_private || verdict.is_private;
        let edited = Edited::of(Change { path, old: current, new: Some(new), from: None });
        backups.push(Planned { edited, verdict: Verdict { is_private, ..verdict } });
    }
    let paths = backups.iter().map(|backup| backup.edited.change.path.clone()).collect();
    files.extend(backups);
    files.sort_by(|a, b| a.edited.change.path.cmp(&b.edited.change.path));
    Ok(paths)
}
