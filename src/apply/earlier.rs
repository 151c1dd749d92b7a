//! Whether a reply was applied before, so that it changes nothing, or only what git has.

use bstr::ByteSlice as _;

use super::{
    ApplyError, Report, Request, Scope, Status,
    again::{self, Again},
    left,
    task::Task,
};
use crate::{
    core::plan::{BlockReport, Planned},
    files,
    repo::{
        index::Index,
        open::Repo,
        record::{BatchId, Kind, Records},
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

/// What tells that the same is asked for again: the bytes of the replies, and where the options lead their paths.
pub(super) fn identity(repo: &Repo, request: &Request) -> Result<gix::ObjectId, gix::Error> {
    let mut asked: Vec<u8> = request.inputs.iter().flat_map(|input| input.bytes.iter().copied()).collect();
    for (option, value) in [("--directory", &request.plan.directory), ("--path", &request.parse.path)] {
        if let Some(value) = value {
            asked.extend([b"\0", option.as_bytes(), b"\0", value.trim_end_with(|end| end == '/')].concat());
        }
    }
    for place in request.kept.iter().flatten().flatten() {
        let to = place.to.iter().flat_map(|to| [b"\0".as_slice(), to.0.as_bstr()]);
        asked.extend([b"\0", place.path.0.as_bstr().as_bytes()].into_iter().chain(to).flatten());
    }
    repo.blob_id(&asked)
}

/// Looks for the batch that these replies made before, and tells the report. `index` is there if git is to have the change
/// too; then it must get all of it.
pub(super) fn earlier<'r>(
    task: Task<'_, 'r>,
    reply: gix::ObjectId,
    index: Option<&Index<'r>>,
    files: &[Planned],
    report: &mut Report<'_>,
) -> Result<Earlier, ApplyError> {
    let Task { repo, world, policy, .. } = task;
    if task.request.scope == Scope::Index {
        return Ok(Earlier::Nothing);
    }
    if report.faults.is_empty()
        && report.status != Status::Nothing
        && let Some(batch) = done_before(repo, world, reply, &report.blocks)?
    {
        report.done_before(batch);
    }
    let mut found = None;
    if let Some(index) = index.filter(|_| report.status != Status::Refused) {
        found = again::find(repo, reply, policy, &report.blocks)?;
        left::check(task, index, report, files, found.as_ref())?;
    }
    if report.status != Status::Nothing {
        return Ok(Earlier::Nothing);
    }
    match found {
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
fn done_before(
    repo: &Repo,
    world: &World<'_>,
    reply: gix::ObjectId,
    blocks: &[BlockReport],
) -> Result<Option<BatchId>, ApplyError> {
    let records = Records::new(repo);
    for id in records.list()? {
        // A damaged record is undo's to complain of.
        let Ok(record) = records.load(id) else { continue };
        let meta = record.meta();
        if meta.kind == Kind::Apply
            && !meta.cached
            && meta.reply == Some(reply)
            && again::is_of(meta, blocks)
            && files::stands_as_left(repo, world, meta)?
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}
