//! A reply that was applied already and is sent again. With `--index` or `--commit` the change of its batch is carried to
//! what git has. No file is written.

use std::collections::BTreeSet;

use bstr::{BStr, ByteSlice as _};

use super::{ApplyError, Report, Status, stage::Stagings};
use crate::{
    core::{
        change::{Change, Edited, Version},
        guard::{Class, Policy, Verdict},
        path::RepoPath,
        plan::{BlockReport, Planned},
    },
    files,
    repo::{
        index::{Content, Entry, Staging},
        open::Repo,
        record::{
            BatchId, Kind, Record, Records,
            meta::{BlockMeta, FileMeta, Meta},
        },
    },
};

/// What earlier batches did of a reply.
pub(super) struct Again {
    /// The newest of them.
    pub(super) batch: BatchId,
    /// The files that are asked for, as the newest batch that has them changed them.
    pub(super) files: Vec<Planned>,
    /// The blocks, by their numbers, whose change these files have.
    pub(super) taken: BTreeSet<usize>,
}

/// Finds what batches in force did of the replies with this id, of the paths that these blocks are for.
pub(super) fn find(
    repo: &Repo,
    reply: gix::ObjectId,
    policy: &Policy,
    blocks: &[BlockReport],
) -> Result<Option<Again>, ApplyError> {
    let mut again: Option<Again> = None;
    for item in Records::new(repo).timeline()? {
        // A damaged record is undo's to complain of.
        let Ok((record, None)) = item else { continue };
        let meta = record.meta();
        if meta.kind != Kind::Apply || meta.cached || meta.reply != Some(reply) || !is_of(meta, blocks) {
            continue;
        }
        let found = again.get_or_insert_with(|| Again::none(record.id()));
        let newer: BTreeSet<RepoPath> =
            found.files.iter().map(|file| file.edited.change.path.clone()).collect();
        let asked: BTreeSet<&BStr> = asked(meta, blocks).collect();
        let is_asked = |path: &RepoPath| asked.contains(path.as_bstr());
        let chosen: BTreeSet<&RepoPath> = meta
            .files
            .iter()
            .filter(|file| is_asked(&file.path.0) || file.from.as_ref().is_some_and(|from| is_asked(&from.0)))
            .map(|file| &file.path.0)
            .filter(|path| !newer.contains(path))
            .collect();
        let is_split = |file: &FileMeta| {
            file.from.as_ref().is_some_and(|from| chosen.contains(&from.0) != chosen.contains(&file.path.0))
        };
        // A rename is taken whole or not at all.
        if meta.files.iter().any(is_split) {
            continue;
        }
        for file in meta.files.iter().filter(|file| chosen.contains(&file.path.0)) {
            found.files.push(planned(&record, file, policy)?);
        }
        let is_taken = |block: &&BlockMeta| {
            let is = |path: &&RepoPath| path.as_bstr() == block.path.0;
            block.status == APPLIED && chosen.iter().any(is)
        };
        let numbered = blocks.iter().enumerate().filter(|(_, block)| !block.is_skipped());
        found.taken.extend(
            numbered
                .filter(|(_, block)| recorded(meta, block).is_some_and(|block| is_taken(&block)))
                .map(|(number, _)| number),
        );
    }
    Ok(again.filter(|again| !again.files.is_empty()))
}

/// What the record of a batch says of a block that was applied.
const APPLIED: &str = "applied";

/// Whether all that is asked for are blocks of this batch, for the same paths.
pub(super) fn is_of(meta: &Meta, blocks: &[BlockReport]) -> bool {
    blocks.iter().filter(|block| !block.is_skipped()).all(|block| recorded(meta, block).is_some())
}

/// The paths that are asked for, as the batch had them.
fn asked<'m>(meta: &'m Meta, blocks: &[BlockReport]) -> impl Iterator<Item = &'m BStr> {
    let asked = blocks.iter().filter(|block| !block.is_skipped());
    asked.filter_map(|block| Some(recorded(meta, block)?.path.0.as_bstr()))
}

/// What the record says of the same block. One that has its path no more, as its batch took that away, is known by its
/// place in the replies: they are the same, and so is where they lead.
fn recorded<'m>(meta: &'m Meta, block: &BlockReport) -> Option<&'m BlockMeta> {
    let is_same = |path: &BStr| block.path.as_ref().map_or(true, |now| now.as_bstr() == path);
    meta.blocks.iter().find(|recorded| {
        (recorded.source, recorded.line) == (block.source, block.line) && is_same(recorded.path.0.as_bstr())
    })
}

/// A file as its batch changed it.
fn planned(record: &Record<'_>, file: &FileMeta, policy: &Policy) -> Result<Planned, ApplyError> {
    let change = files::recorded(record, file)?;
    let verdict = policy.judge(&change.path);
    let class = if file.private { Class::Secret } else { verdict.class };
    let edited = Edited::of(change);
    Ok(Planned { edited, verdict: Verdict { class, ..verdict } })
}

impl Again {
    fn none(batch: BatchId) -> Self {
        Self { batch, files: Vec::new(), taken: BTreeSet::new() }
    }

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
                old: staging.before.as_ref().and_then(|entry| entry.version(repo)),
                new: staging.after.as_ref().and_then(|(entry, content)| match content {
                    Content::Bytes(bytes) => {
                        Some(Version { bytes: bytes.to_vec(), mode: Some(entry.permissions()) })
                    }
                    Content::Stored => entry.version(repo),
                }),
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
