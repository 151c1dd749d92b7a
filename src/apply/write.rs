//! The end of `apply`: the batch is written, shown or kept.

use super::{ApplyError, Report, Status, kept, task::Task};
use crate::{
    core::{
        guard::Class,
        outcome::Outcome,
        plan::{BlockReport, Planned},
    },
    files,
    repo::{
        index::{Index, Staging},
        record::{Kind, Records, meta::BlockMeta},
        serial::Bytes,
        transact::{Batch, Transaction},
        worktree::FolderRules,
    },
    request::Mode,
};

/// What a batch changes.
pub(super) struct Changes<'c, 'r> {
    /// What tells that the same is asked for again.
    pub(super) reply: gix::ObjectId,
    pub(super) files: &'c [Planned],
    pub(super) staging: &'c [Staging<'c>],
    /// Whether the files are those of the index, and no other is written.
    pub(super) cached: bool,
    pub(super) index: Option<Index<'r>>,
}

/// Writes the batch or makes its diff, as asked.
pub(super) fn carry_out(
    task: Task<'_, '_>,
    transaction: Option<&Transaction<'_>>,
    changes: Changes<'_, '_>,
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let Task { repo, settings, request, .. } = task;
    let good = report.is_to_be_written();
    match (request.mode, transaction) {
        (_, Some(transaction)) if good => {
            write(task, transaction, changes, report)?;
            Records::new(repo).prune_by(settings, request.time);
        }
        (Mode::Diff, None) if good => {
            report.diff = Some(files::diff(changes.files.iter().map(|file| &file.edited)));
        }
        (Mode::Write, _) if report.status == Status::Refused => kept::keep(repo, request, report),
        _ => {}
    }
    Ok(())
}

fn write(
    Task { request, world, .. }: Task<'_, '_>,
    transaction: &Transaction<'_>,
    Changes { reply, files, staging, cached, index }: Changes<'_, '_>,
    report: &mut Report<'_>,
) -> Result<(), ApplyError> {
    let batch = Batch {
        kind: Kind::Apply,
        time: request.time,
        cwd: request.cwd.clone(),
        sources: request.inputs.iter().map(|input| input.name.clone()).collect(),
        // Sent again, a reply that was applied in part is not done.
        reply: (!report.is_incomplete()).then_some(reply),
        also: Vec::new(),
        blocks: report.blocks.iter().map(block_meta).collect(),
        secret: files
            .iter()
            .filter(|file| file.verdict.class == Class::Secret)
            .map(|file| file.edited.change.path.clone())
            .collect(),
        files: files.iter().map(|file| &file.edited).collect(),
        folders: FolderRules::default(),
        turns: false,
        withdraws: false,
        staging,
        cached,
    };
    let written = transaction.write_staged(world, &batch, index)?;
    report.status = match report.status {
        Status::WouldPartlyApply => Status::PartlyApplied,
        _ => Status::Applied,
    };
    (report.batch, report.left) = (Some(written.id), written.left);
    Ok(())
}

/// What a record keeps of a block.
pub(super) fn block_meta(block: &BlockReport) -> BlockMeta {
    let tier = match &block.outcome {
        Outcome::Applied(applied) => applied.tier,
        _ => None,
    };
    BlockMeta {
        source: block.source,
        line: block.line,
        path: Bytes(block.path.as_ref().map_or_else(Clone::clone, |path| path.as_bstr().to_owned())),
        tier: tier.map(|tier| tier.name().to_owned()),
        status: block.outcome.name().to_owned(),
    }
}
