//! Tells changes that hooks made to the files of a batch from those that others saved meanwhile.
//!
//! The batch's file is the committed one. For a file that a hook changed in the commit, that is the hook's
//! version, together with the lines of the work tree that were left out of the commit. All other changes
//! there are somebody else's, so that undo merges them.

use super::{Blob, CommitError, CommittedPath};
use crate::{
    core::change::{Change, Version},
    repo::{
        git_form::GitForm,
        merge,
        open::Repo,
        record::{
            self, Record,
            meta::{FileMeta, Meta},
        },
        world::RepoWorld,
    },
};

/// Files after the batch at the paths that hooks changed in its commit, where they are known and differ from
/// the record.
pub(super) fn left(
    repo: &Repo,
    world: &RepoWorld<'_>,
    git_form: &mut GitForm<'_>,
    rewritten: &[CommittedPath],
    record: &Record<'_>,
) -> Result<record::CurrentVersions, CommitError> {
    let mut now = record::CurrentVersions::new();
    for (file, committed) in files(record.meta(), rewritten) {
        // A file that cannot be read tells nothing.
        let Ok(current) = world.current(&committed.path) else { continue };
        let recorded = record.new_bytes(&committed.path)?;
        if current.as_ref().map(|version| version.bytes.as_slice()) == recorded.as_deref()
            && has_mode(file, current.as_ref())
        {
            continue;
        }
        let left = match committed.after {
            None => current.is_none().then_some(None),
            Some(after) => {
                version(repo, git_form, committed, after, recorded, current.as_ref())?.map(|bytes| {
                    Some(Version { bytes: bytes.into(), mode: mode(file, after, current.as_ref()) })
                })
            }
        };
        if let Some(left) = left.filter(|left| left.is_some() || file.old.is_some()) {
            now.insert(committed.path.clone(), left);
        }
    }
    Ok(now)
}

/// Work-tree files that hooks changed where the batch changed the index alone; `earlier` has their old content.
pub(super) fn placed(
    repo: &Repo,
    world: &RepoWorld<'_>,
    git_form: &mut GitForm<'_>,
    rewritten: &[CommittedPath],
    earlier: &record::CurrentVersions,
) -> Result<Vec<Change>, CommitError> {
    let mut placed = Vec::new();
    for committed in rewritten {
        let (Some(Some(old)), Some(after)) = (earlier.get(&committed.path), committed.after) else {
            continue;
        };
        let Ok(Some(current)) = world.current(&committed.path) else { continue };
        if current == *old {
            continue;
        }
        let recorded = Some(old.bytes.to_vec());
        if let Some(bytes) = version(repo, git_form, committed, after, recorded, Some(&current))? {
            let new = Some(Version { bytes: bytes.into(), mode: old.mode });
            placed.push(Change { path: committed.path.clone(), old: Some(old.clone()), new, from: None });
        }
    }
    placed.retain(|change| change.old != change.new);
    Ok(placed)
}

/// A batch that changed the index alone says nothing of the work tree.
fn files<'a>(
    meta: &'a Meta,
    rewritten: &'a [CommittedPath],
) -> impl Iterator<Item = (&'a FileMeta, &'a CommittedPath)> {
    let files = meta.files.iter().filter(|_| !meta.header.cached);
    files.filter_map(|file| Some((file, rewritten.iter().find(|committed| committed.path == file.path.0)?)))
}

/// The bytes in the work tree of a blob that a hook committed; none if they cannot be known.
fn version(
    repo: &Repo,
    git_form: &mut GitForm<'_>,
    committed: &CommittedPath,
    after: Blob,
    recorded: Option<Vec<u8>>,
    current: Option<&Version>,
) -> Result<Option<Vec<u8>>, CommitError> {
    let Some(made) = repo.blob(after.id) else { return Ok(None) };
    let own = match &recorded {
        Some(recorded) => Some(git_form.of(&committed.path, recorded)?.into_owned()),
        None => None,
    };
    let wanted = match (&own, committed.before.and_then(|before| repo.blob(before.id))) {
        (Some(own), Some(before)) if *own != before => merge::clean(&before, own, &made),
        _ => Some(made.clone()),
    };
    let Some(current) = current else { return Ok(None) };
    let form = git_form.of(&committed.path, &current.bytes)?;
    // A hook may have committed the whole file.
    if Some(form.as_ref()) == wanted.as_deref() || *form == made {
        return Ok(Some(current.bytes.to_vec()));
    }
    // A file that git converts may have many forms in the work tree.
    let (Some(wanted), Some(recorded)) = (wanted, recorded.filter(|recorded| own.as_ref() == Some(recorded)))
    else {
        return Ok(None);
    };
    // Beside changes of others, the hook's change is there if making it again changes nothing.
    let is_there = merge::clean(&recorded, &current.bytes, &wanted).as_deref() == Some(&*current.bytes);
    Ok(is_there.then_some(wanted))
}

fn is_executable(mode: Option<u32>) -> Option<bool> {
    mode.map(|mode| mode & 0o100 != 0)
}

/// The permission bits of a committed file: the batch's own, unless a hook changed them.
fn mode(file: &FileMeta, after: Blob, current: Option<&Version>) -> Option<u32> {
    let own = file.new.as_ref().and_then(|new| new.mode);
    let now = current.and_then(|current| current.mode);
    [own, now].into_iter().find(|mode| is_executable(*mode) == Some(after.executable)).unwrap_or(own)
}

fn has_mode(file: &FileMeta, current: Option<&Version>) -> bool {
    let own = file.new.as_ref().and_then(|new| new.mode);
    own.is_none() || current.is_none_or(|current| current.mode == own)
}
