//! A reply that was applied already and is sent again. With `--index` or `--commit` the change of its batch is carried to
//! what git has. No file is written.

use super::{ApplyError, Report, Scope, Status, stage::Stagings};
use crate::{
    core::{
        change::{Change, Edited, Version},
        guard::{Class, Policy, Verdict},
        plan::Planned,
    },
    files,
    repo::{
        index::{Content, Entry, Staging},
        open::Repo,
        record::{BatchId, Kind, Records, meta::Side},
        world::World,
    },
};

/// What an earlier batch did for replies that are sent again.
pub(super) enum Earlier {
    /// Not all, or there is none.
    Nothing,
    /// All that is asked for.
    All,
    /// All but what git is to have.
    Files(Again),
}

/// Looks for the batch that these replies made before, and tells the report. `to_git` is whether git is to have the change
/// too.
pub(super) fn earlier(
    repo: &Repo,
    (world, policy): (&World<'_>, &Policy),
    (reply, scope, to_git): (gix::ObjectId, Scope, bool),
    report: &mut Report<'_>,
) -> Result<Earlier, ApplyError> {
    if scope == Scope::Index {
        return Ok(Earlier::Nothing);
    }
    if report.faults.is_empty()
        && report.status != Status::Nothing
        && let Some(batch) = done_before(repo, world, reply)?
    {
        report.done_before(batch);
    }
    if report.status != Status::Nothing {
        return Ok(Earlier::Nothing);
    }
    match if to_git { find(repo, reply, policy)? } else { None } {
        Some(again) => {
            (report.status, report.batch) = (Status::WouldApply, None);
            Ok(Earlier::Files(again))
        }
        None if report.batch.is_some() => Ok(Earlier::All),
        None => Ok(Earlier::Nothing),
    }
}

/// The recorded batch that these replies made before, if its files are still as it left them: sent again, the same
/// reply changes nothing.
fn done_before(repo: &Repo, world: &World<'_>, reply: gix::ObjectId) -> Result<Option<BatchId>, ApplyError> {
    let records = Records::new(repo);
    for id in records.list()? {
        // A damaged record is undo's to complain of.
        let Ok(record) = records.load(id) else { continue };
        let meta = record.meta();
        if meta.kind == Kind::Apply
            && !meta.cached
            && meta.reply == Some(reply)
            && files::stands_as_left(repo, world, meta)?
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The batch that applied a reply.
pub(super) struct Again {
    batch: BatchId,
    /// Its files, as it changed them.
    pub(super) files: Vec<Planned>,
}

/// Finds the newest batch in force that applied the replies with this id.
fn find(repo: &Repo, reply: gix::ObjectId, policy: &Policy) -> Result<Option<Again>, ApplyError> {
    for item in Records::new(repo).timeline()? {
        // A damaged record is undo's to complain of.
        let Ok((record, None)) = item else { continue };
        let meta = record.meta();
        if meta.kind != Kind::Apply || meta.cached || meta.reply != Some(reply) {
            continue;
        }
        let mut files = Vec::new();
        for file in &meta.files {
            let path = file.path.0.clone();
            let version = |bytes: Option<Vec<u8>>, side: &Option<Side>| {
                bytes.map(|bytes| Version { bytes, mode: side.as_ref().and_then(|side| side.mode) })
            };
            let old = version(record.old_bytes(&path)?, &file.old);
            let new = version(record.new_bytes(&path)?, &file.new);
            let verdict = policy.judge(&path);
            let class = if file.private { Class::Secret } else { verdict.class };
            let from = file.from.as_ref().map(|from| from.0.clone());
            let edited = Edited::of(Change { path, old, new, from });
            files.push(Planned { edited, verdict: Verdict { class, ..verdict } });
        }
        return Ok(Some(Again { batch: record.id(), files }));
    }
    Ok(None)
}

impl Again {
    /// Leaves out what is staged already, and says so if nothing is left to do. The changes of the index are the batch's
    /// then.
    pub(super) fn settle(
        self,
        repo: &Repo,
        stagings: &mut Stagings<'_>,
        commits: bool,
        report: &mut Report<'_>,
    ) -> Result<Vec<Planned>, ApplyError> {
        let mut files = Vec::new();
        let mut left = Vec::new();
        for staging in std::mem::take(&mut stagings.all) {
            if is_staged(repo, &staging)? {
                continue;
            }
            let change = Change {
                path: staging.path.clone(),
                old: staging.before.as_ref().and_then(|entry| version(repo, entry, None)),
                new: staging.after.as_ref().and_then(|(entry, content)| version(repo, entry, Some(content))),
                from: None,
            };
            let planned = self.files.iter().find(|file| file.edited.change.path == staging.path);
            if let (Some(planned), true) = (planned, change.old != change.new) {
                files.push(Planned { edited: Edited::of(change), verdict: planned.verdict.clone() });
            }
            left.push(staging);
        }
        stagings.all = left;
        if stagings.all.is_empty() && !commits && report.status == Status::WouldApply {
            (report.status, report.batch) = (Status::Nothing, Some(self.batch));
            report.files.clear();
        }
        Ok(files)
    }
}

fn is_staged(repo: &Repo, staging: &Staging<'_>) -> Result<bool, ApplyError> {
    Ok(match (&staging.before, &staging.after) {
        (Some(before), Some((after, Content::Stored))) => before.is_same(after),
        (Some(before), Some((after, Content::Bytes(bytes)))) => {
            before.is_same(&Entry { id: repo.blob_id(bytes)?, ..after.clone() })
        }
        (before, after) => before.is_none() && after.is_none(),
    })
}

/// What the index has, or gets.
fn version(repo: &Repo, entry: &Entry, content: Option<&Content<'_>>) -> Option<Version> {
    let bytes = match content {
        Some(Content::Bytes(bytes)) => bytes.to_vec(),
        _ if entry.intent_to_add => return None,
        _ => repo.blob(entry.id)?,
    };
    let mode = if entry.mode & 0o100 == 0 { 0o644 } else { 0o755 };
    Some(Version { bytes, mode: Some(mode) })
}
