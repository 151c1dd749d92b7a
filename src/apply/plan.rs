//! First stage of an apply: replies are read, their blocks located, and replies that were applied before
//! recognised.

use std::collections::BTreeSet;

use super::{
    ApplyError, ApplyRequest, TreeScope, backup, kept,
    planned::{BatchVerdict, PlannedBatch},
    resend::{self, Resend},
    task::Task,
    text_ids,
};
use crate::{
    core::{
        path::RepoPath,
        plan::{self, FaultReport, Plan, Planned, Source, World},
        reply::{self, Operation},
    },
    repo::{config::Settings, index::Index, progress::Stage, world::IndexWorld},
    request::Input,
};

/// Files that a batch changes.
pub(super) struct PlannedFiles {
    /// All of them, sorted by path.
    pub(super) all: Vec<Planned>,
    /// Those that are backups of others. They are not staged or committed.
    backups: BTreeSet<RepoPath>,
}

impl PlannedFiles {
    /// The files that the replies change.
    pub(super) fn own(&self) -> Vec<&Planned> {
        self.all.iter().filter(|file| !self.backups.contains(&file.edited.change.path)).collect()
    }
}

/// Plans a batch. `index` is given if git is to have the change too.
pub(super) fn plan<'i, 'r>(
    task: Task<'_, 'r>,
    mut sources: Vec<Source<'i>>,
    index: Option<&Index<'r>>,
) -> Result<(PlannedBatch<'i>, PlannedFiles), ApplyError> {
    let Task { repo, request, policy, .. } = task;
    in_world(task, |world| plan::adopt(&mut sources, policy, &request.plan, world))?;
    let blocks = sources.iter().map(|source| source.reply.blocks.len()).sum();
    repo.progress().begin(Stage::Locating, Some(blocks));
    let locate = || match has_corrections(request, &sources) {
        true => located(task, &sources),
        false => Ok(Plan::default()),
    };
    let (plan, ids) = text_ids::beside(repo.object_hash(), request, &sources, locate);
    let (plan, ids) = (plan?, ids.map_err(gix::Error::from_error)?);
    in_world(task, |world| plan::settle(&mut sources, &plan, policy, &request.plan, world))?;
    let faults = faults(task, &sources, &plan)?;
    let mut open = kept::open(request, &sources, plan.blocks.len());
    let verdict = BatchVerdict::of(&plan, &faults, &open, request.plan.partial);
    if verdict == BatchVerdict::NoBlocks {
        // A reply without blocks is refused for that.
        open.clear();
    }
    let Plan { mut files, blocks } = plan;
    let mut planned = PlannedBatch { sources, blocks, faults, open, verdict, ids, resent: None };
    if verdict != BatchVerdict::NoBlocks && request.scope != TreeScope::Index {
        match resend::recognise(task, &mut planned, index, &files)? {
            Resend::New => {}
            Resend::Done(batch) => {
                planned.verdict = BatchVerdict::Nothing(batch);
                files.clear();
            }
            Resend::GitLacks(lacking) => {
                planned.verdict = BatchVerdict::Good { partly: false };
                planned.resent = Some(lacking.batch);
                files = lacking.files;
            }
        }
    }
    let mut files = PlannedFiles { all: files, backups: BTreeSet::new() };
    if let (true, Some(suffix), None) = (planned.verdict.is_good(), &request.backup, planned.resent) {
        files.backups = backup::add(task, &mut files.all, suffix)?;
    }
    if let (Some(shown), true, None) = (&request.shown, planned.verdict.is_good(), planned.resent)
        && !shown.iter().eq(files.all.iter().map(|file| &file.edited.change))
    {
        return Err(ApplyError::NotAsShown);
    }
    Ok((planned, files))
}

/// Reads the replies, those that are kept of a refused batch first.
pub(super) fn read<'i>(
    settings: &Settings,
    request: &'i ApplyRequest,
) -> Result<Vec<Source<'i>>, ApplyError> {
    let read = |(at, input): (usize, &'i Input)| {
        let reply = match request.kept.get(at) {
            Some(targets) => kept::read(&input.bytes, targets.as_ref(), &request.parse)?,
            None => reply::parse(&input.bytes, &request.parse),
        };
        Some(Source { name: input.name.clone(), reply })
    };
    let sources: Option<Vec<Source<'i>>> = request.inputs.iter().enumerate().map(read).collect();
    let mut sources = sources.ok_or(ApplyError::Kept)?;
    let blocks = sources.iter_mut().flat_map(|source| &mut source.reply.blocks);
    for (number, block) in blocks.enumerate() {
        if let (Operation::Edit(edit), Some(lines)) = (&mut block.operation, request.edits.get(&number)) {
            edit.put_replace(lines);
        }
    }
    let found = sources.iter().map(|source| source.reply.blocks.len() as u64).sum();
    match settings.max_blocks.filter(|max| found > *max) {
        Some(max) => Err(ApplyError::TooManyBlocks { found, max }),
        None => Ok(sources),
    }
}

/// Returns whether there are replies besides the kept blocks, which alone are enough to continue only where a part of
/// the batch is.
fn has_corrections(request: &ApplyRequest, sources: &[Source<'_>]) -> bool {
    let new = &sources[request.kept.len()..];
    request.kept.is_empty()
        || request.plan.partial != plan::Partial::No
        || new.iter().any(|source| !source.reply.has_no_edits())
}

/// Explains the parts of replies that could not be understood. `plan` is that of the other blocks.
fn faults(task: Task<'_, '_>, sources: &[Source<'_>], plan: &Plan) -> Result<Vec<FaultReport>, gix::Error> {
    if sources.iter().all(|source| source.reply.faults.is_empty()) {
        return Ok(Vec::new());
    }
    let Task { request, policy, .. } = task;
    let texts: Vec<&[u8]> = request.inputs.iter().map(|input| input.bytes.as_slice()).collect();
    in_world(task, |world| plan::faults(sources, &texts, &plan.blocks, policy, &request.plan, world))
}

/// Locates the blocks of replies.
pub(super) fn located(task: Task<'_, '_>, sources: &[Source<'_>]) -> Result<Plan, gix::Error> {
    let Task { request, policy, .. } = task;
    in_world(task, |world| plan::plan(sources, policy, &request.plan, world))
}

/// Does something with the files that the batch is planned on.
fn in_world<T>(task: Task<'_, '_>, with: impl FnOnce(&dyn World) -> T) -> Result<T, gix::Error> {
    let Task { repo, settings, request, world, .. } = task;
    let _kept = world.tree().keeps_folders();
    Ok(match request.scope {
        TreeScope::Index => with(&IndexWorld::new(repo, world, settings.max_file_bytes)?),
        TreeScope::WorkTree | TreeScope::Both => with(world),
    })
}
