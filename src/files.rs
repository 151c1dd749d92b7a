//! What a batch does to files, for its report.

use crate::{
    core::{
        change::{Change, Counts, Edited, Version},
        diff::{Diff, file_diff},
        guard::{Decision, Rule, Verdict},
        path::RepoPath,
        splice::Splice,
    },
    repo::{
        open::Repo,
        record::meta::{Meta, Side},
        world::World,
    },
};

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// The path.
    pub path: RepoPath,
    /// The path that its content was renamed from.
    pub from: Option<RepoPath>,
    /// What happened to it.
    pub op: Op,
    /// The id of the raw bytes before, as a blob.
    pub before: Option<gix::ObjectId>,
    /// The id of the raw bytes after, as a blob.
    pub after: Option<gix::ObjectId>,
    /// Lines that come and go.
    pub counts: Counts,
    /// The rule that asks to report it, if one does.
    pub flag: Option<Rule>,
}

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Its content changes.
    Modify,
    /// It is new.
    Create,
    /// It goes.
    Delete,
    /// It is new, with the content of another that goes.
    Rename,
}

/// Reports on files, and on what the policy says of them.
///
/// # Errors
///
/// When ids cannot be computed.
pub(crate) fn report<'a>(
    repo: &Repo,
    files: impl Iterator<Item = (&'a Edited, Option<&'a Verdict>)>,
) -> Result<Vec<FileReport>, gix::Error> {
    let id = |version: &Version| repo.blob_id(&version.bytes);
    files
        .map(|(edited, verdict)| {
            let Change { path, old, new, from } = &edited.change;
            let op = match (old, new) {
                (_, None) => Op::Delete,
                (None, Some(_)) if from.is_some() => Op::Rename,
                (None, Some(_)) => Op::Create,
                (Some(_), Some(_)) => Op::Modify,
            };
            Ok(FileReport {
                path: path.clone(),
                from: from.clone(),
                op,
                before: old.as_ref().map(id).transpose()?,
                after: new.as_ref().map(id).transpose()?,
                counts: edited.counts(),
                flag: verdict
                    .filter(|verdict| verdict.decision == Decision::Flag)
                    .and_then(|verdict| verdict.rule.clone()),
            })
        })
        .collect()
}

/// The diff of files, as `git diff` prints it: a renamed file once.
pub(crate) fn diff<'a>(files: impl Iterator<Item = &'a Edited> + Clone) -> Vec<u8> {
    let renamed: Vec<&RepoPath> = files.clone().filter_map(|file| file.change.from.as_ref()).collect();
    let bytes = |version: Option<&Version>| version.map(|version| version.bytes.clone()).unwrap_or_default();
    let mut out = Vec::new();
    for Edited { change, splices } in files.clone() {
        if renamed.contains(&&change.path) && change.new.is_none() {
            continue;
        }
        let at = change.from.as_ref().unwrap_or(&change.path);
        let origin =
            files.clone().find(|file| file.change.path == *at).and_then(|file| file.change.old.as_ref());
        let (old, new) = (bytes(origin), bytes(change.new.as_ref()));
        let whole: Vec<Splice> = Splice::between(&old, &new).into_iter().collect();
        let splices = if change.new.is_some() { splices } else { &whole };
        out.extend(file_diff(change, &Diff::new(old, new, splices)));
    }
    out
}

/// Whether every file of a batch still stands as the batch left it.
pub(crate) fn stands_as_left(repo: &Repo, world: &World<'_>, meta: &Meta) -> Result<bool, gix::Error> {
    for file in &meta.files {
        let Ok(current) = world.current(&file.path.0) else { return Ok(false) };
        if !is(repo, current.as_ref(), file.new.as_ref())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether these are the bytes that a record speaks of.
pub(crate) fn is(repo: &Repo, version: Option<&Version>, side: Option<&Side>) -> Result<bool, gix::Error> {
    match (version, side) {
        (None, None) => Ok(true),
        (Some(version), Some(side)) => {
            Ok(version.bytes.len() as u64 == side.size && repo.blob_id(&version.bytes)? == side.id)
        }
        _ => Ok(false),
    }
}
