//! Blocks and sources in, changes and outcomes out: everything that can fail by content fails here, before
//! the first byte is written.

mod about;
mod asides;
mod edit;
mod files;
mod job;
mod lay;
mod made;
mod partial;
mod place;
mod planner;
mod refuse;
mod target;
mod types;
mod vet;

use std::collections::BTreeSet;

use bstr::BString;

use super::{
    guard::Policy,
    outcome::{Outcome, Skip},
    path::RepoPath,
    reply::Block,
};
use planner::Planner;
use target::{Aim, Stop, Target, named, unfinished};

pub use about::faults;
pub use asides::{adopt, settle};
pub(crate) use lay::EMPTY_ON_PURPOSE;
pub use refuse::{MAX_GROWTH, MAX_SHRINK};
pub(crate) use refuse::{grows_too_much, shrinks_too_much};
pub use types::{
    BlockReport, Bodies, FaultReport, Filter, FilterError, History, Merged, NoHistory, Older, OneFile,
    Partial, Plan, Planned, Recorded, Rewrite, Sent, Settings, Side, Source, Step, World,
};

/// Plans a batch. Where [`Settings::partial`] allows it, bad blocks are left out as if the reply had never
/// had them.
pub fn plan(sources: &[Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) -> Plan {
    let mut plan = rounds(sources, policy, settings, world);
    for block in &mut plan.blocks {
        if let (Err(text), Outcome::Failed(_)) = (&mut block.path, &block.outcome) {
            *text = target::whole(text, settings, world);
        }
    }
    plan
}

fn rounds(sources: &[Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) -> Plan {
    let all = |(at, source)| {
        let source: &Source<'_> = source;
        source.reply.blocks.iter().map(move |block| (at, block))
    };
    let blocks: Vec<(usize, &Block<'_>)> = sources.iter().enumerate().flat_map(all).collect();
    let mut left_out: Vec<Option<BlockReport>> = blocks
        .iter()
        .enumerate()
        .map(|(number, &(source, block))| {
            settings.filter.declined.contains(&number).then(|| unplanned(source, block, Skip::Declined))
        })
        .collect();
    let held = if settings.partial == Partial::File {
        unfinished(sources, policy, settings, world)
    } else {
        BTreeSet::new()
    };
    let named = |text: &BString| named(text.as_ref(), settings, world);
    for _ in 0..partial::ROUNDS {
        let plan = round(&blocks, &left_out, policy, settings, world);
        if !partial::leave_out(&plan.blocks, settings.partial, &held, &named, &mut left_out) {
            return plan;
        }
    }
    let plan = round(&blocks, &left_out, policy, settings, world);
    partial::leave_out_all(&plan.blocks, &mut left_out);
    round(&blocks, &left_out, policy, settings, world)
}

/// Plans the blocks that are not left out.
fn round(
    blocks: &[(usize, &Block<'_>)],
    left_out: &[Option<BlockReport>],
    policy: &Policy,
    settings: &Settings,
    world: &dyn World,
) -> Plan {
    let mut aim = Aim::new(policy, settings, world);
    aim.look_ahead(blocks.iter().map(|(_, block)| *block));
    let mut targets: Vec<Option<Result<Target, Stop>>> = blocks
        .iter()
        .zip(left_out)
        .map(|((_, block), left_out)| left_out.is_none().then(|| aim.target(block)))
        .collect();
    aim.settle(&mut targets);
    let mut planner = Planner::new(settings, policy, world, blocks, &targets);
    let mut reports = Vec::with_capacity(blocks.len());
    for (number, &(source, block)) in blocks.iter().enumerate() {
        let report = match &left_out[number] {
            Some(left_out) => left_out.clone(),
            None => report(&mut planner, number, source, block, targets[number].as_ref()),
        };
        reports.push(report);
        world.planned(number + 1);
    }
    let mut plan = planner.finish(reports);
    refuse::limit_growth(&mut plan, settings.max_growth);
    vet::refuse_dress(&mut plan);
    vet::refuse_misnamed(&mut plan, blocks, world);
    // Where something is left out, the rest is planned again.
    if settings.partial == Partial::No || plan.is_good_but(left_out) {
        vet::note_twins(&mut plan, world);
        vet::vet(&mut plan, settings, world);
    }
    plan
}

/// Performs a block that leads to `target`, and says what became of it.
fn report<'r>(
    planner: &mut Planner<'_, 'r>,
    number: usize,
    source: usize,
    block: &'r Block<'r>,
    target: Option<&Result<Target, Stop>>,
) -> BlockReport {
    let mut report = unplanned(source, block, Skip::Filtered);
    match target {
        Some(Ok(target)) => {
            report.notes.clone_from(&target.notes);
            let outcome = planner.perform(number, block, target, &mut report.notes);
            planner.failed |= outcome.is_err();
            report.about = outcome.as_ref().err().and_then(|failure| planner.about(block, target, failure));
            report.outcome = outcome.unwrap_or_else(Outcome::Failed);
            report.path = Ok(target.path.clone());
            report.to = target.to.as_ref().map(|(to, ..)| to.clone());
        }
        Some(Err(Stop::Failed(failure))) => report.outcome = Outcome::Failed(failure.clone()),
        Some(Err(Stop::Filtered(path))) => report.path = RepoPath::new(path).map_err(|_| path.clone()),
        None => {}
    }
    report
}

/// The report of a block that was left out before it was looked at.
fn unplanned(source: usize, block: &Block<'_>, skip: Skip) -> BlockReport {
    BlockReport {
        source,
        line: block.line,
        path: as_written(block),
        to: None,
        outcome: Outcome::Skipped(skip),
        about: None,
        after: None,
        wrote: Vec::new(),
        notes: Vec::new(),
    }
}

/// The path of a block that leads nowhere: one that is final needs nothing put in front.
fn as_written(block: &Block<'_>) -> Result<RepoPath, BString> {
    let text = &block.path[0].text;
    if block.is_settled { RepoPath::new(text).map_err(|_| text.clone()) } else { Err(text.clone()) }
}

#[cfg(test)]
mod tests;
