//! A written reply, read and planned as `git sr apply` does it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    change::PathChange,
    left::{LeftOut, Need},
};
use crate::core::{
    change::{FileMode, Version},
    guard::{Origin, Policy, Rules},
    locate::Tier,
    outcome::{Failure, Limit, Outcome},
    path::RepoPath,
    plan::{self, MAX_GROWTH, MAX_SHRINK, Plan, Settings, Source, World},
    reply::{self, Operation},
    text::{BOM, bodies},
};

/// Options with which replies are read and planned: everything that a user can allow is allowed.
pub(super) struct Check<'w> {
    world: &'w dyn World,
    policy: Option<Policy>,
    settings: Settings,
    /// True if the modes of files count.
    with_modes: bool,
}

/// A version of a file, and its mode if that counts.
type Side<'a> = (&'a [u8], Option<FileMode>);

/// Difference of what a reply does from what it should do.
#[derive(Debug, Default)]
pub(super) struct Mismatch {
    /// The paths that do not become what they should.
    pub(super) wrong: BTreeSet<RepoPath>,
    /// The bytes that they become, where they become any.
    became: BTreeMap<RepoPath, Vec<u8>>,
    /// True if the reply could not be understood, or is about other paths.
    is_misread: bool,
    /// For each edit of lines or text, in order: true if it did nothing.
    edits: Vec<bool>,
    /// The class of the first block that failed.
    class: Option<&'static str>,
}

impl<'w> Check<'w> {
    pub(super) fn new(changes: &[PathChange], world: &'w dyn World, with_modes: bool) -> Self {
        let mut rules = Rules::default();
        rules.secrets_can_be_lifted = true;
        for path in changes.iter().flat_map(|change| [Some(&change.path), change.from.as_ref()]).flatten() {
            let glob = path.to_string();
            // A rule that is none allows nothing.
            let _ = rules.allow(globset::escape(&glob).as_bytes(), Origin::Flag);
        }
        Self { world, policy: Policy::new(rules).ok(), settings: Settings::lifted(Tier::last()), with_modes }
    }

    /// The options without which `git sr apply` refuses a reply, by what is built in.
    pub(super) fn needs(&self, text: &[u8]) -> Vec<(RepoPath, Need)> {
        let Ok(policy) = Policy::new(Rules::default()) else { return Vec::new() };
        let settings = Settings {
            allow_placeholder: false,
            max_shrink: Some(MAX_SHRINK),
            max_growth: Some(MAX_GROWTH),
            ..self.settings.clone()
        };
        let reply = reply::parse(text, &reply::Options::default());
        let plan = plan::plan(&[Source { name: "-".into(), reply }], &policy, &settings, self.world);
        let need = |failure: &Failure| match failure {
            Failure::Blocked(_) => Some(Need::Allow),
            Failure::Placeholder { .. } => Some(Need::AllowPlaceholder),
            Failure::Limit(Limit::Shrink { .. } | Limit::Growth { .. }) => Some(Need::Force),
            _ => None,
        };
        let needs = plan.blocks.iter().filter_map(|block| {
            let Outcome::Failed(failure) = &block.outcome else { return None };
            let path = block.path.clone().or_else(|text| RepoPath::new(&text)).ok()?;
            Some((path, need(failure)?))
        });
        let needs: BTreeSet<(RepoPath, Need)> = needs.collect();
        needs.into_iter().collect()
    }

    /// Checks that a reply makes these changes and no others.
    pub(super) fn of(&self, text: &[u8], changes: &[&PathChange]) -> Result<(), Mismatch> {
        let all = || changes.iter().map(|change| change.path.clone()).collect();
        let Some(policy) = &self.policy else { return Err(Mismatch { wrong: all(), ..Mismatch::default() }) };
        let reply = reply::parse(text, &reply::Options::default());
        if !reply.faults.is_empty() {
            return Err(Mismatch { wrong: all(), is_misread: true, ..Mismatch::default() });
        }
        let sources = [Source { name: "-".into(), reply }];
        let plan = plan::plan(&sources, policy, &self.settings, self.world);
        let mismatch = Mismatch::of(&sources[0], &plan, changes, self.with_modes);
        if mismatch.wrong.is_empty() && !mismatch.is_misread { Ok(()) } else { Err(mismatch) }
    }
}

impl Mismatch {
    fn of(source: &Source<'_>, plan: &Plan, changes: &[&PathChange], with_modes: bool) -> Self {
        let mut wanted: BTreeMap<&RepoPath, Option<Side<'_>>> = BTreeMap::new();
        for change in changes {
            wanted.extend(change.from.iter().map(|from| (from, None)));
        }
        wanted.extend(changes.iter().map(|change| {
            let mode = with_modes.then_some(change.modes[1]);
            (&change.path, change.new.as_deref().map(|new| (new, mode)))
        }));
        let side = |new: &'_ Version| with_modes.then(|| FileMode::of(new.mode));
        let planned: BTreeMap<&RepoPath, Option<Side<'_>>> = plan
            .files
            .iter()
            .map(|file| &file.edited.change)
            .map(|change| (&change.path, change.new.as_ref().map(|new| (new.bytes.as_slice(), side(new)))))
            .collect();
        // A block can be refused for what others do though the bytes are those wanted.
        let refused = plan.blocks.iter().filter(|block| block.outcome.is_failed());
        let refused: BTreeSet<&RepoPath> = refused.filter_map(|block| block.path.as_ref().ok()).collect();
        let is_wrong = |change: &&&PathChange| {
            let paths = [Some(&change.path), change.from.as_ref()];
            paths
                .into_iter()
                .flatten()
                .any(|path| refused.contains(path) || planned.get(path) != wanted.get(path))
        };
        let wrong = changes.iter().filter(is_wrong).map(|change| change.path.clone()).collect();
        let blocks = || plan.blocks.iter().zip(&source.reply.blocks);
        let edits = blocks().filter(|(_, block)| matches!(block.operation, Operation::Edit(_)));
        let failed = |outcome: &Outcome| match outcome {
            Outcome::Failed(failure) => Some(failure.class().name()),
            _ => None,
        };
        let became =
            planned.iter().filter_map(|(path, new)| Some(((*path).clone(), new.as_ref()?.0.to_vec())));
        Self {
            wrong,
            became: became.collect(),
            is_misread: planned.keys().any(|path| !wanted.contains_key(path)),
            edits: edits.map(|(report, _)| !report.outcome.is_applied()).collect(),
            class: plan.blocks.iter().find_map(|block| failed(&block.outcome)),
        }
    }

    /// Numbers of the edits that did nothing; all of them, if it is not known which are wrong.
    pub(super) fn failed_edits(&self, count: usize) -> Vec<usize> {
        let failed: Vec<usize> = (0..self.edits.len()).filter(|at| self.edits[*at]).collect();
        if self.edits.len() != count || failed.is_empty() { (0..count).collect() } else { failed }
    }

    /// Returns whether more lines around the changes cannot help.
    pub(super) fn is_hopeless(&self, change: &PathChange) -> bool {
        matches!(self.reason(change), LeftOut::Endings | LeftOut::FinalNewline | LeftOut::Mark)
    }

    /// The reason why this change is not made.
    pub(super) fn reason(&self, change: &PathChange) -> LeftOut {
        let made = self.became.get(&change.path).or(change.old.as_ref());
        if let (Some(made), Some(new), None) = (made, &change.new, self.class)
            && !self.is_misread
            && let Some(reason) = in_the_same_lines(made, new)
        {
            return reason;
        }
        if self.is_misread { LeftOut::Misread } else { LeftOut::Refused(self.class) }
    }
}

/// The difference of two texts of the same lines.
fn in_the_same_lines(made: &[u8], wanted: &[u8]) -> Option<LeftOut> {
    if made.starts_with(BOM) != wanted.starts_with(BOM) {
        return Some(LeftOut::Mark);
    }
    if !bodies(made).eq(bodies(wanted)) {
        return None;
    }
    let is_open = made.ends_with(b"\n") != wanted.ends_with(b"\n");
    Some(if is_open { LeftOut::FinalNewline } else { LeftOut::Endings })
}
