//! Replies that are sent again: the same request changes nothing, or only index and HEAD where these lack it.

mod lacking;
mod record;

use bstr::ByteSlice as _;

pub use lacking::AlreadyInWorkTree;
pub(super) use record::Lacking;

use super::{
    ApplyError, ApplyRequest,
    planned::{BatchVerdict, PlannedBatch},
    task::Task,
};
use crate::{
    core::{
        outcome::{Note, Outcome},
        plan::{BlockReport, Planned},
    },
    files,
    repo::{
        index::Index,
        open::Repo,
        record::{BatchId, BatchKind, Records},
        world::RepoWorld,
    },
};

/// Share that an earlier batch has of a request.
pub(super) enum Resend {
    /// Not all of it, or there is no such batch.
    New,
    /// All of it.
    Done(BatchId),
    /// All of it in the work tree, but not all in the index or HEAD.
    GitLacks(Lacking),
}

/// Returns the identity of a request: the bytes of its replies, and where its options lead their paths.
pub(super) fn identity(repo: &Repo, request: &ApplyRequest) -> Result<gix::ObjectId, gix::Error> {
    let mut asked: Vec<u8> = Vec::new();
    for (option, value) in [("--directory", &request.plan.directory), ("--path", &request.parse.path)] {
        if let Some(value) = value {
            asked.extend([b"\0", option.as_bytes(), b"\0", value.trim_end_with(|end| end == '/')].concat());
        }
    }
    for read_as in request.kept.iter().flatten().filter_map(|kept| kept.read_as.as_ref()) {
        asked.extend(format!("\0{} {:?}", read_as.format, read_as.blocks).into_bytes());
    }
    for place in request.kept.iter().flatten().flat_map(|kept| &kept.places) {
        let to = place.to.iter().flat_map(|to| [b"\0".as_slice(), to.0.as_bstr()]);
        asked.extend([b"\0", place.path.0.as_bstr().as_bytes()].into_iter().chain(to).flatten());
    }
    let replies = request.inputs.iter().map(|input| input.bytes.as_slice());
    repo.text_id(&replies.chain([asked.as_slice()]).collect::<Vec<_>>())
}

/// Looks for the batch that the same request made before; its blocks count as applied already then. `index`
/// is given if git is to have the change too: it must get all of it.
pub(super) fn recognise<'r>(
    task: Task<'_, 'r>,
    planned: &mut PlannedBatch<'_>,
    index: Option<&Index<'r>>,
    files: &[Planned],
) -> Result<Resend, ApplyError> {
    let Task { repo, world, policy, .. } = task;
    let is_new = !matches!(planned.verdict, BatchVerdict::Nothing(_));
    let done = match planned.faults.is_empty() {
        true => done_before(repo, world, planned)?,
        false => None,
    };
    if done.is_some() {
        for block in planned.blocks.iter_mut().filter(|block| !block.is_skipped()) {
            block.outcome = Outcome::AlreadyApplied;
            // The report says so of the batch.
            block.notes.retain(|note| !matches!(note, Note::MadeSince(_)));
        }
    }
    let is_new = is_new && done.is_none();
    let mut lacking = None;
    if let Some(index) = index.filter(|_| done.is_some() || planned.verdict != BatchVerdict::Refused) {
        lacking = record::find(repo, planned.reply, policy, &planned.blocks)?;
        lacking::check(task, index, planned, is_new, files, lacking.as_ref())?;
    }
    Ok(match (lacking, done) {
        _ if is_new => Resend::New,
        (Some(lacking), _) => Resend::GitLacks(lacking),
        (None, Some(batch)) => Resend::Done(batch),
        (None, None) => Resend::New,
    })
}

/// Returns the recorded batch that the same request made, if its files are still as it left them.
fn done_before(
    repo: &Repo,
    world: &RepoWorld<'_>,
    planned: &PlannedBatch<'_>,
) -> Result<Option<BatchId>, ApplyError> {
    let (records, blocks): (_, &[BlockReport]) = (Records::new(repo), &planned.blocks);
    for id in records.list()? {
        // A damaged record is undo's to complain of.
        let Ok(record) = records.load(id) else { continue };
        let meta = record.meta();
        if meta.header.kind == BatchKind::Apply
            && !meta.header.cached
            && meta.header.reply == Some(planned.reply)
            && record::is_of(meta, blocks)
            && files::stands_as_left(repo, world, meta)?
        {
            return Ok(Some(id));
        }
    }
    Ok(None)
}
