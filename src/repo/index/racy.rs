//! Entries that are as young as the index: whether they still tell the truth about their files.

use std::collections::HashSet;
use std::path::Path;

use bstr::{BStr, ByteSlice};
use gix::ObjectId;
use gix::index::entry::stat;

use super::raw::Raw;
use super::{IndexError, SettledEntry, stat_of};
use crate::core::path::RepoPath;
use crate::repo::git_form::GitForm;
use crate::repo::open::Repo;

/// Compares an entry that is trusted without a look at the bytes: with all that it knows.
pub(super) fn exact(repo: &Repo) -> stat::Options {
    stat::Options { use_nsec: true, ..repo.git().stat_options().unwrap_or_default() }
}

/// Compares an entry as git does, which leaves nanoseconds out as a rule; and, unlike gix (0.90), the time of
/// the last change where `core.checkStat` is `minimal`.
fn loose(repo: &Repo) -> stat::Options {
    let options = repo.git().stat_options().unwrap_or_default();
    stat::Options { use_nsec: false, trust_ctime: options.trust_ctime && options.check_stat, ..options }
}

/// The places of the entries that git would take for their files though these hold other bytes.
pub(super) fn smudged(repo: &Repo, raw: &Raw, changes: &[SettledEntry]) -> Result<Vec<u64>, IndexError> {
    let ours: HashSet<&BStr> = changes.iter().map(|change| change.path.as_bstr()).collect();
    let options = loose(repo);
    let mut suspects = Vec::new();
    raw.each_racy(|at, entry| {
        let Ok(name) = gix::path::from_bstr(entry.path) else { return };
        let file = repo.work_dir().join(name);
        if ours.contains(entry.path) {
            return;
        }
        let metadata = std::fs::symlink_metadata(&file).ok();
        let metadata = metadata.filter(|meta| stat_of(&meta.into()).matches(&entry.stat(), options));
        if let Some(metadata) = metadata {
            let id = ObjectId::from_bytes_or_panic(entry.id);
            suspects.push((at, entry.path.to_owned(), id, file, metadata.is_symlink()));
        }
    })?;
    if suspects.is_empty() {
        return Ok(Vec::new());
    }
    let state = raw.state_for(suspects.iter().map(|(_, path, ..)| path.as_bytes()))?;
    let mut form = GitForm::new(repo, state)?;
    // In doubt an entry is marked too: git only looks once more.
    let lies = suspects.into_iter().filter(|(_, path, id, file, link)| {
        let there = if *link { link_id(repo, file) } else { file_id(repo, &mut form, path.as_bstr(), file) };
        there != Some(*id)
    });
    Ok(lies.map(|(at, ..)| at).collect())
}

fn link_id(repo: &Repo, file: &Path) -> Option<ObjectId> {
    let target = gix::path::into_bstr(std::fs::read_link(file).ok()?).ok()?.into_owned();
    repo.blob_id(&target).ok()
}

fn file_id(repo: &Repo, form: &mut GitForm<'_>, path: &BStr, file: &Path) -> Option<ObjectId> {
    let path = RepoPath::new(path).ok()?;
    let bytes = std::fs::read(file).ok()?;
    repo.blob_id(&form.of(&path, &bytes).ok()?).ok()
}
