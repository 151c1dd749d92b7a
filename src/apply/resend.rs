//! Replies that are sent again: the same request changes nothing, or only index and HEAD where these lack it.

mod lacking;
mod record;

pub use lacking::AlreadyInWorkTree;
pub(super) use record::Lacking;

use super::{
    ApplyError,
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
    /// All of it, and its number unless it was undone since.
    Done(Option<BatchId>),
    /// All of it in the work tree, but not all in the index or HEAD.
    GitLacks(Lacking),
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
        lacking = record::find(repo, planned.ids.request, policy, &planned.blocks)?;
        lacking::check(task, index, planned, is_new, files, lacking.as_ref())?;
    }
    Ok(match (lacking, done) {
        _ if is_new => Resend::New,
        (Some(lacking), _) => Resend::GitLacks(lacking),
        (None, Some(batch)) => Resend::Done(batch),
        (None, None) => Resend::New,
    })
}

/// Returns the recorded batch that the same request made, if the files are as it left them; none inside if it
/// was undone, and they are so by other means.
fn done_before(
    repo: &Repo,
    world: &RepoWorld<'_>,
    planned: &PlannedBatch<'_>,
) -> Result<Option<Option<BatchId>>, ApplyError> {
    let blocks: &[BlockReport] = &planned.blocks;
    let mut undone = None;
    if !world.held_ids().may_have([planned.ids.request]) {
        return Ok(None);
    }
    for item in Records::new(repo).timeline()? {
        // A damaged record is undo's to complain of.
        let Ok((record, undone_by)) = item else { continue };
        let meta = record.meta();
        if meta.header.kind == BatchKind::Apply
            && !meta.header.cached
            && meta.header.reply == Some(planned.ids.request)
            && record::Recorded::of(meta).has_all(blocks)
            && files::is_as_left(repo, world, meta)?
        {
            if undone_by.is_none() {
                return Ok(Some(Some(record.id())));
            }
            undone = Some(None);
        }
    }
    Ok(undone)
}
