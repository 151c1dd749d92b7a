//! Blocks and sources in, changes and outcomes out: everything that can fail by content fails here, before the first
//! byte is written.

mod added;
mod adders;
mod admit;
mod after;
mod aim;
mod edit;
mod file;
mod filter;
mod guess;
mod history;
mod lay;
mod origin;
mod overlay;
mod partial;
mod planner;
mod readings;
mod record;
mod recorded;
mod refuse;
mod repository;
mod size;
mod twins;
mod vet;
mod whole;

use std::collections::BTreeSet;

use bstr::BString;

use super::{
    change::Edited,
    guard::{Policy, Verdict},
    locate::Tier,
    outcome::{Note, Outcome, Skip, Unreadable},
    path::RepoPath,
    reply::{Block, Reply},
    resolve::Tree,
    syntax,
    text::Ending,
};
use aim::{Aim, Stop, Target, named, unfinished};
pub(crate) use edit::EMPTY_ON_PURPOSE;
use planner::Planner;
pub(crate) use size::{grows_too_much, shrinks_too_much};

pub use filter::{Filter, FilterError};
pub use history::{History, Merged, NoHistory, Older, Step};
pub use partial::Partial;
pub use record::{Bodies, Recorded, Rewrite, Sent, Side};

/// A reply and what to call it in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source<'r> {
    /// The file it was read from, as named by the user; `-` for standard input.
    pub name: BString,
    /// Its parsed text.
    pub reply: Reply<'r>,
}

/// Access to the work tree's files, besides their places.
pub trait World: Tree {
    /// The file's bytes and mode. Only asked where [`Tree::kind`] says that there is a file.
    ///
    /// # Errors
    ///
    /// When it is not to be read as a target.
    fn read(&self, path: &RepoPath) -> Result<super::change::Version, Unreadable>;

    /// Returns whether the file's attributes let its lines be edited.
    ///
    /// # Errors
    ///
    /// When it is binary, or in an encoding that is not supported.
    fn may_edit(&self, path: &RepoPath) -> Result<(), Unreadable>;

    /// Line ending of a new file.
    fn new_ending(&self, path: &RepoPath) -> Ending;

    /// Checks that a path without a file is not left out of the sparse checkout, and not in a submodule that
    /// is not checked out.
    ///
    /// # Errors
    ///
    /// When it is, or when the index cannot be read.
    fn may_create(&self, path: &RepoPath) -> Result<(), Unreadable>;

    /// The paths in a folder (in the root for none), as far as they can be read.
    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let _ = folder;
        Vec::new()
    }

    /// Older versions of files, and merges.
    fn history(&self) -> &dyn History {
        &NoHistory
    }
}

/// Options of planning.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The last tier allowed.
    pub last_tier: Tier,
    /// Put in front of every path of the reply.
    pub directory: Option<BString>,
    /// A blank SEARCH section for a file with content takes REPLACE as the whole file.
    pub overwrite: bool,
    /// Placeholders for code left out are content.
    pub allow_placeholder: bool,
    /// A file whose whole text is removed stays as an empty file.
    pub keep_emptied: bool,
    /// The most bytes that a file may have after the batch.
    pub max_file_bytes: u64,
    /// The part that is planned where some of the batch is bad.
    pub partial: Partial,
    /// The filter of paths.
    pub filter: Filter,
    /// Characters that deceive the reader are refused in the lines that a block adds.
    pub strict: bool,
    /// Effect of new syntax errors; with [`syntax::Mode::Off`], imports are not looked at either.
    pub syntax: syntax::Mode,
    /// By how many per cent of its bytes a block that gives a whole file may shrink it; none for no limit.
    pub max_shrink: Option<u64>,
    /// Greatest factor by which a file may grow, in lines; none for no limit.
    pub max_growth: Option<u64>,
    /// Where the merge with an older version conflicts, conflict markers are written.
    pub three_way: bool,
}

/// All that a batch would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The paths that change, sorted.
    pub files: Vec<Planned>,
    /// Results of the blocks, in the order of the batch.
    pub blocks: Vec<BlockReport>,
}

/// The planned change of one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The bytes before and after.
    pub edited: Edited,
    /// The policy's word on the path.
    pub verdict: Verdict,
}

/// Result of one block, and its lines in the new file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockReport {
    /// Index of its reply.
    pub source: usize,
    /// Its line there, from 1.
    pub line: usize,
    /// The path that it means; as written where it leads to none.
    pub path: Result<RepoPath, BString>,
    /// The new path, for a rename that leads to one.
    pub to: Option<RepoPath>,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its lines in the new file, from 0, if it was applied to lines.
    pub after: Option<std::ops::Range<usize>>,
    /// The lines of the new file, from 0, that it put there, if it was applied; empty where it only removed lines.
    pub wrote: Vec<std::ops::Range<usize>>,
    /// Remarks on it.
    pub notes: Vec<Note>,
}

impl BlockReport {
    /// Returns whether it was left out though it did not fail.
    pub fn is_skipped(&self) -> bool {
        matches!(self.outcome, Outcome::Skipped(_))
    }

    /// Path of the resulting file: the new one of a rename.
    fn end(&self) -> Option<&RepoPath> {
        self.to.as_ref().or(self.path.as_ref().ok())
    }
}

impl Plan {
    /// Returns whether no block failed.
    pub fn is_good(&self) -> bool {
        !self.blocks.iter().any(|block| matches!(block.outcome, Outcome::Failed(_)))
    }

    /// Returns whether no block failed but those that are left out.
    fn is_good_but(&self, left_out: &[Option<BlockReport>]) -> bool {
        let failed = |block: &BlockReport| matches!(block.outcome, Outcome::Failed(_));
        !self.blocks.iter().zip(left_out).any(|(block, left_out)| left_out.is_none() && failed(block))
    }
}

/// Plans a batch. Where [`Settings::partial`] allows it, bad blocks are left out as if the reply had never
/// had them.
pub fn plan(sources: &[Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) -> Plan {
    let mut plan = rounds(sources, policy, settings, world);
    for block in &mut plan.blocks {
        if let (Err(text), Outcome::Failed(_)) = (&mut block.path, &block.outcome) {
            *text = aim::whole(text, settings, world);
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
    let mut left_out = vec![None; blocks.len()];
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
    }
    let mut plan = planner.finish(reports);
    size::limit_growth(&mut plan, settings.max_growth);
    // Where something is left out, the rest is planned again.
    if settings.partial == Partial::No || plan.is_good_but(left_out) {
        twins::note(&mut plan, world);
        vet::vet(&mut plan, settings.syntax, world);
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
    let mut report = BlockReport {
        source,
        line: block.line,
        path: as_written(block),
        to: None,
        outcome: Outcome::Skipped(Skip::Filtered),
        after: None,
        wrote: Vec::new(),
        notes: Vec::new(),
    };
    match target {
        Some(Ok(target)) => {
            report.notes.clone_from(&target.notes);
            let outcome = planner.perform(number, block, target, &mut report.notes);
            planner.failed |= outcome.is_err();
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

/// The path of a block that leads nowhere: one that is final needs nothing put in front.
fn as_written(block: &Block<'_>) -> Result<RepoPath, BString> {
    let text = &block.path[0].text;
    if block.is_settled { RepoPath::new(text).map_err(|_| text.clone()) } else { Err(text.clone()) }
}

#[cfg(test)]
mod tests;
